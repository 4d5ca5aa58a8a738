# What random shapes rarely hit, by name.
#
# usage: edge-numbers.py NAME FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import itertools
import sys

import numpy as np

from onnx_case import Case, random_array

rng = np.random.default_rng(0)


def many_operands(case):
    """1,000 operands, static and dynamic, and 1,000 times the same one.
    Shows concat-r21."""
    arrays = [random_array(rng, "f32", (2, i % 4)) for i in range(1000)]
    static = [case.input("f32", array) for array in arrays]
    result = np.concatenate(arrays, 1)
    case.expect(case.node("Concat", static, axis=1), "f32", result)
    dynamic = [case.input("f32", array, ["N", None]) for array in arrays]
    case.expect(case.node("Concat", dynamic, axis=1), "f32", result, ["N", None])
    rows = [case.input("f32", array.T, [None, "N"]) for array in arrays]
    case.expect(case.node("Concat", rows, axis=0), "f32", result.T, [None, "N"])
    case.expect(case.node("Concat", static[1:2] * 1000, axis=-1), "f32",
                np.concatenate(arrays[1:2] * 1000, 1))


def empty_operands(case):
    """Operands without elements, on the axis or beside it, all of them or some.
    Shows concat-r18, concat-r19."""
    for shapes, axis in [
        ([(0,), (0,)], 0),
        ([(0,), (3,), (0,)], 0),
        ([(2, 0), (2, 3)], 1),
        ([(0, 3), (0, 4)], 1),
        ([(3, 0), (4, 0)], 0),
        ([(2, 0, 3), (2, 0, 3)], 1),
        ([(0, 5, 0)], 2),
    ]:
        arrays = [random_array(rng, "i16", shape) for shape in shapes]
        for forget in (False, True):
            names = [
                case.input("i16", a, [None] * a.ndim if forget else a.shape) for a in arrays
            ]
            result = np.concatenate(arrays, axis)
            case.expect(case.node("Concat", names, axis=axis), "i16", result,
                        [None] * result.ndim if forget else result.shape)


def large_blocks(case):
    """Pieces beyond a vector, a page, and what is copied element by element."""
    for shapes, axis in [
        ([(1 << 18,), (4097,), (63,)], 0),
        ([(300, 700), (300, 1), (300, 65)], 1),
        ([(3, 129, 5), (3, 1, 5), (3, 1000, 5)], 1),
    ]:
        arrays = [random_array(rng, "f64", shape) for shape in shapes]
        names = [case.input("f64", a, [None] * a.ndim) for a in arrays]
        case.expect(case.node("Concat", names, axis=axis), "f64",
                    np.concatenate(arrays, axis), [None] * arrays[0].ndim)
    array = random_array(rng, "u8", (123, 77))
    name = case.input("u8", array, ["A", "B"])
    repeats = case.input("i64", [13, 17])
    case.expect(case.node("Tile", [name, repeats]), "u8", np.tile(array, (13, 17)),
                [None, None])


def tile_without_rank(case):
    """A scalar with an empty `repeats`, constant and not. Shows tile-r6."""
    array = random_array(rng, "f16", ())
    name = case.input("f16", array)
    for make in (case.constant, case.input):
        repeats = make("i64", np.zeros(0))
        case.expect(case.node("Tile", [name, repeats]), "f16", array)


def chains(case):
    """Concat of tile of concat, and results that are used twice."""
    a, b = (random_array(rng, "i8", shape) for shape in ((2, 3), (4, 3)))
    names = [case.input("i8", a, ["A", 3]), case.input("i8", b, ["B", 3])]
    joined = case.node("Concat", names, axis=0)
    tiled = case.node("Tile", [joined, case.input("i64", [2, 1])])
    last = case.node("Concat", [tiled, joined, tiled, names[0]], axis=0)
    ab = np.concatenate([a, b])
    case.expect(joined, "i8", ab, [None, 3])
    case.expect(tiled, "i8", np.tile(ab, (2, 1)), [None, None])
    case.expect(last, "i8",
                np.concatenate([np.tile(ab, (2, 1)), ab, np.tile(ab, (2, 1)), a]),
                [None, None])


def constants(case):
    """Operands that the model holds, and results that are known before it runs."""
    a, b = (random_array(rng, "bf16", shape) for shape in ((2, 3), (2, 1)))
    known = [case.constant("bf16", a), case.constant("bf16", b)]
    given = case.input("bf16", b)
    case.expect(case.node("Concat", known, axis=1), "bf16", np.concatenate([a, b], 1))
    case.expect(case.node("Concat", [given, *known], axis=1), "bf16",
                np.concatenate([b, a, b], 1))
    repeats = case.constant("i64", [2, 2])
    case.expect(case.node("Tile", [known[0], repeats]), "bf16", np.tile(a, (2, 2)))


def constant_strings(case):
    """Strings that the model holds: any bytes, none, one that occurs twice.
    Shows types-r12."""
    a = np.array([[b"one", b"", b"a\0b"], [b"one", "\u00e9".encode(), b"{0}"]], object)
    none = np.empty((2, 0), object)
    known, empty = case.constant("string", a), case.constant("string", none)
    given = case.input("string", a[::-1], ["N", 3])
    case.expect(case.node("Concat", [known, empty, known], axis=1), "string",
                np.concatenate([a, a], 1))
    case.expect(case.node("Concat", [known, given], axis=0), "string",
                np.concatenate([a, a[::-1]]))
    case.expect(case.node("Concat", [empty, empty], axis=0), "string",
                np.empty((4, 0), object))
    for make in (case.constant, case.input):
        case.expect(case.node("Tile", [known, make("i64", [2, 1])]), "string",
                    np.tile(a, (2, 1)))
        case.expect_sequence(
            case.node("SplitToSequence", [known, make("i64", [1, 2])], axis=1),
            "string", [a[:, :1], a[:, 1:]])
    scalar = case.constant("string", np.array(b"alone", object))
    case.expect(case.node("Identity", [scalar]), "string", np.array(b"alone", object))
    sequence = case.node("SequenceConstruct", [known, given])
    case.expect_sequence(sequence, "string", [a, a[::-1]])


def forwarded(case):
    """An output that is an input, and one that is there twice. Shows concat-r7."""
    array = random_array(rng, "f32", (2, 3))
    name = case.input("f32", array, ["N", 3])
    case.expect(case.node("Concat", [name], axis=0), "f32", array, [None, 3])
    case.expect(case.node("Concat", [name], axis=1), "f32", array, [None, None])
    case.expect(case.node("Identity", [name]), "f32", array, [None, 3])
    sequence = case.input_sequence("f32", [array, array[:1]])
    case.expect_sequence(case.node("Identity", [sequence]), "f32", [array, array[:1]])


def splits(case):
    """Each form of `split`, on axes that have elements and on those that do not."""
    array = random_array(rng, "i32", (6, 4))
    name, hidden = case.input("i32", array), case.input("i32", array, ["N", "M"])
    none = random_array(rng, "i32", (0, 4))
    empty, unknown = case.input("i32", none), case.input("i32", none, ["K", 4])

    def expect(source, split, chunks, **attributes):
        for make in (case.constant, case.input):
            inputs = [source] + ([] if split is None else [make("i64", split)])
            case.expect_sequence(case.node("SplitToSequence", inputs, **attributes),
                                 "i32", chunks)

    for source in (name, hidden):
        # Shows split-r2, split-r4.
        expect(source, None, np.vsplit(array, 6))
        # Shows split-r5.
        expect(source, None, list(array.T), axis=1, keepdims=0)
        # Shows split-r6.
        expect(source, 1, np.vsplit(array, 6), keepdims=0)
        # Shows split-r8, split-r9.
        expect(source, 4, [array[:4], array[4:]])
        expect(source, 3, [array[:3], array[3:]], axis=-2)
        # Shows split-r10.
        expect(source, 7, [array])
        expect(source, np.int64(2**62), [array])
        # Shows split-r12, split-r13, split-r14.
        expect(source, [2, 0, 4], [array[:2], array[:0], array[2:]])
        # Shows split-r11.
        expect(source, [6], [array])
    for source in (empty, unknown):
        # Shows split-r15.
        expect(source, None, [])
        expect(source, 2, [])
        # Shows split-r16.
        expect(source, [0, 0, 0], [none] * 3)


def large_splits(case):
    """Chunks that are worth more than one thread, in runs of any length."""
    array = random_array(rng, "f32", (1031, 520))
    for source in (case.input("f32", array), case.input("f32", array, ["N", "M"])):
        for axis, chunk in ((0, 500), (0, 16), (1, 9), (1, 200)):
            chunks = np.split(array, range(chunk, array.shape[axis], chunk), axis)
            split = case.constant("i64", np.array(chunk))
            case.expect_sequence(
                case.node("SplitToSequence", [source, split], axis=axis), "f32", chunks)


def positions(case):
    """Both ends, from either side, and no position at all."""
    arrays = [random_array(rng, "f32", (size,)) for size in (2, 0, 3)]
    new = random_array(rng, "f32", (4,))
    sequence, name = case.input_sequence("f32", arrays), case.input("f32", new)
    for make in (case.constant, case.input):
        # Shows sequence-r4.
        for at in (0, 2, -1, -3):
            case.expect(case.node("SequenceAt", [sequence, make("i32", at)]), "f32",
                        arrays[at], [None])
        # Shows sequence-r5.
        for at in (0, 2, -1, -3):
            case.expect_sequence(case.node("SequenceErase", [sequence, make("i64", [at])]),
                                 "f32", np.delete(np.array(arrays, object), at))
        # Shows sequence-r7, sequence-r8.
        for at, before in ((0, 0), (2, 2), (3, 3), (-1, 2), (-3, 0)):
            inserted = case.node("SequenceInsert", [sequence, name, make("i64", at)])
            case.expect_sequence(inserted, "f32", arrays[:before] + [new] + arrays[before:])
    case.expect_sequence(case.node("SequenceErase", [sequence]), "f32", arrays[:2])
    case.expect_sequence(case.node("SequenceInsert", [sequence, name]), "f32", [*arrays, new])
    # Shows sequence-r14.
    case.expect(case.node("SequenceLength", [sequence]), "i64", 3)
    # Shows sequence-r13: a sequence of f32, which takes one.
    empty = case.node("SequenceEmpty", [])
    case.expect_sequence(case.node("SequenceInsert", [empty, name]), "f32", [new])


def mixed_ranks(case):
    """A sequence whose elements differ in rank, and one of them taken out.
    Shows sequence-r2, sequence-r21."""
    arrays = [random_array(rng, "u32", shape) for shape in ((2, 3), (4,), ())]
    names = [case.input("u32", array) for array in arrays]
    sequence = case.node("SequenceConstruct", names)
    case.expect_sequence(sequence, "u32", arrays)
    position = case.input("i64", 1)
    case.expect(case.node("SequenceAt", [sequence, position]), "u32", arrays[1], [None])
    case.expect(case.node("SequenceLength", [sequence]), "i64", 3)


def unit_dimensions(case):
    """Chunks that lose one of several dimensions of size 1: stacked, joined, read."""
    shapes = [((1, 2, 4), 2), ((4, 1, 1, 2), 0), ((1, 3, 1, 2), 2), ((1, 3, 2, 2), 2)]
    for (shape, axis), is_known in itertools.product(shapes, (False, True)):
        array = random_array(rng, "f32", shape)
        declared = [1 if size == 1 else None for size in shape]
        declared[axis] = shape[axis] if is_known else None
        name = case.input("f32", array, declared)
        for keepdims in (0, 1):
            split = case.node("SplitToSequence", [name], axis=axis, keepdims=keepdims)
            chunks = np.split(array, shape[axis], axis)
            if not keepdims:
                chunks = [chunk.squeeze(axis) for chunk in chunks]
            last = case.constant("i64", np.array(-1))
            case.expect(case.node("SequenceAt", [split, last]), "f32", chunks[-1],
                        [None] * chunks[0].ndim)
            for new in range(chunks[0].ndim + 1):
                case.expect(
                    case.node("ConcatFromSequence", [split], axis=new, new_axis=1),
                    "f32", np.stack(chunks, new), [None] * (chunks[0].ndim + 1))
            for old in range(chunks[0].ndim):
                case.expect(case.node("ConcatFromSequence", [split], axis=old),
                            "f32", np.concatenate(chunks, old),
                            [None] * chunks[0].ndim)


CASES = {
    "many-operands": (many_operands, 13),
    "empty-operands": (empty_operands, 13),
    "large-blocks": (large_blocks, 13),
    "tile-without-rank": (tile_without_rank, 13),
    "chains": (chains, 13),
    "constants": (constants, 13),
    "constant-strings": (constant_strings, 16),
    "forwarded": (forwarded, 16),
    "splits": (splits, 11),
    "large-splits": (large_splits, 11),
    "unit-dimensions": (unit_dimensions, 13),
    "mixed-ranks": (mixed_ranks, 11),
    "positions": (positions, 11),
}
build, opset = CASES[sys.argv[1]]
case = Case(opset)
build(case)
case.run(sys.argv[2])

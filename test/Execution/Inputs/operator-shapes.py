# Shapes, slices, splits, gathers and reshapes against numpy, with sizes that are
# known at compile time, in part, or only when it runs.
#
# usage: operator-shapes.py KIND FOLDER [SEED]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from operator_case import FLOATS, folder, hide, integers, pick, rng, small_array
from onnx_case import random_array
from onnx_program import Program


#===------------------------------------------------------------------------===#
# Shapes
#===------------------------------------------------------------------------===#

def axes_operand(program, axes):
    """Axes as the opset has them: an attribute, or a constant operand."""
    if program.opset < 13:
        return [], {"axes": [int(axis) for axis in axes]}
    return [program.constant("i64", axes)], {}


def shape_and_size(program):
    array = random_array(rng, pick("f32", "bool", "string"), tuple(rng.integers(0, 4, rng.integers(0, 5))))
    type_name = {"f": "f32", "b": "bool", "O": "string"}[array.dtype.kind]
    value = program.input(type_name, array, hide(array.shape))
    attributes = {}
    expected = list(array.shape)
    if program.opset >= 15 and rng.integers(2):
        start, end = (int(bound) for bound in rng.integers(-6, 7, 2))
        # Shows neighbour-r24.
        attributes = {"start": start, "end": end}
        clamp = lambda at: min(max(at + array.ndim if at < 0 else at, 0), array.ndim)
        expected = expected[clamp(start):clamp(end)]
    program.expect(program.op("Shape", [value], [("i64", pick(None, [None]))], **attributes), expected)
    program.expect(program.op("Size", [value], [("i64", None)]), array.size)


def unsqueeze(program):
    type_name = pick("f32", "i8", "complex128", "string", "u16")
    array = random_array(rng, type_name, tuple(rng.integers(0, 4, rng.integers(0, 4))))
    value = program.input(type_name, array, hide(array.shape))
    added = int(rng.integers(0, 4))
    rank = array.ndim + added
    axes = rng.permutation(rank)[:added]
    # Shows neighbour-r16.
    expected = np.expand_dims(array, tuple(int(axis) for axis in axes))
    if program.opset >= 11:
        axes = np.array([pick(axis, axis - rank) for axis in axes], "i8")
    operands, attributes = axes_operand(program, axes)
    result = program.op("Unsqueeze", [value, *operands], [(type_name, None)], **attributes)
    program.expect(result, expected)


def squeeze(program):
    type_name = pick("f32", "i8", "complex128", "string", "u16")
    shape = tuple(int(pick(1, 1, 0, 2, 3)) for _ in range(rng.integers(0, 5)))
    array = random_array(rng, type_name, shape)
    # Shows neighbour-r17.
    units = [dim for dim, size in enumerate(shape) if size == 1]
    axes = rng.permutation(units)[:rng.integers(0, len(units) + 1)].astype(int)
    if rng.integers(3) == 0:
        value = program.input(type_name, array)
        program.expect(program.op("Squeeze", [value], [(type_name, None)]), np.squeeze(array))
        return
    value = program.input(type_name, array, hide(shape))
    expected = np.squeeze(array, tuple(int(axis) for axis in axes))
    if program.opset >= 11:
        axes = np.array([pick(axis, axis - array.ndim) for axis in axes], int)
    operands, attributes = axes_operand(program, axes)
    result = program.op("Squeeze", [value, *operands], [(type_name, None)], **attributes)
    program.expect(result, expected)


def shapes():
    for seed in range(8):
        program = Program(pick(6, 11, 13, 15, 24))
        for _ in range(6):
            shape_and_size(program)
            unsqueeze(program)
            squeeze(program)
        program.run(f"{folder}/{seed}")


#===------------------------------------------------------------------------===#
# Slice
#===------------------------------------------------------------------------===#

def slice_axis(size, start, end, step):
    """The rows, by the words of the standard: numpy clamps the start of a step
    back to -1, the standard to 0. Shows neighbour-r18, neighbour-r19."""
    start = start + size if start < 0 else start
    end = end + size if end < 0 else end
    if step > 0:
        return range(min(max(start, 0), size), min(max(end, 0), size), step)
    return range(min(max(start, 0), size - 1), min(max(end, -1), size - 1), step)


def slice_once(program):
    type_name = pick("f32", "i64", "bool", "string", "complex128", "u8")
    shape = tuple(int(size) for size in rng.integers(0, 7, rng.integers(1, 4)))
    array = random_array(rng, type_name, shape)
    value = program.input(type_name, array, hide(shape))
    axes = rng.permutation(len(shape))[:rng.integers(1, len(shape) + 1)]
    has_axes = bool(rng.integers(2))
    if not has_axes:
        axes = np.arange(len(axes))
    least, most = -(2**63), 2**63 - 1
    if program.opset >= 10:
        integer = pick("i32", "i64")
        if integer == "i32":
            least, most = -(2**31), 2**31 - 1
    bound = lambda: int(pick(*rng.integers(-9, 10, 6), least, most))
    starts = [bound() for _ in axes]
    ends = [bound() for _ in axes]
    has_steps = program.opset >= 10 and bool(rng.integers(2))
    steps = [int(pick(1, 1, 2, 3, -1, -2, least, most)) if has_steps else 1 for _ in axes]
    expected = array
    for axis, start, end, step in zip(axes, starts, ends, steps):
        rows = list(slice_axis(shape[axis], start, end, step))
        expected = np.take(expected, rows, axis) if rows else expected.take([], axis)
    if program.opset < 10:
        attributes = {"starts": starts, "ends": ends}
        if has_axes:
            attributes["axes"] = [int(axis) for axis in axes]
        operands = []
    else:
        written = [int(pick(axis, axis - len(shape))) for axis in axes]
        attributes = {}
        known = lambda values: program.constant(integer, values)
        of_length = lambda values: pick(known, lambda v: program.input(integer, v))(values)
        operands = [of_length(starts), integers(program, ends, integer)]
        if has_axes or has_steps:
            operands.append(known(written) if has_axes else program.none())
        if has_steps:
            operands.append(integers(program, steps, integer))
    result = program.op("Slice", [value, *operands], [(type_name, None)], **attributes)
    program.expect(result, expected)


def slice_():
    for seed in range(16):
        program = Program(pick(1, 10, 11, 13, 13))
        for _ in range(8):
            slice_once(program)
        program.run(f"{folder}/{seed}")


#===------------------------------------------------------------------------===#
# Split
#===------------------------------------------------------------------------===#

def split_once(program):
    opset = program.opset
    type_name = pick("f32", "i64", "bool", "string", "complex128", "u8", "f16")
    shape = [int(size) for size in rng.integers(0, 7, rng.integers(1, 4))]
    axis = int(rng.integers(len(shape)))
    count = int(rng.integers(1, 5))
    # Shows neighbour-r20, neighbour-r21.
    form = pick("equal", "given")
    if form == "equal" and opset < 18:
        # Shows neighbour-r22.
        lengths = [int(rng.integers(0, 4))] * count
    elif form == "equal":
        # Shows neighbour-r23.
        length = int(rng.integers(1, 4))
        lengths = [length] * (count - 1) + [int(rng.integers(0, length + 1))]
        if -(-sum(lengths) // count) != length:
            lengths = [length] * count
    else:
        lengths = [int(length) for length in rng.integers(0, 4, count)]
    shape[axis] = sum(lengths)
    array = random_array(rng, type_name, tuple(shape))
    operands = [program.input(type_name, array, hide(shape))]
    attributes = {"axis": int(pick(axis, axis - len(shape)))}
    if axis == 0:
        attributes = pick({}, attributes)
    if form == "given":
        if opset >= 13:
            operands.append(integers(program, lengths))
        elif opset < 2 and rng.integers(2):
            operands.append(pick(
                lambda: program.constant("f32", lengths),
                lambda: integers(program, lengths))())
        else:
            attributes["split"] = lengths
    elif opset >= 18 and (lengths[-1] != lengths[0] or rng.integers(2)):
        attributes["num_outputs"] = count
    results = program.op("Split", operands, [(type_name, None)] * count, **attributes)
    ends = np.cumsum(lengths)
    results = results if count > 1 else [results]
    for result, end, length in zip(results, ends, lengths):
        program.expect(result, np.take(array, range(end - length, end), axis))


def split():
    for seed in range(16):
        program = Program([1, 2, 11, 13, 18][seed % 5])
        for _ in range(6):
            split_once(program)
        program.run(f"{folder}/{seed}")


#===------------------------------------------------------------------------===#
# Gather, Reshape and ConstantOfShape
#===------------------------------------------------------------------------===#

ANY = ["f32", "i64", "bool", "string", "complex128", "u8", "f16"]


def gather_once(program):
    """Shows neighbour-r32."""
    type_name = pick(*ANY)
    shape = tuple(int(size) for size in rng.integers(1, 5, rng.integers(1, 4)))
    array = random_array(rng, type_name, shape)
    axis = int(rng.integers(len(shape)))
    chosen = tuple(int(size) for size in rng.integers(0, 4, rng.integers(0, 3)))
    indices = rng.integers(0, shape[axis], chosen)
    expected = np.asarray(np.take(array, indices, axis), array.dtype)
    if program.opset >= 11:
        indices = np.where(rng.integers(0, 2, chosen) == 0, indices, indices - shape[axis])
    value = program.input(type_name, array, hide(shape))
    attributes = {"axis": int(pick(axis, axis - len(shape)))}
    if axis == 0:
        attributes = pick({}, attributes)
    operands = [value, integers(program, indices, pick("i32", "i64"))]
    declared = pick(None, hide(expected.shape))
    program.expect(program.op("Gather", operands, [(type_name, declared)], **attributes), expected)


def reshape_once(program):
    """Shows neighbour-r33, neighbour-r34."""
    type_name = pick(*ANY)
    shape = tuple(int(size) for size in rng.integers(0, 4, rng.integers(0, 4)))
    array = random_array(rng, type_name, shape)
    # Its factors in some other order, and ones.
    if array.size:
        wanted = [int(size) for size in rng.permutation([size for size in shape if size > 1])]
    else:
        wanted = [0] + [int(size) for size in rng.integers(0, 4, rng.integers(0, 2))]
    wanted.insert(rng.integers(0, len(wanted) + 1), 1)
    if rng.integers(2):
        wanted = [int(np.prod(wanted))]
    written, attributes = list(wanted), {}
    if program.opset >= 14 and 0 in wanted:
        attributes = {"allowzero": 1}
    elif program.opset < 14 or not rng.integers(3):
        written = [0 if at < len(shape) and size == shape[at] else size
                   for at, size in enumerate(wanted)]
    if 0 in written and not attributes:
        if any(size == 0 and (at >= len(shape) or shape[at] != wanted[at])
               for at, size in enumerate(written)):
            return
    if 0 not in wanted and written and rng.integers(2):
        written[rng.integers(len(written))] = -1
    value = program.input(type_name, array, hide(shape))
    operands = [value, pick(lambda v: program.constant("i64", v), lambda v: program.input("i64", v))(written)]
    result = program.op("Reshape", operands, [(type_name, pick(None, hide(wanted)))], **attributes)
    program.expect(result, array.reshape(wanted))


def reshape_to_nothing(program):
    """Shows neighbour-r33 where a copied size is 0, so that any other fits."""
    shape, wanted = pick(([2, 0], [3, 0]), ([0, 6], [0, 5, 3]), ([0, 6, 0], [0, 6]))
    written = [0 if at < len(shape) and size == shape[at] else size
               for at, size in enumerate(wanted)]
    value = program.input("f32", np.zeros(shape, "f4"), hide(shape))
    given = [program.input("i64", [size]) if size else program.constant("i64", [size])
             for size in written]
    operands = [value, program.op("onnxops.concat_v13", given, [("i64", [len(given)])], axis=0)]
    result = program.op("Reshape", operands, [("f32", [None] * len(wanted))])
    program.expect(result, np.zeros(wanted, "f4"))


def fill_once(program):
    """Shows neighbour-r37."""
    type_name = pick("f32", "f64", "f16", "i8", "i64", "u8", "u64", "bool")
    shape = [int(size) for size in rng.integers(0, 6, rng.integers(0, 4))]
    fill = random_array(rng, type_name, (1,)) if type_name not in FLOATS else small_array(type_name, (1,))
    sizes = pick(lambda v: program.constant("i64", v), lambda v: program.input("i64", v))(
        np.array(shape, "i8"))
    attributes = {}
    if rng.integers(4):
        source = program.constant(type_name, fill)
        attributes["value"] = program.lines.pop().split("value = ")[1].split("}")[0]
    else:
        type_name, fill = "f32", np.zeros(1, "f4")
    result = program.op("ConstantOfShape", [sizes], [(type_name, pick(None, hide(shape)))], **attributes)
    program.expect(result, np.full(shape, fill[0]))


def moves():
    for seed in range(12):
        program = Program(pick(9, 11, 13, 14, 21))
        for _ in range(8):
            gather_once(program)
            reshape_once(program)
            reshape_to_nothing(program)
            fill_once(program)
        program.run(f"{folder}/{seed}")


{"shapes": shapes, "slice": slice_, "split": split, "moves": moves}[sys.argv[1]]()

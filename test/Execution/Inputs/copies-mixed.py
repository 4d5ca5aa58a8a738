# Concats on any axis, of whole tensors and of slices, and tiles of any rank.
# Each size is declared or not on its own, so that what is known of operands
# differs within one concat.
#
# usage: copies-mixed.py SEED FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import Case, random_array

TYPES = ["u8", "f16", "f32", "i64", "complex128"]
SIZES = [1, 1, 2, 3, 5, 16, 17, 40]
MOST_ELEMENTS = 20000


def declare(rng, shape):
    known = [1, 0, 0.5][rng.integers(3)]
    return [int(size) if rng.random() < known else None for size in shape]


def shrink(rng, sizes):
    """Makes sizes 1 until there are few elements."""
    while np.prod(sizes) > MOST_ELEMENTS:
        sizes[rng.integers(len(sizes))] = 1


def add_operand(case, rng, type_name, shape):
    """An input, or the middle of one along some axis: its rows have gaps."""
    if rng.random() < 0.6 or min(shape) == 0:
        array = random_array(rng, type_name, shape)
        return case.input(type_name, array, declare(rng, shape)), array
    axis = int(rng.integers(len(shape)))
    whole = list(shape)
    whole[axis] += 3
    array = random_array(rng, type_name, whole)
    lengths = case.constant("i64", np.array([1, shape[axis], 2], np.int64))
    name = case.input(type_name, array, declare(rng, whole))
    chunks = case.node("SplitToSequence", [name, lengths], axis=axis)
    middle = case.node("SequenceAt", [chunks, case.constant("i64", np.int64(1))])
    return middle, array.take(range(1, 1 + shape[axis]), axis)


def add_concat(case, rng):
    type_name = str(rng.choice(TYPES))
    rank = int(rng.integers(1, 5))
    axis = int(rng.integers(rank))
    shape = [int(rng.choice(SIZES)) for _ in range(rank)]
    shrink(rng, shape)
    width = int(rng.choice(SIZES))
    is_equal = rng.random() < 0.5
    operands = []
    for _ in range(rng.choice([2, 3, 5, 8, 9, 17, 33])):
        shape[axis] = width if is_equal else int(rng.integers(rng.random() > 0.1, width + 3))
        operands.append(add_operand(case, rng, type_name, shape))
    names, arrays = zip(*operands)
    case.expect(case.node("Concat", names, axis=axis), type_name,
                np.concatenate(arrays, axis), [None] * rank)


def add_tile(case, rng):
    type_name = str(rng.choice(TYPES))
    rank = int(rng.integers(1, 7))
    numbers = [int(rng.choice([*SIZES, 1, 1, 1])) for _ in range(2 * rank)]
    shrink(rng, numbers)
    shape, repeats = numbers[:rank], np.array(numbers[rank:], np.int64)
    array = random_array(rng, type_name, shape)
    data = case.input(type_name, array, declare(rng, shape))
    counts = case.input if rng.random() < 0.6 else case.constant
    result = np.tile(array, repeats)
    case.expect(case.node("Tile", [data, counts("i64", repeats)]), type_name, result,
                [None] * rank)


def add_long_tile(case, rng):
    """Rows longer than the nearest cache, of blocks that are not; and a copy."""
    for shape, repeats in (([2, 1, 300], [3, 4, 20]), ([3, 1, 7], [1, 1, 1])):
        array = random_array(rng, "f32", shape)
        data = case.input("f32", array, declare(rng, shape))
        counts = case.constant("i64", np.array(repeats, np.int64))
        case.expect(case.node("Tile", [data, counts]), "f32", np.tile(array, repeats),
                    [None] * 3)


def add_strided_tile(case, rng):
    """Long rows again, of data that strides keep apart in the source."""
    for sizes, repeats in (([2, 4, 2800], [2, 1, 3]), ([2, 4, 3, 4100], [2, 1, 1, 1])):
        array = random_array(rng, "u8", sizes)
        name = case.input("u8", array)
        half = case.constant("i64", np.int64(2))
        chunks = case.node("SplitToSequence", [name, half], axis=1)
        chunk = case.node("SequenceAt", [chunks, case.constant("i64", np.int64(1))])
        counts = case.constant("i64", np.array(repeats, np.int64))
        case.expect(case.node("Tile", [chunk, counts]), "u8", np.tile(array[:, 2:], repeats))


def add_tile_in_concat(case, rng):
    """Tiles of which the rows have gaps in the target, between copies."""
    type_name = str(rng.choice(TYPES))
    rank = int(rng.integers(2, 5))
    axis = int(rng.integers(rank))
    numbers = [int(rng.choice([*SIZES, 0, 20])) for _ in range(2 * rank)]
    shrink(rng, numbers)
    shape, repeats = numbers[:rank], np.array(numbers[rank:], np.int64)
    names, arrays = [], []
    for is_tile in (False, True, True, False):
        if is_tile:
            array = random_array(rng, type_name, shape)
            name = case.input(type_name, array, declare(rng, shape))
            counts = case.input if rng.random() < 0.5 else case.constant
            name = case.node("Tile", [name, counts("i64", repeats)])
            array = np.tile(array, repeats)
        else:
            whole = np.array(shape) * repeats
            whole[axis] = 3
            array = random_array(rng, type_name, whole.tolist())
            name = case.input(type_name, array, declare(rng, whole))
        names.append(name)
        arrays.append(array)
    case.expect(case.node("Concat", names, axis=axis), type_name,
                np.concatenate(arrays, axis), [None] * rank)


rng = np.random.default_rng(int(sys.argv[1]))
case = Case(13)
add_long_tile(case, rng)
add_strided_tile(case, rng)
for _ in range(5):
    add_concat(case, rng)
    add_tile(case, rng)
    add_tile_in_concat(case, rng)
case.run(sys.argv[2])

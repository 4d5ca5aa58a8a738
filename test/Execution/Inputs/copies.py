# Concats, tiles and splits whose copies are of the kinds that code is made for:
# short and long runs, few and many operands, rows enough for whole registers,
# periods that do and do not fill one.
#
# usage: copies.py SEED FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import Case, random_array

TYPES = ["u8", "f16", "f32", "i64", "complex128"]


def declare(rng, shape, is_dynamic):
    return [None] * len(shape) if is_dynamic else list(shape)


def add_concat(case, rng, rows, widths, type_name=None, is_dynamic=None):
    if type_name is None:
        type_name, is_dynamic = str(rng.choice(TYPES)), bool(rng.integers(2))
    arrays, names = [], []
    for width in widths:
        shape = [*rows, int(width)]
        arrays.append(random_array(rng, type_name, shape))
        names.append(case.input(type_name, arrays[-1], declare(rng, shape, is_dynamic)))
    result = np.concatenate(arrays, -1)
    case.expect(case.node("Concat", names, axis=-1), type_name, result,
                declare(rng, result.shape, is_dynamic))


def add_concats(case, rng):
    # Equal and unequal runs of up to 40 elements.
    for count in (1, 2, 3, 8, 9, 16, 17, 35):
        rows = [[1], [3], [17], [4, 33], [200]][rng.integers(5)]
        width = rng.choice([1, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 24, 40])
        widths = [width] * count
        if rng.random() < 0.4:
            widths = rng.integers(0 if rng.random() < 0.2 else 1, 41, count)
        add_concat(case, rng, rows, widths)
    # Many unequal runs of known lengths: one by one, in few rows and in more, or by a table.
    for rows, count in (([3], 100), ([40], 60), ([2], 256), ([2], 257)):
        widths = rng.integers(1, 50, count)
        add_concat(case, rng, rows, widths, str(rng.choice(TYPES)), False)
    # Many rows of a few runs, of which the longest is longer than a register: with two
    # sources in one, with eight, and as few rows as are copied that way.
    for rows, widths in (([331], [8, 40, 3]), ([90, 3], [36, 1, 5, 44, 12]),
                         ([301], [2, 1, 1, 1, 1, 1, 1, 43]), ([88], [40, 8, 33])):
        add_concat(case, rng, rows, widths, "u8", True)
    # Of unknown lengths, each a register: of 16, 32 and 64 bytes.
    for bytes in (16, 32, 64):
        for rows, count in (([1], 9), ([7], 62), ([40, 3], 11)):
            add_concat(case, rng, rows, [bytes] * count, "u8", True)
    add_concat(case, rng, [5], [3000, 1, 700])
    add_concat(case, rng, [1], [100000, 3, 200001])
    add_concat(case, rng, [70000], [2, 1])


def add_tile(case, rng, shape, repeats):
    type_name = str(rng.choice(TYPES))
    array = random_array(rng, type_name, shape)
    is_dynamic = bool(rng.integers(2))
    data = case.input(type_name, array, declare(rng, shape, is_dynamic))
    counts = np.array(repeats, np.int64)
    counts = case.input("i64", counts) if is_dynamic else case.constant("i64", counts)
    result = np.tile(array, repeats)
    case.expect(case.node("Tile", [data, counts]), type_name, result,
                declare(rng, result.shape, is_dynamic))


def add_tile_behind(case, rng, before):
    """A repeat of six bytes that is joined to `before` others."""
    first, period = random_array(rng, "u8", [before]), random_array(rng, "u8", [6])
    names = [case.input("u8", array, array.shape) for array in (first, period)]
    tile = case.node("Tile", [names[1], case.constant("i64", np.array([1501], np.int64))])
    result = np.concatenate([first, np.tile(period, 1501)])
    case.expect(case.node("Concat", [names[0], tile], axis=0), "u8", result,
                result.shape)


def add_tiles(case, rng):
    for period in rng.choice([1, 2, 3, 4, 5, 7, 8, 12, 16, 21, 64, 100, 1500], 4, False):
        add_tile(case, rng, [int(rng.integers(1, 5)), int(period)],
                 [int(rng.integers(1, 4)), int(rng.integers(1, 300))])
    # Rows of less than a register.
    for period in (1, 2, 3, 4):
        add_tile(case, rng, [int(rng.integers(1, 700)), period],
                 [1, int(rng.integers(1, 9))])
    for _ in range(4):
        rank = rng.integers(1, 7)
        shape = rng.integers(0 if rng.random() < 0.1 else 1, 6, rank)
        repeats = rng.integers(0 if rng.random() < 0.1 else 1, 5, rank)
        add_tile(case, rng, shape.tolist(), repeats.tolist())
    add_tile(case, rng, [3000], [5])
    add_tile(case, rng, [100, 300], [3, 1])
    add_tile(case, rng, [1], [300001])
    add_tile(case, rng, [2, 40, 3], [30, 3, 50])
    add_tile(case, rng, [2, 3, 5], [6, 40, 30])
    # A few repeats of medium periods, in many rows.
    for period in (9, 13, 37):
        add_tile(case, rng, [17, period], [2, int(rng.integers(1, 6))])
    # Periods that are copied from where they were written, in one row and in several.
    for period in rng.choice([44, 182, 252, 371, 505, 756, 1008, 1440], 3, False):
        add_tile(case, rng, [int(rng.integers(1, 6)), int(period)],
                 [1, int(rng.integers(20, 90))])
        add_tile(case, rng, [3, int(period)], [int(rng.integers(20, 90)), 1])
    # Rows that end a few bytes after a power of 2 of a period.
    add_tile(case, rng, [2, 5], [1, 513])
    # Rows of a pattern, again and again; few and many places of a long run.
    add_tile(case, rng, [7, 1], [5, 1501])
    add_tile(case, rng, [41, 3], [3, 600])
    add_tile(case, rng, [3, 6, 1], [4, 3, 1111])
    # Long rows of patterns, of which each begins elsewhere in a register, and of
    # periods that fill none.
    for period in (1, 3, 5, 6):
        add_tile(case, rng, [3, period], [2, int(rng.integers(2000, 6000))])
    add_tile(case, rng, [3, 7], [4, 4001])
    add_tile(case, rng, [2, 1001], [5, 30])
    # A pattern at any place.
    for before in (5, 6, 64):
        add_tile_behind(case, rng, before)
    add_tile(case, rng, [1, 18001], [2, 1])
    add_tile(case, rng, [18003], [8])
    add_tile(case, rng, [18005], [9])


def add_splits(case, rng):
    for shape, axis, size in (([40, 60], 1, 7), ([6, 5, 4], 1, 2), ([30, 3], 0, 4)):
        type_name = str(rng.choice(TYPES))
        array = random_array(rng, type_name, shape)
        is_dynamic = bool(rng.integers(2))
        data = case.input(type_name, array, declare(rng, shape, is_dynamic))
        chunks = case.node("SplitToSequence", [data, case.constant("i64", np.int64(size))],
                           axis=axis, keepdims=1)
        third = case.node("SequenceAt", [chunks, case.constant("i64", np.int64(2))])
        bounds = list(range(size, shape[axis], size))
        parts = np.split(array, bounds, axis)
        case.expect(third, type_name, parts[2], declare(rng, shape, True))
        case.expect_sequence(chunks, type_name, parts)


def add_chunks(case, rng):
    # Chunks of more than 1 MB, whose rows are prefetched. Up to 512 bytes there is code
    # for each number of registers.
    runs = [64, 70, 128, 200, 256, 320, 448, 510, 512, 576, 1000, 2048, 3000, 9000]
    for run in rng.choice(runs, 6, False):
        run = int(run)
        rows = (1 << 20) // run + 3
        array = random_array(rng, "u8", [rows, 3 * run - 1])
        is_dynamic = bool(rng.integers(2))
        size = np.int64(run)
        data = case.input("u8", array, declare(rng, array.shape, is_dynamic))
        size = case.input("i64", size) if is_dynamic else case.constant("i64", size)
        chunks = case.node("SplitToSequence", [data, size], axis=1, keepdims=1)
        index = int(rng.integers(3))
        chunk = case.node("SequenceAt", [chunks, case.constant("i64", np.int64(index))])
        case.expect(chunk, "u8", array[:, index * run:][:, :run],
                    declare(rng, array.shape, True))
    # Of unknown lengths, one of them 0.
    lengths = np.array([0, 300, 64], np.int64)
    array = random_array(rng, "u8", [5000, int(lengths.sum())])
    data = case.input("u8", array, [None, None])
    chunks = case.node("SplitToSequence", [data, case.input("i64", lengths)], axis=1)
    for chunk, part in enumerate(np.split(array, [0, 300], 1)):
        result = case.node("SequenceAt", [chunks, case.constant("i64", np.int64(chunk))])
        case.expect(result, "u8", part, [None, None])


seed, folder = int(sys.argv[1]), sys.argv[2]
rng = np.random.default_rng(seed)
case = Case(13)
add_concats(case, rng)
add_tiles(case, rng)
add_splits(case, rng)
add_chunks(case, rng)
case.run(folder)

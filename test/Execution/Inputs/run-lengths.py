# Concats, tiles and splits, most of unknown shapes, whose runs have the lengths at which
# code changes: around registers of all sizes, and around the longest that are copied
# register by register. Few rows and many, since the last ones are copied exactly, and
# short ones are permuted only if there are enough.
#
# usage: run-lengths.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import Case, random_array

LENGTHS = [1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 500,
           1023, 1024, 1025, 2100]
ROWS = [1, 2, 5, 15, 16, 40]


def add_concat(case, rng, rows, widths, is_known=False):
    arrays = [random_array(rng, "u8", [rows, int(width)]) for width in widths]
    names = [case.input("u8", array, array.shape if is_known else [None, None])
             for array in arrays]
    case.expect(case.node("Concat", names, axis=1), "u8", np.concatenate(arrays, 1),
                [None, None])


def add_split(case, rng, rows, chunk, parts=3, is_known=False):
    array = random_array(rng, "u8", [rows, parts * chunk])
    data = case.input("u8", array, array.shape if is_known else [None, None])
    size = np.int64(chunk)
    size = case.constant("i64", size) if is_known else case.input("i64", size, [])
    chunks = case.node("SplitToSequence", [data, size], axis=1, keepdims=1)
    position = parts // 2
    taken = case.node("SequenceAt", [chunks, case.constant("i64", np.int64(position))])
    case.expect(taken, "u8", array[:, position * chunk:(position + 1) * chunk],
                [None, None])


def add_tile(case, rng, shape, repeats, is_known=False):
    array = random_array(rng, "u8", shape)
    data = case.input("u8", array, shape if is_known else [None] * len(shape))
    counts = np.array(repeats, np.int64)
    counts = case.constant("i64", counts) if is_known else case.input("i64", counts)
    case.expect(case.node("Tile", [data, counts]), "u8", np.tile(array, repeats),
                [None] * len(shape))


# Short rows of few runs, enough to be permuted, and just too few.
def add_short_rows(case, rng):
    for widths in ([1, 12], [7, 8, 7], [1, 1, 1, 2], [63, 1], [33, 30], [3, 62], [9, 7],
                   [33, 64], [40, 63, 48], [17, 32],
                   [5, 10], [2, 3, 4, 5, 6, 7, 8, 9]):
        add_concat(case, rng, 2500, widths)
        add_concat(case, rng, int(rng.integers(1, 5000 // sum(widths))), widths)


def add_periods(case, rng):
    for period, repeats in ((1, 2), (2, 4), (3, 5), (5, 3), (7, 9), (10, 6), (21, 3),
                            (31, 2), (32, 2), (33, 1)):
        add_tile(case, rng, [1200, period], [1, repeats])
        add_tile(case, rng, [int(rng.integers(1, 4000 // period)), period], [1, repeats])
    for period in (5, 7, 10, 15, 17, 20, 24, 31, 32, 33, 40, 47, 48, 49, 63, 64, 65):
        add_tile(case, rng, [1, period], [1, int(rng.integers(4, 300))])
        add_tile(case, rng, [int(rng.integers(2, 70)), period],
                 [1, int(rng.integers(4, 30))])
    # Rows that are repeated as one period.
    for shape, repeats in (([1, 5, 4], [200, 1, 3]), ([1, 7, 1], [300, 1, 3]),
                           ([3, 7, 1], [1, 400, 5]), ([1, 30, 11], [9, 1, 3])):
        add_tile(case, rng, shape, repeats)


# Short rows of known length, permuted in up to 17 registers at a time; so few rows, too, that they
# are permuted in one at a time, or not at all.
def add_known_periods(case, rng):
    for period in (1, 2, 3, 5, 6, 7, 8, 11, 12, 17, 31):
        for repeats in (2, 3, 5, 9, 31):
            if period * repeats < 64:
                for rows in (int(rng.integers(1, 140)), 1200):
                    add_tile(case, rng, [rows, period], [1, repeats], is_known=True)
    # Behind other dimensions.
    for shape, repeats in (([5, 90, 3], [2, 3, 4]), ([2, 3, 90, 7], [3, 2, 1, 5]),
                           ([700, 1], [9, 5])):
        add_tile(case, rng, shape, repeats, is_known=True)


# Short chunks of rows, of which a register has as many as pay for a permute, or too few; the
# last chunk of two, after which no memory is ours; so few rows, too, that none are permuted.
def add_chunks(case, rng):
    for chunk in (1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 21, 22, 32, 33):
        for parts in (2, 3, 4, 5, 13, 32, 64):
            if chunk * parts <= 80:
                few = int(rng.integers(1, 2400 // chunk))
                add_split(case, rng, few, chunk, parts, bool(rng.integers(2)))
                add_split(case, rng, 2500, chunk, parts)
                if parts < 6:
                    add_split(case, rng, 2500, chunk, parts, is_known=True)


# Rows that each are a tile of few bytes, with more than one loop in it: as many as are permuted in
# several steps, in a few, and in none; rows of up to a register and a byte more, that are written
# as up to 1,024 bytes and more; behind a repeat, too.
def add_small_tiles(case, rng):
    for shape, repeats in (([1, 3, 1], [2, 2, 4]), ([2, 4], [3, 5]), ([1, 2, 8], [3, 1, 4]),
                           ([5, 2, 1], [3, 1, 5]), ([2, 3], [3, 2]), ([1, 5, 1], [3, 1, 2]),
                           ([4, 4], [2, 2]), ([17, 1], [2, 3]), ([8, 8], [2, 8]),
                           ([13, 5], [3, 2]), ([16, 4], [2, 9]), ([2, 2, 2, 2], [2, 3, 2, 5]),
                           ([1, 1, 2], [31, 1, 17]), ([2, 1], [2, 256]), ([2, 2], [3, 200])):
        for rows in (int(rng.integers(1, 6)), int(rng.integers(4, 64)),
                     int(rng.integers(64, 300))):
            for is_known in (False, True):
                add_tile(case, rng, [rows, *shape], [1, *repeats], is_known)
        add_tile(case, rng, [2, 30, *shape], [3, 2, *repeats])
    # Parts of a concat, which may be written with gaps between them.
    for is_known in (False, True):
        for axis in (1, 2, 3):
            array = random_array(rng, "u8", [70, 2, 3, 1])
            names = [case.input("u8", array, array.shape if is_known else [None] * 4)]
            repeats = case.constant("i64", np.array([1, 2, 3, 4], np.int64))
            names.append(case.node("Tile", [names[0], repeats]))
            tiled = np.tile(array, [1, 2, 3, 4])
            other = tiled.take([1], axis)
            names[0] = case.input("u8", other, other.shape if is_known else [None] * 4)
            case.expect(case.node("Concat", names, axis=axis), "u8",
                        np.concatenate([other, tiled], axis), [None] * 4)


# Whole cache lines, and halves of them, of more sources and rows than are read at a
# time past the caches, and fewer.
def add_lines(case, rng):
    for sources in (2, 8, 9, 20):
        for rows in (2, 63, 64, 65, 130):
            for bytes in (32, 64):
                widths = bytes * rng.integers(1, 5, sources)
                add_concat(case, rng, rows, widths)


# The last rows of a thread are written in another order than those before.
def add_row_counts(case, rng):
    for rows in (16, 17, 47, 48, 49, 50, 63, 100, 201):
        for widths in ([4, 8], [5, 10, 15, 20], [48, 128, 208], [24] * 17, [7] * 40):
            for is_known in (False, True):
                add_concat(case, rng, rows, widths, is_known)


# Small data repeated to 64 KB and more: a thread writes one segment, which begins and ends
# within what is repeated, or has only a part of it.
def add_segments(case, rng):
    for shape, repeats in (([4, 11, 1], [4, 1, 372]), ([44, 3], [2, 251]),
                           ([40, 3], [7, 100]), ([40, 3], [1, 700]), ([50, 2], [19, 70]),
                           ([9000], [20]), ([5000], [17]), ([3, 30, 2], [5, 3, 120]),
                           ([40, 2, 3], [2, 5, 173]), ([5, 10, 1], [61, 1, 25])):
        for is_known in (False, True):
            add_tile(case, rng, shape, repeats, is_known)


# Rows of few runs: up to one register of 8, 16, 32 or 64 bytes, and up to eight of them.
# Then a length that does not fit, and a run of no bytes.
def add_few_runs(case, rng):
    for count in (2, 3, 5, 8, 9):
        for least, most in ((1, 8), (9, 16), (2, 32), (16, 32), (17, 64), (32, 64)):
            for rows in (1, 4, 33, 200):
                add_concat(case, rng, rows, rng.integers(least, most + 1, count))
    for widths in ([32, 512], [33, 193], [64, 65], [128, 129], [192, 256], [31, 512],
                   [32, 513], [0, 40], [0, 9, 30], [64, 64, 65]):
        for rows in (1, 33):
            add_concat(case, rng, rows, widths)


# Short runs that are copied two at a time, of so many rows that these are several blocks, and
# of too few for a register to be within a source.
def add_columns(case, rng):
    for count in (2, 3, 9, 20, 41):
        for least, most in ((1, 8), (0, 40), (1, 64), (30, 64)):
            for rows in (1, 2, 9, 32, 71, 130):
                add_concat(case, rng, rows, rng.integers(least, most + 1, count))
    # Rows of 2 and 4 KB, which have the same places in L1.
    for count, mean in ((32, 64), (64, 32), (64, 64), (128, 16)):
        for most in (0, mean // 2, mean - 1):
            others = rng.integers(0, most + 1, count // 2)
            widths = np.concatenate([mean - others, mean + others])
            for rows in (1, 17, 40):
                add_concat(case, rng, rows, rng.permutation(widths))


# Long runs, whose loop is unrolled by four: fewer sources than that, and numbers of them that are
# no multiple of it; some runs are empty, or too short for the loop over blocks.
def add_long_runs(case, rng):
    for count in range(2, 10):
        for least, most in ((0, 1100), (1025, 1300), (2000, 2500), (255, 5000)):
            widths = rng.integers(least, most + 1, count)
            widths[rng.integers(count)] = most
            add_concat(case, rng, 19, widths)


# Repeats that are copied from where they were written: rows that end near the first bytes
# that are, for registers of each size, and longer ones. For some odd periods no distance is
# short enough, and rows of more than 768 KB are copied by large blocks.
def add_distances(case, rng):
    for period in (17, 24, 33, 48, 63, 65, 96, 112, 127, 200, 224, 255, 257, 640, 999, 1000,
                   1023):
        for register in (16, 32, 64):
            distance = np.lcm(period, register)
            distance *= -(-1024 // distance)
            repeats = int(distance + rng.integers(0, 2 * register)) // period + 1
            for count in (repeats, repeats + int(rng.integers(1, 4))):
                add_tile(case, rng, [3, period], [1, min(count, 50000 // period)],
                         is_known=bool(rng.integers(2)))
        add_tile(case, rng, [1, period], [1, 70000 // period])
    for period in (24, 112, 999):
        for bytes in (600000, 900000):
            add_tile(case, rng, [2, period], [1, bytes // period], bool(rng.integers(2)))
    # Blocks of rows, in all the places of a long row, and copies.
    for shape, repeats in (([7, 1, 4, 8], [3, 1, 258, 3]), ([2, 3, 40], [2, 170, 2]),
                           ([3, 5, 300], [2, 12, 2]), ([70000], [1]), ([5000], [1])):
        for is_known in (False, True):
            add_tile(case, rng, shape, repeats, is_known)


rng = np.random.default_rng(5)
case = Case(13)
for i, length in enumerate(LENGTHS):
    # As the longest and as the shortest of several, and as the only one.
    rows = ROWS[i % len(ROWS)]
    shorter = rng.choice([n for n in LENGTHS if n <= length], 3)
    longer = rng.choice([n for n in LENGTHS if n >= length], 2)
    add_concat(case, rng, rows, [length, *shorter])
    add_concat(case, rng, rows, [*longer, length])
    add_concat(case, rng, ROWS[(i + 3) % len(ROWS)], [length] * 5)
    add_split(case, rng, rows, length)
for rows in ROWS:
    add_concat(case, rng, rows, rng.integers(1, 33, 20))
    add_concat(case, rng, rows, rng.integers(32, 65, 20))
    add_concat(case, rng, rows, rng.integers(0, 65, 5))
    add_concat(case, rng, rows, rng.integers(1, 1025, 40))
    add_split(case, rng, rows, 3)
add_short_rows(case, rng)
add_chunks(case, rng)
add_long_runs(case, rng)
add_periods(case, rng)
add_known_periods(case, rng)
add_small_tiles(case, rng)
add_lines(case, rng)
add_row_counts(case, rng)
add_segments(case, rng)
add_distances(case, rng)
add_few_runs(case, rng)
add_columns(case, rng)
case.run(sys.argv[1])

# Concats, a tile and a split of some megabytes, which copies may write past the
# caches or by memcpy, each with sizes that are known and that are not.
#
# usage: tuning.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import Case, random_array

# Two operands of a concat, and its axis: one run each, rows that are not aligned,
# rows of a few bytes.
CONCATS = [((503, 1001), (499, 1001), 0), ((501, 1003), (501, 1001), 1),
           ((50001, 7), (50001, 11), 1)]


def declare(shape, is_dynamic):
    return [None] * len(shape) if is_dynamic else list(shape)


def add(case, rng, is_dynamic):
    for first, second, axis in CONCATS:
        arrays = [random_array(rng, "f32", shape) for shape in (first, second)]
        names = [case.input("f32", array, declare(array.shape, is_dynamic))
                 for array in arrays]
        result = np.concatenate(arrays, axis)
        case.expect(case.node("Concat", names, axis=axis), "f32", result,
                    declare(result.shape, is_dynamic))
    for shape, repeats in (((1, 777), (1500, 1)), ((1100, 1), (1, 1000))):
        array = random_array(rng, "f32", shape)
        data = case.input("f32", array, declare(shape, is_dynamic))
        counts = np.array(repeats, np.int64)
        counts = case.input("i64", counts) if is_dynamic else case.constant("i64", counts)
        result = np.tile(array, repeats)
        case.expect(case.node("Tile", [data, counts]), "f32", result,
                    declare(result.shape, is_dynamic))
    array = random_array(rng, "f32", (600, 2000))
    data = case.input("f32", array, declare(array.shape, is_dynamic))
    chunks = case.node("SplitToSequence", [data, case.constant("i64", np.int64(700))], axis=1)
    case.expect_sequence(chunks, "f32", np.split(array, [700, 1400], 1))


folder = sys.argv[1]
for kind in ("static", "dynamic"):
    case = Case(13)
    add(case, np.random.default_rng(23), kind == "dynamic")
    case.run(f"{folder}/{kind}")

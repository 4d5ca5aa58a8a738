# Tile of single elements, in rows of all lengths and alignments that matter to
# stores wider than an element.
#
# usage: tile-fills.py SEED FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import TYPES, Case, random_array


def add_fill(case, rng, type_name, length, are_constant):
    array = random_array(rng, type_name, (3, 1))
    name = case.input(type_name, array, [[3, None][rng.integers(2)], 1])
    repeats = np.array([1, length])
    make = case.constant if are_constant else case.input
    result = np.tile(array, tuple(repeats))
    case.expect(case.node("Tile", [name, make("i64", repeats)]), type_name, result, None)


rng = np.random.default_rng(int(sys.argv[1]))
case = Case(13)
for type_name in TYPES:
    for length in (2, 4, 5, 16, 30, 700):
        for are_constant in (True, False):
            add_fill(case, rng, type_name, length, are_constant)
case.run(sys.argv[2])

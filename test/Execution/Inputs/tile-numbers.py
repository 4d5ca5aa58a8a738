# Tile in every version and element type, of random shapes and repeats.
#
# usage: tile-numbers.py OPSET SEED FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import BEFORE_BF16, FLOATS, NUMBERS, TYPES, Case, random_array

ELEMENT_TYPES = {1: FLOATS, 6: BEFORE_BF16, 13: TYPES}


def random_input(case, rng, type_name, rank):
    """An array, and the input that holds it: of known sizes, or of symbols."""
    # Shows types-r10.
    array = random_array(rng, type_name, tuple(rng.integers(0, 5, rank)))
    prefix = f"s{len(case.expected)}_"
    declared = [
        [size, f"{prefix}{dim}", None][rng.integers(3)]
        for dim, size in enumerate(array.shape)
    ]
    return array, case.input(type_name, array, declared)


def add_tile(case, rng, type_name, are_constant):
    rank = int(rng.integers(0, 7))
    array, name = random_input(case, rng, type_name, rank)
    # Shows tile-r1, tile-r4.
    repeats = rng.choice([0, 1, 1, 2, 3, 4] if rank < 5 else [1, 1, 2], rank)
    make = case.constant if are_constant else case.input
    result = np.tile(array, tuple(repeats))
    case.expect(
        case.node("Tile", [name, make("i64", repeats)]), type_name, result,
        [None] * rank if rng.integers(2) else None,
    )


def add_scalar(case, rng, kind, value):
    """`tiles` or `axis` of version 1: a float or i64, one element or a scalar."""
    # Shows tile-r13, tile-r14, tile-r15.
    type_name = [kind, "i64"][rng.integers(2)]
    array = np.full([(), (1,)][rng.integers(2)], value, NUMBERS[type_name][1])
    make = [case.constant, case.input][rng.integers(2)]
    return make(type_name, array)


def add_tile_v1(case, rng, type_name):
    rank = int(rng.integers(1, 7))
    # Shows tile-r12.
    axis, tiles = int(rng.integers(rank)), int(rng.integers(0, 5))
    array, name = random_input(case, rng, type_name, rank)
    operands = [add_scalar(case, rng, type_name, value) for value in (tiles, axis)]
    repeats = [tiles if dim == axis else 1 for dim in range(rank)]
    case.expect(
        case.node("Tile", [name, *operands]), type_name, np.tile(array, repeats),
        [None] * rank,
    )


opset, seed = int(sys.argv[1]), int(sys.argv[2])
rng = np.random.default_rng(seed)
case = Case(opset)
for type_name in ELEMENT_TYPES[opset]:
    for are_constant in (True, False):
        if opset < 6:
            add_tile_v1(case, rng, type_name)
        else:
            add_tile(case, rng, type_name, are_constant)
case.run(sys.argv[3])

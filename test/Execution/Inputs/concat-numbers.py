# Concat in every version and element type, of random shapes.
#
# usage: concat-numbers.py OPSET SEED FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import BEFORE_BF16, FLOATS, TYPES, Case, random_array

ELEMENT_TYPES = {1: FLOATS, 4: BEFORE_BF16, 11: BEFORE_BF16, 13: TYPES}


def forget(rng, shape, axis, prefix):
    """The shape as a model may declare it: sizes, symbols or nothing."""
    declared = []
    for dim, size in enumerate(shape):
        symbol = None if dim == axis else f"{prefix}{dim}"
        declared.append([size, symbol, None][rng.integers(3)])
    return declared


def add_concat(case, rng, type_name, is_dynamic):
    rank = int(rng.integers(1, 7))
    axis = int(rng.integers(rank))
    # One dimension in six is 0; the sixth rank keeps to small sizes.
    shape = rng.integers(0, 6 if rank < 5 else 4, rank)
    arrays, names = [], []
    for _ in range(rng.integers(1, 6)):
        shape[axis] = rng.integers(0, 5)
        # Shows types-r10.
        array = random_array(rng, type_name, tuple(shape))
        declared = [int(size) for size in shape]
        if is_dynamic:
            declared = forget(rng, declared, axis, f"s{len(case.expected)}_")
        arrays.append(array)
        names.append(case.input(type_name, array, declared))
    written = axis - rank if case.opset >= 11 and rng.integers(2) else axis
    # Shows concat-r3.
    attributes = {"axis": written}
    # Shows concat-r1.
    if case.opset == 1 and axis == 1:
        attributes = {}
    result = np.concatenate(arrays, axis)
    shape = None if is_dynamic and rng.integers(2) else [None] * rank
    case.expect(
        case.node("Concat", names, **attributes), type_name, result,
        shape if is_dynamic else result.shape,
    )


opset, seed = int(sys.argv[1]), int(sys.argv[2])
rng = np.random.default_rng(seed)
case = Case(opset)
for type_name in ELEMENT_TYPES[opset]:
    for is_dynamic in (False, True, True):
        add_concat(case, rng, type_name, is_dynamic)
case.run(sys.argv[3])

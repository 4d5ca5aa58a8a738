# ScatterND against numpy, on every type, with sizes and indices that are known at
# compile time, in part, or only when it runs.
#
# usage: operator-scatter.py all FOLDER [SEED]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import numpy as np

from operator_case import (FLOATS, INTEGERS, expect, folder, hide, operand, pick, rng, small_array)
from onnx_case import TYPES, random_array
from onnx_program import Program

REDUCTIONS = {"none": None, "add": np.add, "mul": np.multiply, "max": np.maximum,
              "min": np.minimum}
# Shapes of the data, and of the indices.
SHAPES = [((5,), (3, 1)), ((5,), (1,)), ((4, 3), (2, 1)), ((4, 3), (2, 2)), ((4, 3), (2,)),
          ((2, 3, 4), (2, 2, 1)), ((2, 3, 4), (3, 2)), ((2, 3, 4), (2, 1, 3)), ((0, 3), (0, 1)),
          ((3, 0), (2, 1)), ((2, 3), (2, 0, 2)), ((40, 7), (9, 1))]


def scatter(data, indices, updates, combine):
    result = data.copy()
    for at in np.ndindex(indices.shape[:-1]):
        place = tuple(int(index) for index in indices[at])
        with np.errstate(all="ignore"):
            result[place] = combine(result[place], updates[at]) if combine else updates[at]
    return result


def scatter_once(program, type_name, shapes, reduction):
    shape, own = shapes
    make = small_array if reduction != "none" else random_array
    arguments = (type_name,) if reduction != "none" else (rng, type_name)
    data = make(*arguments, shape)
    depth = own[-1]
    rows = [rng.integers(-size, size, own[:-1]) if size else np.zeros(own[:-1], int)
            for size in shape[:depth]]
    indices = np.stack(rows, -1) if depth else np.zeros(own, int)
    updates = make(*arguments, own[:-1] + shape[depth:])
    expected = scatter(data, indices, updates, REDUCTIONS[reduction])
    values = [operand(program, type_name, data), None, operand(program, type_name, updates)]
    # The size of the last dimension is known.
    values[1] = (program.constant("i64", indices) if indices.size and rng.integers(3) == 0 else
                 program.input("i64", indices, [*hide(own[:-1]), depth]))
    attributes = {"reduction": f'"{reduction}"'} if reduction != "none" or (
        program.opset >= 16 and rng.integers(2)) else {}
    expect(program, "ScatterND", values, type_name, expected, **attributes)


def plain():
    """Shows neighbour-r67."""
    for type_name in TYPES:
        program = Program(pick(13, 16, 18))
        for shapes in SHAPES:
            scatter_once(program, type_name, shapes, "none")
        program.run(f"{folder}/scatter-{type_name}")


def reductions():
    """Shows neighbour-r68."""
    for type_name in INTEGERS + FLOATS:
        program = Program(18)
        for shapes in SHAPES:
            scatter_once(program, type_name, shapes, pick("add", "mul", "max", "min"))
        program.run(f"{folder}/reduce-{type_name}")


plain()
reductions()

# Tensors without elements, but with very many rows: what moves or computes nothing
# does not count to 2^40 either.
#
# usage: no-data.py numbers|errors FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import Case
from refusal import finish, refuse

folder = sys.argv[2]
MANY = 2**40


def numbers():
    case = Case(18)

    def none(*shape):
        """An input whose sizes are known when it runs only."""
        return case.input("f32", np.zeros(shape, "f4"), [None] * len(shape))

    def expect(shape, operator, inputs, **attributes):
        result = case.node(operator, inputs, **attributes)
        case.expect(result, "f32", np.zeros(shape, "f4"), [None] * len(shape))

    def integers(*values):
        return case.constant("i64", values)

    wide, long = none(0, MANY), none(MANY, 0)
    expect((MANY, 0), "Transpose", [wide])
    expect((0, MANY), "Transpose", [long])
    expect((MANY, 0, 3), "Transpose", [none(MANY, 3, 0)], perm=[0, 2, 1])
    back = [integers(-1), integers(-(2**62))]
    expect((0, MANY), "Slice", [wide, *back, integers(1), integers(-1)])
    expect((MANY, 0), "Slice", [long, *back, integers(0), integers(-1)])
    expect((MANY, 0), "Slice", [long, *back, integers(0), case.input("i64", [-1])])
    expect((MANY // 2, 0), "Slice",
           [long, integers(0), integers(MANY), integers(0), integers(2)])
    expect((MANY, 0), "Neg", [long])
    expect((MANY, 0), "Add", [long, none(1, 0)])
    expect((0, MANY), "Mul", [none(0, 1), wide])
    expect((MANY, 0), "Tile", [none(1, 0), case.input("i64", [MANY, 1])])
    expect((3, 0, 8), "Tile", [none(3, 0, 4), case.input("i64", [1, MANY, 2])])
    expect((MANY, 0), "Expand", [none(1, 0), case.input("i64", [MANY, 1])])
    expect((MANY, 0), "Concat", [long, none(MANY, 0)], axis=1)
    expect((2 * MANY, 0), "Concat", [long, none(MANY, 0)], axis=0)
    expect((MANY, 0), "Concat",
           [case.node("Neg", [long]), case.node("Neg", [none(MANY, 0)])], axis=1)
    expect((2, 0), "Gather", [long, integers(5, 0)])
    case.run(f"{folder}/numbers")


def refuse_split(name, split, rows, chunks):
    case = Case(18)
    data = case.input("f32", np.zeros((rows, 0), "f4"), ["N", None])
    inputs = [data] if split is None else [data, case.input("i64", split)]
    parts = case.node("SplitToSequence", inputs)
    case.expect(case.node("ConcatFromSequence", [parts], axis=1), "f32",
                np.zeros((1, 0), "f4"), [None, None])
    case.save(f"{folder}/{name}")
    refuse(name, f"{folder}/{name}",
           [f"{folder}/{name}/model.onnx", "--input-dir", f"{folder}/{name}"], 1,
           "FOLDER/model.onnx: node 'node0': split_to_sequence: expected 2147483647 "
           f"chunks or fewer, but got {chunks}")


def errors():
    # Breaks split-r23.
    refuse_split("rows", None, MANY, MANY)
    refuse_split("one", 1, 2**31, 2**31)
    refuse_split("two", 2, MANY, MANY // 2)


{"numbers": numbers, "errors": errors}[sys.argv[1]]()
if sys.argv[1] == "errors":
    finish()

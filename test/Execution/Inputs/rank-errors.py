# Shape operands and axes whose length asks for a rank that no tensor has: refused by
# the number, without work or memory of that size.
#
# usage: rank-errors.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import Case, make_tensor
from refusal import finish, refuse

folder = sys.argv[1]
A = np.arange(6, dtype="f4").reshape(2, 3)
ZERO = make_tensor("i64", [0])


def refuse_model(name, case, result, message):
    case.expect(result, "f32", A, None)
    case.save(f"{folder}/{name}")
    refuse(name, f"{folder}/{name}",
           [f"{folder}/{name}/model.onnx", "--input-dir", f"{folder}/{name}"], 2,
           f"FOLDER/model.onnx: node 'node{len(case.nodes) - 1}': {message}")


def expected(rank):
    return f"expected the result to have rank 64 or less, but got rank {rank}"


def lengths():
    """The shape is as many zeros as a constant says."""
    for length in (65, 10000, 2**40):
        for operator in ("Reshape", "Expand", "Tile", "ConstantOfShape", "Slice"):
            case = Case(16)
            data = case.input("f32", A, None if operator == "Tile" else [2, "N"])
            zeros = case.node("ConstantOfShape", [case.constant("i64", [length])],
                              value=ZERO)
            operands = {"ConstantOfShape": [zeros], "Slice": [data, zeros, zeros]}
            result = case.node(operator, operands.get(operator, [data, zeros]))
            is_known = length < 65536
            message = f"'onnx.{operator}' op {expected(length)}"
            if operator == "Slice":
                message = "'onnx.Slice' op expected axes[2] to be in [-2, 1], but got 2"
            elif operator == "Tile":
                message = expected(length)
            elif is_known:
                message = expected(length).replace("the result", "result #0")
            refuse_model(f"{operator}-{length}", case, result, message)


def axes():
    """Axes that are added: very many at once, and one after the other."""
    case = Case(11)
    result = case.node("Unsqueeze", [case.input("f32", A)], axes=list(range(100000)))
    refuse_model("unsqueeze", case, result,
                 "expected result #0 to have rank 64 or less, but got rank 100002")
    case = Case(13)
    result = case.input("f32", A)
    for _ in range(63):
        result = case.node("Unsqueeze", [result, case.constant("i64", [0])])
    refuse_model("one-by-one", case, result,
                 "expected result #0 to have rank 64 or less, but got rank 65")
    case = Case(13)
    result = case.node("Unsqueeze", [case.input("f32", A),
                                     case.constant("i64", np.arange(62))])
    result = case.node("ConcatFromSequence", [case.node("SequenceConstruct", [result])],
                       axis=0, new_axis=1)
    refuse_model("stacked", case, result,
                 expected(65).replace("the result", "result #0"))


def largest():
    """A rank of 64 does, which numpy's arrays need not have."""
    case = Case(13)
    deep = case.node("Unsqueeze", [case.input("f32", A, ["N", 3]),
                                   case.constant("i64", np.arange(62))])
    tiled = case.node("Tile", [deep, case.constant("i64", np.ones(64))])
    joined = case.node("Concat", [tiled, deep], axis=-1)
    case.expect(case.node("Reshape", [joined, case.constant("i64", [-1, 6])]), "f32",
                np.concatenate([A, A], 1), [None, 6])
    case.run(f"{folder}/largest")


lengths()
axes()
largest()
finish()

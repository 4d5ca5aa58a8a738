# Loops as model files have them, against numpy: bodies that declare what they get
# in other forms, and sequences that begin empty, are filled and read back.
#
# usage: imported-loops.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np
from onnx import TensorProto, helper

from onnx_case import Case

folder = sys.argv[1]
A = np.arange(6, dtype="f4").reshape(2, 3)


def value(name, dtype=None, shape=None):
    """A value that says nothing of its type, or a tensor."""
    if dtype is None:
        return helper.make_empty_tensor_value_info(name)
    return helper.make_tensor_value_info(name, dtype, shape)


def graph(nodes, outputs, inputs=()):
    declare = lambda values: [value(v) if isinstance(v, str) else v for v in values]
    return helper.make_graph(nodes, "g", declare(inputs), declare(outputs))


def node(operator, inputs, outputs, **attributes):
    return helper.make_node(operator, inputs.split(), outputs.split(), **attributes)


def loop(case, operands, body):
    """A Loop with one carried value, which is its result."""
    return case.node("Loop", operands, body=body)


def vector_controls(case):
    """x += i until it is 8, or five times, with the number or the condition as a
    vector. Shows neighbour-r47."""
    count, holds, limit = (case.input(*pair) for pair in
                           [("i64", 5), ("bool", True), ("i64", 8)])
    scalar, vector = case.input("i64", 5), case.input("i64", [2])
    for number, condition, start in [
        ([], [1], scalar), ([1], [], vector), ([1], [1], vector), (["N"], ["N"], vector),
    ]:
        inputs = [value("i", TensorProto.INT64, number),
                  value("c", TensorProto.BOOL, condition), "x"]
        nodes = [node("Add", "x i", "y"), node("Sub", f"y {limit}", "d"),
                 node("Cast", "d", "r", to=TensorProto.BOOL), node("Identity", "c", "u")]
        for goes_on, last in [("r", 8), ("u", 15 if start == scalar else 12)]:
            body = graph(nodes, [goes_on, "y"], inputs)
            case.expect(loop(case, [count, holds, start], body), "i64",
                        last if start == scalar else [last])


def read_back(case):
    """A sequence that a loop fills from nothing, and reads back in branches."""
    a = case.input("f32", A, ["N", 3])
    count, holds = case.input("i64", 4), case.input("bool", True)
    empty = case.node("SequenceEmpty", [])
    first = graph([node("Identity", a, "t")], ["t"])
    again = graph([node("SequenceAt", "s m", "l"), node("Add", f"l {a}", "t")], ["t"])
    minus = case.constant("i64", np.array(-1))
    nodes = [node("Identity", minus, "m"), node("SequenceLength", "s", "n"),
             node("Cast", "n", "some", to=TensorProto.BOOL),
             node("If", "some", "e", then_branch=again, else_branch=first),
             node("SequenceInsert", "s e", "t")]
    body = graph(nodes, ["c", "t"], ["i", "c", "s"])
    filled = loop(case, [count, holds, empty], body)
    case.expect_sequence(filled, "f32", [A * (i + 1) for i in range(4)])
    case.expect(case.node("ConcatFromSequence", [filled], axis=0), "f32",
                np.concatenate([A * (i + 1) for i in range(4)]), [None, 3])
    # An inner loop adds up what there is.
    add = graph([node("SequenceAt", "s j", "l"), node("Add", "l z", "w")],
                ["d", "w"], ["j", "d", "z"])
    nodes = [node("SequenceLength", "s", "n"), node("Loop", f"n c {a}", "e", body=add),
             node("SequenceInsert", "s e", "t")]
    body = graph(nodes, ["c", "t"], ["i", "c", "s"])
    filled = loop(case, [count, holds, empty], body)
    case.expect_sequence(filled, "f32", [A * 2**i for i in range(4)])


def declared_rank(case):
    """Elements of a rank that only the declared result tells. Shows sequence-r25."""
    sequence = case.input_sequence("f32", [A, A[:1]])
    case.expect(case.node("ConcatFromSequence", [sequence], axis=0), "f32",
                np.concatenate([A, A[:1]]), [None, None])
    rows = case.input_sequence("i8", list(A.astype("i1")))
    case.expect(case.node("ConcatFromSequence", [rows], axis=-1, new_axis=1), "i8",
                A.T, ["M", "N"])


def no_rows(case):
    """Chunks of an axis without elements. Shows split-r22."""
    none = np.zeros((4, 0), "f4")
    name = case.input("f32", none)
    for split, chunks in [([0, 0], [none] * 2), (3, [])]:
        parts = case.node("SplitToSequence", [name, case.input("i64", split)], axis=1)
        case.expect_sequence(parts, "f32", chunks, [4, None])


for make in (vector_controls, read_back, declared_rank, no_rows):
    case = Case(16)
    make(case)
    case.run(f"{folder}/{make.__name__}")

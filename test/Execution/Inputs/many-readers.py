# One tensor with very many users: outputs, slices, elements of sequences, operands;
# and, among them, loops that begin with it and write what they carry.
#
# usage: many-readers.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np
from onnx import helper

from onnx_case import Case

folder = sys.argv[1]
A = np.arange(300, dtype="f4").reshape(100, 3)


def grow(case, start, count):
    """Appends three rows to `start` in each of `count` iterations."""
    name = helper.make_empty_tensor_value_info
    rows = case.constant("f32", A[:3])
    body = helper.make_graph(
        [helper.make_node("Concat", ["x", rows], ["y"], axis=0),
         helper.make_node("Identity", ["c"], ["d"])],
        "g", [name("i"), name("c"), name("x")], [name("d"), name("y")])
    return case.node("Loop", [case.constant("i64", np.array(count)),
                              case.constant("bool", np.array(True)), start], body=body)


def mixed(case, is_argument):
    """What is written anywhere is not seen by those that read later."""
    x, array = case.input("f32", A, ["N", 3]), A
    if not is_argument:
        x, array = case.node("Neg", [x]), -A
    twice = case.node("Add", [x, x])
    for number in range(90):
        at = case.constant("i64", [number])
        end = case.constant("i64", [number + 1])
        row = case.node("Slice", [x, at, end])
        case.expect(row, "f32", array[number:number + 1], [None, 3])
        if number % 30 == 7:
            case.expect(grow(case, x, 2), "f32", np.concatenate([array, A[:3], A[:3]]),
                        [None, 3])
            case.expect(case.node("Concat", [x, twice], axis=0), "f32",
                        np.concatenate([array, array * 2]), [None, 3])
            case.expect(grow(case, row, 1), "f32",
                        np.concatenate([array[number:number + 1], A[:3]]), [None, 3])
    case.expect(case.node("Neg", [x]), "f32", -array, ["N", 3])
    sequence = case.node("SequenceConstruct", [x] * 80 + [twice])
    at = case.input("i64", 79)
    case.expect(case.node("SequenceAt", [sequence, at]), "f32", array, [None, 3])
    chosen = case.input("bool", True)
    branch = lambda value: helper.make_graph(
        [], "g", [], [helper.make_empty_tensor_value_info(value)])
    case.expect(case.node("If", [chosen], then_branch=branch(x), else_branch=branch(twice)),
                "f32", array, [None, 3])


def outputs(case):
    x = case.input("f32", A, ["N", 3])
    for _ in range(5000):
        case.expect(case.node("Neg", [x]), "f32", -A, ["N", 3])


def parts(case):
    """A Split into very many, backwards again, and as elements of a sequence."""
    count = 10000
    array = np.arange(count, dtype="f4").reshape(count, 1)
    x = case.input("f32", array, ["N", 1])
    names = [f"part{i}" for i in range(count)]
    case.nodes.append(helper.make_node("Split", [x], names, "split", num_outputs=count))
    case.expect(case.node("Concat", names[::-1], axis=0), "f32", array[::-1], ["N", 1])
    sequence = case.node("SequenceConstruct", names)
    at = case.input("i64", -2)
    case.expect(case.node("SequenceAt", [sequence, at]), "f32", array[-2:-1], [None, 1])


for name, make in {
    "argument": lambda case: mixed(case, True),
    "computed": lambda case: mixed(case, False),
    "outputs": outputs,
    "parts": parts,
}.items():
    case = Case(18)
    make(case)
    case.run(f"{folder}/{name}")

# Sizes that a model declares of an output, or of a value in it, and that do not
# follow from the operator: true ones change nothing, others are refused before
# anything of that size is computed.
#
# usage: declared-sizes.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx import helper
from onnx_case import Case
from refusal import finish, refuse

folder = sys.argv[1]
DECLARED = (16, 5)
# Fewer elements than declared, and so many that they would leave any memory that
# is there for the declared ones: each of an output and of a value inside.
FEWER, MORE = (3, 5), (16, 400000)


def arrays(shape, count):
    return [np.arange(np.prod(shape), dtype="f4").reshape(shape) + i for i in range(count)]


def add_neg(case, inputs):
    return case.node("Neg", inputs[:1]), -case.arrays[0]


def add_chain(case, inputs):
    value = case.node("Relu", [case.node("Neg", inputs[:1])])
    return case.node("Add", [value, inputs[1]]), np.maximum(-case.arrays[0], 0) + case.arrays[1]


def add_identity(case, inputs):
    return case.node("Identity", inputs[:1]), case.arrays[0]


def add_concat(case, inputs):
    """Of halves, which are computed in the result."""
    rows = case.input("i64", [case.arrays[0].shape[0] // 2,
                              (case.arrays[0].shape[0] + 1) // 2], [None])
    halves = [f"half{i}" for i in range(2)]
    case.nodes.append(helper.make_node("Split", [inputs[0], rows], halves, axis=0))
    halves = [case.node("Neg", [half]) for half in halves]
    return case.node("Concat", halves, axis=0), -case.arrays[0]


def add_tile(case, inputs):
    row = case.node("Slice", [inputs[0], case.constant("i64", [0]), case.constant("i64", [1])])
    repeats = case.input("i64", [case.arrays[0].shape[0], 1], [None])
    return case.node("Tile", [row, repeats]), np.tile(case.arrays[0][:1],
                                                      (case.arrays[0].shape[0], 1))


def add_transpose(case, inputs):
    turned = case.node("Transpose", inputs[:1])
    return case.node("Transpose", [turned]), case.arrays[0]


def add_reshape(case, inputs):
    shape = case.input("i64", case.arrays[0].shape, [2])
    return case.node("Reshape", [inputs[0], shape]), case.arrays[0]


def add_sequence_at(case, inputs):
    sequence = case.node("SequenceConstruct", inputs)
    position = case.input("i64", 1)
    return case.node("SequenceAt", [sequence, position]), case.arrays[1]


def add_split(case, inputs):
    """Of chunks that are joined again."""
    length = case.input("i64", 2)
    sequence = case.node("SplitToSequence", [inputs[0], length])
    sequence = case.node("SequenceInsert", [sequence, inputs[1], case.constant("i64", 0)])
    sequence = case.node("SequenceErase", [sequence, case.constant("i64", 0)])
    return case.node("ConcatFromSequence", [sequence], axis=0), case.arrays[0]


# The node that fails: the last one. Its operator, and what is wrong with it.
OPERATORS = {
    "neg": (add_neg, "Neg", "the result"),
    "chain": (add_chain, "Add", "the result"),
    "identity": (add_identity, "Identity", "the result"),
    "concat": (add_concat, "concat", "the result"),
    "tile": (add_tile, "tile", "the result"),
    "transpose": (add_transpose, "Transpose", "the result"),
    "reshape": (add_reshape, "Reshape", "the result"),
    "at": (add_sequence_at, "sequence_at", "element 1"),
    "split": (add_split, "concat_from_sequence", "the result"),
}


def build(add, shape, is_inner):
    """A model of which the result is declared, or, if `is_inner`, the operand of
    one more node."""
    case = Case(13)
    case.arrays = arrays(shape, 2)
    inputs = [case.input("f32", array, ["M", "P"]) for array in case.arrays]
    result, expected = add(case, inputs)
    number = len(case.nodes) - 1
    if is_inner:
        case.hint(result, "f32", DECLARED)
        result, expected = case.node("Neg", [result]), -expected
    case.expect(result, "f32", expected, [None, None] if is_inner else DECLARED)
    return case, number


def refuse_other(path, add, what, is_inner, shape):
    case, number = build(add, shape, is_inner)
    case.save(path)
    dim = 0 if shape[0] != DECLARED[0] else 1
    refuse(path, path, [f"{path}/model.onnx", "--input-dir", path], 1,
           f"FOLDER/model.onnx: node 'node{number}': {what[0]}: expected dimension {dim} "
           f"of {what[1]} to be {DECLARED[dim]}, but got {shape[dim]}")


for count, (name, (add, *what)) in enumerate(OPERATORS.items()):
    for is_inner in (False, True):
        case, _ = build(add, DECLARED, is_inner)
        # Shows import-r26.
        case.run(f"{folder}/{name}-{is_inner}")
        # Breaks import-r26, neighbour-r3.
        refuse_other(f"{folder}/{name}-{is_inner}-other", add, what, is_inner,
                     FEWER if (count + is_inner) % 2 else MORE)
finish()

"""Writes the models that program.c reads: a concat, and a split to a sequence.

usage: models.py JOIN.onnx SPLIT.onnx
"""

import sys

import onnx
from onnx import TensorProto, helper


def tensor(name, *sizes):
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, sizes)


def save(path, node, inputs, output):
    graph = helper.make_graph([node], "graph", inputs, [output])
    opsets = [helper.make_opsetid("", 17)]
    onnx.save(helper.make_model(graph, opset_imports=opsets), path)


join, split = sys.argv[1:]
save(
    join,
    helper.make_node("Concat", ["left", "right"], ["both"], "cat", axis=0),
    [tensor("left", "N", 2), tensor("right", "M", 2)],
    tensor("both", None, 2),
)
save(
    split,
    helper.make_node("SplitToSequence", ["x"], ["chunks"], "cut", axis=0),
    [tensor("x", 5)],
    helper.make_tensor_sequence_value_info("chunks", TensorProto.FLOAT, None),
)

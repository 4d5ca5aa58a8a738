# Writes models with sequences to a folder.
#
# usage: models.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64


def constant(name, value):
    return numpy_helper.from_array(np.array(value, np.int64), name)


def tensor(name, sizes, element=FLOAT):
    return helper.make_tensor_value_info(name, element, sizes)


def save(name, nodes, inputs, outputs, constants=(), opset=17, **parts):
    graph = helper.make_graph(nodes, name, inputs, outputs, constants, **parts)
    opsets = [helper.make_opsetid("", opset), helper.make_opsetid("custom", 3)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=7,
                              producer_name="exporter", doc_string="what it is for")
    model.metadata_props.add(key="author", value="somebody")
    onnx.save(model, f"{folder}/{name}.onnx")


node = helper.make_node
folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)

# Halves, of which an operator of another domain reads one.
save("halves", [
    node("SplitToSequence", ["x", "half"], ["halves"], "split", axis=-1),
    node("SequenceAt", ["halves", "zero"], ["low"], "first"),
    node("SequenceAt", ["halves", "one"], ["high"], "second"),
    node("Scale", ["high"], ["scaled"], "scale", domain="custom"),
    node("Concat", ["scaled", "low"], ["y"], "join", axis=-1),
    node("Neg", ["x"], ["unused"], "dead"),
], [tensor("x", ["N", 8])], [tensor("y", ["N", 8])],
    [constant("half", 4), constant("zero", 0), constant("one", 1)],
    value_info=[tensor("scaled", ["N", 4])])

# Shapes that --dim makes known.
save("flatten", [
    node("Shape", ["x"], ["sizes"]),
    node("Gather", ["sizes", "zero"], ["n"]),
    node("Mul", ["n", "two"], ["m"]),
    node("Unsqueeze", ["m", "first"], ["rows"]),
    node("Concat", ["rows", "rest"], ["shape"], axis=0),
    node("Reshape", ["x", "shape"], ["y"]),
], [tensor("x", ["N", 8])], [tensor("y", None)],
    [constant("zero", 0), constant("two", 2), constant("first", [0]), constant("rest", [4])])

# Every reason why a sequence is left.
body = helper.make_graph([
    node("SequenceInsert", ["carried", "x", "first"], ["longer"], "prepend"),
    node("Identity", ["more"], ["again"]),
], "body", [tensor("i", [], INT64), tensor("more", [], TensorProto.BOOL),
            helper.make_tensor_sequence_value_info("carried", FLOAT, None)],
    [tensor("again", [], TensorProto.BOOL),
     helper.make_tensor_sequence_value_info("longer", FLOAT, None)])
save("left", [
    node("SequenceAt", ["s", "zero"], ["a"], "of_input"),
    node("SplitToSequence", ["x", "lengths"], ["split"], "split"),
    node("SequenceAt", ["split", "zero"], ["b"], "of_split"),
    node("SequenceConstruct", ["x", "y"], ["pair"], "pair"),
    node("SequenceAt", ["pair", "p"], ["c"], "anywhere"),
    node("SequenceAt", ["pair", "two"], ["d"], "third"),
    node("SequenceInsert", ["pair", "x", "p"], ["triple"], "insert"),
    node("SequenceLength", ["triple"], ["n"], "count"),
    node("SequenceAt", ["triple", "zero"], ["e"], "inserted"),
    node("SequenceEmpty", [], ["none"], "none"),
    node("ConcatFromSequence", ["none"], ["f"], "nothing", axis=0),
    node("Loop", ["trips", "", "none"], ["grown"], "loop", body=body),
    node("ConcatFromSequence", ["grown"], ["g"], "of_loop", axis=0),
], [helper.make_tensor_sequence_value_info("s", FLOAT, None), tensor("x", ["N"]), tensor("y", [2]),
    tensor("lengths", ["K"], INT64), tensor("p", [], INT64), tensor("trips", [], INT64)],
    [tensor(name, None) for name in "abcdefg"]
    + [helper.make_tensor_sequence_value_info("triple", FLOAT, None)],
    [constant("zero", 0), constant("two", 2), constant("first", 0)])

# Concats of concats, and a tile of a tile.
save("nested", [
    node("Concat", ["x", "x"], ["xx"], axis=0),
    node("Concat", ["xx", "y"], ["xxy"], axis=0),
    node("Tile", ["xxy", "two"], ["t"]),
    node("Tile", ["t", "three"], ["z"]),
], [tensor("x", [2]), tensor("y", [3])], [tensor("z", [42])],
    [constant("two", [2]), constant("three", [3])])

# Opset 12, whose Split cannot take lengths that are computed.
save("lengths", [
    node("SplitToSequence", ["x", "lengths"], ["split"], "split"),
    node("SequenceAt", ["split", "zero"], ["y"], "at"),
], [tensor("x", ["N"]), tensor("lengths", [3], INT64)], [tensor("y", None)],
    [constant("zero", 0)], opset=12)

# Constants in another file, two of them equal.
weights = np.arange(600, dtype=np.float32)
save("weights", [node("Add", ["x", "a"], ["sum"]), node("Add", ["sum", "b"], ["y"])],
     [tensor("x", [600])], [tensor("y", [600])],
     [numpy_helper.from_array(weights, name) for name in "ab"])
model = onnx.load(f"{folder}/weights.onnx")
onnx.save(model, f"{folder}/weights.onnx", save_as_external_data=True, location="weights.bin")

# What only another runner can run, with values of all kinds.
save("custom", [node("Any", ["x", "s", "q"], ["y", "t", "r"], domain="custom")],
     [tensor("x", ["N", 8]), tensor("s", ["N"], TensorProto.STRING),
      helper.make_tensor_sequence_value_info("q", FLOAT, ["M"])],
     [tensor("y", ["N", 8]), tensor("t", ["N"], TensorProto.STRING),
      helper.make_tensor_sequence_value_info("r", FLOAT, ["M"])])

# The stub fails if it is given the input that has a value.
save("initialized", [node("Any", ["x", "w"], ["y"], domain="custom")],
     [tensor("w", [2], INT64), tensor("x", [2])], [tensor("y", [2])], [constant("w", [1, 2])])

# A position that only one of eight inputs has.
save("position", [node("SplitToSequence", ["x"], ["s"], "split", axis=0),
                  node("SequenceAt", ["s", "i"], ["y"], "at")],
     [tensor("x", [2]), tensor("i", [], INT64)], [tensor("y", [1])])

# More elements than there is memory for, if each size were large.
save("rank", [node("Concat", ["x", "x"], ["y"], axis=0)],
     [tensor("x", [None] * 12)], [tensor("y", [None] * 12)])
save("large", [node("Concat", ["x", "x"], ["y"], axis=0)],
     [tensor("x", [2**30, 2**30])], [tensor("y", [2**31, 2**30])])

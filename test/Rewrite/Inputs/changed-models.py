# Writes a model for each reason why a node changes to a folder.
#
# usage: changed-models.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
node = helper.make_node
sequence = helper.make_tensor_sequence_value_info
folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)


def constant(name, value, element=np.int64):
    return numpy_helper.from_array(np.array(value, element), name)


def tensor(name, sizes, element=FLOAT):
    return helper.make_tensor_value_info(name, element, sizes)


def save(name, nodes, inputs, outputs, constants=(), opset=17):
    graph = helper.make_graph(nodes, name, inputs, outputs, constants)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)],
                                ir_version=8), f"{folder}/{name}.onnx")


def graph(name, nodes, outputs, inputs=()):
    return helper.make_graph(nodes, name, list(inputs), outputs)


ZERO, ONE, TWO = constant("zero", 0), constant("one", 1), constant("two", 2)

# Nothing changes. Two nodes share a name.
save("same", [
    node("Neg", ["x"], ["a"], "twin"),
    node("Neg", ["a"], ["b"], "twin"),
    node("Relu", ["b"], ["y"]),
], [tensor("x", ["N"])], [tensor("y", ["N"])])

# One of two nodes that share a name is not used.
save("twins", [
    node("Neg", ["x"], ["a"], "twin"),
    node("Neg", ["x"], ["y"], "twin"),
], [tensor("x", ["N"])], [tensor("y", ["N"])])

# A node that only one which is not used reads.
save("unused", [
    node("Neg", ["x"], ["a"], "first"),
    node("Exp", ["a"], ["b"], "second"),
    node("Relu", ["x"], ["y"], "used"),
], [tensor("x", ["N"])], [tensor("y", ["N"])])

# A shape that is known, of which a node is that has another reader.
save("folded", [
    node("Neg", ["x"], ["n"], "neg"),
    node("Shape", ["n"], ["s"], "shape"),
    node("Mul", ["s", "one"], ["m"], "mul"),
    node("Reshape", ["n", "m"], ["y"], "reshape"),
], [tensor("x", [2, 3])], [tensor("y", None)], [ONE])

# A condition that is known.
save("condition", [
    node("Size", ["x"], ["s"], "size"),
    node("Greater", ["s", "two"], ["c"], "greater"),
    node("If", ["c"], ["y"], "if",
         then_branch=graph("t", [node("Neg", ["x"], ["u"], "taken")], [tensor("u", [3])]),
         else_branch=graph("e", [node("Exp", ["x"], ["v"], "not"),
                                 node("Abs", ["v"], ["w"], "either")], [tensor("w", [3])])),
], [tensor("x", [3])], [tensor("y", [3])], [TWO])

# Lengths that nothing reads any more.
save("length", [
    node("Cast", ["f"], ["lengths"], "cast", to=INT64),
    node("SplitToSequence", ["x", "lengths"], ["s"], "split"),
    node("SequenceLength", ["s"], ["n"], "count"),
    node("Add", ["n", "p"], ["y"], "add"),
], [tensor("x", ["N"]), tensor("f", [3]), tensor("p", [], INT64)], [tensor("y", [], INT64)])

# A Loop that appends, which becomes a scan output.
save("loop", [
    node("SequenceEmpty", [], ["none"], "none"),
    node("Loop", ["trips", "", "none"], ["grown"], "loop", body=graph("body", [
        node("Neg", ["x"], ["row"], "row"),
        node("SequenceInsert", ["carried", "row"], ["longer"], "append"),
        node("Identity", ["more"], ["again"], "again")],
        [tensor("again", [], BOOL), sequence("longer", FLOAT, None)],
        [tensor("i", [], INT64), tensor("more", [], BOOL), sequence("carried", FLOAT, None)])),
    node("ConcatFromSequence", ["grown"], ["y"], "join", axis=0, new_axis=1),
], [tensor("trips", [], INT64), tensor("x", [2])], [tensor("y", None)])

# An If that returns a sequence.
save("branches", [
    node("If", ["c"], ["s"], "if",
         then_branch=graph("t", [node("SequenceConstruct", ["x", "z"], ["u"], "pair")],
                           [sequence("u", FLOAT, None)]),
         else_branch=graph("e", [node("SequenceConstruct", ["z", "x"], ["v"], "swapped")],
                           [sequence("v", FLOAT, None)])),
    node("SequenceAt", ["s", "zero"], ["y"], "first"),
], [tensor("c", [], BOOL), tensor("x", [2]), tensor("z", [2])], [tensor("y", [2])], [ZERO])

# A slice of a concat, and slices that are adjacent.
bounds = [constant(f"b{i}", [i]) for i in (0, 1, 2, 3, 4)]
save("slices", [
    node("Concat", ["x", "z"], ["xz"], "cat", axis=0),
    node("Slice", ["xz", "b2", "b4"], ["tail"], "tail"),
    node("Slice", ["z", "b0", "b1"], ["low"], "low"),
    node("Slice", ["z", "b1", "b2"], ["high"], "high"),
    node("Concat", ["tail", "low", "high"], ["y"], "join", axis=0),
], [tensor("x", [2]), tensor("z", [3])], [tensor("y", [4])], bounds)

# Concats and tiles. The first tile has another reader.
save("concats", [
    node("Concat", ["x"], ["one_x"], "single", axis=0),
    node("Concat", ["one_x", "z"], ["xz"], "inner", axis=0),
    node("Concat", ["xz", "x"], ["y"], "outer", axis=0),
    node("Concat", ["x"] * 20, ["many"], "repeated", axis=0),
    node("Tile", ["z", "r"], ["t"], "shared"),
    node("Tile", ["t", "r"], ["u"], "tile"),
], [tensor("x", [2]), tensor("z", [3])],
    [tensor(name, None) for name in ("y", "many", "t", "u")], [constant("r", [2])])

# A Tile of opset 5 has other operands; Clip of opset 6 has attributes.
save("tile", [
    node("Tile", ["x", "tiles", "axis"], ["y"], "tile"),
], [tensor("x", [2, 3])], [tensor("y", None)],
    [constant("tiles", 2, np.float32), constant("axis", 1, np.float32)], opset=5)
save("clip", [
    node("Clip", ["x"], ["c"], "clip", min=0.0, max=1.0),
    node("Relu", ["c"], ["y"], "relu"),
], [tensor("x", [2])], [tensor("y", [2])], opset=9)

# A branch of many nodes of one name, of which one goes.
negs = [node("Neg", ["x" if i == 0 else f"v{i - 1}"], [f"v{i}"], "same") for i in range(20)]
save("namesakes", [
    node("If", ["c"], ["y"], "if",
         then_branch=graph("many", [*negs, node("Concat", ["v19"], ["one"], "same", axis=0),
                                    node("Relu", ["one"], ["t"], "relu")],
                           [tensor("t", [2])]),
         else_branch=graph("abs", [node("Abs", ["x"], ["e"], "abs")], [tensor("e", [2])])),
], [tensor("c", [], BOOL), tensor("x", [2])], [tensor("y", [2])])

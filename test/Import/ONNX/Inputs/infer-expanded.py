# Infers the values of shape arithmetic in real models, with the functions of
# LayerNormalization expanded, and compares them with numpy's: with the sizes of
# the inputs as in the model, and with each of them made dynamic in turn.
#
# Values are visible in the type of a Tile of ones that is added after each Concat.
#
# usage: infer-expanded.py DATA FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import copy
import glob
import os
import re
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

data, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)


def attribute(node, name):
    return next(helper.get_attribute_value(a) for a in node.attribute if a.name == name)


OPERATORS = {
    "Constant": lambda node: numpy_helper.to_array(attribute(node, "value")),
    "Shape": lambda node, x: np.array(x.shape),
    "Size": lambda node, x: np.array(x.size),
    "Neg": lambda node, x: -x,
    "Sub": lambda node, a, b: a - b,
    "Slice": lambda node, x, start, end: x[start.item():end.item()],
    "ConstantOfShape": lambda node, shape: np.full(
        shape, numpy_helper.to_array(attribute(node, "value")).item()),
    "Concat": lambda node, *inputs: np.concatenate(inputs, attribute(node, "axis")),
}


def evaluate(model, sizes):
    """The values of the Concats, for an X of the sizes."""
    values = {"X": np.empty(sizes)}
    for node in model.graph.node:
        if node.op_type in OPERATORS and all(name in values for name in node.input):
            inputs = [values[name] for name in node.input]
            values[node.output[0]] = OPERATORS[node.op_type](node, *inputs)
    return [values[node.output[0]] for node in model.graph.node if node.op_type == "Concat"]


def infer(model, open_dim):
    """The sizes of Tiles of ones by the Concats, None where one is not known."""
    model = copy.deepcopy(model)
    graph = model.graph
    if open_dim is not None:
        graph.input[0].type.tensor_type.shape.dim[open_dim].dim_param = "N"
    rank = len(graph.input[0].type.tensor_type.shape.dim)
    graph.initializer.append(
        helper.make_tensor("ones", TensorProto.FLOAT, [1] * rank, [1.0]))
    concats = [node.output[0] for node in graph.node if node.op_type == "Concat"]
    for name in concats:
        graph.node.append(helper.make_node("Tile", ["ones", name], [f"{name}_tile"]))
    # Removes all declared types of inner values.
    for output in graph.output:
        output.ClearField("type")
    with open(f"{folder}/m.onnx", "wb") as file:
        file.write(model.SerializeToString())
    imported = subprocess.run(
        ["onnxops-translate", "--import-onnx", "--allow-unsupported", f"{folder}/m.onnx"],
        check=True, capture_output=True, text=True).stdout
    module = subprocess.run(
        ["onnxops-opt", "-allow-unregistered-dialect", "-onnxops-infer-shapes"],
        input=imported, check=True, capture_output=True, text=True).stdout
    if open_dim is None and re.search(r"[<x][?*]", module):
        sys.exit(f"a type is not known:\n{module}")
    types = re.findall(r"onnxops\.tile_v13 .*-> tensor<(.*)xf32>", module)
    assert len(types) == len(concats) > 0, module
    return [[None if size == "?" else int(size) for size in t.split("x")] for t in types]


def check(model, sizes, open_dim):
    expected = evaluate(model, sizes)
    if open_dim is not None:
        other = list(sizes)
        other[open_dim] += 7
        expected = [[a if a == b else None for a, b in zip(*pair)]
                    for pair in zip(expected, evaluate(model, other))]
    got = infer(model, open_dim)
    if got != [list(values) for values in expected]:
        sys.exit(f"dimension {open_dim} left open: expected {expected}, but got {got}")


cases = sorted(glob.glob(f"{data}/node/test_layer_normalization_*_expanded"))
for case in cases:
    print(os.path.basename(case))
    model = onnx.load(f"{case}/model.onnx")
    sizes = [dim.dim_value for dim in model.graph.input[0].type.tensor_type.shape.dim]
    for open_dim in [None, *range(len(sizes))]:
        check(model, sizes, open_dim)
print(f"{len(cases)} models agree")

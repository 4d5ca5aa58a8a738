# Types of operators that are kept, compared with those that ONNX's own inference finds:
# random attributes, shapes that are known in part. A size that both know must be the
# same, and ours must know what ONNX's knows.
#
# usage: kept-shapes.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import re
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, shape_inference

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
rng = np.random.default_rng(3)

def pick(*choices):
    return choices[rng.integers(len(choices))]


class Model:
    def __init__(self):
        self.inputs, self.nodes, self.constants = [], [], []

    def input(self, shape, type_=TensorProto.FLOAT):
        name = f"x{len(self.inputs)}"
        shown = [size if rng.integers(3) else f"{name}_{at}" for at, size in enumerate(shape)]
        if rng.integers(12) == 0:
            shown = None
        self.inputs.append(helper.make_tensor_value_info(name, type_, shown))
        return name

    def constant(self, values):
        name = f"c{len(self.constants)}"
        self.constants.append(helper.make_tensor(name, TensorProto.INT64, [len(values)], values))
        return name

    def node(self, operator, operands, outputs=1, **attributes):
        at = len(self.nodes)
        names = [f"y{at}_{output}" for output in range(outputs)]
        self.nodes.append(helper.make_node(operator, operands, names, name=f"n{at}", **attributes))

    def make(self):
        outputs = [helper.make_empty_tensor_value_info(name)
                   for node in self.nodes for name in node.output]
        graph = helper.make_graph(self.nodes, "g", self.inputs, outputs, self.constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])


def windows(spatial, **more):
    """Attributes of windows that fit."""
    attributes = dict(more)
    if rng.integers(2):
        attributes["strides"] = [int(rng.integers(1, 4)) for _ in spatial]
    how = rng.integers(4)
    if how == 0:
        attributes["auto_pad"] = pick("SAME_UPPER", "SAME_LOWER", "VALID")
    elif how == 1:
        attributes["pads"] = [int(rng.integers(0, 2)) for _ in range(2 * len(spatial))]
    return attributes


def convolution(model):
    spatial = [int(rng.integers(6, 12)) for _ in range(rng.integers(1, 4))]
    kernel = [int(rng.integers(1, 4)) for _ in spatial]
    group = int(rng.integers(1, 3))
    data = [int(rng.integers(1, 3)), 4 * group, *spatial]
    attributes = windows(spatial, group=group)
    if rng.integers(2):
        attributes["kernel_shape"] = kernel
    if rng.integers(2):
        weights = model.input([2 * group, 4, *kernel])
        if rng.integers(3) == 0 and "auto_pad" not in attributes:
            attributes["dilations"] = [int(rng.integers(1, 3)) for _ in spatial]
        model.node("Conv", [model.input(data), weights], **attributes)
    else:
        weights = model.input([4 * group, 3, *kernel])
        if "auto_pad" in attributes:
            del attributes["auto_pad"]
        if rng.integers(3) == 0:
            attributes["output_padding"] = [int(rng.integers(0, 2)) for _ in spatial]
            attributes["strides"] = [2] * len(spatial)
        model.node("ConvTranspose", [model.input(data), weights], **attributes)


def pool(model):
    spatial = [int(rng.integers(6, 12)) for _ in range(rng.integers(1, 4))]
    kernel = [int(rng.integers(1, 4)) for _ in spatial]
    operator = pick("MaxPool", "AveragePool", "LpPool", "MaxPool")
    attributes = windows(spatial, kernel_shape=kernel)
    outputs = 1 + int(operator == "MaxPool" and rng.integers(2))
    model.node(operator, [model.input([2, 3, *spatial])], outputs, **attributes)
    model.node(pick("GlobalAveragePool", "GlobalMaxPool"), [model.input([2, 3, *spatial])])


def product(model):
    batch = [int(rng.integers(1, 4)) for _ in range(rng.integers(0, 3))]
    left, right = [*batch, 3, 4], [*batch[rng.integers(len(batch) + 1):], 4, 5]
    if rng.integers(4) == 0:
        left = left[-1:]
    elif rng.integers(4) == 0:
        right = [4]
    model.node("MatMul", [model.input(left), model.input(right)])
    transposes = [int(rng.integers(2)) for _ in range(2)]
    pair = [[4, 3] if transposes[0] else [3, 4], [5, 4] if transposes[1] else [4, 5]]
    model.node("Gemm", [model.input(shape) for shape in pair], transA=transposes[0],
               transB=transposes[1])


def normalization(model):
    data = [2, 3, 4, 5]
    vectors = [model.input([3]) for _ in range(4)]
    model.node("BatchNormalization", [model.input(data), *vectors])
    model.node("InstanceNormalization", [model.input(data), *vectors[:2]])
    model.node("LayerNormalization", [model.input(data), model.input([5])])
    model.node("Dropout", [model.input(data)], int(rng.integers(1, 3)))
    model.node(pick("Softmax", "LogSoftmax", "Hardmax"), [model.input(data)])


def recurrent(model):
    operator, gates = pick(("LSTM", 4), ("GRU", 3), ("RNN", 1))
    directions = int(rng.integers(1, 3))
    attributes = {"hidden_size": 6, "direction": "bidirectional" if directions == 2 else "forward"}
    operands = [model.input([5, 2, 4]), model.input([directions, gates * 6, 4]),
                model.input([directions, gates * 6, 6])]
    model.node(operator, operands, int(rng.integers(1, 3)), **attributes)


def others(model):
    shape = [int(size) for size in rng.integers(1, 5, rng.integers(1, 4))]
    axis = int(rng.integers(-len(shape), len(shape)))
    model.node(pick("ArgMax", "ArgMin"), [model.input(shape)], axis=axis, keepdims=int(rng.integers(2)))
    model.node(pick("ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare",
                    "ReduceMean", "ReduceMax"), [model.input(shape)], axes=[axis],
               keepdims=int(rng.integers(2)))
    model.node("TopK", [model.input(shape), model.constant([1])], 2, axis=axis)
    model.node("NonZero", [model.input(shape)])
    indices = model.input(shape, TensorProto.INT64)
    model.node("GatherElements", [model.input(shape), indices], axis=axis)
    model.node("ScatterElements", [model.input(shape), indices, model.input(shape)], axis=axis)
    model.node(pick("Erf", "Floor", "Log", "Sin", "Elu", "Selu", "Softplus", "HardSwish", "Sign"),
               [model.input(shape)])
    model.node(pick("IsNaN", "IsInf"), [model.input(shape)])
    model.node("PRelu", [model.input(shape), model.input([1])])


def read(text):
    """The shape and element type of an MLIR type; None for an unknown rank."""
    *sizes, element = text.split("x")
    if sizes == ["*"]:
        return None, element
    return [None if size == "?" else int(size) for size in sizes], element


def describe(info):
    tensor = info.type.tensor_type
    element = {TensorProto.FLOAT: "f32", TensorProto.INT64: "i64", TensorProto.BOOL: "i1"}[
        tensor.elem_type]
    if not tensor.HasField("shape"):
        return None, element
    return [dim.dim_value if dim.HasField("dim_value") else None for dim in tensor.shape.dim], element


def compare(node, ours, theirs):
    """Whether ours contradicts theirs, or knows less."""
    if ours[1] != theirs[1]:
        return "another element type"
    if ours[0] is None or theirs[0] is None:
        return "less" if theirs[0] is not None else None
    if len(ours[0]) != len(theirs[0]):
        return "another rank"
    for own, other in zip(ours[0], theirs[0]):
        if own is not None and other is not None and own != other:
            return "another size"
    if any(own is None and other is not None for own, other in zip(ours[0], theirs[0])):
        return "less"
    return None


def check(number):
    model = Model()
    for _ in range(8):
        for add in (convolution, pool, product, normalization, recurrent, others):
            add(model)
    proto = model.make()
    path = f"{folder}/{number}.onnx"
    onnx.save(proto, path)
    inferred = shape_inference.infer_shapes(proto)
    known = {info.name: info for info in [*inferred.graph.value_info, *inferred.graph.output]}
    done = subprocess.run(["onnxops-translate", "--import-onnx", path], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    lines = [line for line in done.stdout.splitlines() if re.search(r'= "onnx\.', line)]
    count = 0
    for node, line in zip(proto.graph.node, lines, strict=True):
        types = re.findall(r"tensor<([^>]*)>", line.split(" -> ")[1])
        for name, text in zip(node.output, types, strict=True):
            if name not in known or not known[name].type.tensor_type.elem_type:
                continue
            count += 1
            finding = compare(node, read(text), describe(known[name]))
            if finding:
                sys.exit(f"{node.op_type}: {finding}: {text} for {describe(known[name])}\n{line}\n{node}")
    return count


print(sum(check(number) for number in range(6)), "types agree")

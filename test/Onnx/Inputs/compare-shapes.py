# Compares the types that onnxops infers for ONNX operators that it does not lower
# with those of onnx.shape_inference: random nodes with partly known operands, many
# to a model. Ours must not contradict onnx's, and must know what onnx knows, except
# where a generator says why not. Then the same nodes with attributes that are not
# valid: these may not crash, nor be refused.
#
# usage: compare-shapes.py DIRECTORY [SEED MODELS]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import random
import re
import subprocess
import sys

import onnx
from onnx import TensorProto, helper, shape_inference

import nodes

NAMES = {TensorProto.FLOAT: "f32", TensorProto.DOUBLE: "f64", TensorProto.FLOAT16: "f16",
         TensorProto.INT64: "i64", TensorProto.INT32: "i32", TensorProto.INT8: "i8",
         TensorProto.UINT8: "ui8", TensorProto.BOOL: "i1"}


def build(made, opset, outputs):
    """A model of independent nodes, with or without their results as outputs."""
    inputs, constants, content = [], [], []
    for node in made:
        inputs += node.inputs
        constants += node.constants
        content.append(node.proto)
    results = []
    for name in (name for node in made for name in node.proto.output if outputs):
        info = onnx.ValueInfoProto()
        info.name = name
        results.append(info)
    graph = helper.make_graph(content, "g", inputs, results, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])


def infer_onnx(made, opset):
    """From results to (element type, sizes or None for unknown rank)."""
    inferred = shape_inference.infer_shapes(build(made, opset, outputs=False))
    types = {}
    for value in inferred.graph.value_info:
        tensor = value.type.tensor_type
        sizes = None
        if tensor.HasField("shape"):
            sizes = [d.dim_value if d.HasField("dim_value") else None for d in tensor.shape.dim]
        types[value.name] = (NAMES[tensor.elem_type], sizes)
    return types


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, (command, result.stderr)
    return result.stdout


def parse(text):
    *sizes, element = text.split("x")
    if sizes == ["*"]:
        return element, None
    return element, [None if size == "?" else int(size) for size in sizes]


def infer_ours(made, opset):
    """The types of the results of the function, after type inference."""
    with open("m.onnx", "wb") as file:
        file.write(build(made, opset, outputs=True).SerializeToString())
    run("onnxops-translate", "--import-onnx", "--allow-unsupported", "m.onnx", "-o", "m.mlir")
    module = run("onnxops-opt", "-allow-unregistered-dialect", "-onnxops-infer-shapes", "m.mlir")
    returned = re.search(r"^ *(?:func\.)?return .* : (.*)$", module, re.MULTILINE)[1]
    types = re.findall(r"tensor<([^>]*)>|(!onnxops.any)", returned)
    names = [name for node in made for name in node.proto.output]
    return {name: parse(text or "*xany") for name, (text, _) in zip(names, types, strict=True)}


def compare(node, name, ours, theirs):
    """What is wrong with the type of a result, None if nothing is."""
    if theirs is None:
        return None
    if ours[0] != theirs[0]:
        return "element type"
    if theirs[1] is None:
        return None
    if ours[1] is None:
        return None if node.unknown else "unknown rank"
    if len(ours[1]) != len(theirs[1]):
        return "rank"
    for mine, other in zip(ours[1], theirs[1]):
        if None not in (mine, other) and mine != other:
            return "size"
        if mine is None and other is not None and not node.unknown:
            return "unknown size"
    return None


def check(made, opset, counts):
    theirs, ours = infer_onnx(made, opset), infer_ours(made, opset)
    for node in made:
        for name in node.proto.output:
            counts[node.proto.op_type] = counts.get(node.proto.op_type, 0) + (name in theirs)
            problem = compare(node, name, ours[name], theirs.get(name))
            if problem:
                inputs = [(v.name, helper.printable_value_info(v)) for v in node.inputs]
                print("differs:", problem, opset, ours[name], theirs[name], inputs)
                print(helper.printable_node(node.proto))


def main():
    directory = sys.argv[1]
    seed, models = [int(text) for text in sys.argv[2:]] or [1, 2]
    os.makedirs(directory, exist_ok=True)
    os.chdir(directory)
    counts = {}
    for opset in (6, 9, 10, 11, 13, 17):
        for number in range(models):
            generator = nodes.Generator(random.Random(f"{seed} {opset} {number}"), opset)
            made = generator.make_all()
            check(made, opset, counts)
            infer_ours(generator.break_all(made), opset)
    print(f"{sum(counts.values())} results of {len(counts)} operators compared with onnx")


main()

# Prints a model, one line for each part, after checking it with onnx's checker if
# the checker supports the opset.
#
# usage: show-model.py MODEL
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import onnx
from onnx import numpy_helper


def show_type(proto):
    if proto.HasField("sequence_type"):
        return f"seq({show_type(proto.sequence_type.elem_type)})"
    tensor = proto.tensor_type
    name = onnx.TensorProto.DataType.Name(tensor.elem_type)
    if not tensor.HasField("shape"):
        return f"{name} *"
    dims = [str(d.dim_value) if d.HasField("dim_value") else d.dim_param or "?"
            for d in tensor.shape.dim]
    return f"{name} [{', '.join(dims)}]"


def show_tensor(proto):
    name = onnx.TensorProto.DataType.Name(proto.data_type)
    return f"{name} {numpy_helper.to_array(proto).tolist()}"


def show_doc(proto):
    return f" # {proto.doc_string!r}" if proto.HasField("doc_string") else ""


def show_graph(graph, indent):
    def line(text):
        print(indent + text)

    line(f"graph {graph.name}{show_doc(graph)}")
    for kind, infos in (("input", graph.input), ("output", graph.output),
                        ("info", graph.value_info)):
        for info in infos:
            line(f"{kind} {info.name}: {show_type(info.type)}{show_doc(info)}")
    for tensor in graph.initializer:
        line(f"initializer {tensor.name} = {show_tensor(tensor)}{show_doc(tensor)}")
    for node in graph.node:
        show_node(node, indent)


def show_node(node, indent):
    name = f" '{node.name}'" if node.HasField("name") else ""
    domain = f"{node.domain}." if node.domain else ""
    operands, results = ", ".join(node.input), ", ".join(node.output)
    print(f"{indent}{results} = {domain}{node.op_type}({operands}){name}{show_doc(node)}")
    for attribute in node.attribute:
        kind = onnx.AttributeProto.AttributeType.Name(attribute.type)
        if attribute.type == onnx.AttributeProto.GRAPH:
            print(f"{indent}  {attribute.name}: {kind}")
            show_graph(attribute.g, indent + "    ")
            continue
        value = onnx.helper.get_attribute_value(attribute)
        if attribute.type == onnx.AttributeProto.TENSOR:
            value = show_tensor(value)
        elif isinstance(value, (list, bytes, int, float)) is False:
            value = list(value)
        print(f"{indent}  {attribute.name}: {kind} = {value}")


model = onnx.load(sys.argv[1])
if model.opset_import[0].version <= 17:
    onnx.checker.check_model(model)
opsets = {entry.domain: entry.version for entry in model.opset_import}
print(f"format {model.ir_version}, opsets {opsets}{show_doc(model)}")
for field in ("producer_name", "producer_version", "domain", "model_version"):
    if model.HasField(field):
        print(f"{field}: {getattr(model, field)}")
for entry in model.metadata_props:
    print(f"metadata {entry.key!r}: {entry.value!r}")
show_graph(model.graph, "")

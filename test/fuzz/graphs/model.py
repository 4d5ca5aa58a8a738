# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs, and how they become models of ONNX."""

from typing import NamedTuple, Optional

import values  # noqa: F401, which finds onnx_case
from onnx import AttributeProto, GraphProto, ModelProto, NodeProto, ValueInfoProto, helper
from onnx_case import NUMBERS, make_tensor
from values import Tensor


class Type(NamedTuple):
    type_name: str
    rank: Optional[int]  # of a sequence its elements'; None where nothing tells it
    is_sequence: bool = False


class Node:
    def __init__(self, operator, inputs, outputs, attributes=None, bodies=None):
        self.operator = operator
        self.inputs = inputs  # names, "" for one that is not given
        self.outputs = outputs
        self.attributes = attributes or {}
        self.bodies = bodies or {}

    def uses(self):
        """All names that it needs, those that its bodies take from outside too."""
        names = {name for name in self.inputs if name}
        for body in self.bodies.values():
            names |= body.uses()
        return names


class Graph:
    def __init__(self, inputs=(), nodes=(), outputs=()):
        self.inputs, self.nodes, self.outputs = list(inputs), list(nodes), list(outputs)

    def uses(self):
        made = {name for node in self.nodes for name in node.outputs} | set(self.inputs)
        used = set(self.outputs)
        for node in self.nodes:
            used |= node.uses()
        return used - made

    def drop_unused(self):
        """Leaves out nodes of which nothing is used."""
        needed, kept = set(self.outputs), []
        for node in reversed(self.nodes):
            if needed.isdisjoint(node.outputs):
                continue
            for body in node.bodies.values():
                body.drop_unused()
            needed |= node.uses()
            kept.append(node)
        self.nodes = kept[::-1]

    def count(self):
        return sum(1 + sum(body.count() for body in node.bodies.values())
                   for node in self.nodes)


class Port:
    """An input. `sizes` has a number or the name of a variable for each
    dimension, `declared` what the model says of it: a number, a symbol, None."""

    def __init__(self, name, type_, sizes, declared, role="data"):
        self.name, self.type, self.role = name, type_, role
        self.sizes, self.declared = sizes, declared


class Model:
    def __init__(self, opset):
        self.opset = opset
        self.ports = []
        self.constants = {}  # tensors by name
        self.graph = Graph()
        self.types = {}  # of every value by its name
        self.declared = {}  # sizes of what a node makes, by its name

    def drop_unused(self):
        self.graph.drop_unused()
        used = self.graph.uses() | set(self.graph.outputs)
        self.ports = [port for port in self.ports if port.name in used]
        self.constants = {n: v for n, v in self.constants.items() if n in used}
        made = {name for node in self.graph.nodes for name in node.outputs}
        self.declared = {n: d for n, d in self.declared.items() if n in made}


def describe(name, type_, declared=None):
    """Sizes that are not declared are not known; the rank is."""
    number = NUMBERS[type_.type_name][0]
    if declared is None and type_.rank is not None:
        declared = [None] * type_.rank
    info = ValueInfoProto(name=name)
    tensor = info.type.sequence_type.elem_type.tensor_type if type_.is_sequence else (
        info.type.tensor_type)
    tensor.elem_type = number
    if declared is not None:
        tensor.shape.SetInParent()
        for size in declared:
            dim = tensor.shape.dim.add()
            if isinstance(size, str):
                dim.dim_param = size
            elif size is not None:
                dim.dim_value = size
    return info


def convert_attribute(name, value):
    if isinstance(value, Tensor):
        return AttributeProto(name=name, type=AttributeProto.TENSOR,
                              t=make_tensor(value.type_name, value.array))
    return helper.make_attribute(name, value)


def convert_node(model, node, number):
    proto = NodeProto(op_type=node.operator, name=f"{node.operator}{number}",
                      input=node.inputs, output=node.outputs)
    for name, value in node.attributes.items():
        if name[0] != "#":
            proto.attribute.append(convert_attribute(name, value))
    for name, body in node.bodies.items():
        proto.attribute.append(AttributeProto(
            name=name, type=AttributeProto.GRAPH, g=convert_graph(model, body, name)))
    return proto


def convert_graph(model, graph, name):
    proto = GraphProto(name=name)
    for node in graph.nodes:
        proto.node.append(convert_node(model, node, node.outputs[0]))
    proto.input.extend(describe(n, model.types[n]) for n in graph.inputs)
    proto.output.extend(describe(n, model.types[n]) for n in graph.outputs)
    return proto


def to_onnx(model):
    graph = GraphProto(name="graph")
    for node in model.graph.nodes:
        graph.node.append(convert_node(model, node, node.outputs[0]))
    for port in model.ports:
        graph.input.append(describe(port.name, port.type, port.declared))
    for name, tensor in model.constants.items():
        graph.initializer.append(make_tensor(tensor.type_name, tensor.array, name))
    outputs = set(model.graph.outputs)
    for name in model.graph.outputs:
        graph.output.append(describe(name, model.types[name], model.declared.get(name)))
    for name, declared in model.declared.items():
        if name not in outputs:
            graph.value_info.append(describe(name, model.types[name], declared))
    proto = ModelProto(ir_version=10, graph=graph)
    proto.opset_import.append(helper.make_opsetid("", model.opset))
    return proto

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Moves nodes of a model into functions of the model, which it calls instead."""

from onnx import AttributeProto, ModelProto, NodeProto, helper

DOMAIN = "functions"
MOVED = 0.3  # of the nodes
NESTED = 0.2  # of the functions, which call another one
PASSED = 0.5  # of the attributes, which the call has


def _pass_attributes(inner, call, rng):
    """Makes attributes of a node refer to those of its call."""
    names = []
    for attribute in inner.attribute:
        if rng.random() > PASSED:
            continue
        names.append(attribute.name)
        call.attribute.add().CopyFrom(attribute)
        reference = AttributeProto(name=attribute.name, type=attribute.type,
                                   ref_attr_name=attribute.name)
        attribute.CopyFrom(reference)
    return names


def _move_node(proto, node, rng):
    """Makes a function of a node, and the node a call."""
    inner = NodeProto()
    inner.CopyFrom(node)
    del node.attribute[:]
    names = _pass_attributes(inner, node, rng)
    outputs = [f"b{i}" if name else "" for i, name in enumerate(node.output)]
    del inner.input[:], inner.output[:]
    inner.input.extend(f"a{i}" for i in range(len(node.input)))
    inner.output.extend(outputs)
    name = f"{node.op_type}_{len(proto.functions)}"
    proto.functions.append(helper.make_function(
        DOMAIN, name, list(inner.input), [output for output in outputs if output], [inner],
        [*proto.opset_import], names))
    node.op_type, node.domain = name, DOMAIN
    given = [output for output in node.output if output]
    del node.output[:]
    node.output.extend(given)


def _move_nodes(proto, graph, rng):
    for node in graph.node:
        bodies = [a.g for a in node.attribute if a.type == AttributeProto.GRAPH]
        for body in bodies:
            _move_nodes(proto, body, rng)
        if bodies or rng.random() > MOVED:
            continue
        _move_node(proto, node, rng)
        if rng.random() < NESTED:
            _move_node(proto, node, rng)


def move(data, rng):
    """The bytes of a model that computes the same as the one with the bytes `data`."""
    proto = ModelProto.FromString(data)
    proto.opset_import.append(helper.make_opsetid(DOMAIN, 1))
    _move_nodes(proto, proto.graph, rng)
    return proto.SerializeToString()

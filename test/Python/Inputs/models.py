"""The models that the tests of the module compile, as ONNX has them."""

import onnx
from onnx import TensorProto, helper

OPSET = 17
SEQUENCE_OF = helper.make_tensor_sequence_value_info
FLOAT = TensorProto.FLOAT


def tensor(name, sizes, element=FLOAT):
    return helper.make_tensor_value_info(name, element, sizes)


def model(nodes, inputs, outputs, initializers=()):
    graph = helper.make_graph(nodes, "graph", inputs, outputs, initializers)
    return helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8
    )


def concat(element=FLOAT, axis=0, rank=2):
    sides = [
        [f"{name}{d}" if d == axis % rank else f"D{d}" for d in range(rank)]
        for name in "NM"
    ]
    return model(
        [helper.make_node("Concat", ["left", "right"], ["both"], "cat", axis=axis)],
        [tensor("left", sides[0], element), tensor("right", sides[1], element)],
        [tensor("both", [None] * rank, element)],
    )


def concat_many(count):
    names = [f"x{i}" for i in range(count)]
    return model(
        [helper.make_node("Concat", names, ["all"], "cat", axis=0)],
        [tensor(name, [f"N_{name}", 2]) for name in names],
        [tensor("all", [None, 2])],
    )


def tile(rank=2):
    return model(
        [helper.make_node("Tile", ["x", "repeats"], ["many"], "tile")],
        [tensor("x", [None] * rank), tensor("repeats", [rank], TensorProto.INT64)],
        [tensor("many", [None] * rank)],
    )


def split(element=FLOAT):
    return model(
        [helper.make_node("SplitToSequence", ["x", "sizes"], ["chunks"], "cut")],
        [tensor("x", ["N", 2], element), tensor("sizes", ["K"], TensorProto.INT64)],
        [SEQUENCE_OF("chunks", element, None)],
    )


def join_sequence(element=FLOAT):
    return model(
        [helper.make_node("ConcatFromSequence", ["parts"], ["all"], "join", axis=0)],
        [SEQUENCE_OF("parts", element, [None, 2])],
        [tensor("all", [None, 2], element)],
    )


def two_results():
    return model(
        [
            helper.make_node("Concat", ["x", "x"], ["twice"], "cat", axis=0),
            helper.make_node("Tile", ["x", "times"], ["tiled"], "tile"),
        ],
        [tensor("x", ["N"]), tensor("times", [1], TensorProto.INT64)],
        [tensor("twice", [None]), tensor("tiled", [None])],
    )


def with_default():
    return model(
        [helper.make_node("Tile", ["x", "times"], ["tiled"], "tile")],
        [tensor("x", ["N"]), tensor("times", [1], TensorProto.INT64)],
        [tensor("tiled", [None])],
        [helper.make_tensor("times", TensorProto.INT64, [1], [3])],
    )


def scalar():
    return model(
        [helper.make_node("Identity", ["x"], ["y"], "same")],
        [tensor("x", [])],
        [tensor("y", [])],
    )

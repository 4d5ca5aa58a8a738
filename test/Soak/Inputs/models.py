"""Writes the models that soak.c compiles and calls.

usage: models.py FOLDER

soak.c knows nothing of them but their names and what they declare: good-*.onnx
compile, and run where every integer is 1, sizes of one symbol are the same and
other unknown ones are 2, and sequences have three elements. With integers
that are huge a call fails: a check, a limit of memory or somebody who cancels it
ends it. bad-*.onnx are refused.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import sys

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

FLOAT, INT64, STRING = TensorProto.FLOAT, TensorProto.INT64, TensorProto.STRING
BOOL, FLOAT16 = TensorProto.BOOL, TensorProto.FLOAT16
FOLDER = pathlib.Path(sys.argv[1])
node = helper.make_node
sequence = helper.make_tensor_sequence_value_info


def tensor(name, sizes, element=FLOAT):
    return helper.make_tensor_value_info(name, element, sizes)


def save(name, nodes, inputs, outputs, initializers=(), external=False):
    graph = helper.make_graph(nodes, "graph", inputs, outputs, initializers)
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8
    )
    options = {"location": f"{name}.data", "size_threshold": 0} if external else {}
    path = str(FOLDER / f"{name}.onnx")
    onnx.save(model, path, save_as_external_data=external, **options)


def constant(name, array):
    return numpy_helper.from_array(numpy.array(array), name)


def save_tensors():
    """Tensors that are moved, among them large ones that threads share."""
    save(
        "good-join",
        [node("Concat", ["left", "right"], ["both"], "cat", axis=0)],
        [tensor("left", ["N", 2]), tensor("right", ["M", 2])],
        [tensor("both", [None, 2])],
    )
    save(
        "good-tile",
        [
            node("Tile", ["x", "times"], ["tiled"], "tile"),
            node("Tile", ["text", "times"], ["texts"], "texts"),
        ],
        [
            tensor("x", ["N", "C"]),
            tensor("text", ["N", "M"], STRING),
            tensor("times", [2], INT64),
        ],
        [tensor("tiled", [None, None]), tensor("texts", [None, None], STRING)],
    )
    save(
        "good-large",
        [node("Concat", ["weights", "x"], ["all"], "cat", axis=0)],
        [tensor("x", ["N", 512])],
        [tensor("all", [None, 512])],
        [constant("weights", numpy.ones((512, 512), "f4"))],
    )
    save(
        "good-external",
        [
            node("Concat", ["x", "weights"], ["wide"], "cat", axis=1),
            node("Transpose", ["wide"], ["tall"], "turn", perm=[1, 0]),
        ],
        [tensor("x", [8, "N"])],
        [tensor("wide", [8, None]), tensor("tall", [None, 8])],
        [constant("weights", numpy.ones((8, 100), "f4"))],
        external=True,
    )


def save_arithmetic():
    save(
        "good-fused",
        [
            node("Exp", ["x"], ["e"]),
            node("Add", ["e", "y"], ["sum"]),
            node("Relu", ["sum"], ["left"]),
            node("Sigmoid", ["x"], ["right"]),
            node("Concat", ["left", "right"], ["both"], "cat", axis=1),
            node("Cast", ["both"], ["half"], to=FLOAT16),
        ],
        [tensor("x", ["N", "C"]), tensor("y", ["C"])],
        [tensor("both", ["N", None]), tensor("half", ["N", None], FLOAT16)],
    )


def save_sequences():
    save(
        "good-split",
        [node("SplitToSequence", ["x"], ["chunks"], "cut", axis=0)],
        [tensor("x", ["N", 3])],
        [sequence("chunks", FLOAT, None)],
    )
    save(
        "good-sequence",
        [
            node("SequenceInsert", ["parts", "x", "position"], ["more"], "insert"),
            node("SequenceErase", ["more", "position"], ["fewer"], "erase"),
            node("SequenceAt", ["more", "position"], ["one"], "at"),
            node("ConcatFromSequence", ["more"], ["all"], "join", axis=0),
        ],
        [
            sequence("parts", FLOAT, [None, 2]),
            tensor("x", ["N", 2]),
            tensor("position", [], INT64),
        ],
        [
            sequence("fewer", FLOAT, [None, 2]),
            tensor("one", [None, 2]),
            tensor("all", [None, 2]),
        ],
    )
    save(
        "good-texts",
        [
            node("SequenceInsert", ["texts", "x"], ["more"], "insert"),
            node("ConcatFromSequence", ["more"], ["all"], "join", axis=0),
        ],
        [sequence("texts", STRING, [None]), tensor("x", ["N"], STRING)],
        [sequence("more", STRING, [None]), tensor("all", [None], STRING)],
    )


def save_control():
    """A loop that appends, one that goes on as long as it is told, a choice."""
    scalar = [tensor("i", [], INT64), tensor("condition", [], BOOL)]
    append = helper.make_graph(
        [
            node("Concat", ["tail", "x"], ["longer"], "cat", axis=0),
            node("SequenceInsert", ["list", "x"], ["more"], "insert"),
            node("Identity", ["condition"], ["again"]),
        ],
        "append",
        scalar + [tensor("tail", [None, 2]), sequence("list", FLOAT, [None, 2])],
        [
            tensor("again", [], BOOL),
            tensor("longer", [None, 2]),
            sequence("more", FLOAT, [None, 2]),
        ],
    )
    save(
        "good-append",
        [
            node("SequenceEmpty", [], ["none"], dtype=FLOAT),
            node("Loop", ["trips", "yes", "x", "none"], ["all", "each"], body=append),
        ],
        [tensor("x", ["N", 2]), tensor("trips", [], INT64)],
        [tensor("all", [None, 2]), sequence("each", FLOAT, [None, 2])],
        [constant("yes", True)],
    )
    count = helper.make_graph(
        [
            node("Add", ["sum", "x"], ["larger"]),
            node("Identity", ["condition"], ["again"]),
        ],
        "count",
        scalar + [tensor("sum", ["N"])],
        [tensor("again", [], BOOL), tensor("larger", ["N"])],
    )
    save(
        "good-count",
        [node("Loop", ["trips", "yes", "x"], ["sum"], body=count)],
        [tensor("x", ["N"]), tensor("trips", [], INT64)],
        [tensor("sum", ["N"])],
        [constant("yes", True)],
    )
    save_choice()


def save_choice():
    def branch(name, axis):
        return helper.make_graph(
            [node("SplitToSequence", ["x"], [name], f"cut-{name}", axis=axis)],
            name,
            [],
            [sequence(name, FLOAT, None)],
        )

    save(
        "good-choice",
        [node("If", ["rows"], ["chunks"], then_branch=branch("a", 0),
              else_branch=branch("b", 1))],
        [tensor("x", ["N", "N"]), tensor("rows", [], BOOL)],
        [sequence("chunks", FLOAT, None)],
    )


def save_refused():
    save(
        "bad-sizes",
        [node("Concat", ["x", "y"], ["both"], "cat", axis=0)],
        [tensor("x", [2, 2]), tensor("y", [2, 3])],
        [tensor("both", [4, 2])],
    )
    save(
        "bad-operator",
        [node("Frobnicate", ["x"], ["y"], "frob")],
        [tensor("x", [2])],
        [tensor("y", [2])],
    )
    (FOLDER / "bad-bytes.onnx").write_bytes(b"\x08\x09no model")


FOLDER.mkdir(parents=True, exist_ok=True)
save_tensors()
save_arithmetic()
save_sequences()
save_control()
save_refused()

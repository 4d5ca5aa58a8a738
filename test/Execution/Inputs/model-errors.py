# Models that cannot be read, or that say what no model may say.
#
# usage: model-errors.py files|operators FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import sys

import numpy as np

from onnx_case import Case
from refusal import finish, refuse

folder = sys.argv[2]
os.makedirs(folder, exist_ok=True)
F32 = np.float32


def refuse_model(name, case, message, status=2):
    """A refusal that names the model's file first."""
    path = f"{folder}/{name}"
    case.save(path)
    arguments = [f"{path}/model.onnx", "--input-dir", path]
    refuse(name, path, arguments, status, f"FOLDER/model.onnx: {message}")


def refuse_node(name, opset, operator, shapes, message, constants=(), **attributes):
    """A model of one node, on f32 inputs of `shapes`, then on constants."""
    case = Case(opset)
    inputs = [case.input("f32", np.zeros(shape)) for shape in shapes]
    inputs += [case.constant(type_name, array) for type_name, array in constants]
    result = case.node(operator, inputs, **attributes)
    if operator == "SplitToSequence":
        case.expect_sequence(result, "f32", [])
    else:
        case.expect(result, "f32", np.zeros(()), None)
    refuse_model(name, case, f"node 'node0': {message}")


def files():
    """What is not a model at all."""
    case = Case(13)
    case.expect(case.node("Concat", [case.input("f32", np.zeros((2, 3)))], axis=0),
                "f32", np.zeros((2, 3)))
    case.save(f"{folder}/good")
    with open(f"{folder}/good/model.onnx", "rb") as file:
        good = file.read()

    def refuse_bytes(name, data, message):
        path = f"{folder}/{name}"
        with open(path, "wb") as file:
            file.write(data)
        refuse(name, folder, [path], 2, f"{path}{message}")

    no_model = ": cannot read the model: not an onnx.ModelProto, or not all of one"
    # Breaks import-r1.
    refuse_bytes("truncated.onnx", good[:-7], no_model)
    refuse_bytes("empty.onnx", b"", ": cannot read the model: the file is empty")
    refuse_bytes("garbage.onnx", np.random.default_rng(0).bytes(1000), no_model)
    refuse_bytes("text.onnx", b"this is no model\n", no_model)
    refuse_bytes("empty.mlir", b"",
                 ": expected a public function 'main' with a body, but got none")
    refuse_bytes("garbage.mlir", b"\x00\xff garbage", ":1:2: unexpected character")
    refuse_bytes("model.xml", b"<net/>", ": <net> has no attribute 'version'")
    refuse_bytes("model.txt", good, ": expected a model that ends in .onnx, .xml or .mlir")
    for name in ("folder.onnx", "folder.mlir"):
        os.makedirs(f"{folder}/{name}", exist_ok=True)
    for name in ("pipe.onnx", "pipe.mlir", "pipe.xml", "zero.mlir"):
        if os.path.lexists(f"{folder}/{name}"):
            os.remove(f"{folder}/{name}")
        if name == "zero.mlir":
            os.symlink("/dev/zero", f"{folder}/{name}")
        else:
            os.mkfifo(f"{folder}/{name}")
    other = "cannot read the model: expected a regular file, but got a pipe or device"
    for name, message in [
        ("missing.onnx", "cannot read the model: No such file or directory"),
        ("missing.mlir", "cannot read the model: No such file or directory"),
        ("folder.onnx", "cannot read the model: Is a directory"),
        ("folder.mlir", "cannot read the model: Is a directory"),
        ("pipe.onnx", other),
        ("pipe.mlir", other),
        ("pipe.xml", other),
        ("zero.mlir", other),
    ]:
        refuse(name, folder, [f"{folder}/{name}"], 2, f"FOLDER/{name}: {message}")


def operators():
    # Breaks import-r2.
    refuse_node(
        "unknown", 13, "Frobnicate", [(2,)],
        "operator Frobnicate of opset 13 is not supported",
    )
    refuse_node(
        "other operator", 13, "Softsign", [(2,)], "operator Softsign of opset 13 is not supported",
    )
    # Breaks opset-r3.
    refuse_node(
        "too-early", 10, "SplitToSequence", [(2,)],
        "SplitToSequence exists from opset 11 on, but the model's opset is 10",
    )
    refuse_node(
        "concat-axis", 13, "Concat", [(2, 3)],
        "expected axis to be in [-2, 1], but got 2", axis=2,
    )
    refuse_node(
        "concat-negative-axis", 11, "Concat", [(2, 3)],
        "expected axis to be in [-2, 1], but got -3", axis=-3,
    )
    refuse_node(
        "concat-4-axis", 4, "Concat", [(2, 3)],
        "expected axis to be 0 or more, but got -1: Concat-11 is the first version "
        "with a negative axis", axis=-1,
    )
    refuse_node(
        "concat-1-default", 1, "Concat", [(2,)],
        "expected axis to be in [0, 0], but got 1",
    )
    # Breaks concat-r2.
    refuse_node(
        "concat-no-axis", 13, "Concat", [(2,)],
        "expected attribute 'axis', but it is not given",
    )
    refuse_node(
        "concat-no-operand", 13, "Concat", [],
        "expected at least one input, but got none", axis=0,
    )
    refuse_node(
        "concat-scalar", 13, "Concat", [()],
        "expected inputs[0] to have rank 1 or more, but got rank 0", axis=0,
    )
    refuse_node(
        "concat-size", 13, "Concat", [(2, 3), (3, 3)],
        "expected inputs[1] to have size 2 in dimension 0, as inputs[0] has, but got 3",
        axis=1,
    )
    refuse_node(
        "concat-rank", 13, "Concat", [(2, 3), (2,)],
        "expected inputs[1] to have rank 2, as inputs[0] has, but got rank 1", axis=0,
    )
    refuse_node(
        "concat-empty", 13, "Concat", [(2, 3), (0, 4)],
        "expected inputs[1] to have size 3 in dimension 1, as inputs[0] has, but got 4",
        axis=0,
    )
    refuse_node(
        "concat-type", 13, "Concat", [(2,)],
        "expected inputs[1] to have element type 'f32', as inputs[0] has, but got "
        "'i64'", [("i64", [1])], axis=0,
    )
    refuse_node(
        "tile-negative", 13, "Tile", [(2, 3)],
        "expected repeats[1] to be 0 or more, but got -2", [("i64", [1, -2])],
    )
    refuse_node(
        "tile-short", 13, "Tile", [(2, 3)],
        "expected repeats to have 2 elements, one for each dimension of input, but "
        "got 1", [("i64", [2])],
    )
    refuse_node(
        "tile-rank", 13, "Tile", [(2,)],
        "expected repeats to have rank 1, but got rank 2", [("i64", [[2]])],
    )
    refuse_node(
        "tile-type", 13, "Tile", [(2,)],
        "'onnxops.tile_v13' op operand #1 must be tensor of 64-bit signless integer "
        "values, but got 'tensor<1xi32>'", [("i32", [2])],
    )
    refuse_node(
        "tile-1-axis", 1, "Tile", [(2,)], "expected axis to be in [0, 0], but got 1",
        [("i64", 2), ("i64", 1)],
    )
    refuse_node(
        "tile-1-tiles", 1, "Tile", [(2,)],
        "expected tiles to be a whole number, 0 or more, but got -1",
        [("f32", -1), ("i64", 0)],
    )
    refuse_node(
        "split-sum", 11, "SplitToSequence", [(6,)],
        "expected split to sum to 6, the size of axis 0, but got 5", [("i64", [2, 3])],
    )
    refuse_node(
        "split-zero", 11, "SplitToSequence", [(6,)],
        "expected split to be 1 or more, but got 0", [("i64", 0)],
    )
    refuse_node(
        "split-negative", 11, "SplitToSequence", [(6,)],
        "expected split[1] to be 0 or more, but got -1", [("i64", [7, -1])],
    )
    refuse_node(
        "split-empty", 11, "SplitToSequence", [(6,)],
        "expected split to have an element, but got none", [("i64", [])],
    )
    refuse_node(
        "split-scalar", 11, "SplitToSequence", [()],
        "expected input to have rank 1 or more, but got rank 0",
    )
    refuse_node(
        "split-axis", 11, "SplitToSequence", [(6,)],
        "expected axis to be in [-1, 0], but got 1", axis=1,
    )
    refuse_node(
        "split-keepdims", 11, "SplitToSequence", [(6,)],
        "expected keepdims to be 0 or 1, but got 2", keepdims=2,
    )


{"files": files, "operators": operators}[sys.argv[1]]()
finish()

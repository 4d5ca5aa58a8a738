# Tile-1 with tiles and axis that only the run knows, converted to later opsets and
# exported: the repeats are computed by ONNX's own operators. The file computes what
# numpy does, and fails where Tile-1 does; onnx's checker takes it.
#
# usage: tile-repeats.py numbers|errors FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import subprocess
import sys

import numpy as np
import onnx

from onnx_case import NUMBERS
from onnx_program import Program
from refusal import finish, refuse

folder = pathlib.Path(sys.argv[2])
DATA = {1: np.arange(6), 2: np.arange(6).reshape(2, 3), 3: np.arange(6).reshape(2, 3, 1)}


def make(type_name, rank, tiles, axis, hidden="both"):
    """A module of one tile_v1, whose numbers are given as (type, array, shape)."""
    program = Program(1)
    data = program.input(type_name, DATA[rank], [None] * rank)
    numbers = []
    for name, (kind, number, shape) in (("tiles", tiles), ("axis", axis)):
        array = np.array(number, NUMBERS[kind][1])
        if hidden in ("both", name):
            numbers.append(program.input(kind, array, shape))
        else:
            numbers.append(program.constant(kind, array, "arith.constant"))
    result = program.op("onnxops.tile_v1", [data, *numbers],
                        [(type_name, [None] * rank)])
    return program, result


def export(path, program, opset):
    """Converts and exports what is saved; returns the arguments to run the file."""
    arguments = program.save(path)
    for command in (
        ["onnxops-opt", path / "program.mlir", "-o", path / "converted.mlir",
         f"-onnxops-convert-version=target-opset={opset}"],
        ["onnxops-translate", "--export-onnx", path / "converted.mlir", "-o",
         path / "model.onnx"],
    ):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{path}: {done.stderr}")
    onnx.checker.check_model(str(path / "model.onnx"))
    return [f"{path}/model.onnx", *arguments[1:]]


def numbers():
    """Shows version-r3."""
    cases = 0
    forms = [("i64", []), ("i64", [None]), ("f", [1]), ("f", [])]
    for number, (type_name, rank) in enumerate(
        [("f16", 1), ("f32", 2), ("f64", 3), ("f32", 3), ("f64", 2)]
    ):
        opset = (6, 7, 13, 27)[number % 4]
        (kind, shape), (other, size) = forms[number % 4], forms[(number + rank) % 4]
        kind, other = (type_name if k == "f" else k for k in (kind, other))
        tiles, axis = (3, 1, 0, 2)[number % 4], rank - 1
        given = [np.reshape(n, [1] * len(s)) for n, s in ((tiles, shape), (axis, size))]
        program, result = make(type_name, rank, (kind, given[0], shape),
                               (other, given[1], size), ("both", "tiles", "axis")[rank - 1])
        repeats = [1] * rank
        repeats[axis] = tiles
        program.expect(result, np.tile(DATA[rank].astype(NUMBERS[type_name][1]), repeats))
        path = folder / f"{type_name}-{rank}-{opset}"
        arguments = export(path, program, opset)
        program.check(path, arguments)
        program.check(path, [f"{path}/converted.mlir", *arguments[1:]])
        cases += 1
    print(f"{cases} cases agree")


def errors():
    # Breaks tile-r14, tile-r15: in the file Gather finds it, or Tile itself.
    for name, tiles, axis, index in [
        ("axis", ("i64", 2), ("i64", 2), 2),
        ("negative", ("i64", 2), ("i64", -1), 3),
        ("lowest", ("i64", 2), ("i64", -(2**62)), None),
        ("half", ("i64", 2), ("f32", 0.5), 2),
        ("nan", ("i64", 2), ("f32", np.nan), 2),
        ("tiles", ("f32", 1.5), ("i64", 1), 3),
        ("infinite", ("f32", np.inf), ("i64", 1), 3),
    ]:
        # Before opset 11 no index counts from the end.
        for opset in (10, 13) if name in ("axis", "negative") else (13,):
            program, result = make("f32", 2, (*tiles, []), (*axis, []))
            program.expect(result, DATA[2])
            path = folder / f"{name}-{opset}"
            arguments = export(path, program, opset)
            low = 0 if opset < 11 else -2
            model = onnx.load(path / "model.onnx")
            gather = next(node for node in model.graph.node if node.op_type == "Gather")
            at = -(2**62) * -3 % 2**64 if index is None else index
            at -= 2**64 if at >= 2**63 else 0
            refuse(f"{name}-{opset}", path, arguments, 1,
                   f"FOLDER/model.onnx: node '{gather.name or f'Gather:{gather.output[0]}'}': "
                   f"Gather: expected indices to be in [{low}, 1], but got {at}")
    program, result = make("f32", 2, ("i64", -1, []), ("i64", 0, []))
    program.expect(result, DATA[2])
    path = folder / "repeats"
    arguments = export(path, program, 13)
    tile = next(n for n in onnx.load(path / "model.onnx").graph.node if n.op_type == "Tile")
    refuse("repeats", path, arguments, 1,
           f"FOLDER/model.onnx: node '{tile.name or f'Tile:{tile.output[0]}'}': "
           "tile: expected repeats[0] to be 0 or more, but got -1")


{"numbers": numbers, "errors": errors}[sys.argv[1]]()
if sys.argv[1] == "errors":
    finish()

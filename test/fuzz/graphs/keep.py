# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a graph and its calls to files, for people and for onnxops-run."""

import pathlib

from model import to_onnx
from onnx_case import make_sequence, make_tensor, save
from values import Sequence


def convert(value, name):
    if isinstance(value, Sequence):
        return make_sequence(value.type_name, [e.array for e in value.elements], name)
    return make_tensor(value.type_name, value.array, name)


def write(model, calls, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    save(to_onnx(model), folder / "model.onnx")
    for number, call in enumerate(calls):
        own = folder / f"call{number}"
        own.mkdir(exist_ok=True)
        for at, (port, value) in enumerate(zip(model.ports, call.inputs)):
            save(convert(value, port.name), own / f"input_{at}.pb")
        for at, (name, value) in enumerate(zip(model.graph.outputs, call.outputs or ())):
            save(convert(value, name), own / f"output_{at}.pb")
        (own / "outcome").write_text(f"{call.outcome} {call.reason}\n")

# Shared by the importer's tests: short ways to build a model, and to run
# onnxops-translate on it. The tests are Python scripts whose output FileCheck
# reads; each is called with a separate empty directory.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import subprocess
import sys

import numpy
import onnx
from onnx import TensorProto, helper

directory = sys.argv[1]
os.makedirs(directory, exist_ok=True)
os.chdir(directory)
# Of the bytes that are changed one at a time, one of this many is, as lit.cfg.py says.
ONE_BYTE_OF = int(os.environ.get("ONNXOPS_ONE_CASE_OF", "1"))


def value(name, shape=(2, 3), dtype=TensorProto.FLOAT):
    """A tensor value; shape None is unknown rank, strings are symbols."""
    return helper.make_tensor_value_info(name, dtype, shape)


def sequence(name, shape=None, dtype=TensorProto.FLOAT):
    return helper.make_tensor_sequence_value_info(name, dtype, shape)


def undeclared(name):
    """An input or output without a declared type."""
    info = onnx.ValueInfoProto()
    info.name = name
    return info


def node(op, inputs, outputs="y", domain=None, name=None, **attributes):
    """A node; inputs and outputs are blank-separated, "_" is none."""
    return helper.make_node(
        op,
        [i if i != "_" else "" for i in inputs.split()],
        [o if o != "_" else "" for o in outputs.split()],
        domain=domain,
        name=name,
        **attributes,
    )


def graph(nodes, outputs="y", inputs=(), initializers=(), info=()):
    """A graph; inputs and outputs that are only named declare no types."""

    def declare(values):
        names = values.split() if isinstance(values, str) else values
        return [undeclared(v) if isinstance(v, str) else v for v in names]

    return helper.make_graph(
        nodes if isinstance(nodes, list) else [nodes],
        "g",
        declare(inputs),
        declare(outputs),
        initializers,
        value_info=info,
    )


def model(nodes, inputs, outputs=None, opset=13, initializers=(), info=()):
    main = graph(nodes, outputs or "y", inputs, initializers, info)
    imports = opset if isinstance(opset, list) else [helper.make_opsetid("", opset)]
    return helper.make_model(main, opset_imports=imports)


def translate(content, flags, path="m.onnx"):
    if not isinstance(content, bytes):
        content = content.SerializeToString()
    with open(path, "wb") as file:
        file.write(content)
    return subprocess.run(
        ["onnxops-translate", "--import-onnx", path, *flags],
        capture_output=True,
        text=True,
    )


def show(content, *flags):
    """Prints the module, or the errors."""
    result = translate(content, flags)
    assert result.returncode == 0 and not result.stderr, result
    print(result.stdout)


def warn(content, *flags):
    """Prints the warnings, then the module."""
    result = translate(content, flags)
    assert result.returncode == 0 and "error" not in result.stderr, result
    print(result.stderr + result.stdout)


def refuse(content, *flags):
    """Prints the single error line."""
    if "--allow-unsupported" not in flags:
        flags = ("--strict", *flags)
    result = translate(content, flags)
    assert result.returncode == 2 and not result.stdout, result
    assert result.stderr.count("\n") == 1, result
    print(result.stderr, end="")

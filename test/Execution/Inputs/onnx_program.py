# Builds a module of generic ops of the dialect onnx, as importers leave them,
# together with its inputs and the outputs that numpy says it has; runs it and
# compares bit by bit. For what a model file would say otherwise: types that are
# known in part, or not at all.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import shutil
import subprocess
import sys

import numpy as np

from onnx_case import (FLAGS, NUMBERS, check_bits, check_near, is_left_out, is_refused,
                       make_sequence, make_tensor, save)

MLIR_TYPES = {
    "bool": "i1", "u8": "ui8", "u16": "ui16", "u32": "ui32", "u64": "ui64",
    "string": "!onnxops.string",
    "complex64": "complex<f32>", "complex128": "complex<f64>",
}


class Value:
    """`shape` holds sizes and None; it is None itself for an unknown rank."""

    def __init__(self, name, type_name, shape, is_sequence=False):
        self.name, self.type_name, self.shape = name, type_name, shape
        self.is_sequence = is_sequence

    def type(self):
        if self.type_name == "none":
            return "none"
        sizes = "*x" if self.shape is None else "".join(
            "?x" if size is None else f"{size}x" for size in self.shape)
        tensor = f"tensor<{sizes}{MLIR_TYPES.get(self.type_name, self.type_name)}>"
        return f"!onnxops.seq<{tensor}>" if self.is_sequence else tensor


def write_attribute(value):
    if isinstance(value, int):
        return f"{value} : i64"
    if isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    return value


class Program:
    def __init__(self, opset):
        self.opset = opset
        self.inputs, self.protos, self.lines, self.results = [], [], [], []
        self.expected, self.ulps = [], []
        self.count = 0

    def new(self, type_name, shape, is_sequence=False):
        self.count += 1
        return Value(f"%v{self.count}", type_name, shape, is_sequence)

    def input(self, type_name, array, shape="exact"):
        array = np.asarray(array, NUMBERS[type_name][1])
        value = self.new(type_name, list(array.shape) if shape == "exact" else shape)
        self.inputs.append(value)
        self.protos.append(make_tensor(type_name, array, value.name[1:]))
        return value

    def input_sequence(self, type_name, arrays, shape=None):
        value = self.new(type_name, shape, is_sequence=True)
        self.inputs.append(value)
        self.protos.append(make_sequence(type_name, arrays, value.name[1:]))
        return value

    def constant(self, type_name, array, operator="onnx.Constant"):
        array = np.asarray(array, NUMBERS[type_name][1])
        value = self.new(type_name, list(array.shape))
        elements = array.tolist() if array.size else ""
        if type_name == "bool":
            elements = str(elements).lower()
        elif array.size and type_name != "i64":
            elements = f'"0x{array.tobytes().hex()}"'
        self.line([value], operator, [],
                  [("value", f"dense<{elements}> : {value.type()}")])
        return value

    def none(self):
        value = self.new("none", None)
        self.line([value], "onnx.NoValue", [], [])
        return value

    def line(self, results, name, operands, attributes, regions=()):
        text = f"{', '.join(value.name for value in results)} = " if results else ""
        text += f'"{name}"({", ".join(value.name for value in operands)})'
        if regions:
            text += f" ({', '.join(regions)})"
        if attributes:
            text += f" {{{', '.join(f'{key} = {value}' for key, value in attributes)}}}"
        text += f" : ({', '.join(value.type() for value in operands)})"
        text += f" -> ({', '.join(value.type() for value in results)})"
        self.lines.append(text)

    def op(self, operator, operands, results, regions=(), **attributes):
        """`results` are of (type name, shape) or (type name, shape, True) for a
        sequence; returns one value, or a list of several."""
        values = [self.new(*result) for result in results]
        written = [(key, write_attribute(value)) for key, value in attributes.items()]
        prefix = "" if "." in operator else "onnx."
        self.line(values, prefix + operator, operands, written, regions)
        return values[0] if len(values) == 1 else values

    def region(self, arguments, body):
        """A region whose arguments have the given types, as results have them.
        `body` gets their values and returns those to yield."""
        outer, self.lines = self.lines, []
        values = [self.new(*argument) for argument in arguments]
        yielded = body(*values)
        self.line([], "onnx.Yield", yielded, [])
        text = "\n".join(self.lines)
        self.lines = outer
        head = ""
        if values:
            head = f"^bb0({', '.join(f'{v.name}: {v.type()}' for v in values)}):\n"
        return f"{{\n{head}{text}\n}}"

    def expect(self, value, array, ulps=None):
        """Makes a value a result and says what it must hold: an array, or a list
        of them for a sequence. With `ulps` its elements may be that far off, and
        one NaN is any other."""
        self.results.append(value)
        self.ulps.append(ulps)
        dtype = NUMBERS[value.type_name][1]
        if value.is_sequence:
            self.expected.append([np.asarray(element, dtype) for element in array])
        else:
            self.expected.append(np.asarray(array, dtype))

    def text(self):
        arguments = ", ".join(
            f'{value.name}: {value.type()} {{onnxops.name = "{value.name[1:]}"}}'
            for value in self.inputs)
        types = ", ".join(value.type() for value in self.results)
        names = ", ".join(value.name for value in self.results)
        end = f"return {names} : {types}" if names else "return"
        lines = "\n".join(self.lines + [end])
        return (f"module attributes {{onnxops.opset = {self.opset} : i64}} {{\n"
                f"func.func @main({arguments}) -> ({types}) {{\n{lines}\n}}\n}}\n")

    def save(self, folder):
        """Writes the module and its inputs; returns the arguments for a run."""
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        with open(f"{folder}/program.mlir", "w") as file:
            file.write(self.text())
        arguments = [f"{folder}/program.mlir"]
        for value, proto in zip(self.inputs, self.protos):
            name = value.name[1:]
            save(proto, f"{folder}/{name}.pb")
            arguments += ["--input", f"{name}={folder}/{name}.pb"]
        return arguments

    def run(self, folder):
        """Runs the program; ends this process when anything differs."""
        if is_left_out():
            return
        self.check(folder, self.save(folder))
        print(f"{len(self.expected)} results agree")

    def check(self, folder, arguments):
        """Runs what was saved, or a module like it, with the given arguments."""
        command = ["onnxops-run", *arguments, "--output-dir", f"{folder}/results",
                   *FLAGS]
        done = subprocess.run(command, capture_output=True, text=True)
        if is_refused(done, "!onnxops.string" in self.text()):
            return
        if done.returncode != 0 or done.stderr:
            sys.exit(f"{' '.join(command)}\nexit {done.returncode}: {done.stderr}")
        for index, (value, expected) in enumerate(zip(self.results, self.expected)):
            stem = f"{folder}/results/result{index}"
            if self.ulps[index] is not None:
                check_near(stem, value.type_name, expected, self.ulps[index])
                continue
            if not value.is_sequence:
                check_bits(stem, value.type_name, expected)
                continue
            for i, element in enumerate(expected):
                check_bits(f"{stem}.{i}", value.type_name, element)
            if os.path.exists(f"{stem}.{len(expected)}.npy"):
                sys.exit(f"{stem}: expected {len(expected)} elements, but got more")

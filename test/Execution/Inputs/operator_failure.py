# What the programs with operators that fail at run time share: operands without known
# sizes, a loop, and the expected line. Taken from the command line: FOLDER.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from refusal import refuse

folder = sys.argv[1]

VAGUE = ("f32", None)
NUMBERS = ("i64", None)


def hidden(program, type_name, array):
    return program.input(type_name, array, [None] * np.ndim(array))


def refuse_run(name, program, result, message):
    """`message` is what the line says behind the place."""
    program.expect(result, [] if result.is_sequence else np.zeros(()))
    path = f"{folder}/{name}"
    arguments = program.save(path)
    with open(f"{path}/program.mlir") as file:
        lines = file.read().splitlines()
    operator = message.split(":")[0]
    number = max(i for i, line in enumerate(lines, 1) if f'"onnx.{operator}"' in line)
    column = lines[number - 1].index("=") + 3
    if " = " not in lines[number - 1]:
        column = 1
    refuse(name, path, arguments, 1, f"FOLDER/program.mlir:{number}:{column}: {message}")


def in_loop(program, body):
    """A loop whose third turn is the one that fails: `body` gets 2, 1, 0, ..."""
    def wrapped(number, condition, left):
        one = program.constant("i64", 1)
        program.inner = body(left)
        return [condition, program.op("Sub", [left, one], [NUMBERS]), program.inner]

    region = program.region([("i64", []), ("bool", []), NUMBERS], wrapped)
    return program.op("Loop", [program.input("i64", 9), program.input("bool", True),
                               program.input("i64", 2)], [NUMBERS, VAGUE], [region])[1]

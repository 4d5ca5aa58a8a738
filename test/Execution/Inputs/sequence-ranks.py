# Sequences whose elements' rank no type tells: joined to results of known rank,
# taken for more than is known by a cast, and what comes in when that is wrong.
#
# usage: sequence-ranks.py numbers|errors FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_program import Program
from refusal import finish, refuse

folder = sys.argv[2]
JOIN = "onnxops.concat_from_sequence_v11"
VECTORS = [np.arange(2), np.arange(3), np.arange(0), np.arange(4)]
SQUARE = np.arange(4).reshape(2, 2)


def join(arrays, shape, type_name="f32", **attributes):
    """The program that joins what it is given to a tensor of the given shape."""
    program = Program(13)
    sequence = program.input_sequence(type_name, arrays)
    return program, program.op(JOIN, [sequence], [(type_name, shape)], **attributes)


def take(arrays, shape):
    """The program that takes the first element, after a cast to that shape."""
    program = Program(13)
    value = program.input_sequence("f32", arrays)
    cast = program.new("f32", shape, is_sequence=True)
    program.lines.append(f"{cast.name} = onnxops.sequence_cast {value.name} : "
                         f"{value.type()} to {cast.type()}")
    zero = program.constant("i64", 0)
    return program, program.op("onnxops.sequence_at_v11", [cast, zero], [("f32", shape)])


def numbers():
    cases = [
        # Shows sequence-r16.
        (join(VECTORS, [None], axis=0), np.concatenate(VECTORS)),
        (join([SQUARE, SQUARE[:1]], [None, 2], "i8", axis=-2),
         np.concatenate([SQUARE, SQUARE[:1]])),
        # Shows sequence-r17: scalars, too, and along a new last dimension.
        (join([np.array(5), np.array(7)], [None], axis=0, new_axis=1), [5, 7]),
        (join([SQUARE] * 3, [None] * 3, "complex128", axis=-1, new_axis=1),
         np.stack([SQUARE] * 3, -1)),
        # Shows sequence-r24.
        (take([SQUARE, VECTORS[0]], [None, 2]), SQUARE),
    ]
    for number, ((program, result), expected) in enumerate(cases):
        program.expect(result, expected)
        program.run(f"{folder}/{number}")


def refuse_run(name, made, operator, message):
    program, result = made
    family = operator.split(".")[1].rsplit("_v", 1)[0]
    program.expect(result, np.zeros(()))
    path = f"{folder}/{name}"
    arguments = program.save(path)
    with open(f"{path}/program.mlir") as file:
        lines = file.read().splitlines()
    line = next(i for i, text in enumerate(lines, 1) if f'"{operator}"' in text)
    column = lines[line - 1].index("=") + 3
    refuse(name, path, arguments, 1,
           f"FOLDER/program.mlir:{line}:{column}: {family}: {message}")


def errors():
    # Breaks sequence-r16, sequence-r25: a scalar has no axis.
    refuse_run("join-scalars", join([np.array(5)], [None], axis=0), JOIN,
               "expected element 0 to have rank 1, but got 0")
    # Breaks sequence-r19.
    refuse_run("join-ranks", join([VECTORS[0], SQUARE], [None], axis=0), JOIN,
               "expected element 1 to have rank 1, but got 2")
    # Breaks sequence-r17.
    refuse_run("stack-ranks", join([VECTORS[0]], [None] * 3, axis=0, new_axis=1), JOIN,
               "expected element 0 to have rank 2, but got 1")
    refuse_run("join-size", join([SQUARE], [None, 3], axis=0), JOIN,
               "expected dimension 1 of element 0 to be 3, but got 2")
    # Breaks sequence-r24: what a cast claims is checked where it is used.
    refuse_run("cast-rank", take([VECTORS[0]], [None, 2]), "onnxops.sequence_at_v11",
               "expected element 0 to have rank 2, but got 1")
    refuse_run("cast-size", take([SQUARE], [None, 3]), "onnxops.sequence_at_v11",
               "expected dimension 1 of element 0 to be 3, but got 2")
    # Breaks sequence-r21.
    program = Program(13)
    sequence = program.input_sequence("f32", [SQUARE])
    element = program.op("onnxops.sequence_at_v11",
                         [sequence, program.input("i64", 0)], [("f32", [None])])
    refuse_run("declared-rank", (program, element), "onnxops.sequence_at_v11",
               "expected element 0 to have rank 1, but got 2")


{"numbers": numbers, "errors": errors}[sys.argv[1]]()
if sys.argv[1] == "errors":
    finish()

# Data that comparisons, selections, series, Pad, Flatten, DepthToSpace, Resize and
# ScatterND find wrong at run time: exit status 1, and one line that names the place, the
# operator and the values.
#
# usage: selection-errors.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import numpy as np

from operator_failure import VAGUE, hidden, refuse_run
from onnx_program import Program
from refusal import finish


def pairs():
    program = Program(13)
    a, b = hidden(program, "f32", np.zeros((2, 3))), hidden(program, "f32", np.zeros(2))
    # Breaks neighbour-r48.
    refuse_run("less", program, program.op("Less", [a, b], [("bool", None)]),
               "Less: expected A and B to have one size in dimension 1 of the result, or "
               "size 1, but got 3 and 2")

    program = Program(16)
    c = hidden(program, "bool", np.zeros((4, 1), bool))
    a, b = hidden(program, "f32", np.zeros(3)), hidden(program, "f32", np.zeros((2, 3)))
    # Breaks neighbour-r50.
    refuse_run("where", program, program.op("Where", [c, a, b], [VAGUE]),
               "Where: expected condition, X and Y to have one size in dimension 0 of the "
               "result, or size 1, but got 4 and 2")

    program = Program(13)
    operands = [hidden(program, "f32", np.zeros(size)) for size in (1, 3, 1, 2)]
    # Breaks neighbour-r51.
    refuse_run("max", program, program.op("Max", operands, [VAGUE]),
               "Max: expected all operands to have one size in dimension 0 of the result, or "
               "size 1, but got 3 and 2")

    program = Program(13)
    a, b = hidden(program, "i32", [6, 7]), hidden(program, "i32", [3, 0])
    # Breaks neighbour-r53.
    refuse_run("rest", program, program.op("Mod", [a, b], [("i32", None)]),
               "Mod: expected B to have no 0, but got 1")


def series():
    def run(name, type_name, values, message):
        program = Program(13)
        operands = [program.input(type_name, value, []) for value in values]
        # Breaks neighbour-r55.
        refuse_run(name, program, program.op("Range", operands, [(type_name, None)]), message)

    run("no-step", "i32", (0, 3, 0), "Range: expected delta to be other than 0")
    run("no-step-float", "f32", (0, 3, -0.0), "Range: expected delta to be other than 0")
    run("too-long", "i64", (-2**63, 2**63 - 1, 1),
        f"Range: expected fewer than 2^63 elements, but got start {-2**63}, limit {2**63 - 1} "
        "and delta 1")
    for name, values in [("endless", (0, np.inf, 1)), ("not-a-number", (0, np.nan, 1)),
                         ("tiny-step", (0, 1e300, 1e-300))]:
        run(name, "f64", values, "Range: expected start, limit and delta to be numbers with "
                                 "fewer than 2^63 elements")


def pads():
    def run(name, size, pads, message, mode="constant", opset=13):
        program = Program(opset)
        operands = [hidden(program, "f32", np.zeros(size)), hidden(program, "i64", pads)]
        refuse_run(name, program, program.op("Pad", operands, [VAGUE], mode=f'"{mode}"'),
                   f"Pad: expected {message}")

    # Breaks neighbour-r58.
    run("few-pads", 3, [1, 1, 1], "pads to have 2 elements, one for each end of a dimension, "
                                  "but got 3")
    run("crop", 3, [-2, -2], "pads to crop no more than the size 3 of dimension 0, but got -2 "
                             "and -2")
    run("crop-far", 3, [-2**63, 1], "pads to crop no more than the size 3 of dimension 0, but "
                                    f"got {-2**63} and 1")
    run("far", 3, [2**62, 2**62], "pads to give dimension 0 a size below 2^63, but got "
                                  f"{2**62} and {2**62}")
    # Breaks neighbour-r60.
    run("reflect", 3, [0, 3], "pads to be less than the size 3 of dimension 0, but got 0 and 3",
        "reflect")
    run("edge", 0, [0, 1], "no pads for the size 0 of dimension 0, but got 0 and 1", "edge")
    run("wrap", 2, [-2, 1], "no pads for the size 0 of dimension 0, but got 0 and 1", "wrap", 19)


def flattens():
    program = Program(13)
    sizes = program.input("i64", [2**33, 2**33, 0])
    a = program.op("ConstantOfShape", [sizes], [("f32", [None] * 3)])
    # Breaks neighbour-r61.
    refuse_run("flatten", program, program.op("Flatten", [a], [VAGUE], axis=2),
               "Flatten: expected the product of the sizes before axis to be below 2^63")

    program = Program(13)
    a, low = hidden(program, "f32", np.zeros(3)), hidden(program, "f32", np.zeros(2))
    # Breaks neighbour-r52.
    refuse_run("clip", program, program.op("Clip", [a, low], [VAGUE]),
               "Clip: expected min to be a scalar or to have one element, but got 2 in "
               "dimension 0")


def blocks():
    program = Program(13)
    a = hidden(program, "f32", np.zeros((1, 6, 2, 3)))
    # Breaks neighbour-r63.
    refuse_run("channels", program, program.op("DepthToSpace", [a], [VAGUE], blocksize=2),
               "DepthToSpace: expected dimension 1 of input to be a multiple of 4, but got 6")

    program = Program(13)
    a = hidden(program, "f32", np.zeros((1, 6, 2, 3)))
    # Breaks neighbour-r63.
    refuse_run("columns", program, program.op("SpaceToDepth", [a], [VAGUE], blocksize=2),
               "SpaceToDepth: expected dimension 3 of input to be a multiple of 2, but got 3")

    program = Program(13)
    sizes = program.input("i64", [0, 4, 2**62, 1])
    a = program.op("ConstantOfShape", [sizes], [("f32", [None] * 4)])
    # Breaks neighbour-r63.
    refuse_run("rows", program, program.op("DepthToSpace", [a], [VAGUE], blocksize=2),
               "DepthToSpace: expected dimension 2 of the result to be below 2^63")


def resizes():
    def run(name, shape, operands, message, opset=13, operator="Resize"):
        program = Program(opset)
        data = hidden(program, "f32", np.zeros(shape))
        operands = [program.none() if array is None else
                    hidden(program, type_name, array) for type_name, array in operands]
        refuse_run(name, program, program.op(operator, [data, *operands], [VAGUE]), message)

    none = ("none", None)
    # Breaks neighbour-r69.
    run("few-scales", (2, 3), [none, ("f32", [2])],
        "Resize: expected scales to have 2 elements, one for each resized dimension, but got 1")
    run("many-sizes", (2, 3), [none, none, ("i64", [2, 3, 4])],
        "Resize: expected sizes to have 2 elements, one for each resized dimension, but got 3")
    for name, scale in [("no-scale", 0), ("negative", -1), ("not-a-scale", np.nan)]:
        run(name, (2,), [none, ("f32", [scale])], "Resize: expected scales to be above 0")
    run("reducing", (2,), [("f32", [0.5])], "Upsample: expected scales to be 1 or more", 9,
        "Upsample")
    run("huge", (2,), [none, ("f32", [1e30])],
        "Resize: expected scales to give dimension 0 a size below 2^63")
    run("negative-size", (2,), [none, none, ("i64", [-1])],
        "Resize: expected sizes to be 0 or more, but got -1")
    run("of-nothing", (0, 3), [none, none, ("i64", [2, 3])],
        "Resize: expected size 0 in dimension 0, in which X has no elements, but got 2")
    run("both", (2,), [none, ("f32", [2]), ("i64", [4])],
        "Resize: expected no scales beside sizes, but got 1")


def scatters():
    program = Program(13)
    a, u = hidden(program, "f32", np.zeros((4, 3))), hidden(program, "f32", np.zeros((2, 3)))
    at = program.input("i64", np.array([[0], [-5]]), [None, 1])
    # Breaks neighbour-r67.
    refuse_run("far", program, program.op("ScatterND", [a, at, u], [VAGUE]),
               "ScatterND: expected indices to be in [-4, 3], but got -5")

    program = Program(13)
    a, u = hidden(program, "f32", np.zeros((4, 3))), hidden(program, "f32", np.zeros((3, 3)))
    at = program.input("i64", np.array([[0], [1]]), [None, 1])
    # Breaks neighbour-r67.
    refuse_run("updates", program, program.op("ScatterND", [a, at, u], [VAGUE]),
               "ScatterND: expected updates to have size 2 in dimension 0, as dimension 0 of "
               "indices has, but got 3")

    program = Program(13)
    a, u = hidden(program, "f32", np.zeros((0, 3))), hidden(program, "f32", np.zeros((1, 3)))
    at = program.input("i64", np.array([[0]]), [None, 1])
    # Breaks neighbour-r67.
    refuse_run("no-rows", program, program.op("ScatterND", [a, at, u], [VAGUE]),
               "ScatterND: expected no indices, since data has size 0 in dimension 0, but got 1")


pairs()
series()
pads()
flattens()
blocks()
resizes()
scatters()
finish()

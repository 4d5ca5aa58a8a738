# Data that an ONNX operator finds wrong when it runs, in and out of loops: exit status
# 1, and one line that names the place, the operator and the values.
#
# usage: operator-errors.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_program import Program
from refusal import finish, refuse

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


def splits():
    program = Program(18)
    split = hidden(program, "i64", [2, 3])
    parts = program.op("Split", [hidden(program, "f32", np.zeros(6)), split], [VAGUE, VAGUE])
    # Breaks neighbour-r21.
    refuse_run("sum", program, program.op("Add", parts, [VAGUE]),
               "Split: expected split to sum to 6, the size of axis 0, but got 5")

    program = Program(18)
    split = hidden(program, "i64", [7, -1])
    parts = program.op("Split", [hidden(program, "f32", np.zeros(6)), split], [VAGUE, VAGUE])
    # Breaks neighbour-r21.
    refuse_run("entry", program, parts[0],
               "Split: expected split[1] to be 0 or more, but got -1")

    program = Program(18)
    split = hidden(program, "i64", [2, 2, 2])
    parts = program.op("Split", [hidden(program, "f32", np.zeros(6)), split], [VAGUE, VAGUE])
    # Breaks neighbour-r21.
    refuse_run("count", program, parts[0],
               "Split: expected split to have 2 elements, one for each output, but got 3")

    program = Program(13)
    parts = program.op("Split", [hidden(program, "f32", np.zeros((2, 7)))], [VAGUE, VAGUE],
                       axis=-1)
    # Breaks neighbour-r22.
    refuse_run("multiple", program, parts[0],
               "Split: expected the size of axis 1 to be a multiple of 2, the number of "
               "outputs, but got 7")

    program = Program(18)
    parts = program.op("Split", [hidden(program, "f32", np.zeros(5))], [VAGUE] * 4,
                       num_outputs=4)
    # Breaks neighbour-r23.
    refuse_run("smaller", program, parts[0],
               "Split: expected axis 0 to give 4 outputs of equal size, or with a "
               "smaller last one, but got size 5")


def shapes():
    program = Program(13)
    a = hidden(program, "f32", np.zeros((2, 3)))
    # Breaks neighbour-r17.
    refuse_run("squeeze", program,
               program.op("Squeeze", [a, program.constant("i64", [0])], [VAGUE]),
               "Squeeze: expected dimension 0 of data to have size 1, since axes names it, "
               "but got 2")

    program = Program(13)
    a = hidden(program, "f32", np.zeros((2, 3)))
    zero = hidden(program, "i64", [0])
    result = program.op("Slice", [a, zero, zero, program.constant("i64", [0]), zero], [VAGUE])
    # Breaks neighbour-r19.
    refuse_run("step", program, result, "Slice: expected steps[0] to be other than 0")

    program = Program(13)
    a = hidden(program, "f32", np.zeros((2, 3)))
    two = hidden(program, "i64", [0, 0])
    result = program.op("Slice", [a, two, two, program.constant("i64", [0])], [VAGUE])
    refuse_run("bounds", program, result,
               "Slice: expected starts to have 1 elements, one for each axis, but got 2")

    program = Program(13)
    a = hidden(program, "f32", np.zeros((2, 3)))
    # Breaks neighbour-r3.
    refuse_run("declared", program, program.op("Identity", [a], [("f32", [2, 4])]),
               "Identity: expected dimension 1 of the result to be 4, but got 3")


def arithmetic():
    program = Program(13)
    a, b = hidden(program, "f32", np.zeros((2, 3))), hidden(program, "f32", np.zeros(2))
    # Breaks neighbour-r13.
    refuse_run("broadcast", program, program.op("Add", [a, b], [VAGUE]),
               "Add: expected A and B to have one size in dimension 1 of the result, or "
               "size 1, but got 3 and 2")

    program = Program(13)
    a = hidden(program, "f32", np.zeros((0, 3)))
    b = program.input("f32", np.zeros((2, 3)))
    refuse_run("nothing", program, program.op("Mul", [a, b], [VAGUE]),
               "Mul: expected A and B to have one size in dimension 0 of the result, or "
               "size 1, but got 0 and 2")

    program = Program(6)
    a, b = hidden(program, "f32", np.zeros(3)), hidden(program, "f32", np.zeros(1))
    # Breaks neighbour-r15.
    refuse_run("opset-6", program, program.op("Add", [a, b], [VAGUE]),
               "Add: expected A and B to have one size in dimension 0 of the result, but "
               "got 3 and 1")


def division():
    # Breaks neighbour-r26.
    program = Program(13)
    a, b = hidden(program, "i64", [6, 7]), hidden(program, "i64", [3, 0])
    refuse_run("zero", program, program.op("Div", [a, b], [NUMBERS]),
               "Div: expected B to have no 0, but got 1")

    program = Program(13)
    a, b = program.input("u8", 6), program.input("u8", 0)
    refuse_run("zero-scalar", program, program.op("Div", [a, b], [("u8", None)]),
               "Div: expected B to have no 0, but got 1")


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


def moves():
    def gather(opset, index):
        program = Program(opset)
        a, b = hidden(program, "f32", np.zeros((2, 3))), hidden(program, "i32", index)
        return program, program.op("Gather", [a, b], [VAGUE], axis=1)

    # Breaks neighbour-r32.
    for name, opset, index, low in [("above", 13, [0, 3], -3), ("below", 13, -4, -3),
                                    ("negative", 1, [[-1]], 0)]:
        worst = np.ravel(index)[-1]
        refuse_run(name, *gather(opset, index),
                   f"Gather: expected indices to be in [{low}, 2], but got {worst}")
    program = Program(13)
    a, b = hidden(program, "i64", [5, 6]), program.input("i64", 2)
    refuse_run("element", program, program.op("Gather", [a, b], [NUMBERS]),
               "Gather: expected indices to be in [-2, 1], but got 2")

    # An axis without rows: one index, several, and elements taken one by one.
    for name, shape, index in [("no-row", (2, 0), 0), ("no-rows", (2, 0), [0, 0, 0])]:
        program = Program(13)
        a, b = hidden(program, "f32", np.zeros(shape)), hidden(program, "i64", index)
        refuse_run(name, program, program.op("Gather", [a, b], [VAGUE], axis=1),
                   "Gather: expected no indices, since data has size 0 in dimension 1, "
                   f"but got {np.size(index)}")
    program = Program(13)
    a, b = hidden(program, "i64", []), program.input("i64", [0, 1])
    refuse_run("no-elements", program, program.op("Gather", [a, b], [NUMBERS]),
               "Gather: expected no indices, since data has size 0 in dimension 0, but "
               "got 2")

    def reshape(name, shape, message, data=(2, 3), **attributes):
        program = Program(14)
        a, b = hidden(program, "f32", np.zeros(data)), program.input("i64", shape)
        result = program.op("Reshape", [a, b], [VAGUE], **attributes)
        refuse_run(name, program, result, "Reshape: " + message)

    fit = "expected shape to fit the {} elements of data, but got {}"
    # Breaks neighbour-r34.
    reshape("fit", [2, 2], fit.format(6, "[2, 2]"))
    reshape("rest", [4, -1], fit.format(6, "[4, -1]"))
    reshape("overflow", [2**32, 2**32], fit.format(0, f"[{2**32}, {2**32}]"), (0, 3))
    reshape("overflow-6", [2**63 - 1, 2**63 - 1, 6], fit.format(6, f"[{2**63 - 1}, {2**63 - 1}, 6]"))
    # Breaks neighbour-r35.
    reshape("ambiguous", [0, -1], fit.format(0, "[0, -1]"), (0, 3))
    # Breaks neighbour-r34.
    reshape("empty", [0, 6], fit.format(6, "[0, 6]"), allowzero=1)
    reshape("two", [-1, -1], "expected one -1 in shape at most, but shape[1] is another")
    reshape("minus", [-2, 3], "expected shape[0] to be -1 or more, but got -2")
    # Breaks neighbour-r33.
    reshape("beyond", [2, 3, 0], "expected shape[2] to be other than 0, since data has rank 2")

    # Breaks neighbour-r46.
    for name, data, shape, message in [
            ("expand", (2, 3), [2, 4],
             "expected shape[1] and dimension 1 of data to be equal, or one of them 1, but got 4 and 3"),
            ("expand-0", (0,), [3, 2],
             "expected shape[1] and dimension 0 of data to be equal, or one of them 1, but got 2 and 0"),
            ("expand-negative", (1,), [-1], "expected shape[0] to be 0 or more, but got -1")]:
        program = Program(13)
        a, b = hidden(program, "f32", np.zeros(data)), program.input("i64", shape)
        refuse_run(name, program, program.op("Expand", [a, b], [VAGUE]), "Expand: " + message)

    # Breaks neighbour-r37.
    program = Program(13)
    sizes = program.input("i64", [2, -3])
    refuse_run("fill", program, program.op("ConstantOfShape", [sizes], [VAGUE]),
               "ConstantOfShape: expected input[1] to be 0 or more, but got -3")


def control():
    program = Program(13)
    a = program.input("f32", np.zeros(2))
    branches = [program.region([], lambda: [a]), program.region([], lambda: [a])]
    result = program.op("If", [hidden(program, "bool", [True, True])], [VAGUE], branches)
    # Breaks neighbour-r4.
    refuse_run("condition", program, result,
               "If: expected cond to be a scalar or to have one element, but got 2 in "
               "dimension 0")

    program = Program(13)
    a = program.input("f32", np.zeros(2))
    body = program.region([("i64", []), ("bool", []), VAGUE], lambda i, c, x: [c, x])
    result = program.op("Loop", [program.none(), program.input("bool", True), a], [VAGUE],
                        [body])
    # Breaks neighbour-r8.
    refuse_run("endless", program, result,
               "Loop: expected a trip count or a condition that can become false")

    # Breaks neighbour-r6.
    for name, shapes in [("M", ([3, 3], [True])), ("cond", ([3], [True, True]))]:
        program = Program(13)
        a = program.input("f32", np.zeros(2))
        body = program.region([("i64", []), ("bool", []), VAGUE], lambda i, c, x: [c, x])
        count, condition = (hidden(program, t, v) for t, v in zip(("i64", "bool"), shapes))
        result = program.op("Loop", [count, condition, a], [VAGUE], [body])
        refuse_run(f"one-{name}", program, result,
                   f"Loop: expected {name} to be a scalar or to have one element, but got "
                   "2 in dimension 0")

    program = Program(17)
    sequences = [program.input_sequence("f32", [np.zeros(1)] * n, [None]) for n in (2, 3)]
    body = program.region([VAGUE, VAGUE], lambda x, y: [program.op("Add", [x, y], [VAGUE])])
    result = program.op("SequenceMap", sequences, [("f32", None, True)], [body])
    # Breaks neighbour-r12.
    refuse_run("lengths", program, result,
               "SequenceMap: expected additional_inputs[0] to have 2 elements, as "
               "input_sequence has, but got 3")


def in_loops():
    """What the turns before have computed and kept is freed."""
    program = Program(13)
    a = program.input("f32", np.zeros(2))

    def split(left):
        minus = program.op("Sub", [program.constant("i64", 2), left], [NUMBERS])
        lengths = [program.op("Unsqueeze", [x, program.constant("i64", [0])], [NUMBERS])
                   for x in (left, minus)]
        split = program.op("onnxops.concat_v13", lengths, [NUMBERS], axis=0)
        program.op("Split", [a, split], [VAGUE, VAGUE])
        return program.op("Add", [a, a], [VAGUE])

    result = in_loop(program, split)
    refuse_run("loop-split", program, result,
               "Split: expected split[0] to be 0 or more, but got -1")

    # Rows of 2, 1, 0, ... elements cannot be stacked: the second one is not like
    # the first.
    program = Program(13)
    a = program.input("f32", np.zeros(9))

    def rows(left):
        zero = program.constant("i64", [0])
        end = program.op("Unsqueeze", [left, zero], [NUMBERS])
        return program.op("Slice", [a, zero, end], [VAGUE])

    program.expect(in_loop(program, rows), np.zeros(()))
    path = f"{folder}/loop-scan"
    arguments = program.save(path)
    with open(f"{path}/program.mlir") as file:
        lines = file.read().splitlines()
    number = next(i for i, line in enumerate(lines, 1) if '"onnx.Loop"' in line)
    column = lines[number - 1].index("=") + 3
    # Breaks neighbour-r10.
    refuse("loop-scan", path, arguments, 1,
           f"FOLDER/program.mlir:{number}:{column}: concat_from_sequence: expected "
           "element 1 to have size 2 in dimension 0, as element 0 has, but got 1")

    # A branch that is not taken before.
    program = Program(13)
    a, b = hidden(program, "f32", np.zeros(2)), hidden(program, "f32", np.zeros(3))
    flags = program.input("bool", [False, False, True])

    def branch(left):
        start = program.op("Sub", [program.constant("i64", [2]), left], [NUMBERS])
        end = program.op("Add", [start, program.constant("i64", [1])], [NUMBERS])
        flag = program.op("Slice", [flags, start, end], [("bool", [1])])
        return program.op("If", [flag], [VAGUE], [
            program.region([], lambda: [program.op("Mul", [a, b], [VAGUE])]),
            program.region([], lambda: [a])])

    refuse_run("loop-branch", program, in_loop(program, branch),
               "Mul: expected A and B to have one size in dimension 0 of the result, or "
               "size 1, but got 2 and 3")


splits()
shapes()
arithmetic()
division()
pairs()
series()
pads()
flattens()
moves()
control()
in_loops()
finish()

# Data that an ONNX operator finds wrong when it runs, in and out of loops: exit status
# 1, and one line that names the place, the operator and the values.
#
# usage: operator-errors.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import numpy as np

from operator_failure import NUMBERS, VAGUE, folder, hidden, in_loop, refuse_run
from onnx_program import Program
from refusal import finish, refuse


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
moves()
control()
in_loops()
finish()

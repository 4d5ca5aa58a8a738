# Comparisons, booleans, Where, Max, Min, Sum and Clip against numpy, on every type,
# with sizes and operands that are known at compile time, in part, or only when it
# runs.
#
# usage: operator-selection.py pairs|several FOLDER [SEED]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from operator_case import (FLOATS, INTEGERS, SHAPES, expect, folder, hide,
                           is_without_arithmetic, numbers, operand, pick, rng)
from onnx_case import NUMBERS, TYPES, random_array
from onnx_program import Program

#===------------------------------------------------------------------------===#
# Pairs of elements
#===------------------------------------------------------------------------===#

COMPARISONS = {"Equal": np.equal, "Greater": np.greater, "Less": np.less,
               "GreaterOrEqual": np.greater_equal, "LessOrEqual": np.less_equal}


def comparisons():
    """Shows neighbour-r48."""
    for type_name in INTEGERS + FLOATS:
        program = Program(pick(12, 13, 16, 19, 24))
        for shapes in SHAPES:
            for name, function in COMPARISONS.items():
                arrays = [numbers(type_name, shape) for shape in shapes]
                values = [operand(program, type_name, array) for array in arrays]
                expect(program, name, values, "bool", function(*arrays))
        program.run(f"{folder}/compare-{type_name}")
    program = Program(7)
    left, right = rng.integers(0, 2, (2, 5)).astype(bool)
    values = [program.input("bool", array) for array in (left, right)]
    expect(program, "Equal", values, "bool", left == right)
    program.run(f"{folder}/compare-bool")


LOGIC = {"And": np.logical_and, "Or": np.logical_or, "Xor": np.logical_xor}


def logic():
    """Shows neighbour-r49."""
    program = Program(pick(7, 13))
    for shapes in SHAPES:
        for name, function in LOGIC.items():
            arrays = [rng.integers(0, 2, shape).astype(bool) for shape in shapes]
            values = [pick(program.input, program.constant)("bool", array) if array.size
                      else program.input("bool", array, hide(array.shape)) for array in arrays]
            expect(program, name, values, "bool", function(*arrays))
    program.run(f"{folder}/logic")
    program = Program(1)
    arrays = rng.integers(0, 2, (2, 3)).astype(bool)
    values = [program.input("bool", array, [None]) for array in arrays]
    expect(program, "Or", values, "bool", arrays[0] | arrays[1], broadcast=0)
    program.run(f"{folder}/logic-1")


def where():
    """Shows neighbour-r50."""
    for type_name in TYPES:
        if type_name == "string" or is_without_arithmetic(type_name):
            continue
        program = Program(pick(16, 24))
        for _ in range(6):
            shape = tuple(rng.integers(0, 5, rng.integers(0, 4)))
            shapes = [tuple(int(pick(size, size, 1)) for size in shape[rng.integers(len(shape) + 1):])
                      for _ in range(3)]
            try:
                np.broadcast_shapes(*shapes)
            except ValueError:
                continue
            condition = rng.integers(0, 2, shapes[0]).astype(bool)
            arrays = [random_array(rng, type_name, shape) for shape in shapes[1:]]
            values = [program.input("bool", condition, hide(condition.shape))]
            values += [program.input(type_name, array, hide(array.shape)) for array in arrays]
            expect(program, "Where", values, type_name, np.where(condition, *arrays))
        if program.results:
            program.run(f"{folder}/where-{type_name}")


def pairs():
    comparisons()
    logic()
    where()


#===------------------------------------------------------------------------===#
# Any number of operands
#===------------------------------------------------------------------------===#

def variadic():
    """Shows neighbour-r51."""
    for type_name in INTEGERS + FLOATS:
        program = Program(pick(12, 13, 24))
        for count in (1, 2, 3, 5):
            for name, function in {"Max": np.maximum, "Min": np.minimum}.items():
                shape = tuple(rng.integers(1, 5, rng.integers(0, 3)))
                arrays = [numbers(type_name, shape[rng.integers(len(shape) + 1):])
                          for _ in range(count)]
                expected = arrays[0]
                for array in arrays[1:]:
                    expected = function(expected, array)
                values = [operand(program, type_name, array) for array in arrays]
                expect(program, name, values, type_name, expected,
                       ulps=0 if type_name in FLOATS else None)
        program.run(f"{folder}/variadic-{type_name}")
    for type_name in FLOATS:
        program = Program(pick(6, 8, 13))
        arrays = [(rng.integers(-9, 9, (2, 3)) / 4).astype(NUMBERS[type_name][1]) for _ in range(3)]
        values = [program.input(type_name, array, hide(array.shape)) for array in arrays]
        expect(program, "Sum", values, type_name, sum(arrays[1:], arrays[0]))
        program.run(f"{folder}/sum-{type_name}")
    many()


def many():
    program = Program(13)
    arrays = rng.integers(-99, 99, (300, 4)).astype("<i4")
    values = [program.input("i32", array, [None]) for array in arrays]
    expect(program, "Max", values, "i32", arrays.max(0))
    program.run(f"{folder}/many")


def clip():
    """Shows neighbour-r52."""
    for type_name in INTEGERS + FLOATS:
        dtype = NUMBERS[type_name][1]
        program = Program(pick(12, 13))
        for shape in [(), (1,), (5,), (2, 30), (0,)]:
            array = numbers(type_name, shape)
            low, high = (np.array(value, dtype) for value in (1, pick(3, 0)))
            operands, expected = [operand(program, type_name, array)], array
            operands.append(pick(operand(program, type_name, low), None))
            operands.append(pick(operand(program, type_name, high.reshape(pick((), (1,)))), None))
            if operands[1]:
                expected = np.maximum(expected, low)
            if operands[2]:
                expected = np.minimum(expected, high)
            operands = [value or program.none() for value in operands]
            expect(program, "Clip", operands, type_name, expected,
                   ulps=0 if type_name in FLOATS else None)
        program.run(f"{folder}/clip-{type_name}")
    for type_name in FLOATS:
        program = Program(6)
        array = np.array([-3, 0.5, 7, np.nan], NUMBERS[type_name][1])
        expect(program, "Clip", [program.input(type_name, array)], type_name,
               np.clip(array, -1, 2), ulps=0, min="-1.0 : f32", max="2.0 : f32")
        program.run(f"{folder}/clip-6-{type_name}")


def several():
    variadic()
    clip()


{"pairs": pairs, "several": several}[sys.argv[1]]()

# Mod, Pow and Range against numpy, on every type, with sizes and operands that are
# known at compile time, in part, or only when it runs.
#
# usage: operator-series.py all FOLDER [SEED]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import numpy as np

from operator_case import (FLOATS, INTEGERS, SHAPES, expect, folder, hide, numbers, operand,
                           pick, rng)
from onnx_case import NUMBERS
from onnx_program import Program


def remainders():
    """Shows neighbour-r53."""
    for type_name in INTEGERS + FLOATS:
        program = Program(pick(10, 13))
        for shapes in SHAPES:
            left, right = (numbers(type_name, shape) for shape in shapes)
            right = np.where(right == 0, right.dtype.type(3), right)
            values = [program.input(type_name, array, hide(array.shape)) for array in (left, right)]
            fmod = 1 if type_name in FLOATS else pick(0, 1)
            with np.errstate(all="ignore"):
                expected = (np.fmod if fmod else np.mod)(left, right)
            if type_name[0] == "i":  # numpy takes the smallest integer by -1 for an overflow
                expected = np.where(right == -1, 0, expected)
            expect(program, "Mod", values, type_name, expected.astype(left.dtype),
                   ulps=0 if type_name in FLOATS else None, fmod=fmod)
        program.run(f"{folder}/mod-{type_name}")


def exact_power(base, exponent, bits):
    """Of integers, with all bits; what is infinite is the largest integer."""
    if exponent >= 0:
        value = pow(int(base), int(exponent), 2**bits)
        return value - 2**bits if value >= 2**(bits - 1) else value
    if base == 0:
        return 2**(bits - 1) - 1
    return {1: 1, -1: 1 if exponent % 2 == 0 else -1}.get(int(base), 0)


def powers():
    """Shows neighbour-r54."""
    for type_name in ("i32", "i64"):
        dtype = NUMBERS[type_name][1]
        program = Program(pick(12, 13))
        for other in INTEGERS:
            for shapes in SHAPES:
                left, right = numbers(type_name, shapes[0]), numbers(other, shapes[1])
                values = [operand(program, type_name, left), operand(program, other, right)]
                pair = np.broadcast_arrays(left, right)
                exact = [exact_power(a, b, 8 * np.dtype(dtype).itemsize)
                         for a, b in zip(pair[0].flat, pair[1].flat)]
                expect(program, "Pow", values, type_name,
                       np.array(exact, dtype).reshape(pair[0].shape))
        program.run(f"{folder}/pow-{type_name}")
    float_powers()


def float_powers():
    """Within 2 units in the last place; computed as f64 where an operand is an
    integer or an f64."""
    for type_name in FLOATS:
        program = Program(pick(12, 13))
        for other in ("f32", "f64", "i32", "u8", "f16"):
            for shapes in SHAPES:
                left = np.abs(rng.normal(size=shapes[0])).astype(NUMBERS[type_name][1]) + 1
                right = rng.integers(0, 5, shapes[1]).astype(NUMBERS[other][1])
                values = [program.input(type_name, left, hide(left.shape)),
                          program.input(other, right, hide(right.shape))]
                expected = np.power(left.astype("f8"), right.astype("f8"))
                expect(program, "Pow", values, type_name, expected.astype(left.dtype), ulps=2)
        program.run(f"{folder}/pow-{type_name}")
    program = Program(13)
    bases = np.array([1, 2, 3, -2, 0, 7], "<i8")
    values = [program.input("i64", bases), program.constant("f32", np.array(0.5, "<f4"))]
    expect(program, "Pow", values, "i64", [1, 1, 1, 0, 0, 2])
    program.run(f"{folder}/pow-mixed")


def ranges():
    """Shows neighbour-r55."""
    for type_name in ("i16", "i32", "i64", "f32", "f64"):
        dtype = np.dtype(NUMBERS[type_name][1])
        program = Program(pick(11, 13, 24))
        for _ in range(16):
            start, limit = rng.integers(-40, 40, 2)
            delta = int(rng.choice([-7, -2, -1, 1, 2, 3, 50]))
            if type_name[0] == "f":
                start, limit, delta = start / 2, limit / 2, delta / 4
            bounds = [dtype.type(value) for value in (start, limit, delta)]
            count = max(math.ceil((float(bounds[1]) - float(bounds[0])) / float(bounds[2])), 0)
            expected = bounds[0] + np.arange(count).astype(dtype) * bounds[2]
            values = [operand(program, type_name, np.array(value, dtype).reshape(pick((), (1,))))
                      for value in bounds]
            expect(program, "Range", values, type_name, expected.astype(dtype))
        program.run(f"{folder}/range-{type_name}")
    # A loop that computes the range and reads one element.
    program = Program(13)
    bounds = [program.input("i64", value) for value in (3, -2, -1)]
    values = program.op("Range", bounds, [("i64", [None])])
    factor = program.op("Shape", [program.input("f32", np.zeros(7), [None])], [("i64", [1])])
    expect(program, "Mul", [factor, values], "i64", [21, 14, 7, 0, -7])
    program.run(f"{folder}/range-times")
    program = Program(11)
    ends = np.array([-2**63, 2**63 - 1, 2**61], "<i8")
    values = [program.input("i64", ends[at], []) for at in range(3)]
    expect(program, "Range", values, "i64", [-2**63 + i * 2**61 for i in range(8)])
    program.run(f"{folder}/range-far")


def sixteen_bits():
    """16-bit floats, of which Range takes f16 from opset 27 on."""
    program = Program(27)
    bounds = np.array([0.5, 9, 0.75], "<f2")
    values = [program.input("f16", bounds[at], []) for at in range(3)]
    count = math.ceil((9 - 0.5) / 0.75)
    expect(program, "Range", values, "f16", (0.5 + np.arange(count) * 0.75).astype("<f2"))
    program.run(f"{folder}/range-f16")


remainders()
powers()
ranges()
sixteen_bits()

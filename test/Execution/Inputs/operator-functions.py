# Functions of one element against numpy: bit by bit where numpy and the standard
# leave no choice, else within a few units in the last place of the exact value.
#
# usage: operator-functions.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import INFINITIES, NUMBERS, random_array
from onnx_program import Program

folder = sys.argv[1]
rng = np.random.default_rng(7)

SIGNED = ["i8", "i16", "i32", "i64"]
UNSIGNED = ["u8", "u16", "u32", "u64"]
FLOATS = ["f16", "bf16", "f32", "f64"]
SHAPES = [(), (1,), (1, 1), (5,), (2, 30), (3, 2, 4), (0,), (3, 0, 2)]


def forms(program, type_name, array):
    """The operand with all of its sizes known, and with none."""
    yield program.input(type_name, array)
    if array.ndim:
        yield program.input(type_name, array, [None] * array.ndim)


def check_exact(operator, type_name, function, opset):
    program = Program(opset)
    for shape in SHAPES:
        array = random_array(rng, type_name, shape)
        for value in forms(program, type_name, array):
            program.expect(program.op(operator, [value], [(type_name, None)]), function(array))
    program.run(f"{folder}/{operator}-{type_name}")


#===------------------------------------------------------------------------===#
# Relu and Abs
#===------------------------------------------------------------------------===#

def split_sign(array):
    """The bits of floats without their sign, and where that is set."""
    bits = array.view(f"<u{array.dtype.itemsize}")
    sign = bits.dtype.type(1 << (8 * array.dtype.itemsize - 1))
    return bits & ~sign, bits & sign != 0


def relu_of_float(type_name):
    def relu(array):
        magnitude, is_negative = split_sign(array)
        is_nan = magnitude > magnitude.dtype.type(INFINITIES[type_name])
        return np.where(~is_negative | is_nan, array, array.dtype.type(0))
    return relu


def abs_of_float(array):
    return split_sign(array)[0].view(array.dtype)


def relu_and_abs():
    """Shows neighbour-r40, neighbour-r41."""
    for type_name in FLOATS:
        for opset in [13] if type_name == "bf16" else [6, 13]:
            check_exact("Relu", type_name, relu_of_float(type_name), opset)
            check_exact("Abs", type_name, abs_of_float, opset)
    for type_name in SIGNED:
        check_exact("Relu", type_name, lambda array: np.maximum(array, array.dtype.type(0)), 14)
        check_exact("Abs", type_name, np.abs, 6)
    for type_name in UNSIGNED:
        check_exact("Abs", type_name, lambda array: array, 6)
    smallest = Program(13)
    for type_name in SIGNED:
        array = np.full(3, np.iinfo(NUMBERS[type_name][1]).min, NUMBERS[type_name][1])
        for value in (smallest.input(type_name, array), smallest.constant(type_name, array)):
            smallest.expect(smallest.op("Abs", [value], [(type_name, None)]), array)
    smallest.run(f"{folder}/smallest")


#===------------------------------------------------------------------------===#
# Exp, Reciprocal, Sigmoid, Sqrt, Tanh
#===------------------------------------------------------------------------===#

def sigmoid(x):
    return 1 / (1 + np.exp(-x))


FUNCTIONS = {"Exp": np.exp, "Reciprocal": np.reciprocal, "Sigmoid": sigmoid, "Sqrt": np.sqrt, "Tanh": np.tanh}
# Where results overflow, underflow, or stop to differ from 0 or 1.
EDGES = [0.0, -0.0, 1, -1, 0.25, 2, 9, -9, 11, -11, 17, -17, 38, -38, 88, -88, 89, -89, 95, -95,
         104, -104, 300, -300, 709, -709, 710, -710, 740, -740, 746, -746, 1e4, -1e4, 1e-4, -1e-4,
         1e-7, -1e-7, float("inf"), float("-inf"), float("nan")]


def widen(type_name, array):
    """The numbers with more room than their type has."""
    if type_name == "bf16":
        return np.left_shift(array, 16, dtype="<u4").view("<f4").astype(np.longdouble)
    return array.astype(np.longdouble)


def narrow(type_name, array):
    if type_name == "bf16":
        bits = array.astype("<f4").view("<u4").astype("<i8")
        return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2")
    return array.astype(NUMBERS[type_name][1])


def numbers(type_name, shape):
    scales = 10.0 ** rng.uniform(-4, 2.5, shape)
    array = np.where(rng.random(shape) < 0.4, rng.choice(EDGES, shape),
                     rng.normal(size=shape) * scales)
    return narrow(type_name, np.asarray(array, "<f8"))


def functions():
    """Shows neighbour-r42, neighbour-r43."""
    for type_name in FLOATS:
        for operator, function in FUNCTIONS.items():
            program = Program(13 if type_name == "bf16" else 6)
            arrays = [narrow(type_name, np.array(EDGES, "<f8")), *(numbers(type_name, s) for s in SHAPES)]
            ulps = 0 if operator in ("Reciprocal", "Sqrt") else 1 if type_name in ("f16", "bf16") else 2
            for array in arrays:
                expected = narrow(type_name, function(widen(type_name, array)))
                for value in forms(program, type_name, array):
                    result = program.op(operator, [value], [(type_name, None)])
                    program.expect(result, expected, ulps)
            # Known at compile time.
            array = narrow(type_name, np.array(0.75))
            result = program.op(operator, [program.constant(type_name, array)], [(type_name, [])])
            program.expect(result, narrow(type_name, function(np.longdouble(0.75))), ulps)
            program.run(f"{folder}/{operator}-{type_name}")


with np.errstate(all="ignore"):
    relu_and_abs()
    functions()

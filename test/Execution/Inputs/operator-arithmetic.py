# Arithmetic and casts against numpy, with sizes that are known at compile time, in
# part, or only when it runs.
#
# usage: operator-arithmetic.py KIND FOLDER [SEED]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from operator_case import FLOATS, INTEGERS, folder, hide, pick, rng, small_array
from onnx_case import NUMBERS, random_array
from onnx_program import Program

OPERATORS = {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply}


#===------------------------------------------------------------------------===#
# Arithmetic
#===------------------------------------------------------------------------===#

def arithmetic_types():
    for type_name in INTEGERS + FLOATS:
        program = Program(14)
        for shapes in [((3, 5), (3, 5)), ((), ()), ((1,), (1, 1)), ((40,), ()),
                       ((0, 2), (1, 2))]:
            arrays = [small_array(type_name, shape) for shape in shapes]
            for operator, function in OPERATORS.items():
                values = [program.input(type_name, array, hide(array.shape))
                          for array in arrays]
                result = program.op(operator, values, [(type_name, None)])
                with np.errstate(over="ignore"):
                    program.expect(result, function(*arrays))
        program.run(f"{folder}/{type_name}")


def round_to_bf16(array):
    """To nearest, ties to even; no NaN comes here. Shows neighbour-r14."""
    bits = np.asarray(array, "<f4").view("<u4").astype("<i8")
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2")


def arithmetic_bf16():
    program = Program(14)
    for shapes in [((64,), (64,)), ((3, 1), (4,)), ((), ())]:
        stored = [round_to_bf16(rng.normal(size=shape) * 100) for shape in shapes]
        wide = [np.left_shift(bits, 16, dtype="<u4").view("<f4") for bits in stored]
        for operator, function in OPERATORS.items():
            values = [program.input("bf16", bits, hide(bits.shape)) for bits in stored]
            result = program.op(operator, values, [("bf16", None)])
            program.expect(result, round_to_bf16(function(*wide)))
    program.run(f"{folder}/bf16")


def broadcast_pair():
    """Two shapes that broadcast, zeros among their sizes. Shows neighbour-r13."""
    shape = rng.integers(0, 5, rng.integers(0, 5))
    pair = []
    for _ in range(2):
        own = [int(pick(size, size, 1)) for size in shape]
        pair.append(tuple(own[rng.integers(0, len(own) + 1):]))
    if any(1 != a != b != 1 for a, b in zip(*(shape[::-1] for shape in pair))):
        return broadcast_pair()
    return pair


def arithmetic_broadcasts():
    for seed in range(12):
        program = Program(pick(7, 13, 14))
        for _ in range(12):
            type_name = pick("f32", "i32", "i64", "u8")
            arrays = [small_array(type_name, shape) for shape in broadcast_pair()]
            operator = pick(*OPERATORS)
            values = [program.input(type_name, array, hide(array.shape))
                      for array in arrays]
            expected = OPERATORS[operator](*arrays)
            result = program.op(
                operator, values,
                [(type_name, pick(None, list(expected.shape), hide(expected.shape)))])
            program.expect(result, expected)
        program.run(f"{folder}/broadcast{seed}")


def arithmetic_not():
    program = Program(13)
    for shape in [(), (1,), (7,), (2, 3), (0,)]:
        array = rng.integers(0, 2, shape).astype(bool)
        for declared in (list(shape), [None] * len(shape)):
            value = program.input("bool", array, declared)
            program.expect(program.op("Not", [value], [("bool", None)]), ~array)
    constant = program.constant("bool", [True, False])
    program.expect(program.op("Not", [constant], [("bool", [2])]), [False, True])
    program.run(f"{folder}/not")


def arithmetic_opset_6():
    program = Program(6)
    array = np.arange(6, dtype="f4").reshape(2, 3)
    # Shows neighbour-r15.
    values = [program.input("f32", array, shape) for shape in ([2, 3], [None, None])]
    program.expect(program.op("Add", values, [("f32", None)], broadcast=0), array * 2)
    program.run(f"{folder}/opset6")


def arithmetic():
    arithmetic_types()
    arithmetic_bf16()
    arithmetic_broadcasts()
    arithmetic_not()
    arithmetic_opset_6()


#===------------------------------------------------------------------------===#
# Div and Neg
#===------------------------------------------------------------------------===#

def truncated(left, right):
    """The quotient of integers, with all bits, rounded towards 0; of the
    smallest one and -1, the smallest one."""
    exact = [abs(int(a)) // abs(int(b)) * (1 if (a < 0) == (b < 0) else -1)
             for a, b in zip(left.flat, right.flat)]
    bits = 8 * left.dtype.itemsize
    wrapped = np.array([value % 2**bits for value in exact], f"<u{bits // 8}")
    return wrapped.view(left.dtype).reshape(left.shape)


def divide():
    """Shows neighbour-r25."""
    for type_name in INTEGERS + FLOATS:
        program = Program(pick(7, 13, 14))
        for shapes in [((3, 5), (3, 5)), ((), ()), ((2,), (1,)), ((40,), ()), ((0, 2), (1, 2)),
                       ((4, 1), (3,))]:
            left, right = (small_array(type_name, shape) for shape in shapes)
            left, right = left.copy(), np.where(right == 0, right.dtype.type(3), right)
            if type_name in INTEGERS and type_name[0] == "i" and left.size:
                left.flat[0], right.flat[0] = np.iinfo(left.dtype).min, -1
            values = [program.input(type_name, array, hide(array.shape)) for array in (left, right)]
            result = program.op("Div", values, [(type_name, None)])
            if type_name in INTEGERS:
                expected = truncated(*np.broadcast_arrays(left, right))
            else:
                with np.errstate(all="ignore"):
                    expected = (left / right).astype(left.dtype)
            program.expect(result, expected)
        program.run(f"{folder}/div-{type_name}")
    divide_nothing()


def divide_nothing():
    """Where nothing is divided, a 0 is no error. Shows neighbour-r26."""
    program = Program(14)
    values = [program.input("i32", np.zeros((0, 1), "i4"), [None, None]),
              program.input("i32", np.zeros(3, "i4"), [None])]
    program.expect(program.op("Div", values, [("i32", None)]), np.zeros((0, 3), "i4"))
    program.run(f"{folder}/div-nothing")


def negate():
    """Shows neighbour-r27."""
    for type_name in ["i8", "i16", "i32", "i64"] + FLOATS:
        program = Program(pick(6, 13))
        for shape in [(), (1,), (5,), (2, 30), (0,)]:
            array = small_array(type_name, shape).copy()
            if type_name in INTEGERS and array.size:
                array.flat[0] = np.iinfo(array.dtype).min
            value = program.input(type_name, array, hide(shape))
            with np.errstate(over="ignore"):
                program.expect(program.op("Neg", [value], [(type_name, None)]), -array)
        program.run(f"{folder}/neg-{type_name}")
    program = Program(13)
    bits = round_to_bf16(rng.normal(size=(3, 7)))
    value = program.input("bf16", bits)
    program.expect(program.op("Neg", [value], [("bf16", None)]), bits ^ 0x8000)
    program.run(f"{folder}/neg-bf16")


def division():
    divide()
    negate()


#===------------------------------------------------------------------------===#
# Cast
#===------------------------------------------------------------------------===#

def cast_expected(array, dtype):
    """As numpy has it where the standard defines it; a float out of range gives
    the nearest integer, NaN gives 0."""
    dtype = np.dtype(dtype)
    if array.dtype.kind != "f" or dtype.kind not in "iu":
        with np.errstate(all="ignore"):
            # The 16-bit floats by way of f32.
            if dtype == "<f2":
                return array.astype("<f4").astype(dtype)
            return array.astype(dtype)
    info = np.iinfo(dtype)
    converted = [0 if value != value else min(max(int(value), info.min), info.max)
                 if abs(value) != float("inf") else info.max if value > 0 else info.min
                 for value in array.astype("f8").flat]
    return np.array(converted, object).astype(dtype).reshape(array.shape)


def cast_values(type_name, shape):
    if type_name in FLOATS:
        special = np.array([0.0, -0.0, 0.99, -0.99, 2.5, -2.5, 127.5, 128, 255, 256, 65504, -32769,
                            2.0**31, 2.0**32, -(2.0**31), 2.0**63, 2.0**64, -(2.0**63), 1e38,
                            float("inf"), float("-inf"), float("nan")])
        with np.errstate(over="ignore"):
            return rng.choice(special, shape).astype(NUMBERS[type_name][1])
    return random_array(rng, type_name, shape)


def cast():
    """Shows neighbour-r28, neighbour-r29, neighbour-r30."""
    names = INTEGERS + FLOATS + ["bool"]
    for source in names:
        program = Program(pick(6, 9, 13, 19, 24))
        for target in names:
            for shape in [(), (40,), (3, 0)]:
                array = cast_values(source, shape)
                value = program.input(source, array, hide(shape))
                result = program.op("Cast", [value], [(target, None)], to=int(NUMBERS[target][0]))
                program.expect(result, cast_expected(array, NUMBERS[target][1]))
        program.run(f"{folder}/{source}")
    cast_bf16()


def cast_bf16():
    program = Program(13)
    numbers = np.array([0.0, -0.0, 1.5, -2.75, 3e38, 300, float("inf")], "f4")
    bits = round_to_bf16(numbers)
    wide = np.left_shift(bits, 16, dtype="<u4").view("<f4")
    value = program.input("bf16", bits)
    for target in ["f32", "f64", "i32", "u8", "bool"]:
        result = program.op("Cast", [value], [(target, None)], to=int(NUMBERS[target][0]))
        program.expect(result, cast_expected(wide, NUMBERS[target][1]))
    for source in ["f32", "f64", "i16", "i64", "u64", "bool"]:
        array = np.abs(rng.normal(size=20).astype("f4") * 100)
        array = cast_expected(array, NUMBERS[source][1])
        result = program.op("Cast", [program.input(source, array)], [("bf16", None)], to=16)
        program.expect(result, round_to_bf16(array.astype("f4")))
    program.run(f"{folder}/bf16")


{"arithmetic": arithmetic, "division": division, "cast": cast}[sys.argv[1]]()

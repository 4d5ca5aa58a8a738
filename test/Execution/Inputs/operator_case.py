# What the programs that compare ONNX operators with numpy share: random choices, and
# operands of which more or less is known at compile time. Taken from the command
# line: KIND FOLDER [SEED].
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import NUMBERS, ON_DEVICE, random_array

folder = sys.argv[2]
rng = np.random.default_rng(int((sys.argv[3:] or [7])[0]))

INTEGERS = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"]
FLOATS = ["f16", "f32", "f64"]

# Shapes of two operands that broadcast.
SHAPES = [((3, 5), (3, 5)), ((), ()), ((1,), (1, 1)), ((4,), ()), ((40,), (1,)),
          ((2, 1, 3), (4, 1)), ((0, 2), (1, 2)), ((7,), (7,))]


def pick(*choices):
    return choices[rng.integers(len(choices))]


def hide(shape):
    """Some of the sizes."""
    return [pick(size, None) for size in shape]


def integers(program, values, type_name="i64"):
    """An operand whose elements are known at compile time, or when it runs."""
    array = np.array(values, NUMBERS[type_name][1])
    make = pick("constant", "input", "vague")
    if make == "constant":
        return program.constant(type_name, array)
    return program.input(type_name, array,
                         "exact" if make == "input" else [None] * array.ndim)


def small_array(type_name, shape):
    """Numbers whose sums and products exist; integers of all bits wrap. Shows
    neighbour-r14."""
    if type_name in INTEGERS:
        return random_array(rng, type_name, shape)
    return (rng.integers(-2000, 2000, shape) / 8).astype(NUMBERS[type_name][1])


def is_without_arithmetic(type_name):
    """Devices only move complex numbers."""
    return ON_DEVICE and type_name.startswith("complex")


def numbers(type_name, shape):
    """Small numbers, some of them equal; floats have halves and infinities."""
    if type_name in INTEGERS:
        low = 0 if type_name[0] == "u" else -6
        array = rng.integers(low, 7, shape)
        if rng.integers(3) == 0:
            info = np.iinfo(NUMBERS[type_name][1])
            array = rng.choice(np.array([info.min, info.max, 0, 1], object), shape)
        return np.asarray(array).astype(NUMBERS[type_name][1])
    array = np.asarray(rng.integers(-6, 7, shape) / 2 + 0.25)
    array = np.where(rng.random(shape) < 0.1, rng.choice([np.inf, -np.inf, np.nan], shape), array)
    return array.astype(NUMBERS[type_name][1])


def operand(program, type_name, array):
    """With all sizes known, some, or also the elements."""
    array = np.asarray(array)
    form = rng.integers(4)
    if form == 0 and type_name in INTEGERS and array.size:
        return program.constant(type_name, array)
    return program.input(type_name, array, "exact" if form == 1 else hide(array.shape))


def expect(program, name, operands, type_name, expected, ulps=None, **attributes):
    expected = np.asarray(expected)
    shape = pick(None, list(expected.shape), hide(expected.shape))
    result = program.op(name, operands, [(type_name, shape)], **attributes)
    program.expect(result, expected, ulps)

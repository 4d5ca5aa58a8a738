# What the programs that compare ONNX operators with numpy share: random choices, and
# operands of which more or less is known at compile time. Taken from the command
# line: KIND FOLDER [SEED].
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import NUMBERS, random_array

folder = sys.argv[2]
rng = np.random.default_rng(int((sys.argv[3:] or [7])[0]))

INTEGERS = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"]
FLOATS = ["f16", "f32", "f64"]


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

# Elementwise operators whose loops go through a buffer: rows of one page and of
# several, at any distance from where pages begin, side by side and below each
# other, of each width of element; the numbers are numpy's.
#
# usage: staged-numbers.py SEED FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import NUMBERS, Case, random_array

INTEGERS = ["i8", "i16", "i32", "i64"]
rng = np.random.default_rng(int(sys.argv[1]))


def declare(shape, unknown):
    """The shape, or one of which nothing is known."""
    return [None] * len(shape) if unknown else "exact"


def add_rows(case, name, shape, unknown):
    """One operator alone, with a value repeated along each row or down each column."""
    array = random_array(rng, name, shape)
    value = case.input(name, array, declare(shape, unknown))
    case.expect(case.node("Neg", [value]), name, -array)
    row = random_array(rng, name, (1,) * (len(shape) - 1) + shape[-1:])
    other = case.input(name, row, "exact")
    case.expect(case.node("Add", [value, other]), name, array + row)


def add_parts(case, name, shape, unknown, axis):
    """Operands of a concat, the last one at an odd offset."""
    parts, names = [], []
    for extra in (0, 1, 2):
        size = list(shape)
        size[axis] += extra
        array = random_array(rng, name, size)
        names.append(case.node("Neg", [case.input(name, array, declare(size, unknown))]))
        parts.append(-array)
    case.expect(case.node("Concat", names, axis=axis), name, np.concatenate(parts, axis))


def add_columns(case, name, unknown):
    """Rows with gaps between them, read from a transposed operand."""
    array = random_array(rng, name, (700, 5))
    value = case.input(name, array, declare(array.shape, unknown))
    turned = case.node("Transpose", [value], perm=[1, 0])
    case.expect(case.node("Neg", [turned]), name, -array.T)


for name in INTEGERS:
    per_page = 4096 // np.dtype(NUMBERS[name][1]).itemsize
    for unknown in (False, True):
        case = Case(13)
        longest = int(rng.integers(2 * per_page, 4 * per_page))
        for shape in [(longest,), (3, per_page), (2, 2, per_page // 2 + 3), (0, per_page)]:
            add_rows(case, name, shape, unknown)
        add_parts(case, name, (3, per_page + 5), unknown, axis=1)
        add_parts(case, name, (per_page // 8, 9), unknown, axis=0)
        add_columns(case, name, unknown)
        case.run(sys.argv[2])

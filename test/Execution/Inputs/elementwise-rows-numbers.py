# Elementwise operators over rows of each length that a vector of elements can
# begin or end in, with operands that are one row, one column or one element, of
# one width or two, and views that begin between vectors: the numbers are numpy's.
#
# usage: elementwise-rows-numbers.py SEED FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import NUMBERS, Case, random_array

INTEGERS = ["i8", "i16", "i32", "i64"]
SHAPES = [(3, 16), (5, 7), (1, 8), (8, 1), (0, 4), (64, 4), (2, 3, 12), (2, 6, 2), (300,)]
rng = np.random.default_rng(int(sys.argv[1]))


def small(shape, name):
    return rng.integers(-50, 50, shape).astype(NUMBERS[name][1])


def add_sums(case, shape, declared):
    """With operands that repeat along dimensions."""
    row, column = (1,) * (len(shape) - 1) + shape[-1:], shape[:-1] + (1,)
    for name in INTEGERS:
        whole = small(shape, name)
        value = case.input(name, whole, declared)
        for other in (small(row, name), small(column, name), small((), name)):
            operand = case.input(name, other, "exact")
            case.expect(case.node("Add", [value, operand]), name, whole + other)


def add_one_operand(case, shape, declared):
    """Types that are stored as others, or become others."""
    bits = random_array(rng, "bf16", shape)
    value = case.input("bf16", bits, declared)
    case.expect(case.node("Neg", [value]), "bf16", bits ^ 0x8000)
    flags = rng.integers(0, 2, shape).astype(bool)
    value = case.input("bool", flags, declared)
    case.expect(case.node("Not", [value]), "bool", ~flags)
    for source, target in [("i8", "f32"), ("f32", "i16"), ("f64", "i8"), ("bool", "i64")]:
        array = flags if source == "bool" else small(shape, source)
        value = case.input(source, array, declared)
        case.expect(case.node("Cast", [value], to=NUMBERS[target][0]), target,
                    array.astype(NUMBERS[target][1]))


def add_views(case, shape, declared):
    """Of columns from the second on, which no vector begins at."""
    for name in INTEGERS:
        whole = small(shape, name)
        value = case.input(name, whole, declared)
        begin, end, axes = (case.constant("i64", [n]) for n in (1, shape[-1], -1))
        part = case.node("Slice", [value, begin, end, axes])
        case.expect(case.node("Neg", [part]), name, -whole[..., 1:])


for shape in SHAPES:
    for declared in ("exact", [None] * len(shape)):
        for add in (add_sums, add_one_operand, add_views):
            case = Case(13)
            add(case, shape, declared)
            case.run(sys.argv[2])

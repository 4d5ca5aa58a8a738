# Shape arithmetic as exporters write it, with sizes that are known and not:
# numbers against numpy, and the types that are known before anything is lowered
# and after other operators are.
#
# usage: exporter-shapes.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import re
import subprocess
import sys

import numpy as np

from onnx_case import Case

folder = sys.argv[1]
rng = np.random.default_rng(5)


class Model(Case):
    """Numbers and nodes as an exporter would write them."""

    def ints(self, *values):
        return self.constant("i64", np.array(values, "i8"))

    def size(self, x, dim):
        """One size as a vector of one element."""
        shape = self.node("Shape", [x])
        scalar = self.node("Gather", [shape, self.constant("i64", np.array(dim))], axis=0)
        return self.node("Unsqueeze", [scalar, self.ints(0)])


def check_types(path, expected):
    """The type that is returned, from generic ops and in the pipeline."""
    commands = [
        f"onnxops-translate --import-onnx --allow-unsupported {path}/model.onnx"
        " | onnxops-opt -allow-unregistered-dialect -onnxops-infer-shapes",
        f"onnxops-run {path}/model.onnx --emit shapes",
    ]
    for command in commands:
        module = subprocess.run(command, shell=True, check=True, capture_output=True,
                                text=True).stdout
        types = re.findall(r"return .* : (.*)", module)
        if types != [expected]:
            sys.exit(f"{command}: expected {expected}, but got {types}")


def run(name, make, declared, expected):
    """`make` builds on an input x of the sizes `declared`."""
    case = Model(18)
    array = rng.normal(size=(6, 4)).astype("f4")
    x = case.input("f32", array, declared)
    result, numbers = make(case, x, array)
    case.expect(result, "f32", numbers, None)
    case.run(f"{folder}/{name}")
    check_types(f"{folder}/{name}", expected)


def repeat(case, x, array):
    """x.repeat(x.shape[1], 2), the first one known only if the size is."""
    repeats = case.node("Concat", [case.size(x, 1), case.ints(2)], axis=0)
    return case.node("Tile", [x, repeats]), np.tile(array, (4, 2))


def expand(case, x, array):
    """One row as many times as x has rows."""
    row = case.node("Slice", [x, case.ints(1), case.ints(2), case.ints(0)])
    repeats = case.node("Concat", [case.size(x, 0), case.ints(1)], axis=0)
    return case.node("Tile", [row, repeats]), np.tile(array[1:2], (6, 1))


def chunk(case, x, array):
    """The first half; lengths that are one half and the rest."""
    rows = case.size(x, 0)
    half = case.node("Div", [rows, case.ints(2)])
    split = case.node("Concat", [half, case.node("Sub", [rows, half])], axis=0)
    parts = case.node("SplitToSequence", [x, split], axis=0)
    return case.node("SequenceAt", [parts, case.constant("i64", np.array(0))]), array[:3]


def last(case, x, array):
    """The last row, at a position that is a size less one."""
    rows = case.node("SplitToSequence", [x], axis=0, keepdims=0)
    numbers = case.node("Gather", [x, case.constant("i64", np.array(0))], axis=1)
    count = case.node("Size", [numbers])
    position = case.node("Sub", [count, case.constant("i64", np.array(1))])
    return case.node("SequenceAt", [rows, position]), array[-1]


def fill(case, x, array):
    """Every repeat 3, by way of floats and of another integer type."""
    rank = case.node("Shape", [case.node("Shape", [x])])
    ones = case.node("ConstantOfShape", [rank])
    filled = case.node("Cast", [ones], to=6)
    three = case.node("Add", [case.node("Cast", [filled], to=7), case.ints(3)])
    repeats = case.node("Mul", [three, case.ints(1, 1)])
    return case.node("Tile", [x, repeats]), np.tile(array, (3, 3))


def flip(case, x, array):
    """Repeats from the negated and reversed sizes."""
    shape = case.node("Shape", [x])
    back = case.node("Slice", [shape, case.ints(-1), case.ints(-3), case.ints(0), case.ints(-1)])
    negated = case.node("Neg", [back])
    repeats = case.node("Reshape", [case.node("Neg", [negated]), case.ints(-1)])
    return case.node("Tile", [x, repeats]), np.tile(array, (4, 6))


STATIC, ROWS, COLUMNS, OPEN = [6, 4], ["n", 4], [6, "m"], ["n", "m"]
for make, types in [
    (repeat, ["tensor<24x8xf32>", "tensor<?x8xf32>", "tensor<?x?xf32>", "tensor<?x?xf32>"]),
    (expand, ["tensor<6x4xf32>", "tensor<?x4xf32>", "tensor<6x?xf32>", "tensor<?x?xf32>"]),
    (chunk, ["tensor<3x4xf32>", "tensor<?x4xf32>", "tensor<3x?xf32>", "tensor<?x?xf32>"]),
    (last, ["tensor<4xf32>", "tensor<4xf32>", "tensor<?xf32>", "tensor<?xf32>"]),
    (fill, ["tensor<18x12xf32>", "tensor<?x12xf32>", "tensor<18x?xf32>", "tensor<?x?xf32>"]),
    (flip, ["tensor<24x24xf32>", "tensor<?x?xf32>", "tensor<?x?xf32>", "tensor<?x?xf32>"]),
]:
    for name, declared, expected in zip(["static", "rows", "columns", "open"],
                                        [STATIC, ROWS, COLUMNS, OPEN], types):
        run(f"{make.__name__}-{name}", make, declared, expected)

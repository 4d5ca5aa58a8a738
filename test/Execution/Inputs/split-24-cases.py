# Makes models of SplitToSequence-24 with their inputs and outputs, one folder
# for each: 3x6 elements of 0 to 17 in the forms that the operator has, of f32
# and of bf16, with `split` known and not.
#
# usage: split-24-cases.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import Case

NUMBERS = np.arange(18, dtype=np.float32).reshape(3, 6)
# A bf16 is the upper half of an f32; these lose nothing.
ARRAYS = {"f32": NUMBERS, "bf16": (NUMBERS.view("<u4") >> 16).astype("<u2")}


def columns(array):
    return [array[:, i] for i in range(6)]


# What `split` is, the attributes, the chunks.
FORMS = {
    "scalar": (2, {"axis": 1}, lambda array: np.split(array, 3, 1)),
    "vector": ([1, 2], {"axis": 0}, lambda array: [array[:1], array[1:]]),
    "squeezed": (None, {"axis": 1, "keepdims": 0}, columns),
}

for type_name, array in ARRAYS.items():
    for form, (split, attributes, chunks) in FORMS.items():
        for kind in ("known", "run-time") if split is not None else ("known",):
            case = Case(24)
            inputs = [case.input(type_name, array)]
            if split is not None:
                make = case.constant if kind == "known" else case.input
                inputs.append(make("i64", np.array(split)))
            sequence = case.node("SplitToSequence", inputs, **attributes)
            case.expect_sequence(sequence, type_name, chunks(array))
            case.save(f"{sys.argv[1]}/{type_name}-{form}-{kind}")

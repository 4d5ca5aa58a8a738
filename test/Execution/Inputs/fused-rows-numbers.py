# Elementwise operators before a Concat whose rows they write side by side, in
# shapes known and unknown, one of them also read on its own: the numbers are
# numpy's.
#
# usage: fused-rows-numbers.py SEED FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import Case, random_array

rng = np.random.default_rng(int(sys.argv[1]))
for rows, shapes in [(20, "exact"), (16, "exact"), (33, ["rows", None]), (1, "exact")]:
    case = Case(13)
    names, parts = [], []
    for columns in [64, 70, 1024, 65]:
        array = random_array(rng, "i32", (rows, columns))
        declared = shapes if shapes == "exact" else [shapes[0], columns]
        names.append(case.node("Neg", [case.input("i32", array, declared)]))
        parts.append(-array)
    row = random_array(rng, "i32", (1, 80))
    names.append(case.node("Expand", [case.constant("i32", row),
                                      case.constant("i64", [rows, 80])]))
    parts.append(np.tile(row, (rows, 1)))
    whole = case.node("Concat", names, axis=1)
    case.expect(whole, "i32", np.concatenate(parts, 1))
    case.expect(case.node("Abs", [names[1]]), "i32", np.abs(parts[1]))
    case.run(sys.argv[2])

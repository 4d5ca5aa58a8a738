# Applies every version of every operator to a tensor of every element type, and
# compares the types that onnxops-opt accepts with those of the version.
#
# usage: check-element-types.py onnxops-opt
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import subprocess
import sys

FLOATS = "f16 f32 f64".split()
FIFTEEN = FLOATS + (
    "ui8 ui16 ui32 ui64 i8 i16 i32 i64 !onnxops.string i1 "
    "complex<f32> complex<f64>"
).split()
SIXTEEN = FIFTEEN + ["bf16"]
OPENVINO = FLOATS + (
    "ui8 ui16 ui32 ui64 i8 i16 i32 i64 i1 i4 ui4 bf16 f8E4M3FN f8E5M2"
).split()
ALL = sorted(set(SIXTEEN + OPENVINO + ["index", "f80", "i7", "si8"]))

CONCAT = "{} %a axis = 0 : (tensor<2x{}>) -> tensor<2x{}>"
TILE_V1 = "{} %a, %n, %n : (tensor<2x{}>, tensor<i64>, tensor<i64>) -> tensor<?x{}>"
TILE = "{} %a, %r : (tensor<2x{}>, tensor<1xi64>) -> tensor<?x{}>"
SPLIT = "{} %a : (tensor<2x{}>) -> !onnxops.seq<tensor<1x{}>>"
CONSTRUCT = "{} %a : (tensor<2x{}>) -> !onnxops.seq<tensor<2x{}>>"
AT = "{} %s, %n : (!onnxops.seq<tensor<2x{}>>, tensor<i64>) -> tensor<2x{}>"

# Each op is tried with every type, and accepts or rejects it. Shows types-r1,
# types-r2, types-r3, types-r4, types-r8. Breaks types-r1, types-r2, types-r3,
# types-r4, types-r8.
CASES = [
    ("concat_v1", CONCAT, FLOATS),
    ("concat_v4", CONCAT, FIFTEEN),
    ("concat_v11", CONCAT, FIFTEEN),
    ("concat_v13", CONCAT, SIXTEEN),
    ("openvino_concat_v1", CONCAT, OPENVINO + ["i7"]),
    ("tile_v1", TILE_V1, FLOATS),
    ("tile_v6", TILE, FIFTEEN),
    ("tile_v13", TILE, SIXTEEN),
    ("split_to_sequence_v11", SPLIT, FIFTEEN),
    ("split_to_sequence_v24", SPLIT, SIXTEEN),
    ("sequence_construct_v11", CONSTRUCT, SIXTEEN),
    ("sequence_at_v11", AT, SIXTEEN),
]


def make_module(op, form, element):
    arguments = [
        f"%a: tensor<2x{element}>",
        f"%s: !onnxops.seq<tensor<2x{element}>>",
        "%n: tensor<i64>",
        "%r: tensor<1xi64>",
    ]
    body = form.format("onnxops." + op, element, element)
    return f"func.func @f({', '.join(arguments)}) {{\n%0 = {body}\nreturn\n}}\n"


def main(tool):
    tried = [(op, t, form) for op, form, _ in CASES for t in ALL]
    text = "// -----\n".join(make_module(op, form, t) for op, t, form in tried)
    run = subprocess.run(
        [tool, "--split-input-file", "--mlir-print-op-generic"],
        input=text, text=True, capture_output=True,
    )
    # A part that fails prints no operation.
    parts = run.stdout.split("// -----")
    assert len(parts) == len(tried), (len(parts), len(tried))
    wrong = 0
    for (op, t, _), part in zip(tried, parts):
        accepted = f"onnxops.{op}" in part
        expected = t in next(types for name, _, types in CASES if name == op)
        if accepted != expected:
            wrong += 1
            print(f"{op} {'takes' if accepted else 'refuses'} {t}")
    print(f"{len(tried)} tried, {wrong} wrong")


main(sys.argv[1])

# Writes the README's examples to a folder: before.mlir, and the result of the
# pipeline to linalg, after.mlir; model.mlir, and the output of --explain for it,
# explained.
#
# usage: examples.py README FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import re
import sys

BLOCK = r"```mlir\n((?:(?!```).)*)```\n\n"

# The function around the first example, imported from a model.
BEFORE = """
func.func @main(%a: tensor<2x?xf32>, %b: tensor<3x?xf32>) -> tensor<5x?xf32> {{
{body} loc("join"("model.onnx":1:0))
return %0 : tensor<5x?xf32>
}}
"""
AFTER = """
func.func @main(%a: tensor<2x?xi32> {{onnxops.type = tensor<2x?xf32>}},
                %b: tensor<3x?xi32> {{onnxops.type = tensor<3x?xf32>}})
    -> (tensor<5x?xi32> {{onnxops.type = tensor<5x?xf32>}}) {{
{body}
return %0 : tensor<5x?xi32>
}}
"""


def find(pattern, text, what):
    found = re.search(pattern, text, re.DOTALL)
    if not found:
        sys.exit(f"expected {what} in the README, but found none")
    return found


text = open(sys.argv[1]).read()
folder = pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
first = find(
    BLOCK + "After `onnxops-opt --onnxops-to-linalg-pipeline`,(?:(?!```).)*" + BLOCK,
    text, "an example of the pipeline to linalg")
(folder / "before.mlir").write_text(BEFORE.format(body=first[1].rstrip()))
(folder / "after.mlir").write_text(AFTER.format(body=first[2].rstrip()))
explained = find(
    BLOCK + r"in `model.mlir`.*?```\n(.*?)```", text, "an example of --explain")
(folder / "model.mlir").write_text(explained[1])
(folder / "explained").write_text(explained[2])

# A concat of many operands, and a script that tiles it along its axis.
#
# usage: many-operands.py FOLDER COUNT SIZE
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

folder, count, size = sys.argv[1], int(sys.argv[2]), sys.argv[3]
total = size if size == "?" else int(size) * count
kind = f"tensor<{size}xf32>"
names = ", ".join(f"%a{i}" for i in range(count))
with open(f"{folder}/model.mlir", "w") as file:
    file.write(f"func.func @main({names.replace(',', f': {kind},')}: {kind}) -> "
               f"tensor<{total}xf32> {{\n"
               f"  %0 = onnxops.concat_v13 {names} axis = 0 {{tiled}} : "
               f"({', '.join([kind] * count)}) -> tensor<{total}xf32>\n"
               f"  return %0 : tensor<{total}xf32>\n}}\n")

# Writes functions that concatenate the given numbers of vectors.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

for count in map(int, sys.argv[1:]):
    operands = [f"%x{k}" for k in range(count)]
    types = ", ".join(["tensor<4xf32>"] * count)
    result = f"tensor<{4 * count}xf32>"
    print(f"func.func @concat{count}({', '.join(x + ': tensor<4xf32>' for x in operands)}) -> {result} {{\n"
          f"  %y = onnxops.concat_v13 {', '.join(operands)} axis = 0 : ({types}) -> {result}\n"
          f"  return %y : {result}\n}}")

# Prints a chain of N Reshapes, N even, of an input of unknown shape.
#
# usage: make-reshapes.py N
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

count = int(sys.argv[1])
print("func.func @main(%v0: tensor<?x?xf32>) -> tensor<?x8xf32> {")
for size in (4, 8):
    print(f"  %s{size} = arith.constant dense<[-1, {size}]> : tensor<2xi64>")
value = "tensor<?x?xf32>"
for i in range(count):
    size = 8 if i % 2 else 4
    print(f'  %v{i + 1} = "onnx.Reshape"(%v{i}, %s{size}) : '
          f"({value}, tensor<2xi64>) -> tensor<?x{size}xf32>")
    value = f"tensor<?x{size}xf32>"
print(f"  return %v{count} : {value}\n}}")

# Prints a concat of N operands, each of which is computed from an input.
#
# usage: make-producers.py N
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

count = int(sys.argv[1])
operand = "tensor<4x8xf32>"
result = f"tensor<4x{8 * count}xf32>"
arguments = ", ".join(f"%a{i}: {operand}" for i in range(count))
print(f"func.func @main({arguments}) -> {result} {{")
print(f"  %e = tensor.empty() : {operand}")
for i in range(count):
    print(f"  %r{i} = linalg.negf ins(%a{i} : {operand}) outs(%e : {operand}) -> {operand}")
names = ", ".join(f"%r{i}" for i in range(count))
types = ", ".join([operand] * count)
print(f"  %y = onnxops.concat_v13 {names} axis = 1 : ({types}) -> {result}")
print(f"  return %y : {result}\n}}")

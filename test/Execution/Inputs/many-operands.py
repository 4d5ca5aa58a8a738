# Prints a module with one concat of operands of unknown shape.
#
# usage: many-operands.py COUNT
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

TYPE = "tensor<?x?xf32>"
names = [f"%a{i}" for i in range(int(sys.argv[1]))]
print(f"func.func @main({', '.join(f'{name}: {TYPE}' for name in names)}) -> {TYPE} {{")
print(f"  %0 = onnxops.concat_v13 {', '.join(names)} axis = 1 :"
      f" ({', '.join(TYPE for _ in names)}) -> {TYPE}")
print(f"  return %0 : {TYPE}\n}}")

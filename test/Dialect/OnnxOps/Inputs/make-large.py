# Prints large modules, for which passes that are not linear are slow.
#
# usage: make-large.py operands|chain|inserts|tiles N
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

SEQ = "!onnxops.seq<tensor<2x3xf32>>"


def operands(n):
    """One concat of n tensors."""
    names = ", ".join(["%a"] * n)
    types = ", ".join(["tensor<2x3xf32>"] * n)
    print(f"  %r = onnxops.concat_v1 {names} axis = 0 : ({types}) -> tensor<*xf32>")


def chain(n):
    """n concats, each of the previous one and another tensor."""
    print("  %0 = onnxops.concat_v13 %a, %b axis = 0 : "
          "(tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>")
    for i in range(1, n):
        name = "%r" if i == n - 1 else f"%{i}"
        print(f"  {name} = onnxops.concat_v13 %{i - 1}, %a axis = 0 : "
              "(tensor<*xf32>, tensor<2x3xf32>) -> tensor<*xf32>")


def inserts(n):
    """n insertions, alternately at the front and the back, each of them read."""
    print("  %p = arith.constant dense<0> : tensor<i64>")
    print(f"  %s0 = onnxops.sequence_empty_v11 : () -> {SEQ}")
    for i in range(1, n + 1):
        position, type = (", %p", ", tensor<i64>") if i % 2 else ("", "")
        print(f"  %s{i} = onnxops.sequence_insert_v11 %s{i - 1}, %a{position} : "
              f"({SEQ}, tensor<2x3xf32>{type}) -> {SEQ}")
        print(f"  %t{i} = onnxops.sequence_at_v11 %s{i}, %p : "
              f"({SEQ}, tensor<i64>) -> tensor<2x3xf32>")
    print(f"  %r = onnxops.concat_from_sequence_v11 %s{n} axis = 0 : ({SEQ}) -> "
          "tensor<*xf32>")


def tiles(n):
    """n tiles, each of the previous one. The first and the last repeat."""
    print("  %two = arith.constant dense<2> : tensor<2xi64>")
    print("  %one = arith.constant dense<1> : tensor<2xi64>")
    names = ["%a", *(f"%{i}" for i in range(1, n)), "%r"]
    types = ["tensor<2x3xf32>", *["tensor<*xf32>"] * n]
    for i in range(n):
        repeats = "%two" if i in (0, n - 1) else "%one"
        print(f"  {names[i + 1]} = onnxops.tile_v13 {names[i]}, {repeats} : "
              f"({types[i]}, tensor<2xi64>) -> {types[i + 1]}")


print("func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<*xf32> {")
makers = {"operands": operands, "chain": chain, "inserts": inserts, "tiles": tiles}
makers[sys.argv[1]](int(sys.argv[2]))
print("  return %r : tensor<*xf32>\n}")

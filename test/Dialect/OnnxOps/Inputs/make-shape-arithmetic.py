# Prints a module with shape arithmetic that is expensive to evaluate naively.
#
# usage: make-shape-arithmetic.py wide|tangled|deep COUNT
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

kind, count = sys.argv[1], int(sys.argv[2])
print("func.func @f(%x: tensor<3x?xf32>, %o: tensor<1xf32>, %n: tensor<1xi64>) {")
print('%shape = "onnx.Shape"(%x) : (tensor<3x?xf32>) -> tensor<2xi64>')
print('%zero = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>')
print('%three = "onnx.Gather"(%shape, %zero) : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>')


def tile(value, length):
    sizes = "x".join(["1"] * length)
    print(f"%ones = tensor.empty() : tensor<{sizes}xf32>")
    print(f"%y = onnxops.tile_v13 %ones, {value} : (tensor<{sizes}xf32>, tensor<?xi64>) -> tensor<*xf32>")


if kind == "wide":
    # A concat of COUNT parts, read by as many ops.
    for i in range(count):
        print(f'%p{i} = "onnx.Gather"(%shape, %zero) : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>')
    names = ", ".join(f"%p{i}" for i in range(count))
    types = ", ".join(["tensor<1xi64>"] * count)
    print(f"%all = onnxops.concat_v13 {names} axis = 0 : ({types}) -> tensor<?xi64>")
    print('%r = "onnx.Gather"(%all, %zero) : (tensor<?xi64>, tensor<1xi64>) -> tensor<?xi64>')
elif kind == "tangled":
    # Each value is read twice by the next: 2^COUNT paths.
    print('%v0 = "onnx.Mul"(%three, %zero) : (tensor<1xi64>, tensor<1xi64>) -> tensor<?xi64>')
    for i in range(count):
        print(f'%v{i + 1} = "onnx.Add"(%v{i}, %v{i}) : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>')
    print(f'%r = "onnx.Add"(%v{count}, %three) : (tensor<?xi64>, tensor<1xi64>) -> tensor<?xi64>')
else:
    # Each value is one element longer than the one before, and each is queried.
    print('%v0 = "onnx.Identity"(%three) : (tensor<1xi64>) -> tensor<?xi64>')
    for i in range(count):
        print(f"%v{i + 1} = onnxops.concat_v13 %v{i}, %three axis = 0 : (tensor<?xi64>, tensor<1xi64>) -> tensor<?xi64>")
        print(f"%c{i} = onnxops.split_to_sequence_v24 %x, %v{i + 1} axis = 1 : (tensor<3x?xf32>, tensor<?xi64>) -> !onnxops.seq<tensor<*xf32>>")
    print('%r = "onnx.Identity"(%three) : (tensor<1xi64>) -> tensor<?xi64>')
tile("%r", 1)
print("return\n}")

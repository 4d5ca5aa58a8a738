// Inferred types of convolutions, pools and matrix products.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-infer-shapes -split-input-file | FileCheck %s

// Shows neighbour-r38.
// CHECK-LABEL: func @conv
func.func @conv(%x: tensor<?x6x9x?xf32>, %w: tensor<4x3x3x2xf32>, %v: tensor<4x3x?x?xf32>, %u: tensor<*xf32>, %i: tensor<1x3x5xui8>, %j: tensor<2x3x2xui8>) {
  // CHECK: "onnx.Conv"({{.*}} -> tensor<?x4x4x?xf32>
  %0 = "onnx.Conv"(%x, %w) {group = 2 : i64, strides = [2, 1]} : (tensor<?x6x9x?xf32>, tensor<4x3x3x2xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Conv"({{.*}} -> tensor<?x4x8x?xf32>
  %1 = "onnx.Conv"(%x, %w) {dilations = [3, 1], pads = [2, 0, 3, 0]} : (tensor<?x6x9x?xf32>, tensor<4x3x3x2xf32>) -> tensor<*xf32>
  // Only the attribute tells the window.
  // CHECK: "onnx.Conv"({{.*}} -> tensor<?x4x7x?xf32>
  %2 = "onnx.Conv"(%x, %v) {kernel_shape = [3, 3]} : (tensor<?x6x9x?xf32>, tensor<4x3x?x?xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Conv"({{.*}} -> tensor<?x4x?x?xf32>
  %3 = "onnx.Conv"(%x, %v) : (tensor<?x6x9x?xf32>, tensor<4x3x?x?xf32>) -> tensor<*xf32>
  // The window does not matter.
  // CHECK: "onnx.Conv"({{.*}} -> tensor<?x4x5x?xf32>
  %4 = "onnx.Conv"(%x, %v) {auto_pad = "SAME_LOWER", strides = [2, 2]} : (tensor<?x6x9x?xf32>, tensor<4x3x?x?xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Conv"({{.*}} -> tensor<?x4x?x?xf32>
  %5 = "onnx.Conv"(%u, %w) : (tensor<*xf32>, tensor<4x3x3x2xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Conv"({{.*}} -> tensor<?x?x?x?xf32>
  %6 = "onnx.Conv"(%x, %u) : (tensor<?x6x9x?xf32>, tensor<*xf32>) -> tensor<*xf32>
  // CHECK: "onnx.ConvInteger"({{.*}} -> tensor<1x2x4xi32>
  %7 = "onnx.ConvInteger"(%i, %j) : (tensor<1x3x5xui8>, tensor<2x3x2xui8>) -> tensor<*xi32>
  return
}

// -----

// What is not valid leaves sizes unknown.
// CHECK-LABEL: func @conv_invalid
func.func @conv_invalid(%x: tensor<1x1x9xf32>, %w: tensor<1x1x2xf32>, %wide: tensor<1x1x10xf32>, %flat: tensor<1x1xf32>) {
  // CHECK-COUNT-11: "onnx.Conv"({{.*}} -> tensor<1x1x?xf32>
  %0 = "onnx.Conv"(%x, %w) {strides = [0]} : (tensor<1x1x9xf32>, tensor<1x1x2xf32>) -> tensor<*xf32>
  %1 = "onnx.Conv"(%x, %w) {strides = [-1]} : (tensor<1x1x9xf32>, tensor<1x1x2xf32>) -> tensor<*xf32>
  %2 = "onnx.Conv"(%x, %w) {strides = [1, 1]} : (tensor<1x1x9xf32>, tensor<1x1x2xf32>) -> tensor<*xf32>
  %3 = "onnx.Conv"(%x, %w) {strides = 1 : i64} : (tensor<1x1x9xf32>, tensor<1x1x2xf32>) -> tensor<*xf32>
  %4 = "onnx.Conv"(%x, %w) {dilations = [9223372036854775807]} : (tensor<1x1x9xf32>, tensor<1x1x2xf32>) -> tensor<*xf32>
  %5 = "onnx.Conv"(%x, %w) {pads = [9223372036854775807, 1]} : (tensor<1x1x9xf32>, tensor<1x1x2xf32>) -> tensor<*xf32>
  %6 = "onnx.Conv"(%x, %w) {pads = [9223372036854775800, 1]} : (tensor<1x1x9xf32>, tensor<1x1x2xf32>) -> tensor<*xf32>
  %7 = "onnx.Conv"(%x, %w) {pads = [-1, 1]} : (tensor<1x1x9xf32>, tensor<1x1x2xf32>) -> tensor<*xf32>
  %8 = "onnx.Conv"(%x, %w) {kernel_shape = [3]} : (tensor<1x1x9xf32>, tensor<1x1x2xf32>) -> tensor<*xf32>
  %9 = "onnx.Conv"(%x, %w) {auto_pad = "OTHER"} : (tensor<1x1x9xf32>, tensor<1x1x2xf32>) -> tensor<*xf32>
  // The window is longer than the operand.
  %10 = "onnx.Conv"(%x, %wide) : (tensor<1x1x9xf32>, tensor<1x1x10xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Conv"({{.*}} -> tensor<*xf32>
  %11 = "onnx.Conv"(%x, %flat) : (tensor<1x1x9xf32>, tensor<1x1xf32>) -> tensor<*xf32>
  return
}

// -----

// Shows neighbour-r38.
// CHECK-LABEL: func @conv_transpose
func.func @conv_transpose(%x: tensor<1x4x5xf32>, %w: tensor<4x3x3xf32>) {
  // CHECK: "onnx.ConvTranspose"({{.*}} -> tensor<1x6x10xf32>
  %0 = "onnx.ConvTranspose"(%x, %w) {group = 2 : i64, output_padding = [1], pads = [1, 1], strides = [2]} : (tensor<1x4x5xf32>, tensor<4x3x3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.ConvTranspose"({{.*}} -> tensor<1x3x12xf32>
  %1 = "onnx.ConvTranspose"(%x, %w) {output_shape = [12], strides = [2]} : (tensor<1x4x5xf32>, tensor<4x3x3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.ConvTranspose"({{.*}} -> tensor<1x3x10xf32>
  %2 = "onnx.ConvTranspose"(%x, %w) {auto_pad = "SAME_UPPER", strides = [2]} : (tensor<1x4x5xf32>, tensor<4x3x3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.ConvTranspose"({{.*}} -> tensor<1x?x?xf32>
  %3 = "onnx.ConvTranspose"(%x, %w) {group = 9223372036854775807 : i64, strides = [9223372036854775807]} : (tensor<1x4x5xf32>, tensor<4x3x3xf32>) -> tensor<*xf32>
  // Nothing would be left without the padding.
  // CHECK: "onnx.ConvTranspose"({{.*}} -> tensor<1x3x?xf32>
  %4 = "onnx.ConvTranspose"(%x, %w) {pads = [5, 5]} : (tensor<1x4x5xf32>, tensor<4x3x3xf32>) -> tensor<*xf32>
  return
}

// -----

// Shows neighbour-r38.
// CHECK-LABEL: func @pools
func.func @pools(%x: tensor<2x?x9x10xf32>) -> tensor<*xf32> {
  // CHECK: "onnx.MaxPool"({{.*}} -> (tensor<2x?x4x9xf32>, tensor<2x?x4x9xi64>)
  %0:2 = "onnx.MaxPool"(%x) {kernel_shape = [3, 2], strides = [2, 1]} : (tensor<2x?x9x10xf32>) -> (tensor<*xf32>, tensor<*xi64>)
  // A result that is absent stays so.
  // CHECK: "onnx.MaxPool"({{.*}} -> (tensor<2x?x8x9xf32>, none)
  %1:2 = "onnx.MaxPool"(%x) {kernel_shape = [2, 2]} : (tensor<2x?x9x10xf32>) -> (tensor<*xf32>, none)
  // The last window of the rows begins in the operand, that of the columns in the
  // padding, where runtimes do not agree.
  // CHECK: "onnx.AveragePool"({{.*}} -> tensor<2x?x5x?xf32>
  %2 = "onnx.AveragePool"(%x) {ceil_mode = 1 : i64, kernel_shape = [2, 2], pads = [0, 0, 0, 1], strides = [2, 5]} : (tensor<2x?x9x10xf32>) -> tensor<*xf32>
  // CHECK: "onnx.LpPool"({{.*}} -> tensor<2x?x?x?xf32>
  %3 = "onnx.LpPool"(%x) : (tensor<2x?x9x10xf32>) -> tensor<*xf32>
  // CHECK: "onnx.GlobalMaxPool"({{.*}} -> tensor<2x?x1x1xf32>
  %4 = "onnx.GlobalMaxPool"(%x) : (tensor<2x?x9x10xf32>) -> tensor<*xf32>
  return %4 : tensor<*xf32>
}

// -----

// Shows neighbour-r38.
// CHECK-LABEL: func @products
func.func @products(%a: tensor<?x1x2x3xf32>, %b: tensor<5x3x?xf32>, %v: tensor<3xf32>, %u: tensor<*xf32>, %s: tensor<f32>, %c: tensor<3x?xf32>) {
  // CHECK: "onnx.MatMul"({{.*}} -> tensor<?x5x2x?xf32>
  %0 = "onnx.MatMul"(%a, %b) : (tensor<?x1x2x3xf32>, tensor<5x3x?xf32>) -> tensor<*xf32>
  // CHECK: "onnx.MatMul"({{.*}} -> tensor<?x1x2xf32>
  %1 = "onnx.MatMul"(%a, %v) : (tensor<?x1x2x3xf32>, tensor<3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.MatMul"({{.*}} -> tensor<5x?xf32>
  %2 = "onnx.MatMul"(%v, %b) : (tensor<3xf32>, tensor<5x3x?xf32>) -> tensor<*xf32>
  // CHECK: "onnx.MatMul"({{.*}} -> tensor<f32>
  %3 = "onnx.MatMul"(%v, %v) : (tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.MatMul"({{.*}} -> tensor<*xf32>
  %4 = "onnx.MatMul"(%a, %u) : (tensor<?x1x2x3xf32>, tensor<*xf32>) -> tensor<*xf32>
  // CHECK: "onnx.MatMul"({{.*}} -> tensor<*xf32>
  %5 = "onnx.MatMul"(%a, %s) : (tensor<?x1x2x3xf32>, tensor<f32>) -> tensor<*xf32>
  // CHECK: "onnx.Gemm"({{.*}} -> tensor<?x3xf32>
  %6 = "onnx.Gemm"(%c, %c) {transA = 1 : i64, transB = 1 : i64} : (tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Gemm"({{.*}} -> tensor<?x?xf32>
  %7 = "onnx.Gemm"(%u, %c) {transA = "yes"} : (tensor<*xf32>, tensor<3x?xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Einsum"({{.*}} -> tensor<?x?x5xf32>
  %8 = "onnx.Einsum"(%a, %b) {equation = "...xij, bjk -> ...kb"} : (tensor<?x1x2x3xf32>, tensor<5x3x?xf32>) -> tensor<*xf32>
  // The letters that occur once, sorted.
  // CHECK: "onnx.Einsum"({{.*}} -> tensor<1x?x2x5x?xf32>
  %9 = "onnx.Einsum"(%a, %b) {equation = "ZYaj,bjc"} : (tensor<?x1x2x3xf32>, tensor<5x3x?xf32>) -> tensor<*xf32>
  // The equation is not valid, or not of these operands.
  // CHECK-COUNT-4: "onnx.Einsum"({{.*}} -> tensor<*xf32>
  %10 = "onnx.Einsum"(%c) {equation = "ij->ik"} : (tensor<3x?xf32>) -> tensor<*xf32>
  %11 = "onnx.Einsum"(%c) {equation = "ij,jk"} : (tensor<3x?xf32>) -> tensor<*xf32>
  %12 = "onnx.Einsum"(%c) {equation = "i"} : (tensor<3x?xf32>) -> tensor<*xf32>
  %13 = "onnx.Einsum"(%c) {equation = "......i.j"} : (tensor<3x?xf32>) -> tensor<*xf32>
  return
}

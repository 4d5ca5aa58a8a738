// Inferred types of operators that are kept: what ONNX's own inference does not show,
// and attributes that break the rules, which leave sizes unknown.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-infer-shapes -split-input-file | FileCheck %s

// Shows neighbour-r38.
// CHECK-LABEL: func @conv
func.func @conv(%x: tensor<1x4x9x?xf32>, %w: tensor<8x4x3x3xf32>, %u: tensor<8x4x?x3xf32>) {
  // CHECK: "onnx.Conv"({{.*}} -> tensor<1x8x4x?xf32>
  %0 = "onnx.Conv"(%x, %w) {strides = [2, 1]} : (tensor<1x4x9x?xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Conv"({{.*}} -> tensor<1x8x?x?xf32>
  %1 = "onnx.Conv"(%x, %u) : (tensor<1x4x9x?xf32>, tensor<8x4x?x3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Conv"({{.*}} -> tensor<1x8x5x?xf32>
  %2 = "onnx.Conv"(%x, %w) {auto_pad = "SAME_UPPER", strides = [2, 2]} : (tensor<1x4x9x?xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  return
}

// -----

// Strides of 0, too many, of another kind; kernels and pads beyond any size; windows
// that do not fit. Dimensions that are valid keep their sizes.
// CHECK-LABEL: func @windows
func.func @windows(%x: tensor<1x4x9x9xf32>, %w: tensor<8x4x3x3xf32>) {
  // CHECK: "onnx.Conv"({{.*}} {strides = [0, 1]} {{.*}} -> tensor<1x8x?x7xf32>
  // CHECK: -> tensor<1x8x?x?xf32>
  // CHECK: -> tensor<1x8x?x7xf32>
  // CHECK: -> tensor<1x8x?x?xf32>
  // CHECK: "onnx.Conv"({{.*}} -> tensor<1x8x?x9xf32>
  // CHECK: -> tensor<1x8x?x?xf32>
  // CHECK: "onnx.Conv"({{.*}} -> tensor<1x8x?x7xf32>
  %0 = "onnx.Conv"(%x, %w) {strides = [0, 1]} : (tensor<1x4x9x9xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  %1 = "onnx.Conv"(%x, %w) {strides = [1, 1, 1]} : (tensor<1x4x9x9xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  %2 = "onnx.Conv"(%x, %w) {strides = ["a", 1]} : (tensor<1x4x9x9xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  %3 = "onnx.Conv"(%x, %w) {kernel_shape = [9223372036854775807, 9223372036854775807]} : (tensor<1x4x9x9xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  %4 = "onnx.Conv"(%x, %w) {pads = [9223372036854775807, 1, 1, 1]} : (tensor<1x4x9x9xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  %5 = "onnx.Conv"(%x, %w) {dilations = [2147483647, 2147483647], kernel_shape = [2147483647, 2147483647]} : (tensor<1x4x9x9xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  %6 = "onnx.Conv"(%x, %w) {pads = [-1, 0, 0, 0]} : (tensor<1x4x9x9xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.ConvTranspose"({{.*}} -> tensor<1x?x17179869179x?xf32>
  %7 = "onnx.ConvTranspose"(%x, %w) {group = 9223372036854775807 : i64, strides = [2147483647, -1]} : (tensor<1x4x9x9xf32>, tensor<8x4x3x3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.MaxPool"({{.*}} -> tensor<1x4x?x?xf32>
  %8 = "onnx.MaxPool"(%x) {kernel_shape = 3 : i64} : (tensor<1x4x9x9xf32>) -> tensor<*xf32>
  // CHECK: "onnx.AveragePool"({{.*}} -> tensor<1x4x5x5xf32>
  %9 = "onnx.AveragePool"(%x) {ceil_mode = 1 : i64, kernel_shape = [2, 1], strides = [2, 2]} : (tensor<1x4x9x9xf32>) -> tensor<*xf32>
  return
}

// -----

// A result that is not given has no type.
// CHECK-LABEL: func @absent_result
func.func @absent_result(%x: tensor<5x2x4xf32>, %w: tensor<1x24x4xf32>, %r: tensor<1x24x6xf32>) {
  // CHECK: "onnx.LSTM"({{.*}} -> (none, tensor<1x2x6xf32>)
  %0:2 = "onnx.LSTM"(%x, %w, %r) : (tensor<5x2x4xf32>, tensor<1x24x4xf32>, tensor<1x24x6xf32>) -> (none, tensor<*xf32>)
  // CHECK: "onnx.LSTM"({{.*}} -> (tensor<5x2x2x?xf32>, tensor<5x2x?xf32>, tensor<5x2x?xf32>)
  %1:3 = "onnx.LSTM"(%x, %w, %r) {direction = "bidirectional", hidden_size = 9 : i64, layout = 1 : i64} : (tensor<5x2x4xf32>, tensor<1x24x4xf32>, tensor<1x24x6xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

// CHECK-LABEL: func @others
func.func @others(%x: tensor<2x3xf32>, %k: tensor<1xi64>) {
  // CHECK: "onnx.TopK"({{.*}} -> (tensor<2x?xf32>, tensor<2x?xi64>)
  %0:2 = "onnx.TopK"(%x, %k) : (tensor<2x3xf32>, tensor<1xi64>) -> (tensor<*xf32>, tensor<*xi64>)
  // CHECK: "onnx.ArgMax"({{.*}} -> tensor<?x?xi64>
  %1 = "onnx.ArgMax"(%x) {axis = 9 : i64} : (tensor<2x3xf32>) -> tensor<*xi64>
  // CHECK: "onnx.Resize"({{.*}} -> tensor<?x?xf32>
  %2 = "onnx.Resize"(%x, %x) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  return
}

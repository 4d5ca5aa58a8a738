// Versions of the first opsets, up to 7, and back.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-convert-version=target-opset=16 | FileCheck %s --check-prefix=UP
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-convert-version=target-opset=16 \
// RUN:   -onnxops-convert-version=target-opset=6 | FileCheck %s --check-prefix=DOWN

// Shows version-r25.
module attributes {onnxops.opset = 5 : i64} {
  // UP-LABEL: func @broadcast
  // DOWN-LABEL: func @broadcast
  func.func @broadcast(%x: tensor<2x3x4x5xf32>, %c: tensor<3xf32>, %row: tensor<5xf32>) {
    // UP: "onnx.Mul"(%{{.*}}, %{{.*}}) : (tensor<2x3x4x5xf32>, tensor<5xf32>)
    // UP: "onnx.Sub"(%{{.*}}, %{{.*}}) : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>)
    // DOWN: "onnx.Mul"(%{{.*}}, %{{.*}}) {broadcast = 1 : i64} : (tensor<2x3x4x5xf32>, tensor<5xf32>)
    // DOWN: "onnx.Sub"(%{{.*}}, %{{.*}}) : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>)
    %0 = "onnx.Mul"(%x, %row) {broadcast = 1 : i64, consumed_inputs = [0, 0]} : (tensor<2x3x4x5xf32>, tensor<5xf32>) -> tensor<2x3x4x5xf32>
    %1 = "onnx.Sub"(%x, %x) : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
    return
  }

  // UP-LABEL: func @values
  // DOWN-LABEL: func @values
  func.func @values(%x: tensor<2x3x4x5xf32>, %c: tensor<3xf32>) {
    // UP: "onnx.Cast"(%{{.*}}) {to = 7 : i64}
    // DOWN: "onnx.Cast"(%{{.*}}) {to = 7 : i64}
    %0 = "onnx.Cast"(%x) {to = "INT64"} : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xi64>
    // UP: "onnx.BatchNormalization"(%{{.*}}) : (
    // DOWN: "onnx.BatchNormalization"(%{{.*}}) {is_test = 1 : i64} : (
    %1 = "onnx.BatchNormalization"(%x, %c, %c, %c, %c) {is_test = 1 : i64, consumed_inputs = [0, 0, 0, 1, 1]} : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4x5xf32>
    // UP: "onnx.Dropout"(%{{.*}}) : (
    // DOWN: "onnx.Dropout"(%{{.*}}) {is_test = 1 : i64} : (
    %2 = "onnx.Dropout"(%x) {is_test = 1 : i64} : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
    // The mask, a tensor of numbers before opset 10, of which there is none if nothing uses it.
    // UP: "onnx.Dropout"(%{{.*}}) : (tensor<2x3x4x5xf32>) -> (tensor<2x3x4x5xf32>, none)
    // DOWN: "onnx.Dropout"(%{{.*}}) {is_test = 1 : i64} : (tensor<2x3x4x5xf32>) -> (tensor<2x3x4x5xf32>, none)
    %3:2 = "onnx.Dropout"(%x) {is_test = 1 : i64} : (tensor<2x3x4x5xf32>) -> (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>)
    // UP: "onnx.Gemm"(%{{.*}}, %{{.*}}, %{{.*}}) : (
    // DOWN: "onnx.Gemm"(%{{.*}}, %{{.*}}, %{{.*}}) {broadcast = 1 : i64} : (
    %4 = "onnx.Gemm"(%x, %x, %c) {broadcast = 1 : i64} : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return
  }
}

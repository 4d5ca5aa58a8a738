// GroupNormalization has a scale for each group before opset 21, and one for each channel
// since then.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -onnxops-convert-version=target-opset=21 | FileCheck %s
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect '-onnxops-convert-version=target-opset=21 best-effort=true' | FileCheck %s

// Shows version-r25.
// CHECK-LABEL: module attributes {onnxops.opset = 21 : i64}
module attributes {onnxops.opset = 18 : i64} {
  // CHECK-LABEL: func @each_group
  // CHECK: %[[COLUMN:.*]] = "onnx.Reshape"(%arg1, %{{.*}}) : (tensor<2xf32>, tensor<2xi64>) -> tensor<2x1xf32>
  // CHECK: %[[MATRIX:.*]] = "onnx.Expand"(%[[COLUMN]], %{{.*}}) : (tensor<2x1xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  // CHECK: %[[SCALE:.*]] = "onnx.Reshape"(%[[MATRIX]], %{{.*}}) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<6xf32>
  // CHECK: %[[BIAS:.*]] = "onnx.Reshape"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<6xf32>
  // CHECK: "onnx.GroupNormalization"(%arg0, %[[SCALE]], %[[BIAS]]) {num_groups = 2 : i64} : (tensor<?x6x?xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<?x6x?xf32>
  // CHECK: "onnx.GroupNormalization"({{.*}}) {num_groups = 1 : i64, stash_type = 10 : i64} : (tensor<1x4xf16>, tensor<4xf16>, tensor<4xf16>)
  func.func @each_group(%x: tensor<?x6x?xf32>, %scale: tensor<2xf32>, %bias: tensor<*xf32>, %h: tensor<1x4xf16>, %one: tensor<1xf16>) -> tensor<?x6x?xf32> {
    %0 = "onnx.GroupNormalization"(%x, %scale, %bias) {num_groups = 2 : i64} : (tensor<?x6x?xf32>, tensor<2xf32>, tensor<*xf32>) -> tensor<?x6x?xf32>
    %1 = "onnx.GroupNormalization"(%h, %one, %one) {num_groups = 1 : i64} : (tensor<1x4xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x4xf16>
    return %0 : tensor<?x6x?xf32>
  }
}

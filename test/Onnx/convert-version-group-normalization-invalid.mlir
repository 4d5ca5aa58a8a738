// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -onnxops-convert-version=target-opset=21
// RUN: sed -e 's/opset = 18/opset = 22/' -e 's/expected-error.*/none/' %s | not onnxops-opt -split-input-file -allow-unregistered-dialect -onnxops-convert-version=target-opset=18 2>&1 | FileCheck %s

// Breaks version-r25.
// CHECK: 'onnx.GroupNormalization' op cannot be converted to opset 18: opset 20 has a scale for each group, not for each channel
module attributes {onnxops.opset = 18 : i64} {
  func.func @unknown_channels(%x: tensor<1x?x5xf32>, %scale: tensor<2xf32>) {
    // expected-error @below {{'onnx.GroupNormalization' op cannot be converted to opset 21: opset 21 has a scale for each channel, whose number is not known to be a multiple of 'num_groups'}}
    %0 = "onnx.GroupNormalization"(%x, %scale, %scale) {num_groups = 2 : i64} : (tensor<1x?x5xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x?x5xf32>
    return
  }
}

// -----

module attributes {onnxops.opset = 18 : i64} {
  func.func @other_groups(%x: tensor<1x5x5xf32>, %scale: tensor<2xf32>, %u: tensor<*xf32>) {
    // expected-error @below {{'onnx.GroupNormalization' op cannot be converted to opset 21: opset 21 has a scale for each channel, whose number is not known to be a multiple of 'num_groups'}}
    %0 = "onnx.GroupNormalization"(%x, %scale, %scale) {num_groups = 2 : i64} : (tensor<1x5x5xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x5x5xf32>
    // expected-error @below {{whose number is not known to be a multiple of 'num_groups'}}
    %1 = "onnx.GroupNormalization"(%x, %scale, %scale) {num_groups = 0 : i64} : (tensor<1x5x5xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x5x5xf32>
    // expected-error @below {{whose number is not known to be a multiple of 'num_groups'}}
    %2 = "onnx.GroupNormalization"(%u, %scale, %scale) {num_groups = 2 : i64} : (tensor<*xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>
    return
  }
}

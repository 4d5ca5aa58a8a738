// An op without an equivalent in an opset is rejected by operator, location,
// target and reason.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -onnxops-convert-version=target-opset=10
// RUN: not onnxops-opt %s -split-input-file -allow-unregistered-dialect -onnxops-convert-version=target-opset=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not onnxops-opt %s -split-input-file -allow-unregistered-dialect -onnxops-convert-version=target-opset=1000 2>&1 | FileCheck %s --check-prefix=NEWER
// RUN: not onnxops-opt %s -split-input-file -allow-unregistered-dialect -onnxops-convert-version=target=tflite 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not onnxops-opt %s -split-input-file -allow-unregistered-dialect "-onnxops-convert-version=target=openvino target-opset=13" 2>&1 | FileCheck %s --check-prefix=BOTH

// Breaks version-r6.
// ZERO: error: expected target-opset to be in [1, {{[0-9]+}}], but got 0
// ZERO-NOT: see current operation
// NEWER: error: expected target-opset to be in [1, {{[0-9]+}}], but got 1000
// TARGET: error: expected target to be openvino, but got tflite
// BOTH: error: expected target or target-opset, but got both
func.func @bf16(%a: tensor<2xbf16>) {
  // expected-error @below {{'onnxops.concat_v13' op cannot be converted to opset 10: no step to Concat-11: it does not take element type 'bf16'}}
  %0 = onnxops.concat_v13 %a axis = 0 : (tensor<2xbf16>) -> tensor<2xbf16>
  return
}

// -----

// Breaks version-r6.
func.func @tile_bf16(%a: tensor<2xbf16>, %r: tensor<1xi64>) {
  // expected-error @below {{'onnxops.tile_v13' op cannot be converted to opset 10: no step to Tile-6: it does not take element type 'bf16'}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<2xbf16>, tensor<1xi64>) -> tensor<?xbf16>
  return
}

// -----

// The error names the original op, not an intermediate one.
// Breaks version-r7, version-r14.
func.func @negative_axis(%a: tensor<*xf32>) {
  // expected-error @below {{'onnxops.concat_v13' op cannot be converted to opset 10: no step to Concat-4: it takes no negative axis, but got -1, and the rank of the inputs is unknown}}
  %0 = onnxops.concat_v13 %a, %a axis = -1 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

// Breaks version-r11.
func.func @sequence() {
  // expected-error @below {{'onnxops.sequence_empty_v11' op cannot be converted to opset 10: opset 11 is the first that has this operator}}
  %0 = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
  return
}

// -----

// Breaks version-r11.
func.func @split_to_sequence(%a: tensor<2x3xf32>) {
  // expected-error @below {{'onnxops.split_to_sequence_v24' op cannot be converted to opset 10: opset 11 is the first that has this operator}}
  %0 = onnxops.split_to_sequence_v24 %a : (tensor<2x3xf32>) -> !onnxops.seq<tensor<1x3xf32>>
  return
}

// -----

// Breaks version-r12.
func.func @openvino(%a: tensor<2xi4>) {
  // expected-error @below {{'onnxops.openvino_concat_v1' op cannot be converted to opset 10: no step to ONNX Concat-13: element type 'i4' is not one of ONNX Concat}}
  %0 = onnxops.openvino_concat_v1 %a axis = 0 : (tensor<2xi4>) -> tensor<2xi4>
  return
}

// -----

// Breaks version-r12.
func.func @openvino_unranked(%a: tensor<*xf32>) {
  // expected-error @below {{'onnxops.openvino_concat_v1' op cannot be converted to opset 10: no step to ONNX Concat-13: the rank is unknown}}
  %0 = onnxops.openvino_concat_v1 %a axis = 0 : (tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

// Breaks version-r4.
func.func @step_fails(%a: tensor<*xf32>, %t: tensor<i64>) {
  // expected-error @below {{'onnxops.tile_v1' op cannot be converted to opset 10: no step to Tile-6: the rank of input is unknown}}
  %0 = onnxops.tile_v1 %a, %t, %t : (tensor<*xf32>, tensor<i64>, tensor<i64>) -> tensor<*xf32>
  return
}

// -----

// One error for each op that is rejected.
// Breaks version-r14.
func.func @all(%a: tensor<2xbf16>) {
  // expected-error @below {{no step to Concat-11}}
  %0 = onnxops.concat_v13 %a axis = 0 : (tensor<2xbf16>) -> tensor<2xbf16>
  // expected-error @below {{no step to Concat-11}}
  %1 = onnxops.concat_v13 %a axis = 0 : (tensor<2xbf16>) -> tensor<2xbf16>
  return
}

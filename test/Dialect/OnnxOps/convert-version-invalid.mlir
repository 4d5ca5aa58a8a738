// What cannot become what an opset selects is refused by operator, location,
// target and reason.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -onnxops-convert-version=target-opset=10
// RUN: not onnxops-opt %s -split-input-file -allow-unregistered-dialect -onnxops-convert-version=target-opset=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not onnxops-opt %s -split-input-file -allow-unregistered-dialect -onnxops-convert-version=target-opset=28 2>&1 | FileCheck %s --check-prefix=NEWER

// ZERO: error: expected target-opset to be in [1, 27], but got 0
// NEWER: error: expected target-opset to be in [1, 27], but got 28
func.func @newer(%a: tensor<2xf32>) {
  // expected-error @below {{'onnxops.concat_v13' op cannot become what opset 10 selects: opset 13 is the first that selects this version, and steps down are not known}}
  %0 = onnxops.concat_v13 %a axis = 0 : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @sequence() {
  // expected-error @below {{'onnxops.sequence_empty_v11' op cannot become what opset 10 selects: opset 11 is the first}}
  %0 = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
  return
}

// -----

func.func @openvino(%a: tensor<2xf32>) {
  // expected-error @below {{'onnxops.openvino_concat_v1' op cannot become what opset 10 selects: it is an operator of OpenVINO}}
  %0 = onnxops.openvino_concat_v1 %a axis = 0 : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// A neighbour has no steps here, and its meaning hangs on the module's opset.
module attributes {onnxops.opset = 6 : i64} {
  func.func @neighbour(%a: tensor<2xf32>) {
    // expected-error @below {{'onnx.Dropout' op cannot become what opset 10 selects: the module means opset 6, and this operator has no known step}}
    %0 = "onnx.Dropout"(%a) : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
}

// -----

// At its own opset it may stay.
module attributes {onnxops.opset = 10 : i64} {
  func.func @neighbour_stays(%a: tensor<2xf32>) {
    %0 = "onnx.Dropout"(%a) : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
}

// -----

func.func @step_fails(%a: tensor<*xf32>, %t: tensor<i64>) {
  // expected-error @below {{'onnxops.tile_v1' op cannot become Tile-6: the rank of input is unknown}}
  %0 = onnxops.tile_v1 %a, %t, %t : (tensor<*xf32>, tensor<i64>, tensor<i64>) -> tensor<*xf32>
  return
}

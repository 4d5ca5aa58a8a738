// Features that the oldest versions of Concat and Tile lack.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -onnxops-convert-version=target-opset=3

// Breaks version-r8.
func.func @concat_integers(%a: tensor<2xi64>) {
  // expected-error @below {{'onnxops.concat_v13' op cannot be converted to opset 3: no step to Concat-1: it takes f16, f32 and f64 only, but got 'i64'}}
  %0 = onnxops.concat_v13 %a axis = 0 : (tensor<2xi64>) -> tensor<2xi64>
  return
}

// -----

// Breaks version-r8.
func.func @concat_strings(%a: tensor<2x!onnxops.string>) {
  // expected-error @below {{'onnxops.concat_v4' op cannot be converted to opset 3: no step to Concat-1: it takes f16, f32 and f64 only, but got '!onnxops.string'}}
  %0 = onnxops.concat_v4 %a axis = 0 : (tensor<2x!onnxops.string>) -> tensor<2x!onnxops.string>
  return
}

// -----

// Breaks version-r9.
func.func @tile_integers(%a: tensor<2xi8>) {
  %r = arith.constant dense<2> : tensor<1xi64>
  // expected-error @below {{'onnxops.tile_v6' op cannot be converted to opset 3: no step to Tile-1: it takes f16, f32 and f64 only, but got 'i8'}}
  %0 = onnxops.tile_v6 %a, %r : (tensor<2xi8>, tensor<1xi64>) -> tensor<4xi8>
  return
}

// -----

// Breaks version-r10.
func.func @tile_dynamic(%a: tensor<2xf32>, %r: tensor<1xi64>) {
  // expected-error @below {{'onnxops.tile_v13' op cannot be converted to opset 3: no step to Tile-1: repeats is not constant}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

// A single unknown repeat is an error.
// Breaks version-r10.
func.func @tile_half_known(%a: tensor<2x2xf32>, %n: i64) {
  %two = arith.constant 2 : i64
  %r = tensor.from_elements %two, %n : tensor<2xi64>
  // expected-error @below {{'onnxops.tile_v6' op cannot be converted to opset 3: no step to Tile-1: repeats is not constant}}
  %0 = onnxops.tile_v6 %a, %r : (tensor<2x2xf32>, tensor<2xi64>) -> tensor<4x?xf32>
  return
}

// -----

// Breaks version-r20.
func.func @tile_unranked(%a: tensor<*xf32>) {
  %r = arith.constant dense<2> : tensor<1xi64>
  // expected-error @below {{'onnxops.tile_v6' op cannot be converted to opset 3: no step to Tile-1: the rank of input is unknown}}
  %0 = onnxops.tile_v6 %a, %r : (tensor<*xf32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

// The default axis of version 1 is out of range: the op is invalid before any step.
// Breaks version-r1.
func.func @default_axis(%a: tensor<2xf32>) {
  // expected-error @below {{'onnxops.concat_v1' op expected axis to be in [0, 0], but got 1}}
  %0 = onnxops.concat_v1 %a : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// Breaks version-r6.
func.func @split_bf16(%a: tensor<2x3xbf16>) {
  // expected-error @below {{'onnxops.split_to_sequence_v24' op cannot be converted to opset 3: no step to SplitToSequence-11: it does not take element type 'bf16'}}
  %0 = onnxops.split_to_sequence_v24 %a : (tensor<2x3xbf16>) -> !onnxops.seq<tensor<1x3xbf16>>
  return
}

// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -verify-diagnostics

// Breaks neighbour-r63.
func.func @rank(%a: tensor<8x2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.DepthToSpace' op expected input to have rank 4, but got rank 3}}
  %0 = "onnx.DepthToSpace"(%a) {blocksize = 2 : i64} : (tensor<8x2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r63.
func.func @no_block(%a: tensor<1x8x2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.SpaceToDepth' op expected blocksize to be in [1, 2147483647], but got 0}}
  %0 = "onnx.SpaceToDepth"(%a) {blocksize = 0 : i64} : (tensor<1x8x2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r63.
func.func @channels(%a: tensor<1x7x2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.DepthToSpace' op expected dimension 1 of input to be a multiple of 4, but got 7}}
  %0 = "onnx.DepthToSpace"(%a) {blocksize = 2 : i64} : (tensor<1x7x2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r63.
func.func @columns(%a: tensor<1x7x2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.SpaceToDepth' op expected dimension 3 of input to be a multiple of 2, but got 3}}
  %0 = "onnx.SpaceToDepth"(%a) {blocksize = 2 : i64} : (tensor<1x7x2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r63.
func.func @too_large(%a: tensor<0x4x4611686018427387904x1xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.DepthToSpace' op expected dimension 2 of the result to be below 2^63}}
  %0 = "onnx.DepthToSpace"(%a) {blocksize = 2 : i64} : (tensor<0x4x4611686018427387904x1xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r64.
func.func @mode(%a: tensor<1x8x2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.DepthToSpace' op expected mode to be "DCR" or "CRD", but got "RCD"}}
  %0 = "onnx.DepthToSpace"(%a) {blocksize = 2 : i64, mode = "RCD"} : (tensor<1x8x2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r64.
module attributes {onnxops.opset = 10 : i64} {
  func.func @early_mode(%a: tensor<1x8x2x3xf32>) -> tensor<*xf32> {
    // expected-error @below {{'onnx.DepthToSpace' op}}
    %0 = "onnx.DepthToSpace"(%a) {blocksize = 2 : i64, mode = "CRD"} : (tensor<1x8x2x3xf32>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

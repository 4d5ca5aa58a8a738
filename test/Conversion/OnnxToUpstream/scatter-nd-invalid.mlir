// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -verify-diagnostics

// Breaks neighbour-r67.
func.func @depth(%d: tensor<4xf32>, %i: tensor<2x2xi64>, %u: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.ScatterND' op expected the last dimension of indices to be in [1, 1], since data has rank 1, but got 2}}
  %0 = "onnx.ScatterND"(%d, %i, %u) : (tensor<4xf32>, tensor<2x2xi64>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r67.
func.func @unknown_depth(%d: tensor<4xf32>, %i: tensor<2x?xi64>, %u: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.ScatterND' op cannot be lowered: the size of the last dimension of 'indices' is unknown}}
  %0 = "onnx.ScatterND"(%d, %i, %u) : (tensor<4xf32>, tensor<2x?xi64>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r67.
func.func @scalar(%d: tensor<f32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.ScatterND' op expected data and indices to have rank 1 or more, but got 'tensor<f32>' and 'tensor<2x1xi64>'}}
  %0 = "onnx.ScatterND"(%d, %i, %u) : (tensor<f32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r67.
func.func @updates_rank(%d: tensor<4x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.ScatterND' op expected updates to have rank 2, but got rank 1}}
  %0 = "onnx.ScatterND"(%d, %i, %u) : (tensor<4x3xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r67.
func.func @updates_size(%d: tensor<4x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2x4xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.ScatterND' op expected updates to have size 3 in dimension 1, as dimension 1 of data has, but got 4}}
  %0 = "onnx.ScatterND"(%d, %i, %u) : (tensor<4x3xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r67.
func.func @no_rows(%d: tensor<0xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.ScatterND' op expected no indices, since data has size 0 in dimension 0, but got 2}}
  %0 = "onnx.ScatterND"(%d, %i, %u) : (tensor<0xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r68.
func.func @reduction(%d: tensor<4xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.ScatterND' op expected reduction to be "none", "add", "mul", "max" or "min", but got "sub"}}
  %0 = "onnx.ScatterND"(%d, %i, %u) {reduction = "sub"} : (tensor<4xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r68.
func.func @booleans(%d: tensor<4xi1>, %i: tensor<2x1xi64>, %u: tensor<2xi1>) -> tensor<*xi1> {
  // expected-error @below {{'onnx.ScatterND' op is not supported: reduction on element type 'i1'}}
  %0 = "onnx.ScatterND"(%d, %i, %u) {reduction = "add"} : (tensor<4xi1>, tensor<2x1xi64>, tensor<2xi1>) -> tensor<*xi1>
  return %0 : tensor<*xi1>
}

// -----

// Breaks neighbour-r68.
module attributes {onnxops.opset = 16 : i64} {
  func.func @early(%d: tensor<4xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) -> tensor<*xf32> {
    // expected-error @below {{'onnx.ScatterND' op expected reduction to be "none", "add" or "mul", but got "max"}}
    %0 = "onnx.ScatterND"(%d, %i, %u) {reduction = "max"} : (tensor<4xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

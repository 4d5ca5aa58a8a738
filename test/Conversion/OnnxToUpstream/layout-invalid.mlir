// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-upstream

// Breaks neighbour-r45.
func.func @perm_length(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Transpose' op expected perm to have 2 elements, one for each dimension of data, but got 1}}
  %0 = "onnx.Transpose"(%a) {perm = [0]} : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r32.
func.func @gather_empty(%a: tensor<2x0xf32>, %i: tensor<3xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Gather' op expected no indices, since data has size 0 in dimension 1, but got 3}}
  %0 = "onnx.Gather"(%a, %i) {axis = 1 : i64} : (tensor<2x0xf32>, tensor<3xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r45.
func.func @perm_range(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Transpose' op expected perm[1] to be in [0, 1], but got -1}}
  %0 = "onnx.Transpose"(%a) {perm = [0, -1]} : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r45.
func.func @perm_twice(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Transpose' op expected perm to name each dimension once, but perm[1] names dimension 1 again}}
  %0 = "onnx.Transpose"(%a) {perm = [1, 1]} : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @perm_kind(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Transpose' op expected attribute 'perm' to be a list of integers, but got 1 : i64}}
  %0 = "onnx.Transpose"(%a) {perm = 1 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @transpose_rank(%a: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Transpose' op cannot be lowered: the rank of operand 'data' is unknown}}
  %0 = "onnx.Transpose"(%a) : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @transpose_operands(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Transpose' op expected 1 operand, but got 2}}
  %0 = "onnx.Transpose"(%a, %a) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r46.
func.func @expand_sizes(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %s = "onnx.Constant"() {value_ints = [4, 2, 2]} : () -> tensor<3xi64>
  // expected-error @below {{'onnx.Expand' op expected shape[2] and dimension 1 of data to be equal, or one of them 1, but got 2 and 3}}
  %0 = "onnx.Expand"(%a, %s) : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r46.
func.func @expand_negative(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %s = "onnx.Constant"() {value_ints = [-1, 3]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Expand' op expected shape[0] to be 0 or more, but got -1}}
  %0 = "onnx.Expand"(%a, %s) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r46.
func.func @expand_length(%a: tensor<2x3xf32>, %s: tensor<?xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Expand' op cannot be lowered: the length of 'shape', which is the rank of the result, is unknown}}
  %0 = "onnx.Expand"(%a, %s) : (tensor<2x3xf32>, tensor<?xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @expand_floats(%a: tensor<2x3xf32>, %s: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Expand' op expected 'shape' to be a vector of integers, but got 'tensor<2xf32>'}}
  %0 = "onnx.Expand"(%a, %s) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @expand_attribute(%a: tensor<2x3xf32>, %s: tensor<2xi64>) -> tensor<*xf32> {
  // expected-error-re @below {{'onnx.Expand' op has no attribute 'axis' at opset {{[0-9]+}}}}
  %0 = "onnx.Expand"(%a, %s) {axis = 0 : i64} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-upstream

// Breaks neighbour-r19.
func.func @axis(%a: tensor<2x3xf32>, %b: tensor<1xi64>) -> tensor<*xf32> {
  %axes = "onnx.Constant"() {value_ints = [2]} : () -> tensor<1xi64>
  // expected-error @below {{'onnx.Slice' op expected axes[0] to be in [-2, 1], but got 2}}
  %0 = "onnx.Slice"(%a, %b, %b, %axes) : (tensor<2x3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r19.
func.func @axis_twice(%a: tensor<2x3xf32>, %b: tensor<2xi64>) -> tensor<*xf32> {
  %axes = "onnx.Constant"() {value_ints = [1, -1]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Slice' op expected axes to differ, but axes[1] names dimension 1 again}}
  %0 = "onnx.Slice"(%a, %b, %b, %axes) : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r19.
func.func @axes_at_run_time(%a: tensor<2x3xf32>, %b: tensor<1xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Slice' op cannot be lowered: 'axes' is not known at compile time}}
  %0 = "onnx.Slice"(%a, %b, %b, %b) : (tensor<2x3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @more_bounds_than_axes(%a: tensor<2x3xf32>, %b: tensor<3xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Slice' op expected axes[2] to be in [-2, 1], but got 2}}
  %0 = "onnx.Slice"(%a, %b, %b) : (tensor<2x3xf32>, tensor<3xi64>, tensor<3xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @ends(%a: tensor<2x3xf32>, %b: tensor<2xi64>, %c: tensor<1xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Slice' op expected ends to have 2 elements, one for each axis, but got 1}}
  %0 = "onnx.Slice"(%a, %b, %c) : (tensor<2x3xf32>, tensor<2xi64>, tensor<1xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @how_many(%a: tensor<2x3xf32>, %b: tensor<?xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Slice' op cannot be lowered: without axes, the length of 'starts' must be known}}
  %0 = "onnx.Slice"(%a, %b, %b) : (tensor<2x3xf32>, tensor<?xi64>, tensor<?xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r19.
func.func @step_zero(%a: tensor<2x3xf32>, %b: tensor<1xi64>) -> tensor<*xf32> {
  %zero = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  // expected-error @below {{'onnx.Slice' op expected steps[0] to be other than 0}}
  %0 = "onnx.Slice"(%a, %b, %b, %zero, %zero) : (tensor<2x3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @bound_type(%a: tensor<2x3xf32>, %b: tensor<1xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Slice' op expected 'starts' to be a vector of integers, but got 'tensor<1xf32>'}}
  %0 = "onnx.Slice"(%a, %b, %b) : (tensor<2x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

module attributes {onnxops.opset = 1 : i64} {
func.func @no_ends(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Slice' op expected 'starts' and 'ends', but got none}}
  %0 = "onnx.Slice"(%a) {starts = [1]} : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
}

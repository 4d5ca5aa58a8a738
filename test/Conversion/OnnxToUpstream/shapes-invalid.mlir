// Axes that are invalid, or unknown although a rank depends on them.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-upstream

// Breaks neighbour-r16.
func.func @out_of_range(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %axes = "onnx.Constant"() {value_ints = [0, 4]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Unsqueeze' op expected axes[1] to be in [-4, 3], but got 4}}
  %0 = "onnx.Unsqueeze"(%a, %axes) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r16.
func.func @twice(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %axes = "onnx.Constant"() {value_ints = [0, -4]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Unsqueeze' op expected axes to differ, but axes[1] names dimension 0 again}}
  %0 = "onnx.Unsqueeze"(%a, %axes) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r16.
func.func @not_known(%a: tensor<2x3xf32>, %axes: tensor<1xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Unsqueeze' op cannot be lowered: 'axes' is not known at compile time}}
  %0 = "onnx.Unsqueeze"(%a, %axes) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @no_axes(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Unsqueeze' op expected 'axes', but got none}}
  %0 = "onnx.Unsqueeze"(%a) : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

module attributes {onnxops.opset = 9 : i64} {
// Breaks neighbour-r16.
func.func @negative(%a: tensor<2x1xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Squeeze' op expected axes[0] to be 0 or more, but got -1: opset 11 is the first with negative axes}}
  %0 = "onnx.Squeeze"(%a) {axes = [-1]} : (tensor<2x1xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
}

// -----

module attributes {onnxops.opset = 12 : i64} {
func.func @operand_too_early(%a: tensor<2x1xf32>, %axes: tensor<1xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Squeeze' op expected 1 operand, but got 2}}
  %0 = "onnx.Squeeze"(%a, %axes) : (tensor<2x1xf32>, tensor<1xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
}

// -----

func.func @attribute_too_late(%a: tensor<2x1xf32>) -> tensor<*xf32> {
  // expected-error-re @below {{'onnx.Squeeze' op has no attribute 'axes' at opset {{[0-9]+}}}}
  %0 = "onnx.Squeeze"(%a) {axes = [1]} : (tensor<2x1xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r17.
func.func @not_one(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %axes = "onnx.Constant"() {value_ints = [1]} : () -> tensor<1xi64>
  // expected-error @below {{'onnx.Squeeze' op expected dimension 1 of data to have size 1, since axes names it, but got 3}}
  %0 = "onnx.Squeeze"(%a, %axes) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r17.
func.func @unknown_sizes(%a: tensor<?x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Squeeze' op cannot be lowered: without axes, the rank of the result depends on sizes that are not known}}
  %0 = "onnx.Squeeze"(%a) : (tensor<?x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r2.
func.func @unknown_rank(%a: tensor<*xf32>) -> tensor<*xi64> {
  // expected-error @below {{'onnx.Shape' op cannot be lowered: the rank of operand 'data' is unknown}}
  %0 = "onnx.Shape"(%a) : (tensor<*xf32>) -> tensor<*xi64>
  return %0 : tensor<*xi64>
}

// -----

module attributes {onnxops.opset = 14 : i64} {
func.func @range_too_early(%a: tensor<2xf32>) -> tensor<*xi64> {
  // expected-error @below {{'onnx.Shape' op has no attribute 'start' at opset 14}}
  %0 = "onnx.Shape"(%a) {start = 1 : i64} : (tensor<2xf32>) -> tensor<*xi64>
  return %0 : tensor<*xi64>
}
}

// -----

func.func @no_number(%a: tensor<2xf32>) -> tensor<*xi64> {
  // expected-error @below {{'onnx.Shape' op expected attribute 'start' to be an integer, but got "one"}}
  %0 = "onnx.Shape"(%a) {start = "one"} : (tensor<2xf32>) -> tensor<*xi64>
  return %0 : tensor<*xi64>
}

// -----

func.func @other_type(%a: tensor<2xf32>) -> tensor<i32> {
  // expected-error @below {{'onnx.Size' op expected the result to have type 'tensor<i64>', but got 'tensor<i32>'}}
  %0 = "onnx.Size"(%a) : (tensor<2xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

module attributes {onnxops.opset = 11 : i64} {
func.func @no_list(%a: tensor<1x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Squeeze' op expected attribute 'axes' to be a list of integers, but got [1.000000e+00 : f32]}}
  %0 = "onnx.Squeeze"(%a) {axes = [1.0 : f32]} : (tensor<1x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
}

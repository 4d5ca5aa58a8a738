// Gather, Reshape, ConstantOfShape, Cast, Div and Neg: errors at compile
// time.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-upstream

// Breaks neighbour-r32.
func.func @gather_axis(%a: tensor<2x3xf32>, %i: tensor<i64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Gather' op expected axis to be in [-2, 1], but got 2}}
  %0 = "onnx.Gather"(%a, %i) {axis = 2 : i64} : (tensor<2x3xf32>, tensor<i64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @gather_scalar(%a: tensor<f32>, %i: tensor<i64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Gather' op expected data to have rank 1 or more, but got rank 0}}
  %0 = "onnx.Gather"(%a, %i) : (tensor<f32>, tensor<i64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @gather_floats(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Gather' op expected indices to have element type i32 or i64, but got 'f32'}}
  %0 = "onnx.Gather"(%a, %a) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r32.
func.func @gather_known(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %i = "onnx.Constant"() {value_int = 2 : i64} : () -> tensor<i64>
  // expected-error @below {{'onnx.Gather' op expected indices to be in [-2, 1], but got 2}}
  %0 = "onnx.Gather"(%a, %i) : (tensor<2x3xf32>, tensor<i64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r32.
module attributes {onnxops.opset = 1 : i64} {
func.func @gather_opset_1(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %i = "onnx.Constant"() {value_int = -1 : i64} : () -> tensor<i64>
  // expected-error @below {{'onnx.Gather' op expected indices to be in [0, 1], but got -1}}
  %0 = "onnx.Gather"(%a, %i) : (tensor<2x3xf32>, tensor<i64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
}

// -----

func.func @gather_rank(%a: tensor<*xf32>, %i: tensor<i64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Gather' op cannot be lowered: the rank of operand 'data' is unknown}}
  %0 = "onnx.Gather"(%a, %i) : (tensor<*xf32>, tensor<i64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r34.
func.func @reshape_fit(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %s = "onnx.Constant"() {value_ints = [4, 2]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Reshape' op expected shape to fit the 6 elements of data, but got [4, 2]}}
  %0 = "onnx.Reshape"(%a, %s) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r34.
func.func @reshape_rest(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %s = "onnx.Constant"() {value_ints = [4, -1]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Reshape' op expected shape to fit the 6 elements of data, but got [4, -1]}}
  %0 = "onnx.Reshape"(%a, %s) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r34.
func.func @reshape_two(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %s = "onnx.Constant"() {value_ints = [-1, -1]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Reshape' op expected one -1 in shape at most, but shape[1] is another}}
  %0 = "onnx.Reshape"(%a, %s) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r34.
func.func @reshape_minus(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %s = "onnx.Constant"() {value_ints = [2, -3]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Reshape' op expected shape[1] to be -1 or more, but got -3}}
  %0 = "onnx.Reshape"(%a, %s) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r33.
func.func @reshape_beyond(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %s = "onnx.Constant"() {value_ints = [2, 3, 0]} : () -> tensor<3xi64>
  // expected-error @below {{'onnx.Reshape' op expected shape[2] to be other than 0, since data has rank 2}}
  %0 = "onnx.Reshape"(%a, %s) : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r33.
func.func @reshape_zero(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %s = "onnx.Constant"() {value_ints = [0, 6]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Reshape' op expected shape to fit the 6 elements of data, but got [0, 6]}}
  %0 = "onnx.Reshape"(%a, %s) {allowzero = 1 : i64} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

module attributes {onnxops.opset = 13 : i64} {
func.func @reshape_13(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %s = "onnx.Constant"() {value_ints = [2, 3]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Reshape' op has no attribute 'allowzero' at opset 13}}
  %0 = "onnx.Reshape"(%a, %s) {allowzero = 1 : i64} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
}

// -----

// Breaks neighbour-r35.
func.func @reshape_ambiguous(%a: tensor<0x3xf32>) -> tensor<*xf32> {
  %s = "onnx.Constant"() {value_ints = [0, -1]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Reshape' op expected shape to fit the 0 elements of data, but got [0, -1]}}
  %0 = "onnx.Reshape"(%a, %s) : (tensor<0x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r36.
func.func @reshape_unknown_rank(%a: tensor<2x3xf32>, %s: tensor<?xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Reshape' op cannot be lowered: the length of 'shape', which is the rank of the result, is unknown}}
  %0 = "onnx.Reshape"(%a, %s) : (tensor<2x3xf32>, tensor<?xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @reshape_matrix(%a: tensor<2x3xf32>, %s: tensor<1x1xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Reshape' op expected 'shape' to be a vector of integers, but got 'tensor<1x1xi64>'}}
  %0 = "onnx.Reshape"(%a, %s) : (tensor<2x3xf32>, tensor<1x1xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r37.
func.func @fill_negative() -> tensor<*xf32> {
  %s = "onnx.Constant"() {value_ints = [2, -1]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.ConstantOfShape' op expected input[1] to be 0 or more, but got -1}}
  %0 = "onnx.ConstantOfShape"(%s) : (tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r37.
func.func @fill_value(%s: tensor<1xi64>) -> tensor<*xi64> {
  // expected-error @below {{'onnx.ConstantOfShape' op expected 'value' to be a tensor of one element, but got dense<[1, 2]> : tensor<2xi64>}}
  %0 = "onnx.ConstantOfShape"(%s) {value = dense<[1, 2]> : tensor<2xi64>} : (tensor<1xi64>) -> tensor<*xi64>
  return %0 : tensor<*xi64>
}

// -----

// Breaks neighbour-r37.
func.func @fill_complex(%s: tensor<1xi64>) -> tensor<*xcomplex<f32>> {
  // expected-error @below {{'onnx.ConstantOfShape' op is not supported on element type 'complex<f32>'}}
  %0 = "onnx.ConstantOfShape"(%s) {value = dense<(1.0, 2.0)> : tensor<1xcomplex<f32>>} : (tensor<1xi64>) -> tensor<*xcomplex<f32>>
  return %0 : tensor<*xcomplex<f32>>
}

// -----

// Breaks neighbour-r31.
func.func @cast_number(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Cast' op expected 'to' to be the number of a known element type, but got 17}}
  %0 = "onnx.Cast"(%a) {to = 17 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r31.
func.func @cast_string(%a: tensor<2x3xf32>) -> tensor<*x!onnxops.string> {
  // expected-error @below {{'onnx.Cast' op is not supported from element type 'f32' to '!onnxops.string'}}
  %0 = "onnx.Cast"(%a) {to = 8 : i64} : (tensor<2x3xf32>) -> tensor<*x!onnxops.string>
  return %0 : tensor<*x!onnxops.string>
}

// -----

// Breaks neighbour-r31.
func.func @cast_complex(%a: tensor<2xcomplex<f32>>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Cast' op is not supported from element type 'complex<f32>' to 'f32'}}
  %0 = "onnx.Cast"(%a) {to = 1 : i64} : (tensor<2xcomplex<f32>>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @cast_declared(%a: tensor<2x3xf32>) -> tensor<*xi64> {
  // expected-error @below {{'onnx.Cast' op expected the result to have type 'tensor<2x3xi32>', but got 'tensor<*xi64>'}}
  %0 = "onnx.Cast"(%a) {to = 6 : i64} : (tensor<2x3xf32>) -> tensor<*xi64>
  return %0 : tensor<*xi64>
}

// -----

module attributes {onnxops.opset = 13 : i64} {
func.func @cast_13(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Cast' op has no attribute 'saturate' at opset 13}}
  %0 = "onnx.Cast"(%a) {to = 1 : i64, saturate = 1 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
}

// -----

// Breaks neighbour-r26.
func.func @div_zero(%a: tensor<2xi64>) -> tensor<2xi64> {
  %s = "onnx.Constant"() {value_ints = [2, 0]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Div' op expected B to have no 0, but got 1}}
  %0 = "onnx.Div"(%a, %s) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

func.func @div_bool(%a: tensor<2xi1>) -> tensor<2xi1> {
  // expected-error @below {{'onnx.Div' op is not supported on element type 'i1'}}
  %0 = "onnx.Div"(%a, %a) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

// Breaks neighbour-r27.
func.func @neg_unsigned(%a: tensor<2xui8>) -> tensor<2xui8> {
  // expected-error @below {{'onnx.Neg' op is not supported on element type 'ui8'}}
  %0 = "onnx.Neg"(%a) : (tensor<2xui8>) -> tensor<2xui8>
  return %0 : tensor<2xui8>
}

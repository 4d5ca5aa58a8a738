// Comparisons, booleans, Where, Max, Clip, Mod, Pow, Range, reductions, Pad, Flatten.

// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-upstream

// Breaks neighbour-r48.
func.func @compare_strings(%a: tensor<2x!onnxops.string>) -> tensor<*xi1> {
  // expected-error @below {{'onnx.Equal' op is not supported on element type '!onnxops.string'}}
  %0 = "onnx.Equal"(%a, %a) : (tensor<2x!onnxops.string>, tensor<2x!onnxops.string>) -> tensor<*xi1>
  return %0 : tensor<*xi1>
}

// -----

// Breaks neighbour-r48.
func.func @compare_sizes(%a: tensor<2x3xf32>, %b: tensor<2xf32>) -> tensor<*xi1> {
  // expected-error @below {{'onnx.Less' op expected A and B to have one size in dimension 1 of the result, or size 1, but got 3 and 2}}
  %0 = "onnx.Less"(%a, %b) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<*xi1>
  return %0 : tensor<*xi1>
}

// -----

module attributes {onnxops.opset = 11 : i64} {
func.func @too_new(%a: tensor<2xf32>) -> tensor<*xi1> {
  // expected-error @below {{'onnx.LessOrEqual' op is not an operator of opset 11}}
  %0 = "onnx.LessOrEqual"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<*xi1>
  return %0 : tensor<*xi1>
}
}

// -----

module attributes {onnxops.opset = 7 : i64} {
func.func @too_old(%a: tensor<2xf32>) -> tensor<*xi1> {
  // expected-error @below {{'onnx.Equal' op operand #0 cannot be of 'tensor<2xf32>' at opset 7}}
  %0 = "onnx.Equal"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<*xi1>
  return %0 : tensor<*xi1>
}
}

// -----

module attributes {onnxops.opset = 6 : i64} {
func.func @along_axis(%a: tensor<2x3xi1>, %b: tensor<2xi1>) -> tensor<*xi1> {
  // expected-error @below {{'onnx.And' op is not supported: broadcast along an axis, as before opset 7}}
  %0 = "onnx.And"(%a, %b) {axis = 0 : i64, broadcast = 1 : i64} : (tensor<2x3xi1>, tensor<2xi1>) -> tensor<*xi1>
  return %0 : tensor<*xi1>
}
}

// -----

// Breaks neighbour-r49.
func.func @not_booleans(%a: tensor<2xi32>) -> tensor<*xi1> {
  // expected-error @below {{'onnx.Xor' op operand #0 cannot be of 'tensor<2xi32>' at opset 7}}
  %0 = "onnx.Xor"(%a, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<*xi1>
  return %0 : tensor<*xi1>
}

// -----

// Breaks neighbour-r50.
func.func @where_strings(%c: tensor<2xi1>, %a: tensor<2x!onnxops.string>) -> tensor<*x!onnxops.string> {
  // expected-error @below {{'onnx.Where' op is not supported on element type '!onnxops.string'}}
  %0 = "onnx.Where"(%c, %a, %a) : (tensor<2xi1>, tensor<2x!onnxops.string>, tensor<2x!onnxops.string>) -> tensor<*x!onnxops.string>
  return %0 : tensor<*x!onnxops.string>
}

// -----

// Breaks neighbour-r50.
func.func @where_sizes(%c: tensor<2x1xi1>, %a: tensor<3xf32>, %b: tensor<4x1xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Where' op expected condition, X and Y to have one size in dimension 0 of the result, or size 1, but got 2 and 4}}
  %0 = "onnx.Where"(%c, %a, %b) : (tensor<2x1xi1>, tensor<3xf32>, tensor<4x1xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r51.
func.func @max_types(%a: tensor<2xf32>, %b: tensor<2xi32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Max' op operand #1 must be of 'tensor<*xf32>' at opset 13, but is of 'tensor<*xi32>'}}
  %0 = "onnx.Max"(%a, %b) : (tensor<2xf32>, tensor<2xi32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

module attributes {onnxops.opset = 6 : i64} {
// Breaks neighbour-r51.
func.func @sum_ranks(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Sum' op expected all operands to have one rank, but got 'tensor<2xf32>' and 'tensor<f32>'}}
  %0 = "onnx.Sum"(%a, %b) : (tensor<2xf32>, tensor<f32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
}

// -----

func.func @max_of_nothing() -> tensor<*xf32> {
  // expected-error @below {{'onnx.Max' op expected 1 operand or more, but got 0}}
  %0 = "onnx.Max"() : () -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r52.
func.func @clip_bounds(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Clip' op expected min to be a scalar or to have one element, but got 3 in dimension 0}}
  %0 = "onnx.Clip"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r53.
func.func @mod_of_floats(%a: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Mod' op expected fmod to be 1, since A has element type 'f32', but got 0}}
  %0 = "onnx.Mod"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r53.
func.func @mod_by_zero(%a: tensor<2xi64>) -> tensor<*xi64> {
  %zero = "onnx.Constant"() {value = dense<[1, 0]> : tensor<2xi64>} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Mod' op expected B to have no 0, but got 1}}
  %0 = "onnx.Mod"(%a, %zero) : (tensor<2xi64>, tensor<2xi64>) -> tensor<*xi64>
  return %0 : tensor<*xi64>
}

// -----

// Breaks neighbour-r55.
func.func @range_without_step(%a: tensor<i64>) -> tensor<?xi64> {
  %zero = "onnx.Constant"() {value = dense<0> : tensor<i64>} : () -> tensor<i64>
  // expected-error @below {{'onnx.Range' op expected delta to be other than 0}}
  %0 = "onnx.Range"(%a, %a, %zero) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// -----

// Breaks neighbour-r55.
func.func @range_too_long() -> tensor<?xi64> {
  %low = "onnx.Constant"() {value = dense<-9223372036854775808> : tensor<i64>} : () -> tensor<i64>
  %high = "onnx.Constant"() {value = dense<9223372036854775807> : tensor<i64>} : () -> tensor<i64>
  %one = "onnx.Constant"() {value = dense<1> : tensor<i64>} : () -> tensor<i64>
  // expected-error @below {{'onnx.Range' op expected fewer than 2^63 elements, but got start -9223372036854775808, limit 9223372036854775807 and delta 1}}
  %0 = "onnx.Range"(%low, %high, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// -----

module attributes {onnxops.opset = 27 : i64} {
// Breaks neighbour-r55.
func.func @range_stash(%a: tensor<f16>) -> tensor<?xf16> {
  // expected-error @below {{'onnx.Range' op is not supported with stash_type 10: 16-bit floats are computed as f32}}
  %0 = "onnx.Range"(%a, %a, %a) {stash_type = 10 : i64} : (tensor<f16>, tensor<f16>, tensor<f16>) -> tensor<?xf16>
  return %0 : tensor<?xf16>
}
}

// -----

// Breaks neighbour-r56.
func.func @unknown_axes(%a: tensor<2x3xf32>, %axes: tensor<1xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.ReduceSum' op cannot be lowered: 'axes' is not known at compile time}}
  %0 = "onnx.ReduceSum"(%a, %axes) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r56.
func.func @axes(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %axes = "onnx.Constant"() {value = dense<[1, -1]> : tensor<2xi64>} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.ReduceMax' op expected axes to differ, but axes[1] names dimension 1 again}}
  %0 = "onnx.ReduceMax"(%a, %axes) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r58.
func.func @too_few_pads(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %pads = "onnx.Constant"() {value = dense<[1, 1]> : tensor<2xi64>} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Pad' op expected pads to have 4 elements, one for each end of a dimension, but got 2}}
  %0 = "onnx.Pad"(%a, %pads) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r58.
func.func @crops_too_much(%a: tensor<3xf32>) -> tensor<*xf32> {
  %pads = "onnx.Constant"() {value = dense<[-2, -2]> : tensor<2xi64>} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Pad' op expected pads to crop no more than the size 3 of dimension 0, but got -2 and -2}}
  %0 = "onnx.Pad"(%a, %pads) : (tensor<3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @overflows(%a: tensor<3xf32>) -> tensor<*xf32> {
  %pads = "onnx.Constant"() {value = dense<[9223372036854775800, 9]> : tensor<2xi64>} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Pad' op expected pads to give dimension 0 a size below 2^63, but got 9223372036854775800 and 9}}
  %0 = "onnx.Pad"(%a, %pads) : (tensor<3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r59.
func.func @value(%a: tensor<3xf32>, %v: tensor<2xf32>) -> tensor<*xf32> {
  %pads = "onnx.Constant"() {value = dense<1> : tensor<2xi64>} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Pad' op expected constant_value to have type 'tensor<2xf32>', but got 'tensor<1xf32>'}}
  %0 = "onnx.Pad"(%a, %pads, %v) : (tensor<3xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r60.
func.func @reflects_too_much(%a: tensor<3xf32>) -> tensor<*xf32> {
  %pads = "onnx.Constant"() {value = dense<[3, 0]> : tensor<2xi64>} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Pad' op expected pads to be less than the size 3 of dimension 0, but got 3 and 0}}
  %0 = "onnx.Pad"(%a, %pads) {mode = "reflect"} : (tensor<3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r60.
func.func @repeats_nothing(%a: tensor<0xf32>) -> tensor<*xf32> {
  %pads = "onnx.Constant"() {value = dense<1> : tensor<2xi64>} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Pad' op expected no pads for the size 0 of dimension 0, but got 1 and 1}}
  %0 = "onnx.Pad"(%a, %pads) {mode = "edge"} : (tensor<0xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

module attributes {onnxops.opset = 18 : i64} {
// Breaks neighbour-r60.
func.func @mode(%a: tensor<3xf32>, %pads: tensor<2xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Pad' op expected mode to be "constant", "reflect" or "edge", but got "wrap"}}
  %0 = "onnx.Pad"(%a, %pads) {mode = "wrap"} : (tensor<3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
}

// -----

// Breaks neighbour-r60.
func.func @edge_of_strings(%a: tensor<3x!onnxops.string>, %pads: tensor<2xi64>) -> tensor<*x!onnxops.string> {
  // expected-error @below {{'onnx.Pad' op is not supported on element type '!onnxops.string' in mode "edge"}}
  %0 = "onnx.Pad"(%a, %pads) {mode = "edge"} : (tensor<3x!onnxops.string>, tensor<2xi64>) -> tensor<*x!onnxops.string>
  return %0 : tensor<*x!onnxops.string>
}

// -----

// Breaks neighbour-r61.
func.func @flatten_axis(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Flatten' op expected axis to be in [-2, 2], but got 3}}
  %0 = "onnx.Flatten"(%a) {axis = 3 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r61.
func.func @flatten_overflow(%a: tensor<4294967296x4294967296x0xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Flatten' op expected the product of the sizes before axis to be below 2^63}}
  %0 = "onnx.Flatten"(%a) {axis = 2 : i64} : (tensor<4294967296x4294967296x0xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

module attributes {onnxops.opset = 11 : i64} {
// Breaks neighbour-r54.
func.func @pow_of_integers(%a: tensor<2xi64>) -> tensor<*xi64> {
  // expected-error @below {{'onnx.Pow' op operand #0 cannot be of 'tensor<2xi64>' at opset 7}}
  %0 = "onnx.Pow"(%a, %a) : (tensor<2xi64>, tensor<2xi64>) -> tensor<*xi64>
  return %0 : tensor<*xi64>
}
}

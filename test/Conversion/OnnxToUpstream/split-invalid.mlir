// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-upstream

// Breaks neighbour-r21.
func.func @sum(%a: tensor<6xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %split = "onnx.Constant"() {value_ints = [2, 3]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Split' op expected split to sum to 6, the size of axis 0, but got 5}}
  %0:2 = "onnx.Split"(%a, %split) : (tensor<6xf32>, tensor<2xi64>) -> (tensor<*xf32>, tensor<*xf32>)
  return %0#0, %0#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// Breaks neighbour-r21.
func.func @negative(%a: tensor<6xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %split = "onnx.Constant"() {value_ints = [7, -1]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Split' op expected split[1] to be 0 or more, but got -1}}
  %0:2 = "onnx.Split"(%a, %split) : (tensor<6xf32>, tensor<2xi64>) -> (tensor<*xf32>, tensor<*xf32>)
  return %0#0, %0#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

func.func @overflow(%a: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %split = "onnx.Constant"() {value_ints = [9223372036854775807, 9223372036854775807]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Split' op expected split to sum to less than 2^63, but it exceeds it}}
  %0:2 = "onnx.Split"(%a, %split) : (tensor<?xf32>, tensor<2xi64>) -> (tensor<*xf32>, tensor<*xf32>)
  return %0#0, %0#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// Breaks neighbour-r21.
func.func @count(%a: tensor<6xf32>, %split: tensor<3xi64>) -> (tensor<*xf32>, tensor<*xf32>) {
  // expected-error @below {{'onnx.Split' op expected split to have 2 elements, one for each output, but got 3}}
  %0:2 = "onnx.Split"(%a, %split) : (tensor<6xf32>, tensor<3xi64>) -> (tensor<*xf32>, tensor<*xf32>)
  return %0#0, %0#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

module attributes {onnxops.opset = 11 : i64} {
func.func @count_of_attribute(%a: tensor<6xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  // expected-error @below {{'onnx.Split' op expected split to have 2 elements, one for each output, but got 1}}
  %0:2 = "onnx.Split"(%a) {split = [6]} : (tensor<6xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return %0#0, %0#1 : tensor<*xf32>, tensor<*xf32>
}
}

// -----

module attributes {onnxops.opset = 13 : i64} {
// Breaks neighbour-r22.
func.func @not_equal(%a: tensor<5xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  // expected-error @below {{'onnx.Split' op expected the size of axis 0 to be a multiple of 2, the number of outputs, but got 5}}
  %0:2 = "onnx.Split"(%a) : (tensor<5xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return %0#0, %0#1 : tensor<*xf32>, tensor<*xf32>
}
}

// -----

// For four elements, 2 + 2 + 2 is already too much.
// Breaks neighbour-r23.
func.func @last_negative(%a: tensor<5xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Split' op expected axis 0 to give 4 outputs of equal size, or with a smaller last one, but got size 5}}
  %0:4 = "onnx.Split"(%a) {num_outputs = 4 : i64} : (tensor<5xf32>) -> (tensor<*xf32>, none, none, none)
  return %0#0 : tensor<*xf32>
}

// -----

func.func @both(%a: tensor<5xf32>, %split: tensor<1xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Split' op expected one of split and num_outputs, but got both}}
  %0 = "onnx.Split"(%a, %split) {num_outputs = 1 : i64} : (tensor<5xf32>, tensor<1xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @neither(%a: tensor<5xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Split' op expected the size of axis 0 to be a multiple of 2, the number of outputs, but got 5}}
  %0:2 = "onnx.Split"(%a) : (tensor<5xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return %0#0 : tensor<*xf32>
}

// -----

func.func @another_number(%a: tensor<6xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Split' op expected num_outputs to be 1, the number of outputs, but got 2}}
  %0 = "onnx.Split"(%a) {num_outputs = 2 : i64} : (tensor<6xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @axis(%a: tensor<6xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Split' op expected axis to be in [-1, 0], but got 1}}
  %0 = "onnx.Split"(%a) {axis = 1 : i64, num_outputs = 1 : i64} : (tensor<6xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @scalar(%a: tensor<f32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Split' op expected input to have rank 1 or more, but got rank 0}}
  %0 = "onnx.Split"(%a) {num_outputs = 1 : i64} : (tensor<f32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

module attributes {onnxops.opset = 1 : i64} {
func.func @float_at_run_time(%a: tensor<6xf32>, %split: tensor<1xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Split' op cannot be lowered: 'split' has element type 'f32' and is not constant}}
  %0 = "onnx.Split"(%a, %split) : (tensor<6xf32>, tensor<1xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
}

// -----

module attributes {onnxops.opset = 2 : i64} {
func.func @no_operand_then(%a: tensor<6xf32>, %split: tensor<1xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Split' op expected 1 operand, but got 2}}
  %0 = "onnx.Split"(%a, %split) : (tensor<6xf32>, tensor<1xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
}

// -----

func.func @no_vector(%a: tensor<6xf32>, %split: tensor<i64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Split' op expected 'split' to be a vector, but got 'tensor<i64>'}}
  %0 = "onnx.Split"(%a, %split) : (tensor<6xf32>, tensor<i64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @no_output(%a: tensor<6xf32>) {
  // expected-error @below {{'onnx.Split' op expected an output, but got none}}
  "onnx.Split"(%a) : (tensor<6xf32>) -> ()
  return
}

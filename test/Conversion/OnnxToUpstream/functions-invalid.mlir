// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-upstream

func.func @unknown_rank(%a: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Relu' op cannot be lowered: the rank of operand 'X' is unknown}}
  %0 = "onnx.Relu"(%a) : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @sequence(%a: !onnxops.seq<tensor<2xf32>>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Exp' op expected 'X' to be a tensor, but got '!onnxops.seq<tensor<2xf32>>'}}
  %0 = "onnx.Exp"(%a) : (!onnxops.seq<tensor<2xf32>>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r40.
func.func @relu_unsigned(%a: tensor<2xui8>) -> tensor<2xui8> {
  // expected-error @below {{'onnx.Relu' op is not supported on element type 'ui8'}}
  %0 = "onnx.Relu"(%a) : (tensor<2xui8>) -> tensor<2xui8>
  return %0 : tensor<2xui8>
}

// -----

// Breaks neighbour-r40.
func.func @relu_bool(%a: tensor<2xi1>) -> tensor<2xi1> {
  // expected-error @below {{'onnx.Relu' op is not supported on element type 'i1'}}
  %0 = "onnx.Relu"(%a) : (tensor<2xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

module attributes {onnxops.opset = 13 : i64} {
// Breaks neighbour-r40, neighbour-r44.
func.func @relu_13(%a: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error @below {{'onnx.Relu' op takes element type 'i32' from opset 14 on, but the module's opset is 13}}
  %0 = "onnx.Relu"(%a) : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
}

// -----

module attributes {onnxops.opset = 12 : i64} {
// Breaks neighbour-r44.
func.func @relu_bf16(%a: tensor<2xbf16>) -> tensor<2xbf16> {
  // expected-error @below {{'onnx.Relu' op takes element type 'bf16' from opset 13 on, but the module's opset is 12}}
  %0 = "onnx.Relu"(%a) : (tensor<2xbf16>) -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}
}

// -----

// Breaks neighbour-r41.
func.func @abs_bool(%a: tensor<2xi1>) -> tensor<2xi1> {
  // expected-error @below {{'onnx.Abs' op is not supported on element type 'i1'}}
  %0 = "onnx.Abs"(%a) : (tensor<2xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

// Breaks neighbour-r41.
func.func @abs_complex(%a: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  // expected-error @below {{'onnx.Abs' op is not supported on element type 'complex<f32>'}}
  %0 = "onnx.Abs"(%a) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// -----

// Breaks neighbour-r42.
func.func @exp_integers(%a: tensor<2xi64>) -> tensor<2xi64> {
  // expected-error @below {{'onnx.Exp' op is not supported on element type 'i64'}}
  %0 = "onnx.Exp"(%a) : (tensor<2xi64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

// Breaks neighbour-r42.
func.func @sqrt_string(%a: tensor<2x!onnxops.string>) -> tensor<2x!onnxops.string> {
  // expected-error @below {{'onnx.Sqrt' op is not supported on element type '!onnxops.string'}}
  %0 = "onnx.Sqrt"(%a) : (tensor<2x!onnxops.string>) -> tensor<2x!onnxops.string>
  return %0 : tensor<2x!onnxops.string>
}

// -----

// Breaks neighbour-r42.
func.func @tanh_f8(%a: tensor<2xf8E4M3FN>) -> tensor<2xf8E4M3FN> {
  // expected-error @below {{'onnx.Tanh' op is not supported on element type 'f8E4M3FN'}}
  %0 = "onnx.Tanh"(%a) : (tensor<2xf8E4M3FN>) -> tensor<2xf8E4M3FN>
  return %0 : tensor<2xf8E4M3FN>
}

// -----

module attributes {onnxops.opset = 12 : i64} {
// Breaks neighbour-r44.
func.func @sigmoid_bf16(%a: tensor<2xbf16>) -> tensor<2xbf16> {
  // expected-error @below {{'onnx.Sigmoid' op takes element type 'bf16' from opset 13 on, but the module's opset is 12}}
  %0 = "onnx.Sigmoid"(%a) : (tensor<2xbf16>) -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}
}

// -----

func.func @two_operands(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.Tanh' op expected 1 operand, but got 2}}
  %0 = "onnx.Tanh"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @attribute(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error-re @below {{'onnx.Sigmoid' op has no attribute 'alpha' at opset {{[0-9]+}}}}
  %0 = "onnx.Sigmoid"(%a) {alpha = 1.0 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @declared(%a: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error @below {{'onnx.Abs' op expected the result to have type 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  %0 = "onnx.Abs"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

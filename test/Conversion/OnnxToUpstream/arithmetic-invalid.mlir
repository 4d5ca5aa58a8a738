// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-upstream

// Breaks neighbour-r13.
func.func @sizes(%a: tensor<2x3xf32>, %b: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Add' op expected A and B to have one size in dimension 1 of the result, or size 1, but got 3 and 2}}
  %0 = "onnx.Add"(%a, %b) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @element_types(%a: tensor<2xf32>, %b: tensor<2xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Mul' op expected B to have element type 'f32', as A has, but got 'i64'}}
  %0 = "onnx.Mul"(%a, %b) : (tensor<2xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @bool(%a: tensor<2xi1>) -> tensor<*xi1> {
  // expected-error @below {{'onnx.Add' op is not supported on element type 'i1'}}
  %0 = "onnx.Add"(%a, %a) : (tensor<2xi1>, tensor<2xi1>) -> tensor<*xi1>
  return %0 : tensor<*xi1>
}

// -----

func.func @complex(%a: tensor<2xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  // expected-error @below {{'onnx.Sub' op is not supported on element type 'complex<f32>'}}
  %0 = "onnx.Sub"(%a, %a) : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  return %0 : tensor<*xcomplex<f32>>
}

// -----

func.func @sequence(%a: !onnxops.seq<tensor<2xf32>>, %b: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Add' op expected 'A' to be a tensor, but got '!onnxops.seq<tensor<2xf32>>'}}
  %0 = "onnx.Add"(%a, %b) : (!onnxops.seq<tensor<2xf32>>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r2.
func.func @unknown_rank(%a: tensor<2xf32>, %b: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Add' op cannot be lowered: the rank of operand 'B' is unknown}}
  %0 = "onnx.Add"(%a, %b) : (tensor<2xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @one_operand(%a: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Add' op expected 2 operands, but got 1}}
  %0 = "onnx.Add"(%a) : (tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @two_results(%a: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Add' op expected 1 result, but got 2}}
  %0:2 = "onnx.Add"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<*xf32>, tensor<2xf32>)
  return %0#0 : tensor<*xf32>
}

// -----

func.func @not(%a: tensor<2xi8>) -> tensor<*xi8> {
  // expected-error @below {{'onnx.Not' op expected X to be boolean, but got 'tensor<2xi8>'}}
  %0 = "onnx.Not"(%a) : (tensor<2xi8>) -> tensor<*xi8>
  return %0 : tensor<*xi8>
}

// -----

module attributes {onnxops.opset = 6 : i64} {
// Breaks neighbour-r15.
func.func @broadcast_6(%a: tensor<2x3xf32>, %b: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Add' op is not supported: broadcast along an axis, as before opset 7}}
  %0 = "onnx.Add"(%a, %b) {broadcast = 1 : i64, axis = 0 : i64} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
}

// -----

module attributes {onnxops.opset = 6 : i64} {
// Breaks neighbour-r15.
func.func @unequal_6(%a: tensor<2x3xf32>, %b: tensor<1x3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Add' op expected A and B to have one size in dimension 0 of the result, but got 2 and 1}}
  %0 = "onnx.Add"(%a, %b) : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
}

// -----

module attributes {onnxops.opset = 6 : i64} {
func.func @ranks_6(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Add' op expected A and B to have one rank, but got 'tensor<2x3xf32>' and 'tensor<3xf32>'}}
  %0 = "onnx.Add"(%a, %b) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
}

// -----

func.func @broadcast_7(%a: tensor<2x3xf32>, %b: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Add' op has no attribute 'broadcast' at opset 27}}
  %0 = "onnx.Add"(%a, %b) {broadcast = 0 : i64} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

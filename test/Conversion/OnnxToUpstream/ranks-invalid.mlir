// Ranks above 64, which result from the lengths of shape operands and axes.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-upstream

// Breaks types-r13.
func.func @reshape(%a: tensor<2x3xf32>, %s: tensor<65xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Reshape' op expected the result to have rank 64 or less, but got rank 65}}
  %0 = "onnx.Reshape"(%a, %s) : (tensor<2x3xf32>, tensor<65xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// The length is checked before any element is read.
func.func @huge_reshape(%a: tensor<2x3xf32>, %s: tensor<1099511627776xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Reshape' op expected the result to have rank 64 or less, but got rank 1099511627776}}
  %0 = "onnx.Reshape"(%a, %s) : (tensor<2x3xf32>, tensor<1099511627776xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @expand(%a: tensor<2x3xf32>, %s: tensor<1099511627776xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Expand' op expected the result to have rank 64 or less, but got rank 1099511627776}}
  %0 = "onnx.Expand"(%a, %s) : (tensor<2x3xf32>, tensor<1099511627776xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @fill(%s: tensor<1099511627776xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.ConstantOfShape' op expected the result to have rank 64 or less, but got rank 1099511627776}}
  %0 = "onnx.ConstantOfShape"(%s) : (tensor<1099511627776xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @slice(%a: tensor<2x3xf32>, %s: tensor<1099511627776xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Slice' op expected axes[2] to be in [-2, 1], but got 2}}
  %0 = "onnx.Slice"(%a, %s, %s) : (tensor<2x3xf32>, tensor<1099511627776xi64>, tensor<1099511627776xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks types-r13.
func.func @unsqueeze(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %axes = "onnx.Constant"() {value = dense<1> : tensor<63xi64>} : () -> tensor<63xi64>
  // expected-error @below {{'onnx.Unsqueeze' op expected the result to have rank 64 or less, but got rank 65}}
  %0 = "onnx.Unsqueeze"(%a, %axes) : (tensor<2x3xf32>, tensor<63xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @gather(%a: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>, %i: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xi64>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Gather' op expected the result to have rank 64 or less, but got rank 65}}
  %0 = "onnx.Gather"(%a, %i) : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>, tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Also ranks that the module declares elsewhere.
// expected-error @below {{'func.func' op expected argument #1 to have rank 64 or less, but got rank 65}}
func.func @argument(%a: tensor<f32>, %b: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  return
}

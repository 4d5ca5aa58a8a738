// An unknown or invalid operator of the dialect onnx is rejected by name and
// location.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-upstream

// Breaks neighbour-r1.
func.func @unknown(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.Softsign' op is not supported: nothing here lowers this operator}}
  %0 = "onnx.Softsign"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Also within a known operator.
// Breaks neighbour-r1.
func.func @within(%c: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "onnx.If"(%c) ({
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }, {
    // expected-error @below {{'onnx.Softsign' op is not supported}}
    %1 = "onnx.Softsign"(%a) : (tensor<2xf32>) -> tensor<2xf32>
    "onnx.Yield"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// The operator itself, not its regions.
func.func @with_regions(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.Scan' op is not supported}}
  %0 = "onnx.Scan"(%a) ({
    %1 = "onnx.Softsign"(%a) : (tensor<2xf32>) -> tensor<2xf32>
    "onnx.Yield"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// An operator of another domain is a different operator.
// Breaks neighbour-r1.
func.func @domain(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.Add' op is not supported}}
  %0 = "onnx.Add"(%a, %a) {onnx.domain = "com.example"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @yield_alone(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.Yield' op is not supported}}
  "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  return
}

// -----

// Breaks neighbour-r3.
func.func @contradiction(%a: tensor<?xf32>) -> tensor<2x2xf32> {
  // expected-error @below {{'onnx.Identity' op expected the result to have type 'tensor<?xf32>', but got 'tensor<2x2xf32>'}}
  %0 = "onnx.Identity"(%a) : (tensor<?xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// Tensors of unknown rank cannot be checked.
// Breaks neighbour-r3.
func.func @unknown_rank(%a: tensor<*xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.Identity' op cannot be lowered: the result is declared as 'tensor<2xf32>', but its rank is unknown}}
  %0 = "onnx.Identity"(%a) : (tensor<*xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// The lowered type of an operand contradicts the declared type of an op of the dialect.
func.func @dialect_ops(%a: tensor<2xf32>, %b: tensor<2x2xf32>) -> tensor<*xf32> {
  %0 = "onnx.Add"(%a, %b) : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<*xf32>
  // expected-error @below {{'onnxops.concat_v13' op expected inputs[1] to have rank 2, as inputs[0] has, but got rank 1}}
  %1 = onnxops.concat_v13 %0, %a axis = 0 : (tensor<*xf32>, tensor<2xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// -----

func.func @no_value_as_tensor() -> tensor<2xf32> {
  %none = "onnx.NoValue"() : () -> none
  // expected-error @below {{'onnx.Identity' op expected operand 'input', but got none}}
  %0 = "onnx.Identity"(%none) : (none) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @two_operands(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.Identity' op expected 1 operand, but got 2}}
  %0 = "onnx.Identity"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @strings() -> tensor<!onnxops.string> {
  // expected-error @below {{'onnx.Constant' op expected one result and its value in value, value_int, value_ints, value_float or value_floats}}
  %0 = "onnx.Constant"() {value_string = "s"} : () -> tensor<!onnxops.string>
  return %0 : tensor<!onnxops.string>
}

// -----

func.func @no_value_elsewhere() -> none {
  // expected-error @below {{'onnx.NoValue' op expected no user that takes every operand, but got 'func.return'}}
  %none = "onnx.NoValue"() : () -> none
  return %none : none
}

// -----

// Properties must be attributes.
func.func @properties(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.Identity' op has no attribute 'axis' at opset 27}}
  %0 = "onnx.Identity"(%a) <{axis = 1 : i64}> : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

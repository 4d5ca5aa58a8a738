// An operator of the dialect onnx that is not known, or not as it should be, is
// refused by name and location.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-upstream

func.func @unknown(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.Relu' op is not supported: nothing here lowers this operator}}
  %0 = "onnx.Relu"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// The operator, not what is in its regions.
func.func @with_regions(%c: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.If' op is not supported}}
  %0 = "onnx.If"(%c) ({
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }, {
    %1 = "onnx.Relu"(%a) : (tensor<2xf32>) -> tensor<2xf32>
    "onnx.Yield"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @more_precise(%a: tensor<?xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.Identity' op expected a result of type 'tensor<?xf32>', but got 'tensor<2xf32>'}}
  %0 = "onnx.Identity"(%a) : (tensor<?xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @two_operands(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.Identity' op expected one operand and one result, but got 2 and 1}}
  %0 = "onnx.Identity"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @strings() -> tensor<!onnxops.string> {
  // expected-error @below {{'onnx.Constant' op expected one result and its value in value, value_int, value_ints, value_float or value_floats}}
  %0 = "onnx.Constant"() {value_string = "s"} : () -> tensor<!onnxops.string>
  return %0 : tensor<!onnxops.string>
}

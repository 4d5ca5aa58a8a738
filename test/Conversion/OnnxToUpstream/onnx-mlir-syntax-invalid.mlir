// Ops in onnx-mlir's own syntax are verified as well.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-upstream

func.func @return_count(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // expected-error @below {{'onnx.Return' op expected 2 operands, as the function has results, but got 1}}
  "onnx.Return"(%a) : (tensor<2xf32>) -> ()
}

// -----

func.func @return_type(%a: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error @below {{'onnx.Return' op expected operand #0 to have type 'tensor<3xf32>', as the function's result, but got 'tensor<2xf32>'}}
  "onnx.Return"(%a) : (tensor<2xf32>) -> ()
}

// -----

func.func @return_elsewhere(%c: tensor<i1>, %a: tensor<2xf32>) {
  "onnx.If"(%c) ({
    // expected-error @below {{'onnx.Return' op expected to end a function}}
    "onnx.Return"(%a) : (tensor<2xf32>) -> ()
  }, {
    "onnx.Yield"() : () -> ()
  }) : (tensor<i1>) -> ()
  return
}

// -----

func.func @cast(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.Cast' op expected attribute 'to' to be an integer, but got f8E5M2}}
  %0 = "onnx.Cast"(%a) <{to = f8E5M2}> : (tensor<2xf32>) -> tensor<2xf8E5M2>
  return
}

// -----

func.func @dim(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.Dim' op is not supported: nothing here lowers this operator}}
  %0 = "onnx.Dim"(%a) : (tensor<2xf32>) -> tensor<1xi64>
  return
}

// -----

// An operator of another version has another name.
func.func @version(%a: tensor<1x2xf32>) {
  // expected-error @below {{'onnx.SqueezeV11' op is not supported: nothing here lowers this operator}}
  %0 = "onnx.SqueezeV11"(%a) <{axes = [0]}> : (tensor<1x2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @unknown_attribute(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.Relu' op has no attribute 'alpha' at opset 27}}
  %0 = "onnx.Relu"(%a) <{alpha = 1 : si64}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

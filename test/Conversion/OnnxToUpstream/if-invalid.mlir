// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-upstream

// Breaks neighbour-r4.
func.func @condition(%c: tensor<i8>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.If' op expected 'cond' to be a boolean, but got 'i8'}}
  %0 = "onnx.If"(%c) ({
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }, {
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }) : (tensor<i8>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Breaks neighbour-r4.
func.func @two_conditions(%c: tensor<2xi1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.If' op expected cond to be a scalar or to have one element, but got 2 in dimension 0}}
  %0 = "onnx.If"(%c) ({
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }, {
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }) : (tensor<2xi1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Breaks neighbour-r4.
func.func @element_types(%c: tensor<i1>, %a: tensor<2xf32>, %b: tensor<2xf64>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.If' op expected the branches to give one kind of value as result #0, but got 'tensor<2xf32>' and 'tensor<2xf64>'}}
  %0 = "onnx.If"(%c) ({
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }, {
    "onnx.Yield"(%b) : (tensor<2xf64>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Breaks neighbour-r4.
func.func @ranks(%c: tensor<i1>, %a: tensor<2xf32>, %b: tensor<1x2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.If' op cannot be lowered: the branches give tensors of more than one rank, or of unknown rank, as result #0: 'tensor<2xf32>' and 'tensor<1x2xf32>'}}
  %0 = "onnx.If"(%c) ({
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }, {
    "onnx.Yield"(%b) : (tensor<1x2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @results(%c: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.If' op expected region #1 to yield 1 values, but got 2}}
  %0 = "onnx.If"(%c) ({
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }, {
    "onnx.Yield"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @arguments(%c: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.If' op expected region #0 to have 0 arguments, but got 1}}
  %0 = "onnx.If"(%c) ({
  ^bb0(%b: tensor<2xf32>):
    "onnx.Yield"(%b) : (tensor<2xf32>) -> ()
  }, {
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @regions(%c: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.If' op expected 1 operand and 2 regions, but got 1 and 1}}
  %0 = "onnx.If"(%c) ({
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @no_yield(%c: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.If' op expected region #1 to end with onnx.Yield}}
  %0 = "onnx.If"(%c) ({
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }, {
    %1 = "onnx.Add"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @two_blocks(%c: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.If' op expected region #1 to have one block}}
  %0 = "onnx.If"(%c) ({
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }, {
    cf.br ^end
  ^end:
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @no_type(%c: tensor<i1>, %a: tensor<2xf32>) -> none {
  // expected-error @below {{'onnx.If' op expected a result without type to have no user}}
  %0 = "onnx.If"(%c) ({
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }, {
    "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> none
  return %0 : none
}

// A contradiction that only inference can find is one error, at the op where it is
// found.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -onnxops-infer-shapes

// Breaks concat-r11.
func.func @sizes(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  // expected-error @below {{expected inputs[1] to have size 3 in dimension 1, as inputs[0] has, but got 4}}
  %1 = onnxops.concat_v13 %0, %b axis = 0 : (tensor<*xf32>, tensor<2x4xf32>) -> tensor<*xf32>
  return
}

// -----

// Breaks concat-r20.
func.func @declared(%a: tensor<2x3xf32>) {
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  // expected-error @below {{expected a result of type 'tensor<4x3xf32>', but got 'tensor<5x?xf32>'}}
  %1 = onnxops.concat_v11 %0 axis = 0 : (tensor<*xf32>) -> tensor<5x?xf32>
  return
}

// -----

func.func @cast(%a: tensor<2x3xf32>) {
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<?x?xf32>
  // expected-error @below {{operand type 'tensor<4x3xf32>' and result type 'tensor<?x4xf32>' are cast incompatible}}
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x4xf32>
  return
}

// -----

// Breaks concat-r3.
func.func @through_a_call(%a: tensor<2x3xf32>) {
  %0 = call @callee(%a) : (tensor<2x3xf32>) -> tensor<*xf32>
  // expected-error @below {{expected axis to be in [-2, 1], but got 2}}
  %1 = onnxops.concat_v13 %0 axis = 2 : (tensor<*xf32>) -> tensor<*xf32>
  return
}
func.func private @callee(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %0 = onnxops.concat_v13 %a axis = 0 : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

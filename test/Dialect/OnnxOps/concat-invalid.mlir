// Errors of the verifiers of Concat. The ids are those of docs/spec.md.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics

// Breaks concat-c1, concat-r6.
func.func @no_input() {
  // expected-error @below {{expected at least one input, but got none}}
  %0 = "onnxops.concat_v13"() {axis = 0 : i64} : () -> tensor<2xf32>
  return
}

// -----

// Breaks concat-c2, concat-r10.
func.func @element_types(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error @below {{expected inputs[1] to have element type 'f32', as inputs[0] has, but got 'f64'}}
  %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<2xf32>, tensor<2xf64>) -> tensor<4xf32>
  return
}

// -----

// Breaks concat-c2, concat-r10, of inputs and result
func.func @result_element_type(%a: tensor<2xf32>) {
  // expected-error @below {{expected a result of type 'tensor<4xf32>', but got 'tensor<4xf64>'}}
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf64>
  return
}

// -----

// Breaks concat-c3, concat-r8.
func.func @rank_0(%a: tensor<f32>) {
  // expected-error @below {{expected inputs[0] to have rank 1 or more, but got rank 0}}
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<f32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// Breaks concat-c3, concat-r8.
func.func @rank_0_among_others(%u: tensor<*xf32>, %a: tensor<f32>, %b: tensor<2x3xf32>) {
  // expected-error @below {{expected inputs[2] to have rank 1 or more, but got rank 0}}
  %0 = onnxops.concat_v13 %u, %b, %a axis = 0 : (tensor<*xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// Breaks concat-c4, concat-r9: despite an input of unknown rank
func.func @ranks(%u: tensor<*xf32>, %a: tensor<2xf32>, %b: tensor<2x3xf32>) {
  // expected-error @below {{expected inputs[2] to have rank 2, as inputs[1] has, but got rank 1}}
  %0 = onnxops.concat_v13 %u, %b, %a axis = 0 : (tensor<*xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

// Breaks concat-c5, concat-r5: version 1 without an axis means 1
func.func @v1_default_axis_on_rank_1(%a: tensor<2xf32>) {
  // expected-error @below {{expected axis to be in [0, 0], but got 1}}
  %0 = onnxops.concat_v1 %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

// Breaks concat-c5, concat-r4: no negative axis before version 11
func.func @v4_negative_axis(%a: tensor<2xf32>) {
  // expected-error @below {{expected axis to be 0 or more, but got -1: Concat-11 is the first version with a negative axis}}
  %0 = onnxops.concat_v4 %a, %a axis = -1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

// Breaks concat-c5, concat-r3.
func.func @v11_axis_too_small(%a: tensor<2xf32>) {
  // expected-error @below {{expected axis to be in [-1, 0], but got -9223372036854775808}}
  %0 = onnxops.concat_v11 %a, %a axis = -9223372036854775808 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

// Breaks concat-c5, concat-r3.
func.func @v13_axis_too_large(%a: tensor<2xf32>) {
  // expected-error @below {{expected axis to be in [-1, 0], but got 9223372036854775807}}
  %0 = onnxops.concat_v13 %a, %a axis = 9223372036854775807 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

// Breaks concat-c6, concat-r11, concat-r18: also for an empty input
func.func @sizes(%a: tensor<2x?x3xf32>, %b: tensor<2x0x4xf32>) {
  // expected-error @below {{expected inputs[1] to have size 3 in dimension 2, as inputs[0] has, but got 4}}
  %0 = onnxops.concat_v13 %a, %b axis = 1 : (tensor<2x?x3xf32>, tensor<2x0x4xf32>) -> tensor<*xf32>
  return
}

// -----

// Breaks concat-c7, concat-r15.
func.func @overflow(%a: tensor<9223372036854775807xi8>, %b: tensor<1xi8>) {
  // expected-error @below {{expected the sizes along axis 0 to sum to less than 2^63, but inputs[1] exceeds it}}
  %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<9223372036854775807xi8>, tensor<1xi8>) -> tensor<*xi8>
  return
}

// -----

// Breaks concat-c8, concat-r20.
func.func @result_type(%a: tensor<2xf32>) {
  // expected-error @below {{expected a result of type 'tensor<4xf32>', but got 'tensor<5xf32>'}}
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<5xf32>
  return
}

// -----

// Breaks types-r1.
func.func @v1_integers(%a: tensor<2xi32>) {
  // expected-error @below {{operand #0 must be variadic of}}
  %0 = onnxops.concat_v1 %a, %a axis = 0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
  return
}

// -----

// Only version 1 has a default.
// Breaks concat-r2.
func.func @v13_without_axis(%a: tensor<2xi32>) {
  // expected-error @below {{custom op 'onnxops.concat_v13' expected 'axis'}}
  %0 = onnxops.concat_v13 %a, %a : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
  return
}

// -----

// Breaks concat-c2, concat-r10: for every version.
func.func @v4_element_types(%a: tensor<2xi8>, %b: tensor<2xui8>) {
  // expected-error @below {{expected inputs[1] to have element type 'i8', as inputs[0] has, but got 'ui8'}}
  %0 = onnxops.concat_v4 %a, %b axis = 0 : (tensor<2xi8>, tensor<2xui8>) -> tensor<4xi8>
  return
}

// -----

// Breaks concat-c6, concat-r11.
func.func @v11_sizes(%a: tensor<2x?xi8>, %b: tensor<?x3xi8>, %c: tensor<4x2xi8>) {
  // expected-error @below {{expected inputs[2] to have size 3 in dimension 1, as inputs[1] has, but got 2}}
  %0 = onnxops.concat_v11 %a, %b, %c axis = -2 : (tensor<2x?xi8>, tensor<?x3xi8>, tensor<4x2xi8>) -> tensor<*xi8>
  return
}

// -----

// Breaks concat-c5, openvino-r1.
func.func @openvino_axis(%a: tensor<2x3xi8>, %b: tensor<*xi8>) {
  // expected-error @below {{expected axis to be in [-2, 1], but got -3}}
  %0 = onnxops.openvino_concat_v1 %a, %b axis = -3 : (tensor<2x3xi8>, tensor<*xi8>) -> tensor<*xi8>
  return
}

// -----

// Breaks concat-r2.
func.func @v4_no_axis(%a: tensor<2xf32>) {
  // expected-error @below {{'onnxops.concat_v4' op requires attribute 'axis'}}
  %0 = "onnxops.concat_v4"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// Breaks concat-c5, concat-r7.
func.func @single_input_axis(%a: tensor<2xf32>) {
  // expected-error @below {{expected axis to be in [-1, 0], but got 1}}
  %0 = onnxops.concat_v13 %a axis = 1 : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// Breaks concat-c8, concat-r7.
func.func @single_input_type(%a: tensor<2xf32>) {
  // expected-error @below {{expected a result of type 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  %0 = onnxops.concat_v11 %a axis = 0 : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// Breaks concat-c2, types-r8.
func.func @openvino_element_types(%a: tensor<2xi4>, %b: tensor<2xui4>) {
  // expected-error @below {{expected inputs[1] to have element type 'i4', as inputs[0] has, but got 'ui4'}}
  %0 = onnxops.openvino_concat_v1 %a, %b axis = 0 : (tensor<2xi4>, tensor<2xui4>) -> tensor<4xi4>
  return
}

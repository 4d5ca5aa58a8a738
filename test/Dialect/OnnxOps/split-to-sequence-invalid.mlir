// Errors of the verifiers of SplitToSequence. The ids are those of docs/spec.md.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics

// Breaks split-c1, split-r1.
func.func @rank_0(%a: tensor<f32>) {
  // expected-error @below {{expected input to have rank 1 or more, but got rank 0}}
  %0 = onnxops.split_to_sequence_v11 %a : (tensor<f32>) -> !onnxops.seq<tensor<f32>>
  return
}

// -----

// Breaks split-c2, split-r2.
func.func @axis(%a: tensor<2xf32>) {
  // expected-error @below {{expected axis to be in [-1, 0], but got -2}}
  %0 = onnxops.split_to_sequence_v11 %a axis = -2 : (tensor<2xf32>) -> !onnxops.seq<tensor<f32>>
  return
}

// -----

// Breaks split-c3, split-r3.
func.func @keepdims(%a: tensor<2xf32>) {
  // expected-error @below {{expected keepdims to be 0 or 1, but got 2}}
  %0 = onnxops.split_to_sequence_v11 %a keepdims = 2 : (tensor<2xf32>) -> !onnxops.seq<tensor<f32>>
  return
}

// -----

// Breaks split-c4, split-r7.
func.func @split_rank_2(%a: tensor<2xf32>, %n: tensor<1x1xi64>) {
  // expected-error @below {{expected split to have rank 0 or 1, but got rank 2}}
  %0 = onnxops.split_to_sequence_v11 %a, %n : (tensor<2xf32>, tensor<1x1xi64>) -> !onnxops.seq<tensor<f32>>
  return
}

// -----

// Breaks split-c5, split-r11.
func.func @no_entry(%a: tensor<2xf32>, %n: tensor<0xi64>) {
  // expected-error @below {{expected split to have an element, but got none}}
  %0 = onnxops.split_to_sequence_v11 %a, %n : (tensor<2xf32>, tensor<0xi64>) -> !onnxops.seq<tensor<f32>>
  return
}

// -----

// Breaks split-c5, split-r11: known values give their number if the type does
// not
func.func @no_known_entry(%a: tensor<2xf32>) {
  %c = arith.constant dense<> : tensor<0xi64>
  %n = tensor.cast %c : tensor<0xi64> to tensor<?xi64>
  // expected-error @below {{expected split to have an element, but got none}}
  %0 = onnxops.split_to_sequence_v11 %a, %n : (tensor<2xf32>, tensor<?xi64>) -> !onnxops.seq<tensor<f32>>
  return
}

// -----

// Breaks split-c6, split-r8.
func.func @length_0(%a: tensor<2xf32>) {
  %n = arith.constant dense<0> : tensor<i32>
  // expected-error @below {{expected split to be 1 or more, but got 0}}
  %0 = onnxops.split_to_sequence_v11 %a, %n : (tensor<2xf32>, tensor<i32>) -> !onnxops.seq<tensor<f32>>
  return
}

// -----

// Breaks split-c7, split-r12.
func.func @negative_length(%a: tensor<2xf32>) {
  %n = arith.constant dense<[3, -1]> : tensor<2xi32>
  // expected-error @below {{expected split[1] to be 0 or more, but got -1}}
  %0 = onnxops.split_to_sequence_v11 %a, %n : (tensor<2xf32>, tensor<2xi32>) -> !onnxops.seq<tensor<f32>>
  return
}

// -----

// Breaks split-c8, split-r14.
func.func @sum(%a: tensor<2xf32>) {
  %n = arith.constant dense<[3, 1]> : tensor<2xi32>
  // expected-error @below {{expected split to sum to 2, the size of axis -1, but got 4}}
  %0 = onnxops.split_to_sequence_v11 %a, %n axis = -1 : (tensor<2xf32>, tensor<2xi32>) -> !onnxops.seq<tensor<f32>>
  return
}

// -----

// Breaks split-c8, split-r14: no axis is that long
func.func @sum_overflows(%a: tensor<?xf32>) {
  %n = arith.constant dense<[9223372036854775807, 1]> : tensor<2xi64>
  // expected-error @below {{expected split to sum to less than 2^63, but split[1] exceeds it}}
  %0 = onnxops.split_to_sequence_v11 %a, %n axis = -1 : (tensor<?xf32>, tensor<2xi64>) -> !onnxops.seq<tensor<f32>>
  return
}

// -----

// Breaks split-c9, split-r20: chunks keep their axis
func.func @result_type(%a: tensor<2xf32>) {
  // expected-error @below {{expected a result of type '!onnxops.seq<tensor<1xf32>>', but got '!onnxops.seq<tensor<f32>>'}}
  %0 = onnxops.split_to_sequence_v24 %a : (tensor<2xf32>) -> !onnxops.seq<tensor<f32>>
  return
}

// -----

// Breaks split-c9, split-r20.
func.func @result_element_type(%a: tensor<2xf32>) {
  // expected-error @below {{expected a result of type '!onnxops.seq<tensor<1xf32>>', but got '!onnxops.seq<tensor<1xf64>>'}}
  %0 = onnxops.split_to_sequence_v24 %a : (tensor<2xf32>) -> !onnxops.seq<tensor<1xf64>>
  return
}

// -----

// Breaks types-r2.
func.func @v11_bf16(%a: tensor<2xbf16>) {
  // expected-error @below {{operand #0 must be tensor of}}
  %0 = onnxops.split_to_sequence_v11 %a : (tensor<2xbf16>) -> !onnxops.seq<tensor<1xbf16>>
  return
}

// -----

// Breaks split-c6, split-r8: a scalar is rejected even if the length of the axis
// is unknown.
func.func @v24_negative_scalar(%a: tensor<*xbf16>) {
  %n = arith.constant dense<-2> : tensor<i64>
  // expected-error @below {{expected split to be 1 or more, but got -2}}
  %0 = onnxops.split_to_sequence_v24 %a, %n : (tensor<*xbf16>, tensor<i64>) -> !onnxops.seq<tensor<*xbf16>>
  return
}

// -----

// Breaks split-c4, types-r6: by the type.
func.func @split_i16(%a: tensor<2xf32>, %n: tensor<i16>) {
  // expected-error @below {{operand #1 must be tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<i16>'}}
  %0 = onnxops.split_to_sequence_v24 %a, %n : (tensor<2xf32>, tensor<i16>) -> !onnxops.seq<tensor<?xf32>>
  return
}

// RUN: onnxops-opt %s --onnxops-upgrade --convert-onnxops-to-linalg -split-input-file -verify-diagnostics

// Breaks types-r11.
func.func @unknown_rank(%a: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error-re @+1 {{'onnxops.concat_v{{[0-9]+}}' op cannot be lowered: the rank of operand 0 is unknown}}
  %0 = onnxops.concat_v13 %a axis = 0 : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks types-r11.
func.func @unknown_element(%s: !onnxops.seq<tensor<*xf32>>, %p: tensor<i64>) -> tensor<*xf32> {
  // expected-error @+1 {{'onnxops.sequence_at_v11' op cannot be lowered: the rank of its result is unknown}}
  %0 = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks types-r11.
func.func @unknown_join(%s: !onnxops.seq<tensor<*xf32>>) -> tensor<*xf32> {
  // expected-error @+1 {{'onnxops.concat_from_sequence_v11' op cannot be lowered: the rank of its result is unknown}}
  %0 = onnxops.concat_from_sequence_v11 %s axis = 0 : (!onnxops.seq<tensor<*xf32>>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks types-r11.
func.func @unknown_chunks(%a: tensor<*xf32>) -> tensor<i64> {
  // expected-error-re @+1 {{'onnxops.split_to_sequence_v{{[0-9]+}}' op cannot be lowered: the rank of operand 0 is unknown}}
  %s = onnxops.split_to_sequence_v24 %a : (tensor<*xf32>) -> !onnxops.seq<tensor<*xf32>>
  %0 = onnxops.sequence_length_v11 %s : (!onnxops.seq<tensor<*xf32>>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// Breaks sequence-c7, sequence-r16: only the result has a rank.
func.func @join_axis(%s: !onnxops.seq<tensor<*xf32>>) -> tensor<?xf32> {
  // expected-error @+1 {{'onnxops.concat_from_sequence_v11' op expected axis to be in [-1, 0], but got -3}}
  %0 = onnxops.concat_from_sequence_v11 %s axis = -3 : (!onnxops.seq<tensor<*xf32>>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @join_to_scalar(%s: !onnxops.seq<tensor<*xf32>>) -> tensor<f32> {
  // expected-error @+1 {{'onnxops.concat_from_sequence_v11' op expected a result of rank 1 or more, but got rank 0}}
  %0 = onnxops.concat_from_sequence_v11 %s axis = 0 : (!onnxops.seq<tensor<*xf32>>) -> tensor<f32>
  return %0 : tensor<f32>
}

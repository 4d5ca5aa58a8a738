// Errors of the verifiers of the sequence operators. The ids are those of docs/spec.md.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics

// Breaks types-r13.
func.func @stacked_rank(%s: !onnxops.seq<tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>>) {
  // expected-error @below {{expected the result to have rank 64 or less, but got rank 65}}
  %0 = onnxops.concat_from_sequence_v11 %s axis = 0 new_axis = 1 : (!onnxops.seq<tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>>) -> tensor<*xf32>
  return
}

// -----

// Breaks sequence-c1, sequence-r3.
func.func @two_positions(%s: !onnxops.seq<tensor<1xf32>>, %p: tensor<2xi64>) {
  // expected-error @below {{expected position to be a scalar or to have one element, but got 'tensor<2xi64>'}}
  %0 = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<1xf32>>, tensor<2xi64>) -> tensor<1xf32>
  return
}

// -----

// Breaks sequence-c8, sequence-r23.
func.func @at_element_type(%s: !onnxops.seq<tensor<1xf32>>, %p: tensor<i64>) {
  // expected-error @below {{expected a result of type 'tensor<1xf32>', but got 'tensor<1xf64>'}}
  %0 = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<1xf32>>, tensor<i64>) -> tensor<1xf64>
  return
}

// -----

// Breaks sequence-c8, sequence-r23.
func.func @at_result_type(%s: !onnxops.seq<tensor<1xf32>>, %p: tensor<i64>) {
  // expected-error @below {{expected a result of type 'tensor<1xf32>', but got 'tensor<2xf32>'}}
  %0 = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<1xf32>>, tensor<i64>) -> tensor<2xf32>
  return
}

// -----

// Breaks sequence-c8, types-r7.
func.func @length_rank_1(%s: !onnxops.seq<tensor<1xf32>>) {
  // expected-error @below {{expected a result of type 'tensor<i64>', but got 'tensor<1xi64>'}}
  %0 = onnxops.sequence_length_v11 %s : (!onnxops.seq<tensor<1xf32>>) -> tensor<1xi64>
  return
}

// -----

// Breaks sequence-c2, sequence-r2, sequence-r9.
func.func @construct_element_types(%a: tensor<1xf32>, %b: tensor<1xf16>) {
  // expected-error @below {{expected inputs[1] to have element type 'f32', but got 'f16'}}
  %0 = onnxops.sequence_construct_v11 %a, %b : (tensor<1xf32>, tensor<1xf16>) -> !onnxops.seq<tensor<1xf32>>
  return
}

// -----

// Breaks sequence-c3, sequence-r9.
func.func @construct_nothing() {
  // expected-error @below {{expected at least one input, but got none}}
  %0 = "onnxops.sequence_construct_v11"() : () -> !onnxops.seq<tensor<1xf32>>
  return
}

// -----

// Breaks sequence-c8, sequence-r23.
func.func @construct_result_type(%a: tensor<1xf32>) {
  // expected-error @below {{expected a result of type '!onnxops.seq<tensor<1xf32>>', but got '!onnxops.seq<tensor<2xf32>>'}}
  %0 = onnxops.sequence_construct_v11 %a : (tensor<1xf32>) -> !onnxops.seq<tensor<2xf32>>
  return
}

// -----

// Breaks sequence-c4.
func.func @empty_unknown_dtype() {
  // expected-error @below {{expected dtype to be the number of a known element type, but got 17}}
  %0 = onnxops.sequence_empty_v11 dtype = 17 : () -> !onnxops.seq<tensor<2xf32>>
  return
}

// -----

// Breaks sequence-c4.
func.func @empty_other_dtype() {
  // expected-error @below {{expected a result of type '!onnxops.seq<tensor<*xi64>>', but got '!onnxops.seq<tensor<2xf32>>'}}
  %0 = onnxops.sequence_empty_v11 dtype = 7 : () -> !onnxops.seq<tensor<2xf32>>
  return
}

// -----

// Breaks sequence-c2, sequence-r2.
func.func @insert_element_type(%s: !onnxops.seq<tensor<1xf32>>, %a: tensor<1xf64>) {
  // expected-error @below {{expected tensor to have element type 'f32', but got 'f64'}}
  %0 = onnxops.sequence_insert_v11 %s, %a : (!onnxops.seq<tensor<1xf32>>, tensor<1xf64>) -> !onnxops.seq<tensor<1xf32>>
  return
}

// -----

// Breaks sequence-c8, sequence-r23.
func.func @insert_result_type(%s: !onnxops.seq<tensor<1xf32>>, %a: tensor<1xf32>) {
  // expected-error @below {{expected a result of type '!onnxops.seq<tensor<1xf32>>', but got '!onnxops.seq<tensor<2xf32>>'}}
  %0 = onnxops.sequence_insert_v11 %s, %a : (!onnxops.seq<tensor<1xf32>>, tensor<1xf32>) -> !onnxops.seq<tensor<2xf32>>
  return
}

// -----

// Breaks sequence-c1, sequence-r3.
func.func @erase_rank_2_position(%s: !onnxops.seq<tensor<1xf32>>, %p: tensor<1x1xi64>) {
  // expected-error @below {{expected position to be a scalar or to have one element, but got 'tensor<1x1xi64>'}}
  %0 = onnxops.sequence_erase_v11 %s, %p : (!onnxops.seq<tensor<1xf32>>, tensor<1x1xi64>) -> !onnxops.seq<tensor<1xf32>>
  return
}

// -----

// Breaks sequence-c2, of sequence and result
func.func @erase_element_type(%s: !onnxops.seq<tensor<1xf32>>) {
  // expected-error @below {{expected a result of type '!onnxops.seq<tensor<1xf32>>', but got '!onnxops.seq<tensor<1xf64>>'}}
  %0 = onnxops.sequence_erase_v11 %s : (!onnxops.seq<tensor<1xf32>>) -> !onnxops.seq<tensor<1xf64>>
  return
}

// -----

// Breaks sequence-c5, sequence-r15.
func.func @new_axis(%s: !onnxops.seq<tensor<1xf32>>) {
  // expected-error @below {{expected new_axis to be 0 or 1, but got 2}}
  %0 = onnxops.concat_from_sequence_v11 %s axis = 0 new_axis = 2 : (!onnxops.seq<tensor<1xf32>>) -> tensor<*xf32>
  return
}

// -----

// Breaks sequence-c6, sequence-r16.
func.func @join_scalars(%s: !onnxops.seq<tensor<f32>>) {
  // expected-error @below {{expected elements of rank 1 or more, but got rank 0, which can only be stacked (new_axis = 1)}}
  %0 = onnxops.concat_from_sequence_v11 %s axis = 0 : (!onnxops.seq<tensor<f32>>) -> tensor<*xf32>
  return
}

// -----

// Breaks sequence-c7, sequence-r16.
func.func @join_axis(%s: !onnxops.seq<tensor<2xf32>>) {
  // expected-error @below {{expected axis to be in [-1, 0], but got 1}}
  %0 = onnxops.concat_from_sequence_v11 %s axis = 1 : (!onnxops.seq<tensor<2xf32>>) -> tensor<*xf32>
  return
}

// -----

// Breaks sequence-c7, sequence-r17.
func.func @stack_axis(%s: !onnxops.seq<tensor<2xf32>>) {
  // expected-error @below {{expected axis to be in [-2, 1], but got -3}}
  %0 = onnxops.concat_from_sequence_v11 %s axis = -3 new_axis = 1 : (!onnxops.seq<tensor<2xf32>>) -> tensor<*xf32>
  return
}

// -----

// Breaks sequence-c8, sequence-r23.
func.func @stack_result_type(%s: !onnxops.seq<tensor<2xf32>>) {
  // expected-error @below {{expected a result of type 'tensor<?x2xf32>', but got 'tensor<?x3xf32>'}}
  %0 = onnxops.concat_from_sequence_v11 %s axis = 0 new_axis = 1 : (!onnxops.seq<tensor<2xf32>>) -> tensor<?x3xf32>
  return
}

// -----

// Breaks sequence-c2, of sequence and result
func.func @join_element_type(%s: !onnxops.seq<tensor<2xf32>>) {
  // expected-error @below {{expected a result of type 'tensor<?xf32>', but got 'tensor<2xf64>'}}
  %0 = onnxops.concat_from_sequence_v11 %s axis = 0 : (!onnxops.seq<tensor<2xf32>>) -> tensor<2xf64>
  return
}

// -----

// Breaks sequence-c1, types-r6: by the type.
func.func @i16_position(%s: !onnxops.seq<tensor<2xf32>>, %p: tensor<i16>) {
  // expected-error @below {{operand #1 must be tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<i16>'}}
  %0 = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<2xf32>>, tensor<i16>) -> tensor<2xf32>
  return
}

// -----

// Breaks sequence-c8, sequence-r24, of a cast
func.func @cast_rank(%s: !onnxops.seq<tensor<2xf32>>) {
  // expected-error @below {{expected a result of type '!onnxops.seq<tensor<2xf32>>', but got '!onnxops.seq<tensor<2x?xf32>>'}}
  %0 = onnxops.sequence_cast %s : !onnxops.seq<tensor<2xf32>> to !onnxops.seq<tensor<2x?xf32>>
  return
}

// -----

// Breaks sequence-c8, sequence-r24.
func.func @cast_element_type(%s: !onnxops.seq<tensor<*xf32>>) {
  // expected-error @below {{expected a result of type '!onnxops.seq<tensor<*xf32>>', but got '!onnxops.seq<tensor<*xf64>>'}}
  %0 = onnxops.sequence_cast %s : !onnxops.seq<tensor<*xf32>> to !onnxops.seq<tensor<*xf64>>
  return
}

// -----

// Breaks sequence-c4, sequence-r13: the default is f32.
func.func @empty_default_dtype() {
  // expected-error @below {{expected a result of type '!onnxops.seq<tensor<*xf32>>', but got '!onnxops.seq<tensor<*xi64>>'}}
  %0 = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xi64>>
  return
}

// -----

// Breaks sequence-r15.
func.func @join_without_axis(%s: !onnxops.seq<tensor<2xf32>>) {
  // expected-error @below {{'onnxops.concat_from_sequence_v11' op requires attribute 'axis'}}
  %0 = "onnxops.concat_from_sequence_v11"(%s) : (!onnxops.seq<tensor<2xf32>>) -> tensor<*xf32>
  return
}

// -----

// Breaks sequence-r1: the type has no length.
// expected-error @below {{expected '>'}}
func.func private @length(!onnxops.seq<tensor<2xf32>, 3>)

// -----

// The type only holds tensors.
// expected-error @below {{invalid kind of type specified}}
// expected-error @below {{failed to parse OnnxOps_SequenceType parameter 'tensorType'}}
func.func private @no_tensor(!onnxops.seq<f32>)

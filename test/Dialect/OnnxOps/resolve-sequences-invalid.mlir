// A split that is known only after a sequence is resolved may turn out to be invalid.
// The pass keeps the op, and its verifier reports it.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -onnxops-upgrade -onnxops-resolve-sequences

// Breaks split-r8.
func.func @length_0(%a: tensor<7xf32>) -> tensor<i64> {
  %c0 = arith.constant dense<0> : tensor<i64>
  %s = onnxops.sequence_construct_v11 %c0 : (tensor<i64>) -> !onnxops.seq<tensor<i64>>
  %n = onnxops.sequence_at_v11 %s, %c0 : (!onnxops.seq<tensor<i64>>, tensor<i64>) -> tensor<i64>
  // expected-error @below {{expected split to be 1 or more, but got 0}}
  %t = onnxops.split_to_sequence_v24 %a, %n : (tensor<7xf32>, tensor<i64>) -> !onnxops.seq<tensor<?xf32>>
  %r = onnxops.sequence_length_v11 %t : (!onnxops.seq<tensor<?xf32>>) -> tensor<i64>
  return %r : tensor<i64>
}

// -----

// Breaks split-r14.
func.func @sum(%a: tensor<7xf32>) -> tensor<i64> {
  %c0 = arith.constant dense<0> : tensor<i64>
  %v = arith.constant dense<[3, 9223372036854775807]> : tensor<2xi64>
  %s = onnxops.sequence_construct_v11 %v : (tensor<2xi64>) -> !onnxops.seq<tensor<2xi64>>
  %w = onnxops.sequence_at_v11 %s, %c0 : (!onnxops.seq<tensor<2xi64>>, tensor<i64>) -> tensor<2xi64>
  // expected-error @below {{expected split to sum to less than 2^63, but split[1] exceeds it}}
  %t = onnxops.split_to_sequence_v24 %a, %w : (tensor<7xf32>, tensor<2xi64>) -> !onnxops.seq<tensor<?xf32>>
  %r = onnxops.sequence_length_v11 %t : (!onnxops.seq<tensor<?xf32>>) -> tensor<i64>
  return %r : tensor<i64>
}

// -----

// The new type of an operand contradicts another operand.
func.func @chain(%a: tensor<2x3xf32>, %b: tensor<3x1xf32>) -> tensor<?x?xf32> {
  %s = onnxops.sequence_construct_v11 %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> !onnxops.seq<tensor<2x3xf32>>
  %0 = onnxops.concat_from_sequence_v11 %s axis = 1 : (!onnxops.seq<tensor<2x3xf32>>) -> tensor<?x?xf32>
  // expected-error @below {{expected inputs[1] to have size 2 in dimension 0, as inputs[0] has, but got 3}}
  %1 = onnxops.concat_v13 %0, %b axis = 1 : (tensor<?x?xf32>, tensor<3x1xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// Inferred types of SplitToSequence: the join of the chunks.
//
// RUN: onnxops-opt %s -onnxops-infer-shapes | FileCheck %s

// Shows split-r5.
// CHECK-LABEL: func @no_split
func.func @no_split(%a: tensor<2x?x4xf32>) {
  // CHECK: onnxops.split_to_sequence_v11 {{.*}} -> !onnxops.seq<tensor<1x?x4xf32>>
  %0 = onnxops.split_to_sequence_v11 %a : (tensor<2x?x4xf32>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: onnxops.split_to_sequence_v24 {{.*}} -> !onnxops.seq<tensor<2x4xf32>>
  %1 = onnxops.split_to_sequence_v24 %a axis = -2 keepdims = 0 : (tensor<2x?x4xf32>) -> !onnxops.seq<tensor<*xf32>>
  return
}

// Shows split-c6, split-r8, split-r19.
// CHECK-LABEL: func @scalar
func.func @scalar(%a: tensor<6x4xf32>, %b: tensor<?x4xf32>, %n: tensor<i64>) {
  %three = arith.constant dense<3> : tensor<i64>
  %four = arith.constant dense<4> : tensor<i32>
  %nine = arith.constant dense<9> : tensor<i32>
  // CHECK: -> !onnxops.seq<tensor<3x4xf32>>
  %0 = onnxops.split_to_sequence_v24 %a, %three : (tensor<6x4xf32>, tensor<i64>) -> !onnxops.seq<tensor<*xf32>>
  // The last chunk is shorter.
  // CHECK: -> !onnxops.seq<tensor<?x4xf32>>
  %1 = onnxops.split_to_sequence_v24 %a, %four : (tensor<6x4xf32>, tensor<i32>) -> !onnxops.seq<tensor<*xf32>>
  // There is one chunk.
  // CHECK: -> !onnxops.seq<tensor<6x4xf32>>
  %2 = onnxops.split_to_sequence_v24 %a, %nine : (tensor<6x4xf32>, tensor<i32>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: -> !onnxops.seq<tensor<?x4xf32>>
  %3 = onnxops.split_to_sequence_v24 %a, %n : (tensor<6x4xf32>, tensor<i64>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: -> !onnxops.seq<tensor<?x4xf32>>
  %4 = onnxops.split_to_sequence_v24 %b, %three : (tensor<?x4xf32>, tensor<i64>) -> !onnxops.seq<tensor<*xf32>>
  return
}

// Shows split-c5, split-c7, split-c8, split-r11, split-r12, split-r14,
// split-r18.
// CHECK-LABEL: func @vector
func.func @vector(%a: tensor<6x4xf32>, %b: tensor<?x4xf32>, %z: tensor<0xf32>, %v: tensor<2xi64>) {
  %same = arith.constant dense<3> : tensor<2xi64>
  %differ = arith.constant dense<[2, 1, 3]> : tensor<3xi64>
  %zeros = arith.constant dense<0> : tensor<3xi64>
  // CHECK: -> !onnxops.seq<tensor<3x4xf32>>
  %0 = onnxops.split_to_sequence_v24 %a, %same : (tensor<6x4xf32>, tensor<2xi64>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: -> !onnxops.seq<tensor<?x4xf32>>
  %1 = onnxops.split_to_sequence_v24 %a, %differ : (tensor<6x4xf32>, tensor<3xi64>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: -> !onnxops.seq<tensor<3x4xf32>>
  %2 = onnxops.split_to_sequence_v24 %b, %same : (tensor<?x4xf32>, tensor<2xi64>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: -> !onnxops.seq<tensor<0xf32>>
  %3 = onnxops.split_to_sequence_v24 %z, %zeros : (tensor<0xf32>, tensor<3xi64>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: -> !onnxops.seq<tensor<?x4xf32>>
  %4 = onnxops.split_to_sequence_v24 %a, %v : (tensor<6x4xf32>, tensor<2xi64>) -> !onnxops.seq<tensor<*xf32>>
  return
}

// An axis of length 0 only has chunks of 0 elements.
// Shows split-r22.
// CHECK-LABEL: func @empty
func.func @empty(%a: tensor<4x0xf32>, %n: tensor<i64>, %v: tensor<2xi64>, %w: tensor<?xi64>) {
  // CHECK-COUNT-3: -> !onnxops.seq<tensor<4x0xf32>>
  %0 = onnxops.split_to_sequence_v24 %a, %n axis = 1 : (tensor<4x0xf32>, tensor<i64>) -> !onnxops.seq<tensor<*xf32>>
  %1 = onnxops.split_to_sequence_v24 %a, %v axis = 1 : (tensor<4x0xf32>, tensor<2xi64>) -> !onnxops.seq<tensor<*xf32>>
  %2 = onnxops.split_to_sequence_v24 %a, %w axis = 1 : (tensor<4x0xf32>, tensor<?xi64>) -> !onnxops.seq<tensor<*xf32>>
  return
}

// keepdims has no effect with a split.
// Shows split-r6.
// CHECK-LABEL: func @keepdims_ignored
func.func @keepdims_ignored(%a: tensor<6x4xf32>) {
  %one = arith.constant dense<1> : tensor<i64>
  // CHECK: -> !onnxops.seq<tensor<1x4xf32>>
  %0 = onnxops.split_to_sequence_v24 %a, %one keepdims = 0 : (tensor<6x4xf32>, tensor<i64>) -> !onnxops.seq<tensor<*xf32>>
  return
}

// CHECK-LABEL: func @unranked
func.func @unranked(%a: tensor<*xf32>) {
  // CHECK: -> !onnxops.seq<tensor<*xf32>>
  %0 = onnxops.split_to_sequence_v24 %a : (tensor<*xf32>) -> !onnxops.seq<tensor<*xf32>>
  return
}

// ConcatFromSequence of a sequence of known content becomes Concat, or the
// tensor that the sequence was split from.
//
// RUN: onnxops-opt %s -onnxops-upgrade -onnxops-resolve-sequences | FileCheck %s

// CHECK-LABEL: func @join
//  CHECK-SAME:   (%[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<?xf32>)
func.func @join(%a: tensor<2xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: %[[R:.*]] = onnxops.concat_v{{[0-9]+}} %[[A]], %[[B]] axis = 0 : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  // CHECK-NEXT: return %[[R]]
  %s = onnxops.sequence_construct_v11 %a, %b : (tensor<2xf32>, tensor<?xf32>) -> !onnxops.seq<tensor<?xf32>>
  %r = onnxops.concat_from_sequence_v11 %s axis = -1 : (!onnxops.seq<tensor<?xf32>>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func @stack
//  CHECK-SAME:   (%[[A:.*]]: tensor<2x?xf32>, %[[B:.*]]: tensor<2x3xf32>)
func.func @stack(%a: tensor<2x?xf32>, %b: tensor<2x3xf32>) -> (tensor<?x2x3xf32>, tensor<2x?x3xf32>, tensor<2x3x?xf32>) {
  %s = onnxops.sequence_construct_v11 %a, %b : (tensor<2x?xf32>, tensor<2x3xf32>) -> !onnxops.seq<tensor<2x?xf32>>
  // CHECK: %[[A0:.*]] = tensor.expand_shape %[[A]] {{\[\[}}0, 1], [2]] output_shape [1, 2, %{{.*}}] : tensor<2x?xf32> into tensor<1x2x?xf32>
  // CHECK: %[[B0:.*]] = tensor.expand_shape %[[B]] {{\[\[}}0, 1], [2]] output_shape [1, 2, 3]
  // CHECK: onnxops.concat_v{{[0-9]+}} %[[A0]], %[[B0]] axis = 0 : (tensor<1x2x?xf32>, tensor<1x2x3xf32>) -> tensor<?x2x3xf32>
  %0 = onnxops.concat_from_sequence_v11 %s axis = 0 new_axis = 1 : (!onnxops.seq<tensor<2x?xf32>>) -> tensor<?x2x3xf32>
  // CHECK: tensor.expand_shape %[[A]] {{\[\[}}0], [1, 2]] output_shape [2, 1, %{{.*}}] : tensor<2x?xf32> into tensor<2x1x?xf32>
  // CHECK: onnxops.concat_v{{[0-9]+}} {{.*}} axis = 1
  %1 = onnxops.concat_from_sequence_v11 %s axis = 1 new_axis = 1 : (!onnxops.seq<tensor<2x?xf32>>) -> tensor<2x?x3xf32>
  // CHECK: tensor.expand_shape %[[A]] {{\[\[}}0], [1, 2]] output_shape [2, %{{.*}}, 1] : tensor<2x?xf32> into tensor<2x?x1xf32>
  // CHECK: onnxops.concat_v{{[0-9]+}} {{.*}} axis = 2
  %2 = onnxops.concat_from_sequence_v11 %s axis = -1 new_axis = 1 : (!onnxops.seq<tensor<2x?xf32>>) -> tensor<2x3x?xf32>
  return %0, %1, %2 : tensor<?x2x3xf32>, tensor<2x?x3xf32>, tensor<2x3x?xf32>
}

// CHECK-LABEL: func @stack_scalars
func.func @stack_scalars(%a: tensor<f32>) -> tensor<2xf32> {
  // CHECK: tensor.expand_shape %{{.*}} [] output_shape [1] : tensor<f32> into tensor<1xf32>
  // CHECK: onnxops.concat_v{{[0-9]+}} {{.*}} axis = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %s = onnxops.sequence_construct_v11 %a, %a : (tensor<f32>, tensor<f32>) -> !onnxops.seq<tensor<f32>>
  %r = onnxops.concat_from_sequence_v11 %s axis = 0 new_axis = 1 : (!onnxops.seq<tensor<f32>>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// Concatenated where they were split, or stacked where the axis was dropped.
// CHECK-LABEL: func @split_and_join
//  CHECK-SAME:   (%[[A:.*]]: tensor<?x7xf32>)
func.func @split_and_join(%a: tensor<?x7xf32>) -> (tensor<?x7xf32>, tensor<?x?xf32>) {
  // CHECK-NOT: sequence
  %three = arith.constant dense<3> : tensor<i64>
  %s = onnxops.split_to_sequence_v24 %a, %three axis = 1 : (tensor<?x7xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x?xf32>>
  %0 = onnxops.concat_from_sequence_v11 %s axis = -1 : (!onnxops.seq<tensor<?x?xf32>>) -> tensor<?x7xf32>
  // CHECK: %[[R:.*]] = tensor.cast %[[A]] : tensor<?x7xf32> to tensor<?x?xf32>
  %t = onnxops.split_to_sequence_v24 %a axis = 1 keepdims = 0 : (tensor<?x7xf32>) -> !onnxops.seq<tensor<?xf32>>
  %1 = onnxops.concat_from_sequence_v11 %t axis = 1 new_axis = 1 : (!onnxops.seq<tensor<?xf32>>) -> tensor<?x?xf32>
  // CHECK: return %[[A]], %[[R]]
  return %0, %1 : tensor<?x7xf32>, tensor<?x?xf32>
}

// Adjacent chunks are one slice.
// CHECK-LABEL: func @one_chunk_less
//  CHECK-SAME:   (%[[A:.*]]: tensor<100xf32>)
func.func @one_chunk_less(%a: tensor<100xf32>) -> tensor<?xf32> {
  // CHECK: %[[HEAD:.*]] = tensor.extract_slice %[[A]][0] [40] [1]
  // CHECK: %[[TAIL:.*]] = tensor.extract_slice %[[A]][41] [59] [1]
  // CHECK: onnxops.concat_v{{[0-9]+}} %[[HEAD]], %[[TAIL]] axis = 0
  %p = arith.constant dense<40> : tensor<i64>
  %s = onnxops.split_to_sequence_v24 %a : (tensor<100xf32>) -> !onnxops.seq<tensor<1xf32>>
  %t = onnxops.sequence_erase_v11 %s, %p : (!onnxops.seq<tensor<1xf32>>, tensor<i64>) -> !onnxops.seq<tensor<1xf32>>
  %r = onnxops.concat_from_sequence_v11 %t axis = 0 : (!onnxops.seq<tensor<1xf32>>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func @another_axis
func.func @another_axis(%a: tensor<2x3xf32>) -> tensor<1x6xf32> {
  // CHECK: %[[U:.*]] = tensor.extract_slice %{{.*}}[0, 0] [1, 3] [1, 1]
  // CHECK: %[[V:.*]] = tensor.extract_slice %{{.*}}[1, 0] [1, 3] [1, 1]
  // CHECK: onnxops.concat_v{{[0-9]+}} %[[U]], %[[V]] axis = 1 : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<1x6xf32>
  %s = onnxops.split_to_sequence_v24 %a : (tensor<2x3xf32>) -> !onnxops.seq<tensor<1x3xf32>>
  %r = onnxops.concat_from_sequence_v11 %s axis = 1 : (!onnxops.seq<tensor<1x3xf32>>) -> tensor<1x6xf32>
  return %r : tensor<1x6xf32>
}

// CHECK-LABEL: func @stacked_chunks
//  CHECK-SAME:   (%[[A:.*]]: tensor<2x3xf32>)
func.func @stacked_chunks(%a: tensor<2x3xf32>) -> tensor<1x2x3xf32> {
  // CHECK-NOT: sequence
  // CHECK: %[[U:.*]] = tensor.extract_slice %[[A]][0, 0] [1, 3] [1, 1]
  // CHECK: %[[U1:.*]] = tensor.expand_shape %[[U]] {{.*}} output_shape [1, 1, 3]
  // CHECK: %[[V:.*]] = tensor.extract_slice %[[A]][1, 0] [1, 3] [1, 1]
  // CHECK: %[[V1:.*]] = tensor.expand_shape %[[V]] {{.*}} output_shape [1, 1, 3]
  // CHECK: onnxops.concat_v{{[0-9]+}} %[[U1]], %[[V1]] axis = 1
  %s = onnxops.split_to_sequence_v24 %a : (tensor<2x3xf32>) -> !onnxops.seq<tensor<1x3xf32>>
  %r = onnxops.concat_from_sequence_v11 %s axis = 1 new_axis = 1 : (!onnxops.seq<tensor<1x3xf32>>) -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}

// Chunks in another order, one of them empty and one of another tensor.
// CHECK-LABEL: func @reordered
//  CHECK-SAME:   (%[[A:.*]]: tensor<7xf32>, %[[B:.*]]: tensor<?xf32>)
func.func @reordered(%a: tensor<7xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NOT: sequence
  // CHECK: %[[TAIL:.*]] = tensor.extract_slice %[[A]][2] [5] [1]
  // CHECK: %[[NONE:.*]] = tensor.empty() : tensor<0xf32>
  // CHECK: %[[HEAD:.*]] = tensor.extract_slice %[[A]][0] [2] [1]
  // CHECK: onnxops.concat_v{{[0-9]+}} %[[TAIL]], %[[B]], %[[NONE]], %[[HEAD]] axis = 0
  // CHECK-NOT: sequence
  %c0 = arith.constant dense<0> : tensor<i64>
  %c1 = arith.constant dense<1> : tensor<i64>
  %m1 = arith.constant dense<-1> : tensor<i64>
  %lengths = arith.constant dense<[2, 0, 5]> : tensor<3xi64>
  %s = onnxops.split_to_sequence_v24 %a, %lengths : (tensor<7xf32>, tensor<3xi64>) -> !onnxops.seq<tensor<?xf32>>
  %tail = onnxops.sequence_at_v11 %s, %m1 : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  %none = onnxops.sequence_at_v11 %s, %c1 : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  %head = onnxops.sequence_at_v11 %s, %c0 : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  %t = onnxops.sequence_construct_v11 %tail, %none, %head : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> !onnxops.seq<tensor<?xf32>>
  %u = onnxops.sequence_insert_v11 %t, %b, %c1 : (!onnxops.seq<tensor<?xf32>>, tensor<?xf32>, tensor<i64>) -> !onnxops.seq<tensor<?xf32>>
  %r = onnxops.concat_from_sequence_v11 %u axis = 0 : (!onnxops.seq<tensor<?xf32>>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// The inferred type of a concat reaches the split that uses it, and the ops between
// them: one pass over the module resolves a chain.
// CHECK-LABEL: func @chain
//  CHECK-SAME:   (%[[A:.*]]: tensor<4x8xf32>)
func.func @chain(%a: tensor<4x8xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  // CHECK-NOT: sequence
  // CHECK: %[[TOP:.*]] = tensor.extract_slice %[[A]][0, 0] [2, 8]
  // CHECK: %[[BOTTOM:.*]] = tensor.extract_slice %[[A]][2, 0] [2, 8]
  // CHECK: %[[WIDE:.*]] = onnxops.concat_v{{[0-9]+}} %[[TOP]], %[[BOTTOM]] axis = 1 : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x16xf32>
  // CHECK: %[[TWICE:.*]] = onnxops.concat_v{{[0-9]+}} %[[WIDE]], %[[WIDE]] axis = 0 : (tensor<2x16xf32>, tensor<2x16xf32>) -> tensor<4x16xf32>
  // CHECK: %[[LEFT:.*]] = tensor.extract_slice %[[TWICE]][0, 0] [4, 8]
  // CHECK: %[[RIGHT:.*]] = tensor.extract_slice %[[TWICE]][0, 8] [4, 8]
  // CHECK: %[[LONG:.*]] = onnxops.concat_v{{[0-9]+}} %[[LEFT]], %[[RIGHT]] axis = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  // CHECK: %[[RESULT:.*]] = tensor.cast %[[LONG]]
  // CHECK: %[[SAME:.*]] = tensor.cast %[[A]]
  // CHECK: return %[[RESULT]], %[[SAME]]
  %two = arith.constant dense<2> : tensor<i64>
  %eight = arith.constant dense<8> : tensor<i64>
  %s = onnxops.split_to_sequence_v24 %a, %two : (tensor<4x8xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x?xf32>>
  %wide = onnxops.concat_from_sequence_v11 %s axis = 1 : (!onnxops.seq<tensor<?x?xf32>>) -> tensor<?x?xf32>
  %twice = onnxops.concat_v13 %wide, %wide axis = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = onnxops.split_to_sequence_v24 %twice, %eight axis = 1 : (tensor<?x?xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x?xf32>>
  %long = onnxops.concat_from_sequence_v11 %t axis = 0 : (!onnxops.seq<tensor<?x?xf32>>) -> tensor<?x?xf32>
  %same = onnxops.concat_from_sequence_v11 %s axis = 0 : (!onnxops.seq<tensor<?x?xf32>>) -> tensor<?x?xf32>
  return %long, %same : tensor<?x?xf32>, tensor<?x?xf32>
}

// Left to the run-time check: an empty sequence, an axis that the elements do not
// have, elements that contradict each other, a declared size.
// CHECK-LABEL: func @run_time_errors
func.func @run_time_errors(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %c: tensor<3xf32>) {
  // CHECK-COUNT-4: onnxops.concat_from_sequence_v11
  %s0 = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<2xf32>>
  %0 = onnxops.concat_from_sequence_v11 %s0 axis = 0 : (!onnxops.seq<tensor<2xf32>>) -> tensor<?xf32>
  %s1 = onnxops.sequence_construct_v11 %c : (tensor<3xf32>) -> !onnxops.seq<tensor<*xf32>>
  %1 = onnxops.concat_from_sequence_v11 %s1 axis = 1 : (!onnxops.seq<tensor<*xf32>>) -> tensor<*xf32>
  %s2 = onnxops.sequence_construct_v11 %a, %b : (tensor<2x3xf32>, tensor<2x4xf32>) -> !onnxops.seq<tensor<2x?xf32>>
  %2 = onnxops.concat_from_sequence_v11 %s2 axis = 0 : (!onnxops.seq<tensor<2x?xf32>>) -> tensor<?x?xf32>
  %3 = onnxops.concat_from_sequence_v11 %s2 axis = 1 : (!onnxops.seq<tensor<2x?xf32>>) -> tensor<2x9xf32>
  return
}

// Unknown ranks can be concatenated, but not stacked.
// CHECK-LABEL: func @unranked
func.func @unranked(%a: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  // CHECK: onnxops.concat_v{{[0-9]+}} %{{.*}}, %{{.*}} axis = -1 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  // CHECK: onnxops.concat_from_sequence_v11
  %s = onnxops.sequence_construct_v11 %a, %a : (tensor<*xf32>, tensor<*xf32>) -> !onnxops.seq<tensor<*xf32>>
  %0 = onnxops.concat_from_sequence_v11 %s axis = -1 : (!onnxops.seq<tensor<*xf32>>) -> tensor<*xf32>
  %1 = onnxops.concat_from_sequence_v11 %s axis = -1 new_axis = 1 : (!onnxops.seq<tensor<*xf32>>) -> tensor<*xf32>
  return %0, %1 : tensor<*xf32>, tensor<*xf32>
}

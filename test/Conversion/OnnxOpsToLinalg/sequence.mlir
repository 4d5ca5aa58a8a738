// RUN: onnxops-opt %s --onnxops-upgrade --convert-onnxops-to-linalg | FileCheck %s

// Reading a split is a slice and a quotient: no table of chunks is built.
// CHECK-LABEL: func @split_at
//  CHECK-SAME:   (%[[A:.*]]: tensor<?x4xi32> {{.*}}, %[[N:.*]]: tensor<i64> {{.*}}, %[[P:.*]]: tensor<i64>
//       CHECK:   onnxops.check %{{.*}}, "{{.*}}split_to_sequence: expected split to be 1 or more, but got {0}"
//   CHECK-NOT:   onnxops.rt.
//       CHECK:   arith.ceildivsi
//       CHECK:   onnxops.check %{{.*}}, "{{.*}}sequence_at: expected position to be in [-n, n - 1] for a sequence of n = {0} elements, but got {1}"
//       CHECK:   tensor.extract_slice %[[A]][%{{.*}}, 0] [%{{.*}}, 4] [1, 1]
//   CHECK-NOT:   onnxops.rt.
//       CHECK:   return
func.func @split_at(%a: tensor<?x4xf32>, %n: tensor<i64>, %p: tensor<i64>) -> (tensor<?x4xf32>, tensor<i64>) {
  %s = onnxops.split_to_sequence_v24 %a, %n : (tensor<?x4xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x4xf32>>
  %0 = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<?x4xf32>>, tensor<i64>) -> tensor<?x4xf32>
  %1 = onnxops.sequence_length_v11 %s : (!onnxops.seq<tensor<?x4xf32>>) -> tensor<i64>
  return %0, %1 : tensor<?x4xf32>, tensor<i64>
}

// Concatenating all chunks in order along their axis gives the source.
// CHECK-LABEL: func @split_concat
//  CHECK-SAME:   (%[[A:.*]]: tensor<?x4xi32>
//   CHECK-NOT:   scf.for
//       CHECK:   return %[[A]]
func.func @split_concat(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %s = onnxops.split_to_sequence_v24 %a : (tensor<?x4xf32>) -> !onnxops.seq<tensor<1x4xf32>>
  %0 = onnxops.concat_from_sequence_v11 %s axis = -2 : (!onnxops.seq<tensor<1x4xf32>>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Insertion uses a handle.
// CHECK-LABEL: func @insert
//  CHECK-SAME:   (%[[S:.*]]: !onnxops.handle {{.*}}, %[[A:.*]]: tensor<3xi32>
//       CHECK:   %[[N:.*]] = onnxops.rt.sequence_length %[[S]]
//       CHECK:   onnxops.rt.sequence_insert %[[S]] of 1 at %[[N]], %[[A]] : tensor<3xi32>
func.func @insert(%s: !onnxops.seq<tensor<*xf32>>, %a: tensor<3xf32>) -> !onnxops.seq<tensor<*xf32>> {
  %0 = onnxops.sequence_insert_v11 %s, %a : (!onnxops.seq<tensor<*xf32>>, tensor<3xf32>) -> !onnxops.seq<tensor<*xf32>>
  return %0 : !onnxops.seq<tensor<*xf32>>
}

// The element's own rank and sizes are checked when it is read.
// CHECK-LABEL: func @at_handle
//       CHECK:   onnxops.rt.sequence_at %{{.*}} of 7 at %{{.*}}, "{{.*}}sequence_at" : tensor<?x3xi64>
func.func @at_handle(%s: !onnxops.seq<tensor<*xi64>>, %p: tensor<1xi32>) -> tensor<?x3xi64> {
  %0 = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<*xi64>>, tensor<1xi32>) -> tensor<?x3xi64>
  return %0 : tensor<?x3xi64>
}

// A cast of a handle is dropped, and casts of a split are ignored.
// CHECK-LABEL: func @cast(
//  CHECK-SAME:   %[[S:.*]]: !onnxops.handle
//  CHECK-NEXT:   return %[[S]]
func.func @cast(%s: !onnxops.seq<tensor<*xf32>>) -> !onnxops.seq<tensor<2xf32>> {
  %0 = onnxops.sequence_cast %s : !onnxops.seq<tensor<*xf32>> to !onnxops.seq<tensor<2xf32>>
  return %0 : !onnxops.seq<tensor<2xf32>>
}

// CHECK-LABEL: func @cast_of_split(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x?xi32>
//   CHECK-NOT:   onnxops.rt.
//       CHECK:   tensor.extract_slice %[[A]]
//       CHECK:   onnxops.check %{{.*}}, "{{.*}}sequence_at: expected dimension 1 of the result to be {0}, but got {1}"
func.func @cast_of_split(%a: tensor<?x?xf32>, %p: tensor<i64>) -> tensor<1x3xf32> {
  %s = onnxops.split_to_sequence_v24 %a : (tensor<?x?xf32>) -> !onnxops.seq<tensor<1x?xf32>>
  %0 = onnxops.sequence_cast %s : !onnxops.seq<tensor<1x?xf32>> to !onnxops.seq<tensor<1x3xf32>>
  %1 = onnxops.sequence_at_v11 %0, %p : (!onnxops.seq<tensor<1x3xf32>>, tensor<i64>) -> tensor<1x3xf32>
  return %1 : tensor<1x3xf32>
}

// If a cast contradicts the type of the chunks, the check of a handle reports it.
// CHECK-LABEL: func @cast_of_split_wrong
//       CHECK:   onnxops.rt.sequence_push
//       CHECK:   onnxops.rt.sequence_at %{{.*}} of 1 at %{{.*}}, "{{.*}}sequence_at" : tensor<3xi32>
func.func @cast_of_split_wrong(%a: tensor<?x?xf32>, %p: tensor<i64>) -> tensor<3xf32> {
  %s = onnxops.split_to_sequence_v24 %a : (tensor<?x?xf32>) -> !onnxops.seq<tensor<*xf32>>
  %0 = onnxops.sequence_cast %s : !onnxops.seq<tensor<*xf32>> to !onnxops.seq<tensor<3xf32>>
  %1 = onnxops.sequence_at_v11 %0, %p : (!onnxops.seq<tensor<3xf32>>, tensor<i64>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// A handle of chunks of one length takes one call.
// CHECK-LABEL: func @split_returned
//  CHECK-SAME:   (%[[A:.*]]: tensor<?x4xi32> {{.*}}, %[[N:.*]]: tensor<i64>
//       CHECK:   %[[S:.*]] = onnxops.rt.sequence_create of 1 capacity
//       CHECK:   %[[SIZE:.*]] = arith.index_cast
//       CHECK:   onnxops.rt.sequence_push_chunks %[[S]] of 1, %[[A]] axis 0 size %[[SIZE]] : tensor<?x4xi32>
//  CHECK-NEXT:   return %[[S]]
func.func @split_returned(%a: tensor<?x4xf32>, %n: tensor<i64>) -> !onnxops.seq<tensor<?x4xf32>> {
  %s = onnxops.split_to_sequence_v24 %a, %n : (tensor<?x4xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x4xf32>>
  return %s : !onnxops.seq<tensor<?x4xf32>>
}

// CHECK-LABEL: func @squeezed_returned
//       CHECK:   %[[ONE:.*]] = arith.constant 1 : index
//       CHECK:   onnxops.rt.sequence_push_chunks %{{.*}} of 7, %{{.*}} axis 1 size %[[ONE]] squeezed : tensor<?x4xi64>
func.func @squeezed_returned(%a: tensor<?x4xi64>) -> !onnxops.seq<tensor<?xi64>> {
  %s = onnxops.split_to_sequence_v24 %a axis = -1 keepdims = 0 : (tensor<?x4xi64>) -> !onnxops.seq<tensor<?xi64>>
  return %s : !onnxops.seq<tensor<?xi64>>
}

// A vector of equal lengths is a constant.
// CHECK-LABEL: func @equal_lengths
//       CHECK:   onnxops.rt.sequence_push_chunks %{{.*}} of 1, %{{.*}} axis 0 size %c2{{.*}} : tensor<?x4xi32>
func.func @equal_lengths(%a: tensor<?x4xf32>) -> !onnxops.seq<tensor<2x4xf32>> {
  %n = arith.constant dense<2> : tensor<3xi64>
  %s = onnxops.split_to_sequence_v24 %a, %n : (tensor<?x4xf32>, tensor<3xi64>) -> !onnxops.seq<tensor<2x4xf32>>
  return %s : !onnxops.seq<tensor<2x4xf32>>
}

// CHECK-LABEL: func @empty_chunks
//   CHECK-NOT:   onnxops.rt.sequence_push_chunks
//       CHECK:   onnxops.rt.sequence_push
func.func @empty_chunks(%a: tensor<?x4xf32>) -> !onnxops.seq<tensor<0x4xf32>> {
  %n = arith.constant dense<0> : tensor<3xi64>
  %s = onnxops.split_to_sequence_v24 %a, %n : (tensor<?x4xf32>, tensor<3xi64>) -> !onnxops.seq<tensor<0x4xf32>>
  return %s : !onnxops.seq<tensor<0x4xf32>>
}

// Others are pushed one by one.
// CHECK-LABEL: func @lengths_returned
//       CHECK:   scf.for
//       CHECK:     onnxops.rt.sequence_push %{{.*}} of 1, %{{.*}} : tensor<?x4xi32>
func.func @lengths_returned(%a: tensor<?x4xf32>, %n: tensor<3xi64>) -> !onnxops.seq<tensor<?x4xf32>> {
  %s = onnxops.split_to_sequence_v24 %a, %n : (tensor<?x4xf32>, tensor<3xi64>) -> !onnxops.seq<tensor<?x4xf32>>
  return %s : !onnxops.seq<tensor<?x4xf32>>
}

// So are chunks whose declared sizes remain to be checked.
// CHECK-LABEL: func @declared_returned
//       CHECK:   scf.for
//       CHECK:     onnxops.check %{{.*}}, "{{.*}}expected dimension 1
//       CHECK:     onnxops.rt.sequence_push %{{.*}} of 1, %{{.*}} : tensor<1x3xi32>
func.func @declared_returned(%a: tensor<?x?xf32>) -> !onnxops.seq<tensor<1x3xf32>> {
  %s = onnxops.split_to_sequence_v24 %a : (tensor<?x?xf32>) -> !onnxops.seq<tensor<1x3xf32>>
  return %s : !onnxops.seq<tensor<1x3xf32>>
}

// Empty elements are neither copied nor sliced.
// CHECK-LABEL: func @join_without_elements
//       CHECK:   tensor.empty(%{{.*}}) : tensor<?x0xi32>
//   CHECK-NOT:   tensor.insert_slice
//       CHECK:   return
func.func @join_without_elements(%s: !onnxops.seq<tensor<?x0xf32>>) -> tensor<?x0xf32> {
  %0 = onnxops.concat_from_sequence_v11 %s axis = 0 : (!onnxops.seq<tensor<?x0xf32>>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

// CHECK-LABEL: func @chunk_without_elements
//       CHECK:   %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?x0xi32>
//       CHECK:   return %[[E]]
func.func @chunk_without_elements(%a: tensor<?x0xf32>, %n: tensor<2xi64>, %p: tensor<i64>) -> tensor<?x0xf32> {
  %s = onnxops.split_to_sequence_v24 %a, %n axis = 0 : (tensor<?x0xf32>, tensor<2xi64>) -> !onnxops.seq<tensor<?x0xf32>>
  %0 = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<?x0xf32>>, tensor<i64>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

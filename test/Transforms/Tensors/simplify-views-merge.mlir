// A tensor that is split and rejoined becomes one slice, or is never split.
//
// RUN: onnxops-opt %s -onnxops-simplify-views -split-input-file | FileCheck %s

// CHECK-LABEL: func @whole(
//  CHECK-SAME:   %[[A:.*]]: tensor<5x4xf32>
//  CHECK-NEXT:   return %[[A]]
func.func @whole(%a: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %0 = tensor.extract_slice %a[0, 0] [2, 4] [1, 1] : tensor<5x4xf32> to tensor<2x4xf32>
  %1 = tensor.empty() : tensor<0x4xf32>
  %2 = tensor.extract_slice %a[2, 0] [3, 4] [1, 1] : tensor<5x4xf32> to tensor<3x4xf32>
  %3 = tensor.concat dim(0) %0, %1, %2 : (tensor<2x4xf32>, tensor<0x4xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  return %3 : tensor<5x4xf32>
}

// -----

// Two runs among others; slices adjacent only in the source or the concat are none.
// CHECK-LABEL: func @runs(
//  CHECK-SAME:   %[[A:.*]]: tensor<9xf32>, %[[B:.*]]: tensor<2xf32>
//   CHECK-DAG:   %[[AB:.*]] = tensor.extract_slice %[[A]][1] [4] [1] : tensor<9xf32> to tensor<4xf32>
//   CHECK-DAG:   %[[LAST:.*]] = tensor.extract_slice %[[A]][7] [2] [1] : tensor<9xf32> to tensor<2xf32>
//   CHECK-DAG:   %[[FIRST:.*]] = tensor.extract_slice %[[A]][5] [1] [1] : tensor<9xf32> to tensor<1xf32>
//       CHECK:   tensor.concat dim(0) %[[B]], %[[AB]], %[[B]], %[[LAST]], %[[FIRST]] :
func.func @runs(%a: tensor<9xf32>, %b: tensor<2xf32>) -> tensor<11xf32> {
  %0 = tensor.extract_slice %a[1] [2] [1] : tensor<9xf32> to tensor<2xf32>
  %1 = tensor.extract_slice %a[3] [2] [1] : tensor<9xf32> to tensor<2xf32>
  %2 = tensor.extract_slice %a[7] [1] [1] : tensor<9xf32> to tensor<1xf32>
  %3 = tensor.extract_slice %a[8] [1] [1] : tensor<9xf32> to tensor<1xf32>
  %4 = tensor.extract_slice %a[5] [1] [1] : tensor<9xf32> to tensor<1xf32>
  %5 = tensor.concat dim(0) %b, %0, %1, %b, %2, %3, %4 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<11xf32>
  return %5 : tensor<11xf32>
}

// -----

// Other dimensions are dynamic and equal, also if a size is read twice.
// CHECK-LABEL: func @dynamic(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x4xf32>, %[[I:.*]]: index
//       CHECK:   %[[S:.*]] = tensor.extract_slice %[[A]][%[[I]], 1] [%[[I]], 3] [1, 1] : tensor<?x4xf32> to tensor<?x3xf32>
//       CHECK:   return %[[S]], %[[A]]
func.func @dynamic(%a: tensor<?x4xf32>, %i: index) -> (tensor<?x3xf32>, tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x4xf32>
  %m = tensor.dim %a, %c0 : tensor<?x4xf32>
  %0 = tensor.extract_slice %a[%i, 1] [%i, 2] [1, 1] : tensor<?x4xf32> to tensor<?x2xf32>
  %1 = tensor.extract_slice %a[%i, 3] [%i, 1] [1, 1] : tensor<?x4xf32> to tensor<?x1xf32>
  %2 = tensor.concat dim(1) %0, %1 : (tensor<?x2xf32>, tensor<?x1xf32>) -> tensor<?x3xf32>
  %3 = tensor.extract_slice %a[0, 0] [%n, 1] [1, 1] : tensor<?x4xf32> to tensor<?x1xf32>
  %4 = tensor.extract_slice %a[0, 1] [%m, 3] [1, 1] : tensor<?x4xf32> to tensor<?x3xf32>
  %5 = tensor.concat dim(1) %3, %4 : (tensor<?x1xf32>, tensor<?x3xf32>) -> tensor<?x4xf32>
  return %2, %5 : tensor<?x3xf32>, tensor<?x4xf32>
}

// -----

// Different sources, different columns, a gap, a stride, an unknown offset or
// number of rows, a dropped dimension.
// CHECK-LABEL: func @kept
// CHECK-COUNT-7: tensor.concat
func.func @kept(%a: tensor<9x4xf32>, %b: tensor<9x4xf32>, %i: index, %c: tensor<9x1xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<4xf32>) {
  %0 = tensor.extract_slice %a[0, 0] [2, 3] [1, 1] : tensor<9x4xf32> to tensor<2x3xf32>
  %1 = tensor.extract_slice %b[2, 0] [2, 3] [1, 1] : tensor<9x4xf32> to tensor<2x3xf32>
  %r0 = tensor.concat dim(0) %0, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %2 = tensor.extract_slice %a[2, 1] [2, 3] [1, 1] : tensor<9x4xf32> to tensor<2x3xf32>
  %r1 = tensor.concat dim(0) %0, %2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %3 = tensor.extract_slice %a[3, 0] [2, 3] [1, 1] : tensor<9x4xf32> to tensor<2x3xf32>
  %r2 = tensor.concat dim(0) %0, %3 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %4 = tensor.extract_slice %a[2, 0] [2, 3] [2, 1] : tensor<9x4xf32> to tensor<2x3xf32>
  %r3 = tensor.concat dim(0) %0, %4 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %5 = tensor.extract_slice %a[2, 0] [%i, 3] [1, 1] : tensor<9x4xf32> to tensor<?x3xf32>
  %r4 = tensor.concat dim(0) %0, %5 : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %6 = tensor.extract_slice %a[%i, 0] [%i, 3] [1, 1] : tensor<9x4xf32> to tensor<?x3xf32>
  %r5 = tensor.concat dim(0) %6, %0 : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  %7 = tensor.extract_slice %c[0, 0] [2, 1] [1, 1] : tensor<9x1xf32> to tensor<2xf32>
  %8 = tensor.extract_slice %c[2, 0] [2, 1] [1, 1] : tensor<9x1xf32> to tensor<2xf32>
  %r6 = tensor.concat dim(0) %7, %8 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<4xf32>
}

// -----

// A concat of one operand is the operand, even with another static type.
// CHECK-LABEL: func @one_operand(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x4xf32>, %[[E:.*]]: tensor<0xf32>
//  CHECK-NEXT:   %[[R:.*]] = tensor.cast %[[A]] : tensor<?x4xf32> to tensor<3x4xf32>
//  CHECK-NEXT:   return %[[R]], %[[E]]
func.func @one_operand(%a: tensor<?x4xf32>, %e: tensor<0xf32>) -> (tensor<3x4xf32>, tensor<0xf32>) {
  %0 = tensor.concat dim(0) %a : (tensor<?x4xf32>) -> tensor<3x4xf32>
  %1 = tensor.concat dim(0) %e, %e : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  return %0, %1 : tensor<3x4xf32>, tensor<0xf32>
}

// -----

// Split, and split again elsewhere: slices across a boundary are merged first.
// CHECK-LABEL: func @joined_first(
//  CHECK-SAME:   %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>
//   CHECK-DAG:   %[[PA:.*]] = tensor.extract_slice %[[A]][2] [2] [1]
//       CHECK:   %[[R:.*]] = tensor.concat dim(0) %[[PA]], %[[B]]
//       CHECK:   return %[[R]]
func.func @joined_first(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<6xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %1 = tensor.extract_slice %0[2] [3] [1] : tensor<8xf32> to tensor<3xf32>
  %2 = tensor.extract_slice %0[5] [3] [1] : tensor<8xf32> to tensor<3xf32>
  %3 = tensor.concat dim(0) %1, %2 : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
  return %3 : tensor<6xf32>
}

// A size given by an operand needs no view.
// CHECK-LABEL: func @size_of_expanded(
//  CHECK-SAME:   %{{.*}}, %[[N:.*]]: index)
//  CHECK-NEXT:   return %[[N]]
func.func @size_of_expanded(%a: tensor<?xf32>, %n: index) -> index {
  %c1 = arith.constant 1 : index
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [4, %n] : tensor<?xf32> into tensor<4x?xf32>
  %1 = tensor.dim %0, %c1 : tensor<4x?xf32>
  return %1 : index
}

// The sum of the offsets of two slices may be the end of the source: no slice
// may have that as a static offset.
// CHECK-LABEL: func @from_the_end_on(
//  CHECK-SAME:   %[[A:.*]]: tensor<4xf32>, %[[N:.*]]: index
//       CHECK:   %[[E:.*]] = tensor.empty() : tensor<0xf32>
//       CHECK:   %[[S:.*]] = tensor.extract_slice %[[A]][%c4] [%[[N]]] [1]
//       CHECK:   return %[[E]], %[[S]]
func.func @from_the_end_on(%a: tensor<4xf32>, %n: index) -> (tensor<0xf32>, tensor<?xf32>) {
  %0 = tensor.extract_slice %a[2] [%n] [1] : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.extract_slice %0[2] [0] [1] : tensor<?xf32> to tensor<0xf32>
  %2 = tensor.extract_slice %0[2] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %1, %2 : tensor<0xf32>, tensor<?xf32>
}

// Slices of a concat read its operands; slices of several become smaller concats.
//
// RUN: onnxops-opt %s -onnxops-simplify-views | FileCheck %s

// A part of one operand, a whole operand, several, none.
// CHECK-LABEL: func @parts(
//  CHECK-SAME:   %[[A:.*]]: tensor<4x3xf32>, %[[B:.*]]: tensor<2x3xf32>, %[[C:.*]]: tensor<5x3xf32>
func.func @parts(%a: tensor<4x3xf32>, %b: tensor<2x3xf32>, %c: tensor<5x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<4x2xf32>, tensor<0x3xf32>) {
  // CHECK-NEXT: %[[P0:.*]] = tensor.extract_slice %[[A]][1, 0] [2, 3] [1, 1] : tensor<4x3xf32> to tensor<2x3xf32>
  // CHECK-NEXT: %[[AB:.*]] = tensor.extract_slice %[[A]][3, 1] [1, 2] [1, 1] : tensor<4x3xf32> to tensor<1x2xf32>
  // CHECK-NEXT: %[[BB:.*]] = tensor.extract_slice %[[B]][0, 1] [2, 2] [1, 1] : tensor<2x3xf32> to tensor<2x2xf32>
  // CHECK-NEXT: %[[CB:.*]] = tensor.extract_slice %[[C]][0, 1] [1, 2] [1, 1] : tensor<5x3xf32> to tensor<1x2xf32>
  // CHECK-NEXT: %[[P2:.*]] = tensor.concat dim(0) %[[AB]], %[[BB]], %[[CB]]
  // CHECK-NEXT: %[[P3:.*]] = tensor.empty() : tensor<0x3xf32>
  // CHECK-NEXT: return %[[P0]], %[[B]], %[[P2]], %[[P3]]
  %0 = tensor.concat dim(0) %a, %b, %c : (tensor<4x3xf32>, tensor<2x3xf32>, tensor<5x3xf32>) -> tensor<11x3xf32>
  %1 = tensor.extract_slice %0[1, 0] [2, 3] [1, 1] : tensor<11x3xf32> to tensor<2x3xf32>
  %2 = tensor.extract_slice %0[4, 0] [2, 3] [1, 1] : tensor<11x3xf32> to tensor<2x3xf32>
  %3 = tensor.extract_slice %0[3, 1] [4, 2] [1, 1] : tensor<11x3xf32> to tensor<4x2xf32>
  %4 = tensor.extract_slice %0[6, 0] [0, 3] [1, 1] : tensor<11x3xf32> to tensor<0x3xf32>
  return %1, %2, %3, %4 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<4x2xf32>, tensor<0x3xf32>
}

// No slice includes operands without rows, in any position.
// CHECK-LABEL: func @empty_operands(
//  CHECK-SAME:   %[[E:.*]]: tensor<0xf32>, %[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xf32>
func.func @empty_operands(%e: tensor<0xf32>, %a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NEXT: return %[[A]], %[[B]]
  %0 = tensor.concat dim(0) %e, %a, %e, %b, %e : (tensor<0xf32>, tensor<2xf32>, tensor<0xf32>, tensor<2xf32>, tensor<0xf32>) -> tensor<4xf32>
  %1 = tensor.extract_slice %0[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %2 = tensor.extract_slice %0[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %1, %2 : tensor<2xf32>, tensor<2xf32>
}

// Other dimensions may be dynamic: sizes are those of the first operand, and
// an operand with all of them is the slice.
// CHECK-LABEL: func @dynamic_sizes(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x2xf32>, %[[B:.*]]: tensor<?x3xf32>, %[[I:.*]]: index
func.func @dynamic_sizes(%a: tensor<?x2xf32>, %b: tensor<?x3xf32>, %i: index) -> (tensor<?x3xf32>, tensor<?x1xf32>, index) {
  // CHECK: %[[N:.*]] = tensor.dim %[[A]], %c0
  // CHECK-NEXT: %[[S:.*]] = tensor.extract_slice %[[A]][%[[I]], 1] [%[[I]], 1] [2, 1]
  // CHECK-NEXT: return %[[B]], %[[S]], %[[N]]
  %c0 = arith.constant 0 : index
  %0 = tensor.concat dim(1) %a, %b : (tensor<?x2xf32>, tensor<?x3xf32>) -> tensor<?x5xf32>
  %n = tensor.dim %0, %c0 : tensor<?x5xf32>
  %1 = tensor.extract_slice %0[0, 2] [%n, 3] [1, 1] : tensor<?x5xf32> to tensor<?x3xf32>
  %2 = tensor.extract_slice %0[%i, 1] [%i, 1] [2, 1] : tensor<?x5xf32> to tensor<?x1xf32>
  return %1, %2, %n : tensor<?x3xf32>, tensor<?x1xf32>, index
}

// A size that is static in one operand is that of all.
// CHECK-LABEL: func @one_knows(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x2xf32>
//       CHECK:   %[[R:.*]] = tensor.cast %[[A]] : tensor<?x2xf32> to tensor<4x2xf32>
//  CHECK-NEXT:   return %[[R]]
func.func @one_knows(%a: tensor<?x2xf32>, %b: tensor<4x3xf32>) -> tensor<4x2xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<?x2xf32>, tensor<4x3xf32>) -> tensor<4x5xf32>
  %1 = tensor.extract_slice %0[0, 0] [4, 2] [1, 1] : tensor<4x5xf32> to tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// Nested concats, from the outermost inwards.
// CHECK-LABEL: func @nested(
//  CHECK-SAME:   %[[A:.*]]: tensor<2x2xf32>, %[[B:.*]]: tensor<2x2xf32>
//  CHECK-NEXT:   %[[S:.*]] = tensor.extract_slice %[[B]][0, 0] [1, 2] [1, 1]
//  CHECK-NEXT:   return %[[S]]
func.func @nested(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> tensor<1x2xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x4xf32>
  %1 = tensor.concat dim(0) %0, %0 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %2 = tensor.extract_slice %1[2, 2] [1, 2] [1, 1] : tensor<4x4xf32> to tensor<1x2xf32>
  return %2 : tensor<1x2xf32>
}

// A slice of a slice is one slice, also if its source became a slice only now.
// CHECK-LABEL: func @slice_of_slice(
//  CHECK-SAME:   %[[A:.*]]: tensor<9x9xf32>, %[[B:.*]]: tensor<?xf32>, %[[N:.*]]: index
func.func @slice_of_slice(%a: tensor<9x9xf32>, %b: tensor<?xf32>, %n: index) -> (tensor<2x3xf32>, tensor<2xf32>) {
  // CHECK-NEXT: %[[R:.*]] = tensor.extract_slice %[[A]][4, 1] [2, 3] [4, 1] : tensor<9x9xf32> to tensor<2x3xf32>
  // CHECK-NEXT: %[[S:.*]] = tensor.extract_slice %[[B]][%[[N]]] [2] [1]
  // CHECK-NEXT: return %[[R]], %[[S]]
  %0 = tensor.extract_slice %a[2, 1] [4, 5] [2, 1] : tensor<9x9xf32> to tensor<4x5xf32>
  %1 = tensor.extract_slice %0[1, 0] [2, 3] [2, 1] : tensor<4x5xf32> to tensor<2x3xf32>
  %2 = tensor.extract_slice %b[%n] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %3 = tensor.extract_slice %2[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %1, %3 : tensor<2x3xf32>, tensor<2xf32>
}

// A slice of a whole tensor is the tensor.
// CHECK-LABEL: func @all(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x4xf32>
//  CHECK-NEXT:   %[[C0:.*]] = arith.constant 0
//  CHECK-NEXT:   %[[N:.*]] = tensor.dim
//  CHECK-NEXT:   %[[S:.*]] = tensor.extract_slice %[[A]][0, 0] [%[[N]], 4] [2, 1]
//  CHECK-NEXT:   return %[[A]], %[[S]]
func.func @all(%a: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x4xf32>
  %0 = tensor.extract_slice %a[0, 0] [%n, 4] [1, 1] : tensor<?x4xf32> to tensor<?x4xf32>
  %1 = tensor.extract_slice %a[0, 0] [%n, 4] [2, 1] : tensor<?x4xf32> to tensor<?x4xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<?x4xf32>
}

// A slice that drops a dimension must be of one operand.
// CHECK-LABEL: func @drops_dimension(
//  CHECK-SAME:   %[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<2x3xf32>
//  CHECK-NEXT:   tensor.extract_slice %[[B]][1, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<3xf32>
func.func @drops_dimension(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<3xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %1 = tensor.extract_slice %0[3, 0] [1, 3] [1, 1] : tensor<4x3xf32> to tensor<3xf32>
  return %1 : tensor<3xf32>
}

// In a loop, a slice of an operand is as good as one of the concat.
// CHECK-LABEL: func @in_loop(
//   CHECK-NOT:   tensor.concat
//       CHECK:   scf.for
//  CHECK-NEXT:     tensor.extract_slice %{{.*}}[1] [1] [1] : tensor<2xf32> to tensor<1xf32>
func.func @in_loop(%a: tensor<2xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.concat dim(0) %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %1 = tensor.extract_slice %0[3] [1] [1] : tensor<4xf32> to tensor<1xf32>
    func.call @take(%1) : (tensor<1xf32>) -> ()
  }
  return
}
func.func private @take(tensor<1xf32>)

// Slices of operands of dynamic sizes are clamped.
// CHECK-LABEL: func @unknown_rows
//  CHECK-SAME:     %[[A:[^:]*]]: tensor<3x?xf32>, %[[B:[^:]*]]: tensor<3x?xf32>, %[[O:[^:]*]]: index, %[[N:[^:]*]]: index
//       CHECK:   %[[END:.*]] = arith.addi %[[O]], %[[N]]
//       CHECK:   %[[SIZE:.*]] = tensor.dim %[[A]]
//       CHECK:   arith.maxsi %[[O]]
//       CHECK:   %[[FROM:.*]] = arith.minsi %{{.*}}, %[[SIZE]]
//       CHECK:   arith.maxsi %[[END]]
//       CHECK:   %[[TO:.*]] = arith.minsi %{{.*}}, %[[SIZE]]
//       CHECK:   %[[ROWS:.*]] = arith.subi %[[TO]], %[[FROM]]
//       CHECK:   %[[PART:.*]] = tensor.extract_slice %[[A]][1, %[[FROM]]] [2, %[[ROWS]]] [1, 1]
//       CHECK:   %[[NEXT:.*]] = tensor.extract_slice %[[B]]
//       CHECK:   tensor.concat dim(1) %[[PART]], %[[NEXT]]
func.func @unknown_rows(%a: tensor<3x?xf32>, %b: tensor<3x?xf32>, %o: index, %n: index) -> tensor<2x?xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<3x?xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
  %1 = tensor.extract_slice %0[1, %o] [2, %n] [1, 1] : tensor<3x?xf32> to tensor<2x?xf32>
  return %1 : tensor<2x?xf32>
}

// The sizes of the concat are read from the operands.
// CHECK-LABEL: func @unknown_rows_and_sizes
//  CHECK-SAME:     %[[A:[^:]*]]: tensor<?x?xf32>, %[[B:[^:]*]]: tensor<?x?xf32>
//   CHECK-DAG:   %[[ROWS:.*]] = tensor.dim %[[A]], %c0
//   CHECK-DAG:   %[[ROWS_A:.*]] = tensor.dim %[[A]], %c1
//   CHECK-DAG:   %[[ROWS_B:.*]] = tensor.dim %[[B]], %c1
//       CHECK:   %[[SUM:.*]] = arith.addi %[[ROWS_A]], %[[ROWS_B]]
//       CHECK:   tensor.concat
//       CHECK:   return %{{.*}}, %{{.*}}, %[[SUM]]
func.func @unknown_rows_and_sizes(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> (tensor<?x2xf32>, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.concat dim(1) %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %m = tensor.dim %0, %c0 : tensor<?x?xf32>
  %n = tensor.dim %0, %c1 : tensor<?x?xf32>
  %1 = tensor.extract_slice %0[0, 1] [%m, 2] [1, 1] : tensor<?x?xf32> to tensor<?x2xf32>
  return %1, %m, %n : tensor<?x2xf32>, index, index
}

// A slice of an operand of size 1 does not identify the dropped dimension.
// CHECK-LABEL: func @dropped(
//  CHECK-SAME:   %[[A:.*]]: tensor<1x3x?x4xf32>
func.func @dropped(%a: tensor<1x3x?x4xf32>, %b: tensor<4x3x?x4xf32>, %i: index) -> (tensor<1x3x4xf32>, tensor<3x4xf32>) {
  // CHECK-NEXT: %[[S:.*]] = tensor.extract_slice %[[A]]{{.*}} : tensor<1x3x?x4xf32> to tensor<1x3x1x4xf32>
  // CHECK-NEXT: %[[D:.*]] = tensor.collapse_shape %[[S]] {{\[\[}}0], [1], [2, 3]] : tensor<1x3x1x4xf32> into tensor<1x3x4xf32>
  // CHECK-NEXT: %[[B:.*]] = tensor.extract_slice %[[A]]{{.*}} : tensor<1x3x?x4xf32> to tensor<3x4xf32>
  // CHECK-NEXT: return %[[D]], %[[B]]
  %c = tensor.concat dim(0) %a, %b : (tensor<1x3x?x4xf32>, tensor<4x3x?x4xf32>) -> tensor<5x3x?x4xf32>
  %0 = tensor.extract_slice %c[0, 0, %i, 0] [1, 3, 1, 4] [1, 1, 1, 1] : tensor<5x3x?x4xf32> to tensor<1x3x4xf32>
  %1 = tensor.extract_slice %c[0, 0, %i, 0] [1, 3, 1, 4] [1, 1, 1, 1] : tensor<5x3x?x4xf32> to tensor<3x4xf32>
  return %0, %1 : tensor<1x3x4xf32>, tensor<3x4xf32>
}

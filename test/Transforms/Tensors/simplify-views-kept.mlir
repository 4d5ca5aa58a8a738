// Concats and tiles with slices that are not rewritten: each case violates one
// condition.
//
// RUN: onnxops-opt %s -onnxops-simplify-views | FileCheck %s

// CHECK-LABEL: func @another_use
//       CHECK:   %[[C:.*]] = tensor.concat
//       CHECK:   tensor.extract_slice %[[C]]
func.func @another_use(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %1 = tensor.extract_slice %0[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %1, %0 : tensor<2xf32>, tensor<4xf32>
}

// With dynamic rows, two slices may have more rows than the concat.
// CHECK-LABEL: func @unknown_rows_twice
//       CHECK:   %[[C:.*]] = tensor.concat
//       CHECK:   tensor.extract_slice %[[C]]
//       CHECK:   tensor.extract_slice %[[C]]
func.func @unknown_rows_twice(%a: tensor<2xf32>, %b: tensor<?xf32>) -> (tensor<2xf32>, tensor<3xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.extract_slice %0[0] [2] [1] : tensor<?xf32> to tensor<2xf32>
  %2 = tensor.extract_slice %0[0] [3] [1] : tensor<?xf32> to tensor<3xf32>
  return %1, %2 : tensor<2xf32>, tensor<3xf32>
}

// CHECK-LABEL: func @unknown_rows_of_every_other
//       CHECK:   %[[C:.*]] = tensor.concat
//       CHECK:   tensor.extract_slice %[[C]]
func.func @unknown_rows_of_every_other(%a: tensor<2xf32>, %b: tensor<?xf32>) -> tensor<2xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.extract_slice %0[0] [2] [2] : tensor<?xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func @unknown_rows_of_nine
//       CHECK:   %[[C:.*]] = tensor.concat
//       CHECK:   tensor.extract_slice %[[C]]
func.func @unknown_rows_of_nine(%a: tensor<?xf32>) -> tensor<2xf32> {
  %0 = tensor.concat dim(0) %a, %a, %a, %a, %a, %a, %a, %a, %a : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.extract_slice %0[0] [2] [1] : tensor<?xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

// In a loop, the concat would be made in each iteration.
// CHECK-LABEL: func @unknown_rows_in_a_loop
//       CHECK:   %[[C:.*]] = tensor.concat
//       CHECK:   tensor.extract_slice %[[C]]
func.func @unknown_rows_in_a_loop(%a: tensor<?xf32>, %n: index, %c0: index, %c1: index, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tensor.concat dim(0) %a, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> (tensor<2xf32>) {
    %1 = tensor.extract_slice %0[%i] [2] [1] : tensor<?xf32> to tensor<2xf32>
    scf.yield %1 : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func @unknown_offset
//       CHECK:   %[[C:.*]] = tensor.concat
//       CHECK:   tensor.extract_slice %[[C]]
func.func @unknown_offset(%a: tensor<2xf32>, %b: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %1 = tensor.extract_slice %0[%n] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func @unknown_size
//       CHECK:   %[[C:.*]] = tensor.concat
//       CHECK:   tensor.extract_slice %[[C]]
func.func @unknown_size(%a: tensor<2xf32>, %b: tensor<2xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %1 = tensor.extract_slice %0[0] [%n] [1] : tensor<4xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func @every_other_row
//       CHECK:   %[[C:.*]] = tensor.concat
//       CHECK:   tensor.extract_slice %[[C]]
func.func @every_other_row(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %1 = tensor.extract_slice %0[1] [2] [2] : tensor<4xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

// Twice four rows are more than six, though in no more copies.
// CHECK-LABEL: func @overlapping
//       CHECK:   %[[C:.*]] = tensor.concat
//       CHECK:   tensor.extract_slice %[[C]]
//       CHECK:   tensor.extract_slice %[[C]]
func.func @overlapping(%a: tensor<2xf32>, %b: tensor<1xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tensor.concat dim(0) %a, %a, %b, %b : (tensor<2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<6xf32>
  %1 = tensor.extract_slice %0[0] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %2 = tensor.extract_slice %0[0] [4] [1] : tensor<6xf32> to tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// Few rows, but three times two operands are more than the four of the concat.
// CHECK-LABEL: func @overlapping_pieces
//       CHECK:   %[[C:.*]] = tensor.concat
// CHECK-COUNT-3: tensor.extract_slice %[[C]]
func.func @overlapping_pieces(%a: tensor<1x2xf32>, %b: tensor<99x2xf32>) -> (tensor<2x2xf32>, tensor<2x1xf32>, tensor<2x1xf32>) {
  %0 = tensor.concat dim(0) %a, %a, %a, %b : (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<99x2xf32>) -> tensor<102x2xf32>
  %1 = tensor.extract_slice %0[0, 0] [2, 2] [1, 1] : tensor<102x2xf32> to tensor<2x2xf32>
  %2 = tensor.extract_slice %0[0, 0] [2, 1] [1, 1] : tensor<102x2xf32> to tensor<2x1xf32>
  %3 = tensor.extract_slice %0[1, 1] [2, 1] [1, 1] : tensor<102x2xf32> to tensor<2x1xf32>
  return %1, %2, %3 : tensor<2x2xf32>, tensor<2x1xf32>, tensor<2x1xf32>
}

// CHECK-LABEL: func @copied_in_loop
//       CHECK:   %[[C:.*]] = tensor.concat
//       CHECK:   scf.for
//  CHECK-NEXT:     tensor.extract_slice %[[C]]
func.func @copied_in_loop(%a: tensor<2xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.concat dim(0) %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %1 = tensor.extract_slice %0[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
    func.call @take(%1) : (tensor<2xf32>) -> ()
  }
  return
}
func.func private @take(tensor<2xf32>)

// CHECK-LABEL: func @concat_of_lower_rank
//       CHECK:   tensor.concat dim(1) %{{.*}} -> tensor<2x4xf32>
func.func @concat_of_lower_rank(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> tensor<3xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x4xf32>
  %1 = tensor.extract_slice %0[0, 1] [1, 3] [1, 1] : tensor<2x4xf32> to tensor<3xf32>
  return %1 : tensor<3xf32>
}

// The size along the axis is the sum of all operands.
// CHECK-LABEL: func @axis_size
//       CHECK:   %[[C:.*]] = tensor.concat
//       CHECK:   tensor.dim %[[C]]
func.func @axis_size(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, index) {
  %c0 = arith.constant 0 : index
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %n = tensor.dim %0, %c0 : tensor<4xf32>
  %1 = tensor.extract_slice %0[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %1, %n : tensor<2xf32>, index
}

// A slice out of bounds is an error of the program, not of the compiler.
// CHECK-LABEL: func @out_of_bounds
//       CHECK:   %[[C:.*]] = tensor.concat
//       CHECK:   tensor.extract_slice %[[C]][3]
//       CHECK:   %[[S:.*]] = tensor.extract_slice %{{.*}}[4] [%{{.*}}]
//       CHECK:   tensor.extract_slice %[[S]][6]
func.func @out_of_bounds(%a: tensor<2xf32>, %b: tensor<2xf32>, %n: index, %c: tensor<9xf32>) -> (tensor<2xf32>, tensor<1xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
  %1 = tensor.extract_slice %0[3] [2] [1] : tensor<?xf32> to tensor<2xf32>
  %2 = tensor.extract_slice %c[4] [%n] [1] : tensor<9xf32> to tensor<?xf32>
  %3 = tensor.extract_slice %2[6] [1] [1] : tensor<?xf32> to tensor<1xf32>
  return %1, %3 : tensor<2xf32>, tensor<1xf32>
}

// An offset that has to be computed; a slice that drops a dimension.
// CHECK-LABEL: func @slices_of_slices
//       CHECK:   %[[S:.*]] = tensor.extract_slice %{{.*}}[%{{.*}}] [4] [1]
//       CHECK:   tensor.extract_slice %[[S]][1] [2] [1]
//       CHECK:   %[[T:.*]] = tensor.extract_slice %{{.*}} to tensor<3xf32>
//       CHECK:   tensor.extract_slice %[[T]][1] [2] [1]
func.func @slices_of_slices(%a: tensor<?xf32>, %n: index, %b: tensor<9x3xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = tensor.extract_slice %a[%n] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %1 = tensor.extract_slice %0[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %2 = tensor.extract_slice %b[1, 0] [1, 3] [1, 1] : tensor<9x3xf32> to tensor<3xf32>
  %3 = tensor.extract_slice %2[1] [2] [1] : tensor<3xf32> to tensor<2xf32>
  return %1, %3 : tensor<2xf32>, tensor<2xf32>
}

// A slice that drops a dimension gets no steps: folding the memref.dim of the
// memref.subview that it becomes would crash.
// CHECK-LABEL: func @steps_of_dropped_dimensions(
// CHECK:         %[[STEPS:.*]] = tensor.extract_slice %{{.*}}[0, 1, 0, 0] [1, %{{.*}}, 1, 10] [1, 2, 1, 1]
// CHECK:         tensor.extract_slice %[[STEPS]][%{{.*}}, 0, 0, 0] [1, %{{.*}}, 1, 10] [1, 1, 1, 1]
func.func @steps_of_dropped_dimensions(%a: tensor<1x5x1x10xf32>, %n: index, %i: index) -> tensor<?x1x10xf32> {
  %0 = tensor.extract_slice %a[0, 1, 0, 0] [1, %n, 1, 10] [1, 2, 1, 1] : tensor<1x5x1x10xf32> to tensor<1x?x1x10xf32>
  %1 = tensor.extract_slice %0[%i, 0, 0, 0] [1, %n, 1, 10] [1, 1, 1, 1] : tensor<1x?x1x10xf32> to tensor<?x1x10xf32>
  return %1 : tensor<?x1x10xf32>
}

// Without steps it is one slice.
// CHECK-LABEL: func @dropped_dimensions(
// CHECK:         tensor.extract_slice %arg0[%{{.*}}, 1, 0, 0] [1, %{{.*}}, 1, 10] [1, 1, 1, 1] : tensor<1x5x1x10xf32> to tensor<?x1x10xf32>
// CHECK-NEXT:    return
func.func @dropped_dimensions(%a: tensor<1x5x1x10xf32>, %n: index, %i: index) -> tensor<?x1x10xf32> {
  %0 = tensor.extract_slice %a[0, 1, 0, 0] [1, %n, 1, 10] [1, 1, 1, 1] : tensor<1x5x1x10xf32> to tensor<1x?x1x10xf32>
  %1 = tensor.extract_slice %0[%i, 0, 0, 0] [1, %n, 1, 10] [1, 1, 1, 1] : tensor<1x?x1x10xf32> to tensor<?x1x10xf32>
  return %1 : tensor<?x1x10xf32>
}

// A tensor to which each iteration appends the same number of rows is allocated
// with the final capacity before the loop.
//
// RUN: onnxops-opt %s -onnxops-append-in-place -canonicalize -cse -split-input-file | FileCheck %s

// CHECK-LABEL: func @appends(
//  CHECK-SAME:   %[[INIT:[^:]*]]: tensor<?x4xf32>, %[[X:[^:]*]]: tensor<2x4xf32>, %[[N:[^:]*]]: index
func.func @appends(%init: tensor<?x4xf32>, %x: tensor<2x4xf32>, %n: index) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-DAG: %[[MOST:.*]] = arith.constant 9223372036854775807 : index
  // CHECK-DAG: %[[LENGTH:.*]] = tensor.dim %[[INIT]], %c0
  // CHECK: %[[ITERATIONS:.*]] = arith.maxsi %[[N]], %c0
  // CHECK: %[[ROWS:.*]], %[[HIGH:.*]] = arith.mului_extended %[[ITERATIONS]], %c2
  // CHECK: %[[SUM:.*]] = arith.addi %[[LENGTH]], %[[ROWS]]
  // CHECK: %[[OVER:.*]] = arith.cmpi ne, %[[HIGH]], %c0
  // CHECK: %[[SIGNS:.*]] = arith.ori %[[ROWS]], %[[SUM]]
  // CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[SIGNS]], %c0
  // CHECK: %[[HUGE:.*]] = arith.ori %[[OVER]], %[[NEGATIVE]]
  // CHECK: %[[SIZE:.*]] = arith.select %[[HUGE]], %[[MOST]], %[[SUM]]
  // CHECK: %[[E:.*]] = tensor.empty(%[[SIZE]]) : tensor<?x4xf32>
  // CHECK: %[[BUFFER:.*]] = tensor.insert_slice %[[INIT]] into %[[E]][0, 0] [%[[LENGTH]], 4] [1, 1]
  // CHECK: %[[R:.*]] = scf.for %[[I:.*]] = %c0 to %[[N]] step %c1 iter_args(%[[C:.*]] = %[[BUFFER]])
  // CHECK-NEXT: %[[ADDED:.*]] = arith.muli %[[I]], %c2
  // CHECK-NEXT: %[[END:.*]] = arith.addi %[[LENGTH]], %[[ADDED]]
  // CHECK-NEXT: %[[NEXT:.*]] = tensor.insert_slice %[[X]] into %[[C]][%[[END]], 0] [2, 4] [1, 1]
  // CHECK-NEXT: scf.yield %[[NEXT]]
  // CHECK: return %[[R]]
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (tensor<?x4xf32>) {
    %next = tensor.concat dim(0) %c, %x : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
    scf.yield %next : tensor<?x4xf32>
  }
  return %r : tensor<?x4xf32>
}

// -----

// Filled from its end. A buffer of static size.
// CHECK-LABEL: func @prepends(
//  CHECK-SAME:   %[[INIT:[^:]*]]: tensor<4x1xf32>, %[[X:[^:]*]]: tensor<4x2xf32>, %[[Y:[^:]*]]: tensor<4x1xf32>
func.func @prepends(%init: tensor<4x1xf32>, %x: tensor<4x2xf32>, %y: tensor<4x1xf32>) -> tensor<4x?xf32> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %begin = tensor.cast %init : tensor<4x1xf32> to tensor<4x?xf32>
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<4x7xf32>
  // CHECK: %[[BUFFER:.*]] = tensor.insert_slice %[[INIT]] into %[[E]][0, 6] [4, 1] [1, 1]
  // CHECK: scf.for %[[I:.*]] = %c2 to %c9 step %c4 iter_args(%[[C:.*]] = %{{.*}})
  // CHECK: %[[PASSED:.*]] = arith.subi %[[I]], %c2
  // CHECK: %[[ITERATION:.*]] = arith.divui %[[PASSED]], %c4
  // CHECK: %[[ADDED:.*]] = arith.muli %[[ITERATION]], %c3
  // CHECK: %[[NEW:.*]] = arith.subi %c3, %[[ADDED]]
  // CHECK: %[[FIRST:.*]] = tensor.insert_slice %[[X]] into %[[C]][0, %[[NEW]]] [4, 2] [1, 1]
  // CHECK: %[[SECOND:.*]] = arith.subi %c5, %[[ADDED]]
  // CHECK: %[[NEXT:.*]] = tensor.insert_slice %[[Y]] into %[[FIRST]][0, %[[SECOND]]] [4, 1] [1, 1]
  // CHECK: scf.yield %[[NEXT]]
  %r = scf.for %i = %c2 to %c9 step %c4 iter_args(%c = %begin) -> (tensor<4x?xf32>) {
    %next = tensor.concat dim(1) %x, %y, %c : (tensor<4x2xf32>, tensor<4x1xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    scf.yield %next : tensor<4x?xf32>
  }
  return %r : tensor<4x?xf32>
}

// -----

// Readers after the concat read the buffer with the new rows.
// CHECK-LABEL: func @reads(
//  CHECK-SAME:   %{{[^:]*}}: tensor<?x4xf32>, %[[X:[^:]*]]: tensor<1x4xf32>
func.func @reads(%init: tensor<?x4xf32>, %x: tensor<1x4xf32>, %n: index) -> (tensor<?x4xf32>, f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  // CHECK: %[[LENGTH:.*]] = tensor.dim
  // CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%[[C:[^ ]*]] = %{{[^,]*}},
  // CHECK: %[[OLD:.*]] = arith.addi %[[LENGTH]], %[[I]]
  // CHECK: %[[NEW:.*]] = arith.addi %[[OLD]], %c1
  // CHECK: %[[BEFORE:.*]] = tensor.extract_slice %[[C]][0, 0] [%[[OLD]], 4] [1, 1]
  // CHECK: %[[VIEW:.*]] = tensor.collapse_shape %[[BEFORE]]
  // CHECK: tensor.extract %[[VIEW]]
  // CHECK: %[[NEXT:.*]] = tensor.insert_slice %[[X]] into %[[C]][%[[OLD]], 0] [1, 4] [1, 1]
  // CHECK: %[[AFTER:.*]] = tensor.extract_slice %[[NEXT]][0, 0] [%[[NEW]], 4] [1, 1]
  // CHECK: %[[LATE:.*]] = tensor.extract_slice %[[NEXT]][0, 0] [%[[OLD]], 4] [1, 1]
  // CHECK: %[[AGAIN:.*]] = tensor.collapse_shape %[[LATE]]
  // CHECK: tensor.extract %[[AFTER]]
  // CHECK: tensor.extract %[[AGAIN]]
  // CHECK: scf.yield %[[NEXT]],
  %r:4 = scf.for %i = %c0 to %n step %c1
      iter_args(%c = %init, %p = %zero, %q = %zero, %s = %zero) -> (tensor<?x4xf32>, f32, f32, f32) {
    %flat = tensor.collapse_shape %c [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
    %d = tensor.extract %flat[%i] : tensor<?xf32>
    %next = tensor.concat dim(0) %c, %x : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
    %e = tensor.extract %next[%i, %c0] : tensor<?x4xf32>
    %f = tensor.extract %flat[%i] : tensor<?xf32>
    scf.yield %next, %d, %e, %f : tensor<?x4xf32>, f32, f32, f32
  }
  return %r#0, %r#1, %r#2, %r#3 : tensor<?x4xf32>, f32, f32, f32
}

// -----

// The number of rows is arithmetic that does not depend on the iteration.
// CHECK-LABEL: func @moves_sizes(
//  CHECK-SAME:   %{{[^:]*}}: tensor<?xi8>, %{{[^:]*}}: index, %[[N:[^:]*]]: index
func.func @moves_sizes(%init: tensor<?xi8>, %k: index, %n: index, %v: i8) -> tensor<?xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[ROWS:.*]] = arith.addi %{{.*}}, %{{.*}} : index
  // CHECK: arith.mului_extended %{{.*}}, %[[ROWS]]
  // CHECK: scf.for
  // CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[%{{.*}}] [%[[ROWS]]] [1]
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (tensor<?xi8>) {
    %rows = arith.addi %k, %n : index
    %e = tensor.empty(%rows) : tensor<?xi8>
    %x = linalg.fill ins(%v : i8) outs(%e : tensor<?xi8>) -> tensor<?xi8>
    %next = tensor.concat dim(0) %c, %x : (tensor<?xi8>, tensor<?xi8>) -> tensor<?xi8>
    scf.yield %next : tensor<?xi8>
  }
  return %r : tensor<?xi8>
}

// -----

// Casts in between do not matter, nor does an initially empty tensor.
// CHECK-LABEL: func @casts(
func.func @casts(%init: tensor<0x4xf32>, %x: tensor<1x4xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<3x4xf32>
  // CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%[[C:.*]] = %[[E]]) -> (tensor<3x4xf32>)
  // CHECK: %[[NEXT:.*]] = tensor.insert_slice %{{.*}} into %[[C]][%[[I]], 0] [1, 4] [1, 1]
  // CHECK: scf.yield %[[NEXT]]
  %begin = tensor.cast %init : tensor<0x4xf32> to tensor<?x?xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%c = %begin) -> (tensor<?x?xf32>) {
    %d = tensor.cast %c : tensor<?x?xf32> to tensor<?x4xf32>
    %next = tensor.concat dim(0) %d, %x : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
    %y = tensor.cast %next : tensor<?x4xf32> to tensor<?x?xf32>
    scf.yield %y : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}

// -----

// Rows of the tensor itself are copied before anything is written.
// CHECK-LABEL: func @own_rows(
//  CHECK-SAME:   %{{[^:]*}}: tensor<?x4xf32>, %[[X:[^:]*]]: tensor<1x4xf32>
func.func @own_rows(%init: tensor<?x4xf32>, %x: tensor<1x4xf32>, %n: index) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for {{.*}} iter_args(%[[C:.*]] = %{{.*}})
  // CHECK: %[[ROW:.*]] = tensor.extract_slice %{{.*}}[0, 0] [1, 4] [1, 1]
  // CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[ROW]])
  // CHECK: %[[FIRST:.*]] = tensor.insert_slice %[[X]] into %[[C]]
  // CHECK: tensor.insert_slice %[[COPY]] into %[[FIRST]]
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (tensor<?x4xf32>) {
    %row = tensor.extract_slice %c[0, 0] [1, 4] [1, 1] : tensor<?x4xf32> to tensor<1x4xf32>
    %next = tensor.concat dim(0) %c, %x, %row : (tensor<?x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
    scf.yield %next : tensor<?x4xf32>
  }
  return %r : tensor<?x4xf32>
}

// -----

// An element that always exists is read before the loop.
// CHECK-LABEL: func @reads_known_element
// CHECK: tensor.extract
// CHECK: scf.for
// CHECK: tensor.insert_slice
func.func @reads_known_element(%init: tensor<?xf32>, %rows: tensor<2xindex>, %n: index, %v: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (tensor<?xf32>) {
    %rest = tensor.extract %rows[%c1] : tensor<2xindex>
    %e = tensor.empty(%rest) : tensor<?xf32>
    %x = linalg.fill ins(%v : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %next = tensor.concat dim(0) %c, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %next : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// Rows without elements are not inserted.
// CHECK-LABEL: func @appends_no_elements(
//       CHECK:   tensor.empty(%{{.*}}) : tensor<?x0xf32>
//   CHECK-NOT:   tensor.insert_slice
//       CHECK:   return
func.func @appends_no_elements(%init: tensor<?x0xf32>, %x: tensor<2x0xf32>, %n: index) -> tensor<?x0xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (tensor<?x0xf32>) {
    %next = tensor.concat dim(0) %c, %x : (tensor<?x0xf32>, tensor<2x0xf32>) -> tensor<?x0xf32>
    scf.yield %next : tensor<?x0xf32>
  }
  return %r : tensor<?x0xf32>
}

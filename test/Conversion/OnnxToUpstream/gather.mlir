// One index becomes a slice, several become a loop over slices, and integers of a
// shape become elements, which stay known.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -canonicalize | FileCheck %s

// CHECK-LABEL: func @one(
//  CHECK-SAME:   %[[A:.*]]: tensor<2x?x4xi1>, %[[I:.*]]: tensor<i32>
func.func @one(%a: tensor<2x?x4xi1>, %i: tensor<i32>) -> tensor<2x4xi1> {
  // CHECK: %[[E:.*]] = tensor.extract %[[I]][] : tensor<i32>
  // CHECK: %[[AT:.*]] = arith.index_cast %[[E]] : i32 to index
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[A]], %c1
  // CHECK: %[[LOW:.*]] = arith.subi %c0, %[[SIZE]] : index
  // CHECK: %[[LAST:.*]] = arith.subi %[[SIZE]], %c1 : index
  // CHECK: %[[GE:.*]] = arith.cmpi sge, %[[AT]], %[[LOW]]
  // CHECK: %[[LE:.*]] = arith.cmpi sle, %[[AT]], %[[LAST]]
  // CHECK: %[[IN:.*]] = arith.andi %[[GE]], %[[LE]]
  // CHECK: onnxops.check %[[IN]], "{{.*}}: Gather: expected indices to be in [{0}, {1}], but got {2}"(%[[LOW]], %[[LAST]], %[[AT]])
  // CHECK: %[[ROW:.*]] = arith.select
  // CHECK: tensor.extract_slice %[[A]][0, %[[ROW]], 0] [2, 1, 4] [1, 1, 1] : tensor<2x?x4xi1> to tensor<2x4xi1>
  %0 = "onnx.Gather"(%a, %i) {axis = -2 : i64} : (tensor<2x?x4xi1>, tensor<i32>) -> tensor<2x4xi1>
  return %0 : tensor<2x4xi1>
}

// -----

// A rank-reducing slice would not determine which dimension of size 1 it drops.
// CHECK-LABEL: func @scalar_behind_unknown
// CHECK-SAME: (%[[A:.*]]: tensor<?x3x?x4xf32>, %{{.*}}: tensor<i64>, %[[B:.*]]: tensor<5x3x?x4xf32>)
func.func @scalar_behind_unknown(%a: tensor<?x3x?x4xf32>, %i: tensor<i64>, %b: tensor<5x3x?x4xf32>) -> (tensor<?x3x4xf32>, tensor<5x3x4xf32>) {
  // CHECK: %[[SLICE:.*]] = tensor.extract_slice %[[A]]{{.*}} : tensor<?x3x?x4xf32> to tensor<?x3x1x4xf32>
  // CHECK: tensor.collapse_shape %[[SLICE]] {{\[}}[0], [1], [2, 3]] : tensor<?x3x1x4xf32> into tensor<?x3x4xf32>
  %0 = "onnx.Gather"(%a, %i) {axis = 2 : i64} : (tensor<?x3x?x4xf32>, tensor<i64>) -> tensor<?x3x4xf32>
  // CHECK: tensor.extract_slice %[[B]]{{.*}} : tensor<5x3x?x4xf32> to tensor<5x3x4xf32>
  %1 = "onnx.Gather"(%b, %i) {axis = 2 : i64} : (tensor<5x3x?x4xf32>, tensor<i64>) -> tensor<5x3x4xf32>
  return %0, %1 : tensor<?x3x4xf32>, tensor<5x3x4xf32>
}

// -----

module attributes {onnxops.opset = 10 : i64} {
// Before opset 11, no index counts from the end.
// CHECK-LABEL: func @several(
//  CHECK-SAME:   %[[A:.*]]: tensor<5x?xf32>, %[[I:.*]]: tensor<?x3xi64>
func.func @several(%a: tensor<5x?xf32>, %i: tensor<?x3xi64>) -> tensor<?x3x?xf32> {
  // CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[I]] {{\[\[}}0, 1]]
  // CHECK: %[[COUNT:.*]] = tensor.dim %[[FLAT]], %c0
  // CHECK: %[[ROWS:.*]] = scf.for %[[N:.*]] = %c0 to %[[COUNT]] step %c1
  // CHECK:   %[[E:.*]] = tensor.extract %[[FLAT]][%[[N]]]
  // CHECK:   %[[AT:.*]] = arith.index_cast %[[E]]
  // CHECK:   onnxops.check {{.*}}(%c0, %c4, %[[AT]])
  // CHECK-NOT: arith.select
  // CHECK:   %[[ROW:.*]] = tensor.extract_slice %[[A]][%[[AT]], 0] [1, %{{.*}}] [1, 1]
  // CHECK:   tensor.insert_slice %[[ROW]] into %{{.*}}[%[[N]], 0] [1, %{{.*}}] [1, 1]
  // CHECK: tensor.expand_shape %[[ROWS]] {{\[\[}}0, 1], [2]] {{.*}} into tensor<?x3x?xf32>
  %0 = "onnx.Gather"(%a, %i) : (tensor<5x?xf32>, tensor<?x3xi64>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}
}

// -----

// CHECK-LABEL: func @sizes(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x7xf32>
func.func @sizes(%a: tensor<?x7xf32>) -> (tensor<2xi64>, tensor<i64>) {
  // CHECK-NOT: onnxops.check
  // CHECK-DAG: %[[SEVEN:.*]] = arith.constant dense<7> : tensor<i64>
  // CHECK-DAG: %[[DIM:.*]] = tensor.dim %[[A]], %c0
  // CHECK-DAG: %[[D:.*]] = arith.index_cast %[[DIM]] : index to i64
  // CHECK: %[[R:.*]] = tensor.from_elements %c7_i64, %[[D]] : tensor<2xi64>
  // CHECK: return %[[R]], %[[SEVEN]]
  %shape = "onnx.Shape"(%a) : (tensor<?x7xf32>) -> tensor<2xi64>
  %two = "onnx.Constant"() {value_ints = [-1, 0]} : () -> tensor<2xi64>
  %one = "onnx.Constant"() {value_int = 1 : i64} : () -> tensor<i64>
  %0 = "onnx.Gather"(%shape, %two) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %1 = "onnx.Gather"(%shape, %one) : (tensor<2xi64>, tensor<i64>) -> tensor<i64>
  return %0, %1 : tensor<2xi64>, tensor<i64>
}

// -----

// Indices of empty rows are checked, and nothing is copied.
// CHECK-LABEL: func @rows_without_elements(
// CHECK: %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?x0xf32>
// CHECK: scf.for
// CHECK: onnxops.check
// CHECK-NOT: slice
// CHECK: return %[[E]]
func.func @rows_without_elements(%a: tensor<?x0xf32>, %i: tensor<?xi64>) -> tensor<?x0xf32> {
  %0 = "onnx.Gather"(%a, %i) : (tensor<?x0xf32>, tensor<?xi64>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

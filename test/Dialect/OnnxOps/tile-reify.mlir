// The sizes of Tile's result, computed from its operands.
//
// RUN: onnxops-opt %s -resolve-ranked-shaped-type-result-dims -canonicalize | FileCheck %s

// CHECK-LABEL: func @product
//  CHECK-SAME:   (%[[A:.*]]: tensor<?x3xf32>, %[[R:.*]]: tensor<2xi64>)
func.func @product(%a: tensor<?x3xf32>, %r: tensor<2xi64>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = onnxops.tile_v13 %a, %r : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK-DAG: %[[R0:.*]] = tensor.extract %[[R]][%c0]
  // CHECK-DAG: %[[R1:.*]] = tensor.extract %[[R]][%c1]
  // CHECK-DAG: %[[I0:.*]] = arith.index_cast %[[R0]] : i64 to index
  // CHECK-DAG: %[[I1:.*]] = arith.index_cast %[[R1]] : i64 to index
  // CHECK-DAG: %[[S0:.*]] = tensor.dim %[[A]], %c0
  // CHECK-DAG: %[[D0:.*]] = arith.muli %[[S0]], %[[I0]]
  // CHECK-DAG: %[[D1:.*]] = arith.muli %[[I1]], %c3
  %d0 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  // CHECK: return %[[D0]], %[[D1]]
  return %d0, %d1 : index, index
}

// A repeat that may not exist must not be read before the check.
// CHECK-LABEL: func @unknown_number_of_repeats
func.func @unknown_number_of_repeats(%a: tensor<?xf32>, %r: tensor<?xi64>) -> index {
  %c0 = arith.constant 0 : index
  // CHECK: %[[T:.*]] = onnxops.tile_v6
  // CHECK: tensor.dim %[[T]]
  %0 = onnxops.tile_v6 %a, %r : (tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>
  %d0 = tensor.dim %0, %c0 : tensor<?xf32>
  return %d0 : index
}

// Shows tile-r8: the dimension itself, not a product.
// CHECK-LABEL: func @v1
//  CHECK-SAME:   (%[[A:.*]]: tensor<?x3xf32>)
func.func @v1(%a: tensor<?x3xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = arith.constant dense<5> : tensor<i64>
  %x = arith.constant dense<0> : tensor<i64>
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<?x3xf32>, tensor<i64>, tensor<i64>) -> tensor<?x?xf32>
  // CHECK-DAG: %[[S0:.*]] = tensor.dim %[[A]], %c0
  // CHECK-DAG: %[[D0:.*]] = arith.muli %[[S0]], %c5
  %d0 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  // CHECK: return %[[D0]], %c3
  return %d0, %d1 : index, index
}

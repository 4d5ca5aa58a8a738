// The sizes of Concat's result, computed from its inputs.
//
// RUN: onnxops-opt %s -resolve-ranked-shaped-type-result-dims -canonicalize | FileCheck %s

// CHECK-LABEL: func @sum
//  CHECK-SAME:   (%[[A:.*]]: tensor<?x?xf32>, %[[B:.*]]: tensor<?x4xf32>)
func.func @sum(%a: tensor<?x?xf32>, %b: tensor<?x4xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = onnxops.concat_v13 %a, %b, %b axis = -1 : (tensor<?x?xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  // CHECK-DAG: %[[D0:.*]] = tensor.dim %[[A]], %c0
  // CHECK-DAG: %[[D1:.*]] = tensor.dim %[[A]], %c1
  // CHECK: %[[SUM:.*]] = arith.addi %[[D1]], %c8
  %d0 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  // CHECK: return %[[D0]], %[[SUM]]
  return %d0, %d1 : index, index
}

// The size comes from the input in which it is static.
// CHECK-LABEL: func @known_in_second
func.func @known_in_second(%a: tensor<?x?xf32>, %b: tensor<?x4xf32>) -> index {
  %c1 = arith.constant 1 : index
  %0 = onnxops.concat_v1 %a, %b axis = 0 : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  // CHECK: %[[FOUR:.*]] = arith.constant 4 : index
  // CHECK: return %[[FOUR]]
  %d1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %d1 : index
}

// CHECK-LABEL: func @static_inputs
func.func @static_inputs(%a: tensor<2x3xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = onnxops.openvino_concat_v1 %a, %a axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<?x?xf32>
  // CHECK: %[[FOUR:.*]] = arith.constant 4 : index
  // CHECK: return %[[FOUR]]
  %d0 = tensor.dim %0, %c0 : tensor<?x?xf32>
  return %d0 : index
}

// CHECK-LABEL: func @unranked_input
func.func @unranked_input(%a: tensor<*xf32>) -> index {
  %c0 = arith.constant 0 : index
  // CHECK: %[[R:.*]] = onnxops.concat_v13
  // CHECK: tensor.dim %[[R]]
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<*xf32>, tensor<*xf32>) -> tensor<?x?xf32>
  %d0 = tensor.dim %0, %c0 : tensor<?x?xf32>
  return %d0 : index
}

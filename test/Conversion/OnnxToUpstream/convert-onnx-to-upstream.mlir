// Supported operators of the unregistered dialect onnx are lowered.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream | FileCheck %s

// CHECK-LABEL: func @identity
//  CHECK-SAME:   (%[[A:.*]]: tensor<2xf32>, %[[S:.*]]: !onnxops.seq<tensor<?xf32>>)
func.func @identity(%a: tensor<2xf32>, %s: !onnxops.seq<tensor<?xf32>>) -> (tensor<2xf32>, !onnxops.seq<tensor<?xf32>>, tensor<*xf32>) {
  %0 = "onnx.Identity"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "onnx.Identity"(%s) : (!onnxops.seq<tensor<?xf32>>) -> !onnxops.seq<tensor<?xf32>>
  // CHECK-NEXT: %[[C:.*]] = tensor.cast %[[A]] : tensor<2xf32> to tensor<*xf32>
  %2 = "onnx.Identity"(%0) : (tensor<2xf32>) -> tensor<*xf32>
  // CHECK-NEXT: return %[[A]], %[[S]], %[[C]]
  return %0, %1, %2 : tensor<2xf32>, !onnxops.seq<tensor<?xf32>>, tensor<*xf32>
}

// CHECK-LABEL: func @constant
func.func @constant() -> (tensor<2xi8>, tensor<i64>, tensor<2xi64>, tensor<f32>, tensor<0xf32>, tensor<?xi8>) {
  // CHECK: %[[R0:.*]] = arith.constant dense<[1, 2]> : tensor<2xi8>
  %0 = "onnx.Constant"() {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2xi8>
  // CHECK: %[[R1:.*]] = arith.constant dense<7> : tensor<i64>
  %1 = "onnx.Constant"() {value_int = 7 : i64} : () -> tensor<i64>
  // CHECK: %[[R2:.*]] = arith.constant dense<[7, 8]> : tensor<2xi64>
  %2 = "onnx.Constant"() {value_ints = [7, 8]} : () -> tensor<2xi64>
  // CHECK: %[[R3:.*]] = arith.constant dense<1.500000e+00> : tensor<f32>
  %3 = "onnx.Constant"() {value_float = 1.5 : f32} : () -> tensor<f32>
  // CHECK: %[[R4:.*]] = arith.constant dense<> : tensor<0xf32>
  %4 = "onnx.Constant"() {value_floats = []} : () -> tensor<0xf32>
  // CHECK: %[[C5:.*]] = arith.constant dense<3> : tensor<4xi8>
  // CHECK: %[[R5:.*]] = tensor.cast %[[C5]] : tensor<4xi8> to tensor<?xi8>
  %5 = "onnx.Constant"() {value = dense<3> : tensor<4xi8>} : () -> tensor<?xi8>
  // CHECK: return %[[R0]], %[[R1]], %[[R2]], %[[R3]], %[[R4]], %[[R5]]
  return %0, %1, %2, %3, %4, %5 : tensor<2xi8>, tensor<i64>, tensor<2xi64>, tensor<f32>, tensor<0xf32>, tensor<?xi8>
}

// A result type that is more precise than the inferred one is checked.
// Shows neighbour-r3.
// CHECK-LABEL: func @more_precise(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x?xf32>
func.func @more_precise(%a: tensor<?x?xf32>) -> tensor<?x3xf32> {
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[A]], %c1
  // CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[SIZE]], %c3 : index
  // CHECK: onnxops.check %[[SAME]], "{{.*}}convert-onnx-to-upstream.mlir:[[#@LINE+2]]:8: Identity: expected dimension 1 of the result to be {0}, but got {1}"(%c3, %[[SIZE]])
  // CHECK: %[[CAST:.*]] = tensor.cast %[[A]] : tensor<?x?xf32> to tensor<?x3xf32>
  %0 = "onnx.Identity"(%a) : (tensor<?x?xf32>) -> tensor<?x3xf32>
  // CHECK: return %[[CAST]]
  return %0 : tensor<?x3xf32>
}

// A sequence's elements are checked when they are read.
// CHECK-LABEL: func @more_precise_sequence(
//  CHECK-SAME:   %[[S:.*]]: !onnxops.seq<tensor<*xf32>>
func.func @more_precise_sequence(%s: !onnxops.seq<tensor<*xf32>>) -> !onnxops.seq<tensor<?xf32>> {
  // CHECK-NEXT: %[[CAST:.*]] = onnxops.sequence_cast %[[S]] : !onnxops.seq<tensor<*xf32>> to !onnxops.seq<tensor<?xf32>>
  // CHECK-NEXT: return %[[CAST]]
  %0 = "onnx.Identity"(%s) : (!onnxops.seq<tensor<*xf32>>) -> !onnxops.seq<tensor<?xf32>>
  return %0 : !onnxops.seq<tensor<?xf32>>
}

// Ops of the dialect between them get inferred types, whatever is declared.
// CHECK-LABEL: func @through_dialect_ops(
//  CHECK-SAME:   %[[A:.*]]: tensor<2x3xf32>
func.func @through_dialect_ops(%a: tensor<2x3xf32>) -> tensor<*xi64> {
  // CHECK: onnxops.concat_v13 %[[A]], %[[A]] axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  // CHECK: arith.constant dense<[4, 3]> : tensor<2xi64>
  %0 = "onnx.Identity"(%a) : (tensor<2x3xf32>) -> tensor<*xf32>
  %1 = onnxops.concat_v13 %0, %0 axis = 0 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %2 = "onnx.Shape"(%1) : (tensor<*xf32>) -> tensor<*xi64>
  return %2 : tensor<*xi64>
}

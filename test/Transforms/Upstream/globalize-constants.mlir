// Constant tensors become read-only globals, one for each value; scalars stay.
//
// RUN: onnxops-opt %s -onnxops-globalize-constants | FileCheck %s
// RUN: onnxops-opt %s -onnxops-globalize-constants -one-shot-bufferize | FileCheck %s --check-prefix=BUFFERS

// CHECK-DAG: memref.global "private" constant @[[PAIR:.*]] : memref<2xi32> = dense<[1, 2]> {alignment = 64 : i64}
// CHECK-DAG: memref.global "private" constant @[[SPLAT:.*]] : memref<2xi32> = dense<3> {alignment = 64 : i64}
// CHECK-DAG: memref.global "private" constant @[[SCALAR:.*]] : memref<i32> = dense<7> {alignment = 64 : i64}
// CHECK-DAG: memref.global "private" constant @[[BOOL:.*]] : memref<i1> = dense<true> {alignment = 64 : i64}
// CHECK-DAG: memref.global "private" constant @[[COMPLEX:.*]] : memref<2xcomplex<f32>> = dense<[(1.000000e+00,2.000000e+00), (2.000000e+00,1.000000e+00)]> {alignment = 64 : i64}
// CHECK-NOT: memref.global

// CHECK-LABEL: func @values(
func.func @values() -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, i32) {
  // CHECK: %[[PAIR_MEMORY:.*]] = memref.get_global @[[PAIR]] : memref<2xi32>
  // CHECK: %[[A:.*]] = bufferization.to_tensor %[[PAIR_MEMORY]] restrict : memref<2xi32>
  // CHECK: memref.get_global @[[SPLAT]]
  // CHECK: %[[B:.*]] = bufferization.to_tensor
  // CHECK: memref.get_global @[[PAIR]]
  // CHECK: %[[C:.*]] = bufferization.to_tensor
  // CHECK: %[[D:.*]] = arith.constant 7 : i32
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %b = arith.constant dense<3> : tensor<2xi32>
  %c = arith.constant dense<[1, 2]> : tensor<2xi32>
  %d = arith.constant 7 : i32
  return %a, %b, %c, %d : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, i32
}

// A writer gets a copy.
// BUFFERS-LABEL: func @written(
// BUFFERS: %[[MEMORY:.*]] = memref.get_global
// BUFFERS: %[[COPY:.*]] = memref.alloc
// BUFFERS: memref.copy %[[MEMORY]], %[[COPY]]
// BUFFERS: memref.store %{{.*}}, %[[COPY]]
func.func @written(%x: i32, %i: index) -> tensor<2xi32> {
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %b = tensor.insert %x into %a[%i] : tensor<2xi32>
  return %b : tensor<2xi32>
}

// Each symbol table has its own globals, here that of a nested module.
// CHECK: module @inner
module @inner {
  // CHECK-NEXT: memref.global "private" constant @[[INNER:.*]] : memref<2xi32> = dense<[1, 2]>
  // CHECK: memref.get_global @[[INNER]]
  func.func @values() -> tensor<2xi32> {
    %a = arith.constant dense<[1, 2]> : tensor<2xi32>
    return %a : tensor<2xi32>
  }
}

// A memref cannot hold these elements.
// CHECK-LABEL: func @others(
func.func @others() -> tensor<2x!onnxops.string> {
  // CHECK: arith.constant dense<"a"> : tensor<2x!onnxops.string>
  %a = arith.constant dense<"a"> : tensor<2x!onnxops.string>
  return %a : tensor<2x!onnxops.string>
}

// Upstream's lowering can read a scalar only from dense elements.
// CHECK-LABEL: func @scalars(
func.func @scalars() -> (tensor<i32>, tensor<i1>) {
  // CHECK: memref.get_global @[[SCALAR]]
  // CHECK: memref.get_global @[[BOOL]]
  %a = arith.constant dense_resource<seven> : tensor<i32>
  %b = arith.constant dense_resource<one> : tensor<i1>
  return %a, %b : tensor<i32>, tensor<i1>
}

// Nor can it read complex numbers.
// CHECK-LABEL: func @complex(
func.func @complex() -> tensor<2xcomplex<f32>> {
  // CHECK: memref.get_global @[[COMPLEX]]
  %a = arith.constant dense_resource<pairs> : tensor<2xcomplex<f32>>
  return %a : tensor<2xcomplex<f32>>
}

{-# dialect_resources: { builtin: {
  seven: "0x0400000007000000", one: "0x0100000001",
  pairs: "0x040000000000803F00000040000000400000803F"
} } #-}

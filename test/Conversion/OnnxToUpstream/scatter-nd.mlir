// ScatterND becomes a loop over the indices that inserts slices into the data.

// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -canonicalize | FileCheck %s

// CHECK-LABEL: func @rows(
//  CHECK-SAME:   %[[D:.*]]: tensor<4x3xf32>, %[[I:.*]]: tensor<2x1xi64>, %[[U:.*]]: tensor<2x3xf32>
func.func @rows(%d: tensor<4x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2x3xf32>) -> tensor<4x3xf32> {
  // CHECK: scf.for %[[N:.*]] = %{{.*}} iter_args(%[[O:.*]] = %[[D]])
  // CHECK:   tensor.extract %[[I]][%[[N]], %{{.*}}]
  // CHECK:   onnxops.check {{.*}}ScatterND: expected indices to be in [{0}, {1}], but got {2}
  // CHECK:   %[[S:.*]] = tensor.extract_slice %[[U]][%[[N]], 0] [1, 3] [1, 1]
  // CHECK:   tensor.insert_slice %[[S]] into %[[O]][%{{.*}}, 0] [1, 3] [1, 1]
  %0 = "onnx.ScatterND"(%d, %i, %u) : (tensor<4x3xf32>, tensor<2x1xi64>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func @sums(
func.func @sums(%d: tensor<4x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2x3xf32>) -> tensor<4x3xf32> {
  // CHECK: scf.for %{{.*}} iter_args(%[[O:.*]] =
  // CHECK:   tensor.extract_slice %[[O]]
  // CHECK:   arith.addf
  // CHECK:   tensor.insert_slice
  %0 = "onnx.ScatterND"(%d, %i, %u) {reduction = "add"} : (tensor<4x3xf32>, tensor<2x1xi64>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// Without indices, the result is the data.
// CHECK-LABEL: func @none(
func.func @none(%d: tensor<4x3xf32>, %i: tensor<0x1xi64>, %u: tensor<0x3xf32>) -> tensor<4x3xf32> {
  // CHECK-NEXT: return %arg0
  %0 = "onnx.ScatterND"(%d, %i, %u) : (tensor<4x3xf32>, tensor<0x1xi64>, tensor<0x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

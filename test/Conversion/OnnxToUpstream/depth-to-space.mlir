// DepthToSpace and SpaceToDepth become reshapes around a transpose.

// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -canonicalize | FileCheck %s

// CHECK-LABEL: func @depth_first(
//  CHECK-SAME:   %[[A:.*]]: tensor<1x8x2x3xf32>
func.func @depth_first(%a: tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32> {
  // CHECK-NOT: onnxops.check
  // CHECK: %[[E:.*]] = tensor.expand_shape %[[A]] {{\[\[}}0], [1, 2, 3], [4], [5]] output_shape [1, 2, 2, 2, 2, 3]
  // CHECK: %[[T:.*]] = linalg.transpose ins(%[[E]] : {{.*}} permutation = [0, 3, 4, 1, 5, 2]
  // CHECK: tensor.collapse_shape %[[T]] {{\[\[}}0], [1], [2, 3], [4, 5]]
  %0 = "onnx.DepthToSpace"(%a) {blocksize = 2 : i64} : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return %0 : tensor<1x2x4x6xf32>
}

// -----

// CHECK-LABEL: func @column_first(
func.func @column_first(%a: tensor<?x8x2x3xf32>) -> tensor<?x2x4x6xf32> {
  // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2, 3], [4], [5]] output_shape [%{{.*}}, 2, 2, 2, 2, 3]
  // CHECK: permutation = [0, 1, 4, 2, 5, 3]
  %0 = "onnx.DepthToSpace"(%a) {blocksize = 2 : i64, mode = "CRD"} : (tensor<?x8x2x3xf32>) -> tensor<?x2x4x6xf32>
  return %0 : tensor<?x2x4x6xf32>
}

// -----

// CHECK-LABEL: func @unknown_channels(
func.func @unknown_channels(%a: tensor<1x?x2x3xf32>) -> tensor<1x?x4x6xf32> {
  // CHECK: onnxops.check {{.*}}DepthToSpace: expected dimension 1 of input to be a multiple of {0}, but got {1}"
  // CHECK: tensor.expand_shape %{{.*}} output_shape [1, 2, 2, %{{.*}}, 2, 3]
  %0 = "onnx.DepthToSpace"(%a) {blocksize = 2 : i64} : (tensor<1x?x2x3xf32>) -> tensor<1x?x4x6xf32>
  return %0 : tensor<1x?x4x6xf32>
}

// -----

// CHECK-LABEL: func @to_depth(
//  CHECK-SAME:   %[[A:.*]]: tensor<1x2x4x6xf32>
func.func @to_depth(%a: tensor<1x2x4x6xf32>) -> tensor<1x8x2x3xf32> {
  // CHECK: %[[E:.*]] = tensor.expand_shape %[[A]] {{\[\[}}0], [1], [2, 3], [4, 5]] output_shape [1, 2, 2, 2, 3, 2]
  // CHECK: %[[T:.*]] = linalg.transpose ins(%[[E]] : {{.*}} permutation = [0, 3, 5, 1, 2, 4]
  // CHECK: tensor.collapse_shape %[[T]] {{\[\[}}0], [1, 2, 3], [4], [5]]
  %0 = "onnx.SpaceToDepth"(%a) {blocksize = 2 : i64} : (tensor<1x2x4x6xf32>) -> tensor<1x8x2x3xf32>
  return %0 : tensor<1x8x2x3xf32>
}

// Transpose becomes one op; Expand becomes a broadcast along dimensions of size 1,
// or a Tile if these are known only at run time.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -cse -canonicalize | FileCheck %s

// Shows neighbour-r45.
// CHECK-LABEL: func @transpose(
//  CHECK-SAME:   %[[A:.*]]: tensor<2x?x4x!onnxops.string>
func.func @transpose(%a: tensor<2x?x4x!onnxops.string>) -> tensor<4x2x?x!onnxops.string> {
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[A]], %c1
  // CHECK: %[[E:.*]] = tensor.empty(%[[SIZE]]) : tensor<4x2x?x!onnxops.string>
  // CHECK: linalg.transpose ins(%[[A]] : {{.*}}) outs(%[[E]] : {{.*}}) permutation = [2, 0, 1]
  %0 = "onnx.Transpose"(%a) {perm = [2, 0, 1]} : (tensor<2x?x4x!onnxops.string>) -> tensor<*x!onnxops.string>
  %1 = tensor.cast %0 : tensor<*x!onnxops.string> to tensor<4x2x?x!onnxops.string>
  return %1 : tensor<4x2x?x!onnxops.string>
}

// -----

// CHECK-LABEL: func @transpose_nothing(
//  CHECK-SAME:   %[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<?xf32>, %[[C:.*]]: tensor<2x3xf32>
func.func @transpose_nothing(%a: tensor<f32>, %b: tensor<?xf32>, %c: tensor<2x3xf32>) -> (tensor<f32>, tensor<?xf32>, tensor<2x3xf32>) {
  // CHECK-NEXT: return %[[A]], %[[B]], %[[C]]
  %0 = "onnx.Transpose"(%a) {perm = []} : (tensor<f32>) -> tensor<f32>
  %1 = "onnx.Transpose"(%b) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = "onnx.Transpose"(%c) {perm = [0, 1]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2 : tensor<f32>, tensor<?xf32>, tensor<2x3xf32>
}

// -----

// Shows neighbour-r46.
// CHECK-LABEL: func @expand(
//  CHECK-SAME:   %[[A:.*]]: tensor<1x?x1xui8>
func.func @expand(%a: tensor<1x?x1xui8>) -> tensor<5x2x?x4xui8> {
  // CHECK-NOT: onnxops.check
  // CHECK-DAG: %[[FLAT:.*]] = tensor.collapse_shape %[[A]] {{\[\[}}0, 1, 2]] : tensor<1x?x1xui8> into tensor<?xui8>
  // CHECK-DAG: %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<5x2x?x4xui8>
  // CHECK: linalg.broadcast ins(%[[FLAT]] : {{.*}}) outs(%[[E]] : {{.*}}) dimensions = [0, 1, 3]
  %s = "onnx.Constant"() {value_ints = [5, 2, 1, 4]} : () -> tensor<4xi64>
  %0 = "onnx.Expand"(%a, %s) : (tensor<1x?x1xui8>, tensor<4xi64>) -> tensor<5x2x?x4xui8>
  return %0 : tensor<5x2x?x4xui8>
}

// -----

// CHECK-LABEL: func @expand_open(
//  CHECK-SAME:   %[[A:.*]]: tensor<?xf32>
func.func @expand_open(%a: tensor<?xf32>) -> tensor<2x4xf32> {
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[A]], %c0
  // CHECK: %[[UNIT:.*]] = arith.cmpi eq, %[[SIZE]], %c1
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: Expand: expected shape[1] and dimension 0 of data to be equal, or one of them 1, but got {0} and {1}"(%c4, %[[SIZE]])
  // CHECK: %[[REPEAT:.*]] = arith.select %[[UNIT]], %c4, %c1 : index
  // CHECK: %[[ROW:.*]] = tensor.expand_shape %[[A]] {{\[\[}}0, 1]] output_shape [1, %[[SIZE]]]
  // CHECK: %[[INTEGER:.*]] = arith.index_cast %[[REPEAT]]
  // CHECK: %[[REPEATS:.*]] = tensor.from_elements %c2_i64, %[[INTEGER]] : tensor<2xi64>
  // CHECK: %[[TILE:.*]] = onnxops.tile_v13 %[[ROW]], %[[REPEATS]]
  // CHECK: tensor.cast %[[TILE]] : {{.*}} to tensor<2x4xf32>
  %s = "onnx.Constant"() {value_ints = [2, 4]} : () -> tensor<2xi64>
  %0 = "onnx.Expand"(%a, %s) : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// A size that was read from the tensor itself is not compared.
// CHECK-LABEL: func @expand_own(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x1x?xf32>
func.func @expand_own(%a: tensor<?x1x?xf32>) -> tensor<?x1x?xf32> {
  // CHECK-NOT: onnxops.tile
  // CHECK: return %[[A]]
  %s = "onnx.Shape"(%a) : (tensor<?x1x?xf32>) -> tensor<3xi64>
  %0 = "onnx.Expand"(%a, %s) : (tensor<?x1x?xf32>, tensor<3xi64>) -> tensor<?x1x?xf32>
  return %0 : tensor<?x1x?xf32>
}

// -----

// CHECK-LABEL: func @expand_few(
//  CHECK-SAME:   %[[A:.*]]: tensor<1xi64>
func.func @expand_few(%a: tensor<1xi64>) -> (tensor<3xi64>, tensor<1xi64>) {
  // CHECK: %[[X:.*]] = tensor.extract %[[A]][%c0]
  // CHECK: %[[R:.*]] = tensor.from_elements %[[X]], %[[X]], %[[X]] : tensor<3xi64>
  // CHECK: return %[[R]], %[[A]]
  %s = "onnx.Constant"() {value_ints = [3]} : () -> tensor<1xi64>
  %0 = "onnx.Expand"(%a, %s) : (tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
  %n = "onnx.Constant"() {value = dense<> : tensor<0xi64>} : () -> tensor<0xi64>
  %1 = "onnx.Expand"(%a, %n) : (tensor<1xi64>, tensor<0xi64>) -> tensor<1xi64>
  return %0, %1 : tensor<3xi64>, tensor<1xi64>
}

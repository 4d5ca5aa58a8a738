// Known shapes become constants, reshapes move no data, and dynamic sizes that must
// be 1 are checked.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -canonicalize | FileCheck %s

// CHECK-LABEL: func @shape_known
func.func @shape_known(%a: tensor<2x3xf32>) -> (tensor<*xi64>, tensor<i64>) {
  // CHECK-DAG: %[[SHAPE:.*]] = arith.constant dense<[2, 3]> : tensor<2xi64>
  // CHECK-DAG: %[[SIZE:.*]] = arith.constant dense<6> : tensor<i64>
  // CHECK: %[[CAST:.*]] = tensor.cast %[[SHAPE]] : tensor<2xi64> to tensor<*xi64>
  // CHECK: return %[[CAST]], %[[SIZE]]
  %0 = "onnx.Shape"(%a) : (tensor<2x3xf32>) -> tensor<*xi64>
  %1 = "onnx.Size"(%a) : (tensor<2x3xf32>) -> tensor<i64>
  return %0, %1 : tensor<*xi64>, tensor<i64>
}

// -----

// CHECK-LABEL: func @shape_in_part(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x3x!onnxops.string>
func.func @shape_in_part(%a: tensor<?x3x!onnxops.string>) -> (tensor<2xi64>, tensor<i64>) {
  // CHECK: %[[DIM:.*]] = tensor.dim %[[A]], %{{.*}}
  // CHECK: %[[ROWS:.*]] = arith.index_cast %[[DIM]] : index to i64
  // CHECK: %[[SHAPE:.*]] = tensor.from_elements %[[ROWS]], %c3_i64 : tensor<2xi64>
  // CHECK: %[[PRODUCT:.*]] = arith.muli %{{.*}}, %c3 : index
  // CHECK: %[[COUNT:.*]] = arith.index_cast %[[PRODUCT]] : index to i64
  // CHECK: %[[SIZE:.*]] = tensor.from_elements %[[COUNT]] : tensor<i64>
  // CHECK: return %[[SHAPE]], %[[SIZE]]
  %0 = "onnx.Shape"(%a) : (tensor<?x3x!onnxops.string>) -> tensor<2xi64>
  %1 = "onnx.Size"(%a) : (tensor<?x3x!onnxops.string>) -> tensor<i64>
  return %0, %1 : tensor<2xi64>, tensor<i64>
}

// -----

// Since opset 15, a range of dimensions, which is clamped to the rank.
// Shows neighbour-r24.
// CHECK-LABEL: func @shape_range
func.func @shape_range(%a: tensor<2x3x4xf32>) -> (tensor<*xi64>, tensor<?xi64>, tensor<0xi64>) {
  // CHECK-DAG: %[[LAST:.*]] = arith.constant dense<4> : tensor<1xi64>
  // CHECK-DAG: %[[TWO:.*]] = arith.constant dense<[2, 3]> : tensor<2xi64>
  // CHECK-DAG: %[[NONE:.*]] = arith.constant dense<> : tensor<0xi64>
  // CHECK-DAG: %[[A:.*]] = tensor.cast %[[LAST]] : tensor<1xi64> to tensor<*xi64>
  // CHECK-DAG: %[[B:.*]] = tensor.cast %[[TWO]] : tensor<2xi64> to tensor<?xi64>
  // CHECK: return %[[A]], %[[B]], %[[NONE]]
  %0 = "onnx.Shape"(%a) {start = -1 : i64} : (tensor<2x3x4xf32>) -> tensor<*xi64>
  %1 = "onnx.Shape"(%a) {start = -9 : i64, end = -1 : i64} : (tensor<2x3x4xf32>) -> tensor<?xi64>
  %2 = "onnx.Shape"(%a) {start = 2 : i64, end = 1 : i64} : (tensor<2x3x4xf32>) -> tensor<0xi64>
  return %0, %1, %2 : tensor<*xi64>, tensor<?xi64>, tensor<0xi64>
}

// -----

// Shows neighbour-r16.
// CHECK-LABEL: func @unsqueeze(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x3xf32>, %[[S:.*]]: tensor<f32>
func.func @unsqueeze(%a: tensor<?x3xf32>, %s: tensor<f32>) -> (tensor<*xf32>, tensor<1x1xf32>) {
  // CHECK: %[[ROWS:.*]] = tensor.dim %[[A]], %c0
  // CHECK: tensor.expand_shape %[[A]] {{\[\[}}0, 1, 2], [3, 4]] output_shape [1, %[[ROWS]], 1, 3, 1] : tensor<?x3xf32> into tensor<1x?x1x3x1xf32>
  // CHECK: tensor.expand_shape %[[S]] [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  %axes = "onnx.Constant"() {value_ints = [0, -1, 2]} : () -> tensor<3xi64>
  %0 = "onnx.Unsqueeze"(%a, %axes) : (tensor<?x3xf32>, tensor<3xi64>) -> tensor<*xf32>
  %both = "onnx.Constant"() {value_ints = [1, 0]} : () -> tensor<2xi64>
  %1 = "onnx.Unsqueeze"(%s, %both) : (tensor<f32>, tensor<2xi64>) -> tensor<1x1xf32>
  return %0, %1 : tensor<*xf32>, tensor<1x1xf32>
}

// -----

module attributes {onnxops.opset = 11 : i64} {
// Before opset 13, axes are an attribute.
// CHECK-LABEL: func @axes_attribute
func.func @axes_attribute(%a: tensor<3x1xf32>) -> (tensor<3x1x1xf32>, tensor<3xf32>) {
  // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [3, 1, 1]
  // CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<3x1xf32> into tensor<3xf32>
  %0 = "onnx.Unsqueeze"(%a) {axes = [-1]} : (tensor<3x1xf32>) -> tensor<3x1x1xf32>
  %1 = "onnx.Squeeze"(%a) {axes = [1]} : (tensor<3x1xf32>) -> tensor<3xf32>
  return %0, %1 : tensor<3x1x1xf32>, tensor<3xf32>
}
}

// -----

// Shows neighbour-r17.
// CHECK-LABEL: func @squeeze_known(
//  CHECK-SAME:   %[[A:.*]]: tensor<1x3x1xf32>
func.func @squeeze_known(%a: tensor<1x3x1xf32>) -> (tensor<3xf32>, tensor<1x3xf32>) {
  // CHECK: tensor.collapse_shape %[[A]] {{\[\[}}0, 1, 2]] : tensor<1x3x1xf32> into tensor<3xf32>
  // CHECK: tensor.collapse_shape %[[A]] {{\[\[}}0], [1, 2]] : tensor<1x3x1xf32> into tensor<1x3xf32>
  // CHECK-NOT: check
  %0 = "onnx.Squeeze"(%a) : (tensor<1x3x1xf32>) -> tensor<3xf32>
  %axes = "onnx.Constant"() {value_ints = [2]} : () -> tensor<1xi64>
  %1 = "onnx.Squeeze"(%a, %axes) : (tensor<1x3x1xf32>, tensor<1xi64>) -> tensor<1x3xf32>
  return %0, %1 : tensor<3xf32>, tensor<1x3xf32>
}

// -----

// CHECK-LABEL: func @squeeze_unknown(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x?xf32>
func.func @squeeze_unknown(%a: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<f32>) {
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[A]], %c1
  // CHECK: %[[UNIT:.*]] = arith.cmpi eq, %[[SIZE]], %c1 : index
  // CHECK: onnxops.check %[[UNIT]], "{{.*}}shapes.mlir:[[#@LINE + 5]]:{{[0-9]+}}: Squeeze: expected dimension 1 of data to have size 1, since axes names it, but got {0}"(%[[SIZE]])
  // CHECK: %[[CAST:.*]] = tensor.cast %[[A]] : tensor<?x?xf32> to tensor<?x1xf32>
  // CHECK: tensor.collapse_shape %[[CAST]] {{\[\[}}0, 1]] : tensor<?x1xf32> into tensor<?xf32>
  // CHECK: tensor.collapse_shape %{{.*}} [] : tensor<1x1xf32> into tensor<f32>
  %axes = "onnx.Constant"() {value_ints = [-1]} : () -> tensor<1xi64>
  %0 = "onnx.Squeeze"(%a, %axes) : (tensor<?x?xf32>, tensor<1xi64>) -> tensor<?xf32>
  %both = "onnx.Constant"() {value_ints = [0, 1]} : () -> tensor<2xi64>
  %1 = "onnx.Squeeze"(%a, %both) : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<f32>
  return %0, %1 : tensor<?xf32>, tensor<f32>
}

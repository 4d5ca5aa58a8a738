// Reshape moves no data: a collapse and an expand, with a check of dynamic sizes.
// ConstantOfShape is a fill.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -canonicalize | FileCheck %s

// CHECK-LABEL: func @known(
//  CHECK-SAME:   %[[A:.*]]: tensor<2x3x4xi1>
func.func @known(%a: tensor<2x3x4xi1>) -> tensor<*xi1> {
  // CHECK-NEXT: %[[FLAT:.*]] = tensor.collapse_shape %[[A]] {{\[\[}}0, 1, 2]] : tensor<2x3x4xi1> into tensor<24xi1>
  // CHECK-NEXT: tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1, 2]] output_shape [2, 6, 2] : tensor<24xi1> into tensor<2x6x2xi1>
  %s = "onnx.Constant"() {value_ints = [0, -1, 2]} : () -> tensor<3xi64>
  %0 = "onnx.Reshape"(%a, %s) : (tensor<2x3x4xi1>, tensor<3xi64>) -> tensor<*xi1>
  return %0 : tensor<*xi1>
}

// -----

// The quotient by copied sizes is known.
// CHECK-LABEL: func @copied(
func.func @copied(%a: tensor<?x3x4xf32>) -> tensor<*xf32> {
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: Reshape: expected shape to fit the {0} elements of data, but got [{1}, {2}]"
  // CHECK: tensor.collapse_shape {{.*}} {{\[\[}}0], [1, 2]] : tensor<?x3x4xf32> into tensor<?x12xf32>
  %s = "onnx.Constant"() {value_ints = [0, -1]} : () -> tensor<2xi64>
  %0 = "onnx.Reshape"(%a, %s) : (tensor<?x3x4xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// CHECK-LABEL: func @scalars(
//  CHECK-SAME:   %[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<1x1xf32>
func.func @scalars(%a: tensor<f32>, %b: tensor<1x1xf32>) -> (tensor<1x1x1xf32>, tensor<f32>) {
  // CHECK-NOT: onnxops.check
  // CHECK-DAG: %[[X:.*]] = tensor.expand_shape %[[A]] [] {{.*}} into tensor<1x1x1xf32>
  // CHECK-DAG: %[[Y:.*]] = tensor.collapse_shape %[[B]] [] : tensor<1x1xf32> into tensor<f32>
  // CHECK: return %[[X]], %[[Y]]
  %s = "onnx.Constant"() {value_ints = [1, -1, 1]} : () -> tensor<3xi64>
  %n = "onnx.Constant"() {value = dense<> : tensor<0xi64>} : () -> tensor<0xi64>
  %0 = "onnx.Reshape"(%a, %s) : (tensor<f32>, tensor<3xi64>) -> tensor<1x1x1xf32>
  %1 = "onnx.Reshape"(%b, %n) {allowzero = 1 : i64} : (tensor<1x1xf32>, tensor<0xi64>) -> tensor<f32>
  return %0, %1 : tensor<1x1x1xf32>, tensor<f32>
}

// -----

// Shows neighbour-r36.
// CHECK-LABEL: func @fill(
//  CHECK-SAME:   %[[N:.*]]: tensor<2xi64>
func.func @fill(%n: tensor<2xi64>) -> (tensor<?x?xui8>, tensor<3xi64>) {
  // CHECK-DAG: %[[THREE:.*]] = arith.constant dense<-1> : tensor<3xi64>
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: ConstantOfShape: expected input[0] to be 0 or more, but got {0}"
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: ConstantOfShape: expected input[1] to be 0 or more, but got {0}"
  // CHECK: %[[E:.*]] = tensor.empty(%{{.*}}, %{{.*}}) : tensor<?x?xi8>
  // CHECK: %[[F:.*]] = linalg.generic {{.*}} outs(%[[E]] : tensor<?x?xi8>)
  // CHECK: linalg.yield %c-56_i8
  // CHECK: %[[B:.*]] = tensor.bitcast %[[F]] : tensor<?x?xi8> to tensor<?x?xui8>
  // CHECK: return %[[B]], %[[THREE]]
  %0 = "onnx.ConstantOfShape"(%n) {value = dense<200> : tensor<1xui8>} : (tensor<2xi64>) -> tensor<?x?xui8>
  %three = "onnx.Constant"() {value_ints = [3]} : () -> tensor<1xi64>
  %1 = "onnx.ConstantOfShape"(%three) {value = dense<-1> : tensor<1xi64>} : (tensor<1xi64>) -> tensor<3xi64>
  return %0, %1 : tensor<?x?xui8>, tensor<3xi64>
}

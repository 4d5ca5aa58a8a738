// Integers wrap, floats saturate, booleans are 0 and 1; divisors are checked
// before the division.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -canonicalize | FileCheck %s

// CHECK-LABEL: func @integers
func.func @integers(%a: tensor<20xi8>, %b: tensor<20xui8>) -> (tensor<*xi16>, tensor<*xi16>, tensor<*xui8>) {
  // CHECK: arith.extsi %{{.*}} : i8 to i16
  %0 = "onnx.Cast"(%a) {to = 5 : i64} : (tensor<20xi8>) -> tensor<*xi16>
  // CHECK: tensor.bitcast %{{.*}} : tensor<20xui8> to tensor<20xi8>
  // CHECK: arith.extui %{{.*}} : i8 to i16
  %1 = "onnx.Cast"(%b) {to = 5 : i64} : (tensor<20xui8>) -> tensor<*xi16>
  // CHECK: tensor.bitcast %{{.*}} : tensor<20xi8> to tensor<20xui8>
  %2 = "onnx.Cast"(%a) {to = 2 : i64} : (tensor<20xi8>) -> tensor<*xui8>
  return %0, %1, %2 : tensor<*xi16>, tensor<*xi16>, tensor<*xui8>
}

// -----

// CHECK-LABEL: func @saturates
func.func @saturates(%a: tensor<20xf16>) -> tensor<20xi8> {
  // CHECK-DAG: %[[END:.*]] = arith.constant 1.280000e+02 : f32
  // CHECK-DAG: %[[START:.*]] = arith.constant -1.280000e+02 : f32
  // CHECK: %[[X:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK: %[[I:.*]] = arith.fptosi %[[X]] : f32 to i8
  // CHECK: %[[GE:.*]] = arith.cmpf oge, %[[X]], %[[END]]
  // CHECK: %[[HIGH:.*]] = arith.select %[[GE]], %c127_i8, %[[I]]
  // CHECK: %[[LE:.*]] = arith.cmpf ole, %[[X]], %[[START]]
  // CHECK: %[[LOW:.*]] = arith.select %[[LE]], %c-128_i8, %[[HIGH]]
  // CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]]
  // CHECK: arith.select %[[NAN]], %c0_i8, %[[LOW]]
  %0 = "onnx.Cast"(%a) {to = 3 : i64} : (tensor<20xf16>) -> tensor<20xi8>
  return %0 : tensor<20xi8>
}

// -----

// CHECK-LABEL: func @booleans(
//  CHECK-SAME:   %[[A:.*]]: tensor<f64>, %[[B:.*]]: tensor<i1>
func.func @booleans(%a: tensor<f64>, %b: tensor<i1>) -> (tensor<i1>, tensor<bf16>) {
  // CHECK: arith.cmpf une
  %0 = "onnx.Cast"(%a) {to = 9 : i64} : (tensor<f64>) -> tensor<i1>
  // CHECK: arith.uitofp %{{.*}} : i1 to bf16
  %1 = "onnx.Cast"(%b) {to = 16 : i64, saturate = 1 : i64} : (tensor<i1>) -> tensor<bf16>
  return %0, %1 : tensor<i1>, tensor<bf16>
}

// -----

// CHECK-LABEL: func @div(
//  CHECK-SAME:   %[[A:.*]]: tensor<20xi32>, %[[B:.*]]: tensor<20xi32>
func.func @div(%a: tensor<20xi32>, %b: tensor<20xi32>) -> tensor<20xi32> {
  // CHECK: %[[ZEROS:.*]] = linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%[[B]] : tensor<20xi32>)
  // CHECK: %[[N:.*]] = tensor.extract %[[ZEROS]][]
  // CHECK: %[[COUNT:.*]] = arith.index_cast %[[N]]
  // CHECK: %[[NONE:.*]] = arith.cmpi eq, %[[COUNT]], %c0
  // CHECK: onnxops.check %[[NONE]], "{{.*}}: Div: expected B to have no 0, but got {0}"(%[[COUNT]])
  // CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]] : tensor<20xi32>, tensor<20xi32>)
  // CHECK: ^bb0(%[[L:.*]]: i32, %[[R:.*]]: i32, %{{.*}}: i32):
  // CHECK: %[[MINUS:.*]] = arith.cmpi eq, %[[R]], %c-1_i32
  // CHECK: %[[SAFE:.*]] = arith.select %[[MINUS]], %c1_i32, %[[R]]
  // CHECK: %[[Q:.*]] = arith.divsi %[[L]], %[[SAFE]]
  // CHECK: %[[NEG:.*]] = arith.subi %c0_i32, %[[L]]
  // CHECK: arith.select %[[MINUS]], %[[NEG]], %[[Q]]
  %0 = "onnx.Div"(%a, %b) : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi32>
  return %0 : tensor<20xi32>
}

// -----

// A known divisor is not checked.
// CHECK-LABEL: func @half(
func.func @half(%a: tensor<?x6xf32>) -> tensor<2xi64> {
  // CHECK-NOT: onnxops.check
  // CHECK: %[[Q:.*]] = arith.divsi %{{.*}}, %c2_i64
  // CHECK: tensor.from_elements %[[Q]], %c3_i64 : tensor<2xi64>
  %two = "onnx.Constant"() {value_int = 2 : i64} : () -> tensor<i64>
  %s = "onnx.Shape"(%a) : (tensor<?x6xf32>) -> tensor<2xi64>
  %0 = "onnx.Div"(%s, %two) : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

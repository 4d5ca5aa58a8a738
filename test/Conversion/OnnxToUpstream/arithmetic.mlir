// Elementwise operators become one linalg.generic. Sizes that may be 1 are tested
// at run time; small integer tensors are computed element by element.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -cse -canonicalize | FileCheck %s

// CHECK: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func @same(
//  CHECK-SAME:   %[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<2x3xf32>
func.func @same(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<2x3xf32>
  // CHECK-NEXT: %[[R:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[ID]], #[[ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[E]] : {{.*}}) {
  // CHECK: arith.subf %{{.*}}, %{{.*}} : f32
  // CHECK: return %[[R]]
  %0 = "onnx.Sub"(%a, %b) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Known sizes of 1 and missing dimensions are part of the maps.
// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2) -> (d1, 0)>
// CHECK-LABEL: func @known_units
func.func @known_units(%a: tensor<1x1x4xf64>, %b: tensor<?x1xf64>) -> tensor<1x?x4xf64> {
  // CHECK-NOT: onnxops.check
  // CHECK-NOT: scf.if
  // CHECK: linalg.generic {indexing_maps = [#[[A]], #[[B]], #{{.*}}]
  // CHECK: arith.mulf
  // CHECK: -> tensor<1x?x4xf64>
  %0 = "onnx.Mul"(%a, %b) : (tensor<1x1x4xf64>, tensor<?x1xf64>) -> tensor<1x?x4xf64>
  return %0 : tensor<1x?x4xf64>
}

// -----

// CHECK-LABEL: func @may_be_one(
//  CHECK-SAME:   %[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<4xf32>
func.func @may_be_one(%a: tensor<?xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[A]], %c0
  // CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[SIZE]], %c4 : index
  // CHECK: %[[UNIT:.*]] = arith.cmpi eq, %[[SIZE]], %c1 : index
  // CHECK: %[[FITS:.*]] = arith.ori %[[SAME]], %[[UNIT]] : i1
  // CHECK: onnxops.check %[[FITS]], "{{.*}}: Add: expected A and B to have one size in dimension 0 of the result, or size 1, but got {0} and {1}"(%[[SIZE]], %c4)
  // CHECK: %[[X:.*]] = scf.if %[[SAME]] -> (tensor<4xf32>) {
  // CHECK:   %[[KEPT:.*]] = tensor.cast %[[A]] : tensor<?xf32> to tensor<4xf32>
  // CHECK:   scf.yield %[[KEPT]]
  // CHECK: } else {
  // CHECK:   linalg.generic
  // CHECK:     %[[I:.*]] = linalg.index 0 : index
  // CHECK:     %[[AT:.*]] = arith.select %[[UNIT]], %c0, %[[I]] : index
  // CHECK:     tensor.extract %[[A]][%[[AT]]] : tensor<?xf32>
  // CHECK:   %[[COPY:.*]] = bufferization.alloc_tensor() copy(%{{.*}}) : tensor<4xf32>
  // CHECK:   scf.yield %[[COPY]]
  // CHECK: linalg.generic {{.*}} ins(%[[X]], %[[B]] : tensor<4xf32>, tensor<4xf32>)
  %0 = "onnx.Add"(%a, %b) : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Sizes that are equal by construction are not compared.
// CHECK-LABEL: func @chain(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x?xf32>
func.func @chain(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK-NOT: onnxops.check
  // CHECK-NOT: scf.if
  // CHECK: %[[TWICE:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[A]] : tensor<?x?xf32>, tensor<?x?xf32>)
  // CHECK-NOT: scf.if
  // CHECK: linalg.generic {{.*}} ins(%[[TWICE]], %[[A]] : tensor<?x?xf32>, tensor<?x?xf32>)
  %0 = "onnx.Add"(%a, %a) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  %1 = "onnx.Mul"(%0, %a) : (tensor<*xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func @small_integers(
//  CHECK-SAME:   %[[A:.*]]: tensor<2xi64>
func.func @small_integers(%a: tensor<2xi64>) -> (tensor<2xi64>, tensor<i64>) {
  // CHECK-NOT: linalg
  // CHECK: %[[SEVEN:.*]] = arith.constant dense<7> : tensor<i64>
  // CHECK: %[[X:.*]] = tensor.extract %[[A]][%c0]
  // CHECK: %[[U:.*]] = arith.muli %[[X]], %c3_i64 : i64
  // CHECK: %[[Y:.*]] = tensor.extract %[[A]][%c1]
  // CHECK: %[[V:.*]] = arith.muli %[[Y]], %c3_i64 : i64
  // CHECK: %[[R:.*]] = tensor.from_elements %[[U]], %[[V]] : tensor<2xi64>
  // CHECK: return %[[R]], %[[SEVEN]]
  %three = "onnx.Constant"() {value_int = 3 : i64} : () -> tensor<i64>
  %four = "onnx.Constant"() {value_int = 4 : i64} : () -> tensor<i64>
  %0 = "onnx.Mul"(%a, %three) : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  %1 = "onnx.Add"(%three, %four) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  return %0, %1 : tensor<2xi64>, tensor<i64>
}

// -----

// CHECK-LABEL: func @scalar(
//  CHECK-SAME:   %[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<1xf32>
func.func @scalar(%a: tensor<f32>, %b: tensor<1xf32>) -> tensor<1xf32> {
  // CHECK-DAG: %[[X:.*]] = tensor.extract %[[A]][]
  // CHECK-DAG: %[[Y:.*]] = tensor.extract %[[B]][%c0]
  // CHECK: %[[Z:.*]] = arith.mulf %[[X]], %[[Y]] : f32
  // CHECK: tensor.from_elements %[[Z]] : tensor<1xf32>
  %0 = "onnx.Mul"(%a, %b) : (tensor<f32>, tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

// Unsigned integers are computed as signless ones.
// CHECK-LABEL: func @unsigned(
//  CHECK-SAME:   %[[A:.*]]: tensor<20xui8>
func.func @unsigned(%a: tensor<20xui8>) -> tensor<20xui8> {
  // CHECK: %[[S:.*]] = tensor.bitcast %[[A]] : tensor<20xui8> to tensor<20xi8>
  // CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[S]], %[[S]] : tensor<20xi8>, tensor<20xi8>)
  // CHECK: arith.addi %{{.*}}, %{{.*}} : i8
  // CHECK: tensor.bitcast %[[R]] : tensor<20xi8> to tensor<20xui8>
  %0 = "onnx.Add"(%a, %a) : (tensor<20xui8>, tensor<20xui8>) -> tensor<20xui8>
  return %0 : tensor<20xui8>
}

// -----

// CHECK-LABEL: func @bf16
func.func @bf16(%a: tensor<20xbf16>) -> tensor<20xbf16> {
  // CHECK: arith.extf %{{.*}} : bf16 to f32
  // CHECK: arith.extf %{{.*}} : bf16 to f32
  // CHECK: %[[R:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
  // CHECK: arith.truncf %[[R]] : f32 to bf16
  %0 = "onnx.Add"(%a, %a) : (tensor<20xbf16>, tensor<20xbf16>) -> tensor<20xbf16>
  return %0 : tensor<20xbf16>
}

// -----

// CHECK-LABEL: func @not(
//  CHECK-SAME:   %[[S:.*]]: tensor<i1>, %[[A:.*]]: tensor<?xi1>
func.func @not(%s: tensor<i1>, %a: tensor<?xi1>) -> (tensor<i1>, tensor<?xi1>, tensor<i1>) {
  // CHECK-DAG: %[[FALSE:.*]] = arith.constant dense<false> : tensor<i1>
  // CHECK-DAG: %[[X:.*]] = tensor.extract %[[S]][]
  // CHECK-DAG: %[[Y:.*]] = arith.xori %[[X]], %true : i1
  // CHECK-DAG: %[[R:.*]] = tensor.from_elements %[[Y]] : tensor<i1>
  // CHECK: %[[G:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<?xi1>)
  // CHECK: return %[[R]], %[[G]], %[[FALSE]]
  %0 = "onnx.Not"(%s) : (tensor<i1>) -> tensor<i1>
  %1 = "onnx.Not"(%a) : (tensor<?xi1>) -> tensor<?xi1>
  %true = "onnx.Constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
  %2 = "onnx.Not"(%true) : (tensor<i1>) -> tensor<i1>
  return %0, %1, %2 : tensor<i1>, tensor<?xi1>, tensor<i1>
}

// -----

module attributes {onnxops.opset = 6 : i64} {
// Before opset 7, sizes must be equal, unless an attribute says otherwise.
// CHECK-LABEL: func @opset_6(
//  CHECK-SAME:   %[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>
func.func @opset_6(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[SAME:.*]] = arith.cmpi eq
  // CHECK: onnxops.check %[[SAME]], "{{.*}}: Add: expected A and B to have one size in dimension 0 of the result, but got {0} and {1}"
  // CHECK-NOT: scf.if
  // CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]] : tensor<?xf32>, tensor<?xf32>)
  %0 = "onnx.Add"(%a, %b) {broadcast = 0 : i64} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
}

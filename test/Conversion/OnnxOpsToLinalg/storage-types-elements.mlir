// Single elements are converted from and to storage types; a generic on booleans
// works on their bytes.
//
// RUN: onnxops-opt %s --convert-onnxops-to-linalg | FileCheck %s

// CHECK-LABEL: func @booleans(
//  CHECK-SAME:   %[[A:.*]]: tensor<2xi8>
func.func @booleans(%a: tensor<2xi1>, %i: index) -> tensor<1xi1> {
  // CHECK: %[[BYTE:.*]] = tensor.extract %[[A]][%{{.*}}] : tensor<2xi8>
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i8
  // CHECK: %[[BIT:.*]] = arith.cmpi ne, %[[BYTE]], %[[ZERO]] : i8
  %0 = tensor.extract %a[%i] : tensor<2xi1>
  // CHECK: %[[BACK:.*]] = arith.extui %[[BIT]] : i1 to i8
  // CHECK: tensor.from_elements %[[BACK]] : tensor<1xi8>
  %1 = tensor.from_elements %0 : tensor<1xi1>
  return %1 : tensor<1xi1>
}

// CHECK-LABEL: func @floats(
//  CHECK-SAME:   %[[A:.*]]: tensor<2xi32>
func.func @floats(%a: tensor<2xf32>, %i: index) -> tensor<f32> {
  // CHECK: %[[BITS:.*]] = tensor.extract %[[A]][%{{.*}}] : tensor<2xi32>
  // CHECK: %[[NUMBER:.*]] = arith.bitcast %[[BITS]] : i32 to f32
  %0 = tensor.extract %a[%i] : tensor<2xf32>
  // CHECK: %[[SUM:.*]] = arith.addf %[[NUMBER]], %[[NUMBER]] : f32
  %1 = arith.addf %0, %0 : f32
  // CHECK: %[[BACK:.*]] = arith.bitcast %[[SUM]] : f32 to i32
  // CHECK: tensor.from_elements %[[BACK]] : tensor<i32>
  %2 = tensor.from_elements %1 : tensor<f32>
  return %2 : tensor<f32>
}

// CHECK-LABEL: func @generic(
//  CHECK-SAME:   %[[A:.*]]: tensor<?xi8> {{.*}}, %[[B:.*]]: tensor<?xi8>
func.func @generic(%a: tensor<?xi1>, %b: tensor<?xi1>, %n: index) -> tensor<?xi1> {
  // CHECK: %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?xi8>
  %e = tensor.empty(%n) : tensor<?xi1>
  // CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]] : tensor<?xi8>, tensor<?xi8>) outs(%[[E]] : tensor<?xi8>) {
  // CHECK: ^bb0(%[[X:.*]]: i8, %[[Y:.*]]: i8, %{{.*}}: i8):
  // CHECK-DAG: %[[P:.*]] = arith.cmpi ne, %[[X]], %{{.*}} : i8
  // CHECK-DAG: %[[Q:.*]] = arith.cmpi ne, %[[Y]], %{{.*}} : i8
  // CHECK: %[[R:.*]] = arith.xori %[[P]], %[[Q]] : i1
  // CHECK: %[[BYTE:.*]] = arith.extui %[[R]] : i1 to i8
  // CHECK: linalg.yield %[[BYTE]] : i8
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<?xi1>, tensor<?xi1>) outs(%e : tensor<?xi1>) {
  ^bb0(%x: i1, %y: i1, %o: i1):
    %r = arith.xori %x, %y : i1
    linalg.yield %r : i1
  } -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

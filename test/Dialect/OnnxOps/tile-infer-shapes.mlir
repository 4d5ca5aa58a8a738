// Inferred types of Tile.
//
// RUN: onnxops-opt %s -onnxops-infer-shapes | FileCheck %s

// Shows tile-c2, tile-c3, tile-r1, tile-r3, tile-r4.
// CHECK-LABEL: func @constant_repeats
func.func @constant_repeats(%a: tensor<2x?x3x?xf32>) {
  %r = arith.constant dense<[3, 2, 0, 0]> : tensor<4xi64>
  // CHECK: onnxops.tile_v6 {{.*}} -> tensor<6x?x0x0xf32>
  %0 = onnxops.tile_v6 %a, %r : (tensor<2x?x3x?xf32>, tensor<4xi64>) -> tensor<*xf32>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<6x?x0x0xf32>
  %1 = onnxops.tile_v13 %a, %r : (tensor<2x?x3x?xf32>, tensor<4xi64>) -> tensor<*xf32>
  return
}

// Shows tile-r9.
// CHECK-LABEL: func @unknown_repeats
func.func @unknown_repeats(%a: tensor<2x0xf32>, %r: tensor<*xi64>) {
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<?x0xf32>
  %0 = onnxops.tile_v13 %a, %r : (tensor<2x0xf32>, tensor<*xi64>) -> tensor<*xf32>
  return
}

// Shape arithmetic: partially known repeats.
// Shows tile-r9, concat-r22.
// CHECK-LABEL: func @repeats_known_in_part
func.func @repeats_known_in_part(%a: tensor<2x3x4xf32>, %n: tensor<1xi64>, %i: i64) {
  %c = arith.constant dense<5> : tensor<1xi64>
  %e = tensor.from_elements %i : tensor<1xi64>
  %r = onnxops.concat_v13 %n, %c, %e axis = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<?x15x?xf32>
  %0 = onnxops.tile_v13 %a, %r : (tensor<2x3x4xf32>, tensor<3xi64>) -> tensor<*xf32>
  return
}

// The number of repeats determines the rank.
// Shows tile-r10.
// CHECK-LABEL: func @rank_from_repeats
func.func @rank_from_repeats(%a: tensor<*xf32>, %r: tensor<3xi64>, %s: tensor<?xi64>) {
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<?x?x?xf32>
  %0 = onnxops.tile_v13 %a, %r : (tensor<*xf32>, tensor<3xi64>) -> tensor<*xf32>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<*xf32>
  %1 = onnxops.tile_v13 %a, %s : (tensor<*xf32>, tensor<?xi64>) -> tensor<*xf32>
  return
}

// CHECK-LABEL: func @rank_0
func.func @rank_0(%a: tensor<f32>, %r: tensor<?xi64>) {
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<f32>
  %0 = onnxops.tile_v13 %a, %r : (tensor<f32>, tensor<?xi64>) -> tensor<*xf32>
  return
}

// Shows tile-c7, tile-c8, tile-r12, tile-r14, tile-r15, tile-r16.
// CHECK-LABEL: func @v1
func.func @v1(%a: tensor<2x?xf32>, %n: tensor<i64>) {
  %t = arith.constant dense<3.0> : tensor<1xf32>
  %one = arith.constant dense<1> : tensor<i64>
  %x = arith.constant dense<0> : tensor<i64>
  // CHECK: onnxops.tile_v1 {{.*}} -> tensor<6x?xf32>
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<2x?xf32>, tensor<1xf32>, tensor<i64>) -> tensor<*xf32>
  // CHECK: onnxops.tile_v1 {{.*}} -> tensor<?x?xf32>
  %1 = onnxops.tile_v1 %a, %n, %x : (tensor<2x?xf32>, tensor<i64>, tensor<i64>) -> tensor<*xf32>
  // Any axis may be repeated.
  // CHECK: onnxops.tile_v1 {{.*}} -> tensor<?x?xf32>
  %2 = onnxops.tile_v1 %a, %t, %n : (tensor<2x?xf32>, tensor<1xf32>, tensor<i64>) -> tensor<*xf32>
  // CHECK: onnxops.tile_v1 {{.*}} -> tensor<2x?xf32>
  %3 = onnxops.tile_v1 %a, %one, %n : (tensor<2x?xf32>, tensor<i64>, tensor<i64>) -> tensor<*xf32>
  return
}

// Shows tile-r8: a repeat of 1, among unknown ones.
// CHECK-LABEL: func @ones
func.func @ones(%a: tensor<2x?x3xf32>, %n: tensor<1xi64>) {
  %one = arith.constant dense<1> : tensor<1xi64>
  %r = onnxops.concat_v13 %one, %one, %n axis = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<2x?x?xf32>
  %0 = onnxops.tile_v13 %a, %r : (tensor<2x?x3xf32>, tensor<3xi64>) -> tensor<*xf32>
  return
}

// The largest possible dimension.
// Shows tile-c4, tile-r7.
// CHECK-LABEL: func @largest
func.func @largest(%a: tensor<1x7xf32>) {
  %r = arith.constant dense<[9223372036854775807, 1317624576693539401]> : tensor<2xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<9223372036854775807x9223372036854775807xf32>
  %0 = onnxops.tile_v13 %a, %r : (tensor<1x7xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

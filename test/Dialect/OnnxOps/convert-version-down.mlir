// Every op is converted to the version of an older opset.
//
// RUN: onnxops-opt %s -split-input-file -onnxops-convert-version=target-opset=12 | FileCheck %s --check-prefixes=CHECK,OPSET12
// RUN: onnxops-opt %s -split-input-file -onnxops-convert-version=target-opset=4 | FileCheck %s --check-prefixes=CHECK,OPSET4
// RUN: onnxops-opt %s -split-input-file -onnxops-convert-version=target-opset=1 | FileCheck %s --check-prefixes=CHECK,OPSET1
// RUN: onnxops-opt %s -split-input-file -onnxops-convert-version=target-opset=1 -mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

// OPSET12: module attributes {onnxops.opset = 12 : i64}
// OPSET4: module attributes {onnxops.opset = 4 : i64}
// OPSET1: module attributes {onnxops.opset = 1 : i64}
module attributes {onnxops.opset = 27 : i64} {
// Shows version-r6, version-r7, version-r8, version-r18, version-r23.
// CHECK-LABEL: func @concat
//  CHECK-SAME:   (%[[A:.*]]: tensor<2x?xf32>, %[[B:.*]]: tensor<*xf32>)
// LOC-LABEL: func @concat
func.func @concat(%a: tensor<2x?xf32>, %b: tensor<*xf32>) -> (tensor<2x?xf32>, tensor<*xf32>) {
  // OPSET12: onnxops.concat_v11 %[[A]], %[[B]] axis = -1 {note = "kept"} : (tensor<2x?xf32>, tensor<*xf32>) -> tensor<2x?xf32>
  // OPSET4: onnxops.concat_v4 %[[A]], %[[B]] axis = 1 {note = "kept"} : (tensor<2x?xf32>, tensor<*xf32>) -> tensor<2x?xf32>
  // Version 1 does not print its default.
  // OPSET1: onnxops.concat_v1 %[[A]], %[[B]] {note = "kept"} : (tensor<2x?xf32>, tensor<*xf32>) -> tensor<2x?xf32>
  // LOC: onnxops.concat_v1 {{.*}} loc(#[[NODE:.*]])
  %0 = onnxops.concat_v13 %a, %b axis = -1 {note = "kept"} : (tensor<2x?xf32>, tensor<*xf32>) -> tensor<2x?xf32> loc("node")
  // A non-negative axis needs no rank.
  // OPSET12: onnxops.concat_v11 %[[B]] axis = 2
  // OPSET4: onnxops.concat_v4 %[[B]] axis = 2
  // OPSET1: onnxops.concat_v1 %[[B]] axis = 2
  %1 = onnxops.concat_v11 %b axis = 2 : (tensor<*xf32>) -> tensor<*xf32>
  return %0, %1 : tensor<2x?xf32>, tensor<*xf32>
}

// Only the result's type has a rank.
// Shows version-r7.
// CHECK-LABEL: func @rank_of_result
func.func @rank_of_result(%a: tensor<*xf64>) -> tensor<?x?x?xf64> {
  // OPSET12: onnxops.concat_v11 %{{.*}} axis = -3
  // OPSET4: onnxops.concat_v4 %{{.*}} axis = 0 : (tensor<*xf64>) -> tensor<?x?x?xf64>
  // OPSET1: onnxops.concat_v1 %{{.*}} axis = 0 : (tensor<*xf64>) -> tensor<?x?x?xf64>
  %0 = onnxops.concat_v11 %a axis = -3 : (tensor<*xf64>) -> tensor<?x?x?xf64>
  return %0 : tensor<?x?x?xf64>
}
}
// LOC: #[[NODE]] = loc("node")

// -----

// A module of mixed versions: each op takes its own steps.
// OPSET12: module {
// OPSET4: module {
// OPSET1: module {
// CHECK-LABEL: func @mixed
func.func @mixed(%a: tensor<2x3xf16>) -> tensor<2x12xf16> {
  // OPSET12: onnxops.concat_v11 %{{.*}} axis = 1
  // OPSET4: onnxops.concat_v4 %{{.*}} axis = 1
  // OPSET1: onnxops.concat_v1 %{{.*}} : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x6xf16>
  %0 = onnxops.concat_v1 %a, %a : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x6xf16>
  // OPSET12: onnxops.concat_v11 %{{.*}} axis = -1
  // OPSET4: onnxops.concat_v4 %{{.*}} axis = 1
  // OPSET1: onnxops.concat_v1 %{{.*}} : (tensor<2x6xf16>, tensor<2x6xf16>) -> tensor<2x12xf16>
  %1 = onnxops.openvino_concat_v1 %0, %0 axis = -1 : (tensor<2x6xf16>, tensor<2x6xf16>) -> tensor<2x12xf16>
  return %1 : tensor<2x12xf16>
}

// -----

// Shows version-r6, version-r9, version-r23.
// CHECK-LABEL: func @tile
//  CHECK-SAME:   (%[[A:.*]]: tensor<2x3x?xf32>)
func.func @tile(%a: tensor<2x3x?xf32>) -> tensor<8x3x?xf32> {
  // OPSET12: %[[R:.*]] = arith.constant dense<[4, 1, 2]> : tensor<3xi64>
  // OPSET12: onnxops.tile_v6 %[[A]], %[[R]] {note = "kept"} : (tensor<2x3x?xf32>, tensor<3xi64>) -> tensor<8x3x?xf32>
  // One op for each repeated axis, fewest repeats first. The constant of the
  // repeats is erased.
  // OPSET1-NOT: tensor<3xi64>
  // OPSET1: %[[TWO:.*]] = arith.constant dense<2.000000e+00> : tensor<f32>
  // OPSET1: %[[LAST:.*]] = arith.constant dense<2.000000e+00> : tensor<f32>
  // OPSET1: %[[T:.*]] = onnxops.tile_v1 %[[A]], %[[TWO]], %[[LAST]] {note = "kept"} : (tensor<2x3x?xf32>, tensor<f32>, tensor<f32>) -> tensor<2x3x?xf32>
  // OPSET1: %[[FOUR:.*]] = arith.constant dense<4.000000e+00> : tensor<f32>
  // OPSET1: %[[FIRST:.*]] = arith.constant dense<0.000000e+00> : tensor<f32>
  // OPSET1: %[[U:.*]] = onnxops.tile_v1 %[[T]], %[[FOUR]], %[[FIRST]] {note = "kept"} : (tensor<2x3x?xf32>, tensor<f32>, tensor<f32>) -> tensor<8x3x?xf32>
  // OPSET1: return %[[U]]
  %r = arith.constant dense<[4, 1, 2]> : tensor<3xi64>
  %0 = onnxops.tile_v13 %a, %r {note = "kept"} : (tensor<2x3x?xf32>, tensor<3xi64>) -> tensor<8x3x?xf32>
  return %0 : tensor<8x3x?xf32>
}

// A repeat of 0 comes first: no data is copied.
// Shows version-r9.
// CHECK-LABEL: func @tile_to_nothing
func.func @tile_to_nothing(%a: tensor<2x3xf32>) -> tensor<2000x0xf32> {
  // OPSET1: onnxops.tile_v1 {{.*}} -> tensor<2x0xf32>
  // OPSET1: onnxops.tile_v1 {{.*}} -> tensor<2000x0xf32>
  // OPSET4: onnxops.tile_v1 {{.*}} -> tensor<2x0xf32>
  %r = arith.constant dense<[1000, 0]> : tensor<2xi64>
  %0 = onnxops.tile_v6 %a, %r : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2000x0xf32>
  return %0 : tensor<2000x0xf32>
}

// A number that f16 cannot represent stays an integer.
// Shows version-r19.
// CHECK-LABEL: func @tile_inexact
func.func @tile_inexact(%a: tensor<1xf16>) -> tensor<2049xf16> {
  // OPSET1: arith.constant dense<2049> : tensor<i64>
  // OPSET1: arith.constant dense<0.000000e+00> : tensor<f16>
  %r = arith.constant dense<2049> : tensor<1xi64>
  %0 = onnxops.tile_v6 %a, %r : (tensor<1xf16>, tensor<1xi64>) -> tensor<2049xf16>
  return %0 : tensor<2049xf16>
}

// Without repeats, no op is needed.
// Shows version-r21.
// CHECK-LABEL: func @tile_identity
//  CHECK-SAME:   (%[[A:.*]]: tensor<2x3xf64>, %[[S:.*]]: tensor<f64>)
func.func @tile_identity(%a: tensor<2x3xf64>, %s: tensor<f64>) -> (tensor<2x3xf64>, tensor<f64>, tensor<*xf64>) {
  // OPSET1-NOT: tile
  // OPSET1: %[[C:.*]] = tensor.cast %[[S]] : tensor<f64> to tensor<*xf64>
  // OPSET1: return %[[A]], %[[S]], %[[C]]
  %r = arith.constant dense<1> : tensor<2xi64>
  %e = arith.constant dense<> : tensor<0xi64>
  %0 = onnxops.tile_v6 %a, %r : (tensor<2x3xf64>, tensor<2xi64>) -> tensor<2x3xf64>
  %1 = onnxops.tile_v6 %s, %e : (tensor<f64>, tensor<0xi64>) -> tensor<f64>
  %2 = onnxops.tile_v6 %s, %e : (tensor<f64>, tensor<0xi64>) -> tensor<*xf64>
  return %0, %1, %2 : tensor<2x3xf64>, tensor<f64>, tensor<*xf64>
}

// ... except to check a declared type that is more precise than the input's.
// Shows version-r21.
// CHECK-LABEL: func @tile_declared
func.func @tile_declared(%a: tensor<?x3xf64>) -> tensor<2x3xf64> {
  // OPSET1: arith.constant dense<1.000000e+00> : tensor<f64>
  // OPSET1: onnxops.tile_v1 {{.*}} -> tensor<2x3xf64>
  %r = arith.constant dense<1> : tensor<2xi64>
  %0 = onnxops.tile_v6 %a, %r : (tensor<?x3xf64>, tensor<2xi64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// Tile-1 is kept, whatever its operands.
// CHECK-LABEL: func @tile_v1
func.func @tile_v1(%a: tensor<2xf32>, %t: tensor<f32>, %x: tensor<1xi64>) -> tensor<?xf32> {
  // OPSET1: onnxops.tile_v1 %{{.*}}, %{{.*}}, %{{.*}} :
  // OPSET4: onnxops.tile_v1
  // OPSET12: onnxops.tile_v6
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<2xf32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Every op is converted to the version of an opset, which the module records.
//
// RUN: onnxops-opt %s -onnxops-convert-version=target-opset=10 | FileCheck %s --check-prefixes=CHECK,OPSET10
// RUN: onnxops-opt %s -onnxops-convert-version=target-opset=12 | FileCheck %s --check-prefixes=CHECK,OPSET12
// RUN: onnxops-opt %s -onnxops-convert-version=target-opset=13 | FileCheck %s --check-prefixes=CHECK,OPSET13
// RUN: onnxops-opt %s -onnxops-convert-version | FileCheck %s --check-prefixes=CHECK,NEWEST

// OPSET10: module attributes {onnxops.opset = 10 : i64}
// OPSET12: module attributes {onnxops.opset = 12 : i64}
// OPSET13: module attributes {onnxops.opset = 13 : i64}
// NEWEST: module attributes {onnxops.opset = {{[0-9]+}} : i64}
module attributes {onnxops.opset = 3 : i64} {
// Shows version-r1, version-r2, version-r5, version-r18.
// CHECK-LABEL: func @main
func.func @main(%a: tensor<2x3xf32>, %r: tensor<2xi64>) {
  // OPSET10: onnxops.concat_v4 %{{.*}} axis = 1 {note = "kept"}
  // OPSET12: onnxops.concat_v11 %{{.*}} axis = 1 {note = "kept"}
  // OPSET13: onnxops.concat_v13 %{{.*}} axis = 1 {note = "kept"}
  // NEWEST: onnxops.concat_v{{[0-9]+}} %{{.*}} axis = 1 {note = "kept"}
  %0 = onnxops.concat_v1 %a {note = "kept"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // OPSET10: onnxops.tile_v6
  // OPSET12: onnxops.tile_v6
  // OPSET13: onnxops.tile_v13
  // NEWEST: onnxops.tile_v{{[0-9]+}}
  %1 = onnxops.tile_v6 %a, %r : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
}

// A module that is rejected is not changed, not even the ops that would have been
// converted before the error.
//
// RUN: not onnxops-opt %s -onnxops-convert-version=target-opset=3 -mlir-print-ir-after-failure 2>&1 | FileCheck %s
// RUN: not onnxops-opt %s -onnxops-convert-version=target=openvino -mlir-print-ir-after-failure 2>&1 | FileCheck %s
// RUN: not onnxops-opt %s -onnxops-upgrade -mlir-print-ir-after-failure 2>&1 | FileCheck %s

// CHECK: error: 'onnxops.tile_v
// CHECK: module attributes {onnxops.opset = 12 : i64}
module attributes {onnxops.opset = 12 : i64} {
// Shows version-r14.
// CHECK: func @main
func.func @main(%a: tensor<2xf32>, %b: tensor<*xf32>, %t: tensor<i64>, %r: tensor<1xi64>) {
  // CHECK: onnxops.concat_v11 %{{.*}} axis = -1 {note = "kept"}
  %0 = onnxops.concat_v11 %a axis = -1 {note = "kept"} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: onnxops.tile_v6
  %1 = onnxops.tile_v6 %a, %r : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  // CHECK: onnxops.tile_v1
  %2 = onnxops.tile_v1 %b, %t, %t : (tensor<*xf32>, tensor<i64>, tensor<i64>) -> tensor<*xf32>
  return
}
}

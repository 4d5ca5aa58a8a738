// With best-effort, a module gets the nearest opset that works, and the reasons
// against the target are warnings.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect '-onnxops-convert-version=target-opset=6 best-effort=true' 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t
// RUN: not onnxops-opt %s -allow-unregistered-dialect '-onnxops-convert-version=target=openvino best-effort=true' 2>&1 | FileCheck %s --check-prefix=OPENVINO

// WHY: warning: 'onnx.LayerNormalization' op cannot be converted to opset 6: opset 17 is the first that has LayerNormalization
// WHY: warning: 'onnx.Sum' op cannot be converted to opset 6: opset 7 does not broadcast
// WHY: warning: the model is at opset 17
// OPENVINO: warning: 'onnx.LayerNormalization' op cannot be converted to OpenVINO: no counterpart is known

// CHECK: module attributes {onnxops.opset = 17 : i64}
module attributes {onnxops.opset = 20 : i64} {
  // Shows version-r14.
  // CHECK-LABEL: func @nearest
  func.func @nearest(%a: tensor<?xf32>) {
    // CHECK: "onnx.LayerNormalization"
    %0 = "onnx.LayerNormalization"(%a, %a) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %1 = "onnx.Sum"(%a, %a) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    return
  }
}

// All versions of Concat become OpenVINO's, and are converted back.
//
// RUN: onnxops-opt %s -onnxops-convert-version=target=openvino | FileCheck %s --check-prefixes=CHECK,OPENVINO --implicit-check-not=onnxops.opset
// RUN: onnxops-opt %s -onnxops-convert-version=target=openvino -onnxops-convert-version=target-opset=27 | FileCheck %s --check-prefixes=CHECK,ONNX

module attributes {onnxops.opset = 3 : i64} {
// Shows version-r12, version-r13, version-r18, version-r23.
// CHECK-LABEL: func @main
func.func @main(%a: tensor<2x3xf32>, %b: tensor<?x3xbf16>, %c: tensor<2xui64>) {
  // OPENVINO: onnxops.openvino_concat_v1 %{{.*}} axis = 1 {note = "kept"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // ONNX: onnxops.concat_v13 %{{.*}} axis = 1 {note = "kept"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = onnxops.concat_v1 %a {note = "kept"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // OPENVINO: onnxops.openvino_concat_v1 %{{.*}} axis = -1
  // ONNX: onnxops.concat_v13 %{{.*}} axis = -1
  %1 = onnxops.concat_v13 %b axis = -1 : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // OPENVINO: onnxops.openvino_concat_v1 %{{.*}} axis = 0 : (tensor<2xui64>, tensor<2xui64>) -> tensor<4xui64>
  // ONNX: onnxops.concat_v13 %{{.*}} axis = 0 : (tensor<2xui64>, tensor<2xui64>) -> tensor<4xui64>
  %2 = onnxops.concat_v11 %c, %c axis = 0 : (tensor<2xui64>, tensor<2xui64>) -> tensor<4xui64>
  // OPENVINO: onnxops.openvino_concat_v1
  // ONNX: onnxops.concat_v13
  %3 = onnxops.openvino_concat_v1 %c axis = 0 : (tensor<2xui64>) -> tensor<2xui64>
  return
}
}

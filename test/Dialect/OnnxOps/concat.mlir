// Round trip of all versions of Concat: text, generic text, bytecode.
//
// RUN: onnxops-opt %s | onnxops-opt | FileCheck %s
// RUN: onnxops-opt %s --mlir-print-op-generic | onnxops-opt | FileCheck %s
// RUN: onnxops-opt %s --emit-bytecode | onnxops-opt | FileCheck %s

// Shows concat-c2, concat-c4, concat-c6, concat-r9, concat-r10, types-r1.
// CHECK-LABEL: func @concat_v1_default_axis
func.func @concat_v1_default_axis(%a: tensor<2x3xf32>, %b: tensor<2x5xf32>) -> tensor<2x8xf32> {
  // CHECK: onnxops.concat_v1 %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
  %0 = onnxops.concat_v1 %a, %b : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// An explicit default axis is not printed.
// CHECK-LABEL: func @concat_v1_axis
func.func @concat_v1_axis(%a: tensor<?x3xf16>) -> (tensor<?x3xf16>, tensor<?x6xf16>) {
  // CHECK: onnxops.concat_v1 %{{.*}}, %{{.*}} axis = 0 : (tensor<?x3xf16>, tensor<?x3xf16>) -> tensor<?x3xf16>
  %0 = onnxops.concat_v1 %a, %a axis = 0 : (tensor<?x3xf16>, tensor<?x3xf16>) -> tensor<?x3xf16>
  // CHECK: onnxops.concat_v1 %{{.*}}, %{{.*}} : (tensor<?x3xf16>, tensor<?x3xf16>) -> tensor<?x6xf16>
  %1 = onnxops.concat_v1 %a, %a axis = 1 : (tensor<?x3xf16>, tensor<?x3xf16>) -> tensor<?x6xf16>
  return %0, %1 : tensor<?x3xf16>, tensor<?x6xf16>
}

// Shows concat-c1, concat-r2, concat-r6, types-r2.
// CHECK-LABEL: func @concat_v4
func.func @concat_v4(%a: tensor<2x3x!onnxops.string>, %b: tensor<2x0xcomplex<f64>>) -> (tensor<4x3x!onnxops.string>, tensor<2x0xcomplex<f64>>) {
  // CHECK: onnxops.concat_v4 %{{.*}}, %{{.*}} axis = 0 : (tensor<2x3x!onnxops.string>, tensor<2x3x!onnxops.string>) -> tensor<4x3x!onnxops.string>
  %0 = onnxops.concat_v4 %a, %a axis = 0 : (tensor<2x3x!onnxops.string>, tensor<2x3x!onnxops.string>) -> tensor<4x3x!onnxops.string>
  // CHECK: onnxops.concat_v4 %{{.*}} axis = 1 : (tensor<2x0xcomplex<f64>>) -> tensor<2x0xcomplex<f64>>
  %1 = onnxops.concat_v4 %b axis = 1 : (tensor<2x0xcomplex<f64>>) -> tensor<2x0xcomplex<f64>>
  return %0, %1 : tensor<4x3x!onnxops.string>, tensor<2x0xcomplex<f64>>
}

// Shows concat-r3.
// CHECK-LABEL: func @concat_v11_negative_axis
func.func @concat_v11_negative_axis(%a: tensor<?x3xui8>) -> tensor<?x6xui8> {
  // CHECK: onnxops.concat_v11 %{{.*}}, %{{.*}} axis = -1 : (tensor<?x3xui8>, tensor<?x3xui8>) -> tensor<?x6xui8>
  %0 = onnxops.concat_v11 %a, %a axis = -1 : (tensor<?x3xui8>, tensor<?x3xui8>) -> tensor<?x6xui8>
  return %0 : tensor<?x6xui8>
}

// Shows types-r3.
// CHECK-LABEL: func @concat_v13
func.func @concat_v13(%a: tensor<2x3xbf16>) -> tensor<4x3xbf16> {
  // CHECK: onnxops.concat_v13 %{{.*}}, %{{.*}} axis = 0 {note = "kept"} : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<4x3xbf16>
  %0 = onnxops.concat_v13 %a, %a axis = 0 {note = "kept"} : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<4x3xbf16>
  return %0 : tensor<4x3xbf16>
}

// Ranks and sizes may be unknown anywhere; then the axis may have either sign.
// Shows types-r11.
// CHECK-LABEL: func @concat_v13_unranked
func.func @concat_v13_unranked(%a: tensor<*xi1>, %b: tensor<?x2xi1>) -> (tensor<*xi1>, tensor<?x2xi1>) {
  // CHECK: onnxops.concat_v13 %{{.*}}, %{{.*}} axis = -7 : (tensor<*xi1>, tensor<*xi1>) -> tensor<*xi1>
  %0 = onnxops.concat_v13 %a, %a axis = -7 : (tensor<*xi1>, tensor<*xi1>) -> tensor<*xi1>
  // CHECK: onnxops.concat_v13 %{{.*}}, %{{.*}} axis = 0 : (tensor<*xi1>, tensor<?x2xi1>) -> tensor<?x2xi1>
  %1 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<*xi1>, tensor<?x2xi1>) -> tensor<?x2xi1>
  return %0, %1 : tensor<*xi1>, tensor<?x2xi1>
}

// Shows openvino-r1, types-r8.
// CHECK-LABEL: func @openvino_concat_v1
func.func @openvino_concat_v1(%a: tensor<1x8x?x50xi4>, %b: tensor<1x?x50x50xi4>) -> tensor<1x?x50x50xi4> {
  // CHECK: onnxops.openvino_concat_v1 %{{.*}}, %{{.*}} axis = -3 : (tensor<1x8x?x50xi4>, tensor<1x?x50x50xi4>) -> tensor<1x?x50x50xi4>
  %0 = onnxops.openvino_concat_v1 %a, %b axis = -3 : (tensor<1x8x?x50xi4>, tensor<1x?x50x50xi4>) -> tensor<1x?x50x50xi4>
  return %0 : tensor<1x?x50x50xi4>
}

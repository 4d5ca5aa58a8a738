// Inferred types of Concat.
//
// RUN: onnxops-opt %s -onnxops-infer-shapes | FileCheck %s

// Shows concat-c5, concat-r12.
// CHECK-LABEL: func @every_version
func.func @every_version(%a: tensor<2x3xf32>) {
  // CHECK: onnxops.concat_v1 {{.*}} -> tensor<2x6xf32>
  %0 = onnxops.concat_v1 %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  // CHECK: onnxops.concat_v4 {{.*}} -> tensor<4x3xf32>
  %1 = onnxops.concat_v4 %a, %a axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  // CHECK: onnxops.concat_v11 {{.*}} -> tensor<2x6xf32>
  %2 = onnxops.concat_v11 %a, %a axis = -1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<?x?xf32>
  // CHECK: onnxops.concat_v13 {{.*}} -> tensor<4x3xf32>
  %3 = onnxops.concat_v13 %a, %a axis = -2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  return
}

// The example of OpenVINO's documentation.
// Shows openvino-r2.
// CHECK-LABEL: func @openvino
func.func @openvino(%a: tensor<1x8x50x50xf32>, %b: tensor<1x16x50x50xf32>, %c: tensor<1x32x50x50xf32>) {
  // CHECK: onnxops.openvino_concat_v1 {{.*}} -> tensor<1x56x50x50xf32>
  %0 = onnxops.openvino_concat_v1 %a, %b, %c axis = 1 : (tensor<1x8x50x50xf32>, tensor<1x16x50x50xf32>, tensor<1x32x50x50xf32>) -> tensor<*xf32>
  // CHECK: onnxops.openvino_concat_v1 {{.*}} -> tensor<1x56x50x50xf32>
  %1 = onnxops.openvino_concat_v1 %a, %b, %c axis = -3 : (tensor<1x8x50x50xf32>, tensor<1x16x50x50xf32>, tensor<1x32x50x50xf32>) -> tensor<*xf32>
  return
}

// A static size takes precedence; a sum with a dynamic summand is dynamic.
// Shows concat-r11, concat-r13, concat-r14.
// CHECK-LABEL: func @known_in_part
func.func @known_in_part(%a: tensor<2x?x?xf32>, %b: tensor<?x3x4xf32>) {
  // CHECK: onnxops.concat_v13 {{.*}} -> tensor<2x?x4xf32>
  %0 = onnxops.concat_v13 %a, %b axis = 1 : (tensor<2x?x?xf32>, tensor<?x3x4xf32>) -> tensor<*xf32>
  // CHECK: onnxops.concat_v13 {{.*}} -> tensor<?x3x4xf32>
  %1 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<2x?x?xf32>, tensor<?x3x4xf32>) -> tensor<*xf32>
  return
}

// Shows concat-r16, concat-r17.
// CHECK-LABEL: func @unknown_rank
func.func @unknown_rank(%a: tensor<*xf32>, %b: tensor<?x3xf32>) {
  // CHECK: onnxops.concat_v13 {{.*}} -> tensor<?x3xf32>
  %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<*xf32>, tensor<?x3xf32>) -> tensor<*xf32>
  // CHECK: onnxops.concat_v13 {{.*}} -> tensor<*xf32>
  %1 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return
}

// The declared type is kept.
// Shows concat-c8, concat-r20.
// CHECK-LABEL: func @declared_says_more
func.func @declared_says_more(%a: tensor<?x3xf32>) {
  // CHECK: onnxops.concat_v13 {{.*}} -> tensor<8x3xf32>
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<8x?xf32>
  return
}

// Shows concat-r18.
// CHECK-LABEL: func @no_elements
func.func @no_elements(%a: tensor<2x0xf32>, %b: tensor<0x0xf32>) {
  // CHECK: onnxops.concat_v13 {{.*}} -> tensor<2x0xf32>
  %0 = onnxops.concat_v13 %a, %b, %b axis = 0 : (tensor<2x0xf32>, tensor<0x0xf32>, tensor<0x0xf32>) -> tensor<*xf32>
  return
}

// The longest possible axis.
// Shows concat-c7, concat-r15.
// CHECK-LABEL: func @longest_axis
func.func @longest_axis(%a: tensor<9223372036854775806xi8>, %b: tensor<1xi8>) {
  // CHECK: onnxops.concat_v13 {{.*}} -> tensor<9223372036854775807xi8>
  %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<9223372036854775806xi8>, tensor<1xi8>) -> tensor<*xi8>
  return
}

// Each size is static in a different input, except that of the axis.
// Shows openvino-r13.
// CHECK-LABEL: func @openvino_unknown_rank
func.func @openvino_unknown_rank(%a: tensor<*xf32>, %b: tensor<?x4x?xf32>, %c: tensor<2x?x?xf32>) {
  // CHECK: onnxops.openvino_concat_v1 {{.*}} -> tensor<2x4x?xf32>
  %0 = onnxops.openvino_concat_v1 %a, %b, %c axis = -1 : (tensor<*xf32>, tensor<?x4x?xf32>, tensor<2x?x?xf32>) -> tensor<*xf32>
  // CHECK: onnxops.openvino_concat_v1 {{.*}} -> tensor<?x4x?xf32>
  %1 = onnxops.openvino_concat_v1 %a, %b axis = 0 : (tensor<*xf32>, tensor<?x4x?xf32>) -> tensor<*xf32>
  return
}

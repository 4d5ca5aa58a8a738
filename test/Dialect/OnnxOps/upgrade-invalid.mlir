// Upgrades that lack information, each rejected with one error.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -onnxops-upgrade

// Breaks version-r4.
func.func @tile_v1_unranked(%a: tensor<*xf32>, %t: tensor<i64>) {
  // expected-error @below {{'onnxops.tile_v1' op cannot be converted to Tile-6: the rank of input is unknown}}
  %0 = onnxops.tile_v1 %a, %t, %t : (tensor<*xf32>, tensor<i64>, tensor<i64>) -> tensor<*xf32>
  return
}

// -----

func.func @tile_v1_unranked_axis(%a: tensor<2xf32>, %t: tensor<i64>, %x: tensor<*xi64>) {
  // expected-error @below {{'onnxops.tile_v1' op cannot be converted to Tile-6: the rank of tiles or axis is unknown}}
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<2xf32>, tensor<i64>, tensor<*xi64>) -> tensor<*xf32>
  return
}

// -----

// Breaks version-r12.
func.func @openvino_element_type(%a: tensor<2xi4>) {
  // expected-error @below {{'onnxops.openvino_concat_v1' op cannot be converted to ONNX Concat-13: element type 'i4' is not one of ONNX Concat}}
  %0 = onnxops.openvino_concat_v1 %a axis = 0 : (tensor<2xi4>) -> tensor<2xi4>
  return
}

// -----

// Breaks version-r12.
func.func @openvino_bit(%a: tensor<2xui1>) {
  // expected-error @below {{'onnxops.openvino_concat_v1' op cannot be converted to ONNX Concat-13: element type 'ui1' is not one of ONNX Concat}}
  %0 = onnxops.openvino_concat_v1 %a axis = 0 : (tensor<2xui1>) -> tensor<2xui1>
  return
}

// -----

// Breaks version-r12.
func.func @openvino_float8(%a: tensor<2xf8E4M3FN>) {
  // expected-error @below {{'onnxops.openvino_concat_v1' op cannot be converted to ONNX Concat-13: element type 'f8E4M3FN' is not one of ONNX Concat}}
  %0 = onnxops.openvino_concat_v1 %a axis = 0 : (tensor<2xf8E4M3FN>) -> tensor<2xf8E4M3FN>
  return
}

// -----

// Breaks version-r12.
func.func @openvino_unranked(%a: tensor<*xf32>) {
  // expected-error @below {{'onnxops.openvino_concat_v1' op cannot be converted to ONNX Concat-13: the rank is unknown}}
  %0 = onnxops.openvino_concat_v1 %a axis = 0 : (tensor<*xf32>) -> tensor<*xf32>
  return
}

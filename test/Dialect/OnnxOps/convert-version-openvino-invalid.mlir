// Ops that OpenVINO's Concat does not support, and ops without an equivalent.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -onnxops-convert-version=target=openvino

// Breaks version-r13.
func.func @string(%a: tensor<2x!onnxops.string>) {
  // expected-error @below {{'onnxops.concat_v13' op cannot be converted to OpenVINO: no step to OpenVINO Concat-1: element type '!onnxops.string' is not one of OpenVINO Concat}}
  %0 = onnxops.concat_v13 %a axis = 0 : (tensor<2x!onnxops.string>) -> tensor<2x!onnxops.string>
  return
}

// -----

// Breaks version-r13.
func.func @bool(%a: tensor<2xi1>) {
  // expected-error @below {{'onnxops.concat_v4' op cannot be converted to OpenVINO: no step to OpenVINO Concat-1: element type 'i1' is not one of OpenVINO Concat}}
  %0 = onnxops.concat_v4 %a axis = 0 : (tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

// Breaks version-r13.
func.func @complex(%a: tensor<2xcomplex<f32>>) {
  // expected-error @below {{'onnxops.concat_v13' op cannot be converted to OpenVINO: no step to OpenVINO Concat-1: element type 'complex<f32>' is not one of OpenVINO Concat}}
  %0 = onnxops.concat_v13 %a axis = 0 : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

// Breaks version-r13.
func.func @unranked(%a: tensor<*xf32>) {
  // expected-error @below {{'onnxops.concat_v13' op cannot be converted to OpenVINO: no step to OpenVINO Concat-1: the rank is unknown}}
  %0 = onnxops.concat_v13 %a axis = 0 : (tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

// Breaks version-r22.
func.func @tile(%a: tensor<2xf32>, %r: tensor<1xi64>) {
  // expected-error @below {{'onnxops.tile_v6' op cannot be converted to OpenVINO: no counterpart is known}}
  %0 = onnxops.tile_v6 %a, %r : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

// Breaks version-r22.
func.func @sequence() {
  // expected-error @below {{'onnxops.sequence_empty_v11' op cannot be converted to OpenVINO: no counterpart is known}}
  %0 = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
  return
}

// -----

// Breaks version-r22.
func.func @onnx_operator(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.Add' op cannot be converted to OpenVINO: no counterpart is known}}
  %0 = "onnx.Add"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

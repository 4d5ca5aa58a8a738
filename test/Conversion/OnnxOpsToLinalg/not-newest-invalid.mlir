// RUN: onnxops-opt %s --convert-onnxops-to-linalg -verify-diagnostics

func.func @old_version(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'onnxops.concat_v11' op cannot be lowered: it is not the newest version (run --onnxops-upgrade first)}}
  %0 = onnxops.concat_v11 %a axis = 0 : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

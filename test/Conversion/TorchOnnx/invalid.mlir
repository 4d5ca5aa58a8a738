// RUN: onnxops-opt %s --allow-unregistered-dialect --convert-torch-onnx-to-onnx --convert-onnx-to-onnxops --convert-onnxops-to-onnx --convert-onnx-to-torch-onnx --split-input-file --verify-diagnostics

func.func @axis(%a: !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32> {
  // expected-error @below {{'onnx.Concat' op expected axis to be in [-1, 0], but got 1}}
  %0 = "torch.operator"(%a, %a) <{name = "onnx.Concat"}> {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// -----

func.func @no_axis(%a: !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32> {
  // expected-error @below {{'onnx.Concat' op requires attribute 'axis'}}
  %0 = "torch.operator"(%a, %a) <{name = "onnx.Concat"}> : (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// -----

func.func @reserved(%a: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // expected-error @below {{unsupported name of an attribute: 'torch.onnx.onnx.domain'}}
  %0 = "torch.operator"(%a) <{name = "onnx.Relu"}> {torch.onnx.onnx.domain = "x"} : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// -----

// expected-note @below {{the other function}}
func.func @opset_17(%a: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> attributes {torch.onnx_meta.opset_version = 17 : si64} {
  %0 = "torch.operator"(%a) <{name = "onnx.Relu"}> : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}
// expected-error @below {{expected opset 17, as another function has, but got 13}}
func.func @opset_13(%a: !torch.vtensor<[2],f32>) attributes {torch.onnx_meta.opset_version = 13 : si64} {
  return
}

// -----

func.func @domain(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{cannot be a torch.operator: it is of the domain 'custom'}}
  %0 = "onnx.Scale"(%a) {onnx.domain = "custom"} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

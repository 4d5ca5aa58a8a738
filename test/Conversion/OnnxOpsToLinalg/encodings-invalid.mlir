// Tensors with an encoding are rejected wherever they are.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics --convert-onnxops-to-linalg

// expected-error @+1 {{tensors with an encoding cannot be lowered: 'tensor<2x3xf32, "enc">'}}
func.func @argument(%a: tensor<2x3xf32, "enc">) {
  return
}

// -----

func.func @inside() {
  // expected-error @+1 {{tensors with an encoding cannot be lowered: 'tensor<2x3xf32, "enc">'}}
  %0 = tensor.empty() : tensor<2x3xf32, "enc">
  return
}

// -----

func.func @block(%n: index) {
  cf.br ^end
// expected-error @+1 {{tensors with an encoding cannot be lowered: 'tensor<2xf32, "enc">'}}
^other(%a: tensor<2xf32, "enc">):
  cf.br ^end
^end:
  return
}

// -----

// expected-error @+1 {{tensors with an encoding cannot be lowered: 'tensor<?xf32, 1 : i64>'}}
func.func @sequence(%a: !onnxops.seq<tensor<?xf32, 1>>) {
  return
}

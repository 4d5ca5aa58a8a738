// Ops without an equivalent in onnx-mlir are rejected by name.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnxops-to-onnx
// RUN: not onnxops-opt %s -split-input-file -convert-onnxops-to-onnx 2>&1 | FileCheck %s
// CHECK: error: expected a context that allows unregistered dialects, as the dialect onnx of onnx-mlir is one here

func.func @older(%a: tensor<2xf32>) {
  // expected-error @below {{'onnxops.concat_v11' op has no counterpart in onnx-mlir in this version: --onnxops-upgrade makes it the newest}}
  %0 = onnxops.concat_v11 %a, %a axis = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @bf16(%a: tensor<2xbf16>) {
  // expected-error @below {{'onnxops.split_to_sequence_v24' op has no counterpart in onnx-mlir}}
  %0 = onnxops.split_to_sequence_v24 %a : (tensor<2xbf16>) -> !onnxops.seq<tensor<1xbf16>>
  return
}

// -----

func.func @check(%c: i1) {
  // expected-error @below {{'onnxops.check' op has no counterpart in onnx-mlir}}
  onnxops.check %c, "no"
  return
}

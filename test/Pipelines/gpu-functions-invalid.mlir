// Functions that no device computes without a library.
//
// RUN: not onnxops-opt %s -split-input-file -allow-unregistered-dialect --onnxops-to-gpu-pipeline=target=nvptx 2>&1 | FileCheck %s

// Breaks neighbour-r42.
// CHECK: gpu-functions-invalid.mlir:[[#@LINE + 2]]:{{.*}} error: no device implementation of math.tanh of 'f64'
func.func @tanh(%a: tensor<20xf64>) -> tensor<20xf64> {
  %0 = "onnx.Tanh"(%a) : (tensor<20xf64>) -> tensor<20xf64>
  return %0 : tensor<20xf64>
}

// -----

// CHECK: gpu-functions-invalid.mlir:[[#@LINE + 2]]:{{.*}} error: no device implementation of math.exp of 'f64'
func.func @sigmoid(%a: tensor<20xf64>) -> tensor<20xf64> {
  %0 = "onnx.Sigmoid"(%a) : (tensor<20xf64>) -> tensor<20xf64>
  return %0 : tensor<20xf64>
}

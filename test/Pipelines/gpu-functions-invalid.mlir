// Functions of libm, which devices do not have, and a square root that would only be
// an approximate one.
//
// RUN: not onnxops-opt %s -split-input-file -allow-unregistered-dialect --onnxops-to-gpu-pipeline=target=nvptx 2>&1 | FileCheck %s

// Breaks neighbour-r42.
// CHECK: gpu-functions-invalid.mlir:[[#@LINE + 2]]:{{.*}} error: 'math.tanh' op is not supported by programs for devices yet
func.func @tanh(%a: tensor<20xf32>) -> tensor<20xf32> {
  %0 = "onnx.Tanh"(%a) : (tensor<20xf32>) -> tensor<20xf32>
  return %0 : tensor<20xf32>
}

// -----

// CHECK: gpu-functions-invalid.mlir:[[#@LINE + 2]]:{{.*}} error: 'math.sqrt' op is not supported by programs for devices yet
func.func @sqrt(%a: tensor<20xf32>) -> tensor<20xf32> {
  %0 = "onnx.Sqrt"(%a) : (tensor<20xf32>) -> tensor<20xf32>
  return %0 : tensor<20xf32>
}

// What neighbours compute and move without libm becomes device code.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect --onnxops-to-gpu-pipeline="target=nvptx chip=sm_90" | FileCheck %s

// CHECK-LABEL: llvm.func @main(
// CHECK:         gpu.launch_func
// CHECK:       gpu.binary
// CHECK-NOT:     __nv_
func.func @main(%a: tensor<64x3xf32>, %b: tensor<20xf64>) -> (tensor<3x64xf32>, tensor<4x20xf64>) {
  %0 = "onnx.Relu"(%a) : (tensor<64x3xf32>) -> tensor<64x3xf32>
  %1 = "onnx.Transpose"(%0) : (tensor<64x3xf32>) -> tensor<3x64xf32>
  %2 = "onnx.Abs"(%b) : (tensor<20xf64>) -> tensor<20xf64>
  %s = "onnx.Constant"() {value_ints = [4, 20]} : () -> tensor<2xi64>
  %3 = "onnx.Expand"(%2, %s) : (tensor<20xf64>, tensor<2xi64>) -> tensor<4x20xf64>
  return %1, %3 : tensor<3x64xf32>, tensor<4x20xf64>
}

// Other ONNX operators become device code without calls of a library.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect --onnxops-to-gpu-launches-pipeline=target=spirv | FileCheck %s
// RUN: onnxops-opt %s -allow-unregistered-dialect --onnxops-to-gpu-pipeline="target=nvptx chip=sm_90" | FileCheck %s --check-prefix=CODE --implicit-check-not=__nv_
// RUN: onnxops-opt %s -allow-unregistered-dialect --onnxops-to-gpu-pipeline="target=amdgcn" | FileCheck %s --check-prefix=CODE --implicit-check-not=__ocml
// RUN: onnxops-opt %s -allow-unregistered-dialect --onnxops-to-gpu-pipeline="target=spirv" | FileCheck %s --check-prefix=CODE

// CODE: llvm.call @onnxopsRtLaunch

// Relu is computed before it is transposed; Exp and Tanh in place of a concat.

// CHECK-LABEL: func.func @onnxops_main(
// CHECK-COUNT-4: gpu.launch_func
// CHECK-LABEL: gpu.module @onnxops.kernels
// CHECK-NOT:     math.
// CHECK:         spirv.GL.Fma
func.func @main(%a: tensor<64x3xf32>, %b: tensor<20xf64>, %c: tensor<64x128xf32>) -> (tensor<3x64xf32>, tensor<4x20xf64>, tensor<64x256xf32>) {
  %0 = "onnx.Relu"(%a) : (tensor<64x3xf32>) -> tensor<64x3xf32>
  %1 = "onnx.Transpose"(%0) : (tensor<64x3xf32>) -> tensor<3x64xf32>
  %q = "onnx.Sqrt"(%b) : (tensor<20xf64>) -> tensor<20xf64>
  %2 = "onnx.Abs"(%q) : (tensor<20xf64>) -> tensor<20xf64>
  %s = "onnx.Constant"() {value_ints = [4, 20]} : () -> tensor<2xi64>
  %3 = "onnx.Expand"(%2, %s) : (tensor<20xf64>, tensor<2xi64>) -> tensor<4x20xf64>
  %e = "onnx.Exp"(%c) : (tensor<64x128xf32>) -> tensor<64x128xf32>
  %t = "onnx.Tanh"(%c) : (tensor<64x128xf32>) -> tensor<64x128xf32>
  %4 = onnxops.concat_v13 %e, %t axis = 1 : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x256xf32>
  return %1, %3, %4 : tensor<3x64xf32>, tensor<4x20xf64>, tensor<64x256xf32>
}

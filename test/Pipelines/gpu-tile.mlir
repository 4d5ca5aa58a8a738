// RUN: onnxops-opt %s --onnxops-to-gpu-launches-pipeline | FileCheck %s
// RUN: onnxops-opt %s --onnxops-to-gpu-pipeline=target=spirv | FileCheck %s --check-prefix=HOST

// One launch, for any repeats.

// CHECK-LABEL: func.func @onnxops_static
// CHECK:         gpu.launch_func @onnxops.kernels::@move_0
// CHECK-NOT:     gpu.launch_func
// CHECK:         return
func.func @static(%a: tensor<2x3xf32>) -> tensor<4x9xf32> {
  %repeats = arith.constant dense<[2, 3]> : tensor<2xi64>
  %0 = onnxops.tile_v13 %a, %repeats : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<4x9xf32>
  return %0 : tensor<4x9xf32>
}

// The host reads the repeats from the device at once.

// CHECK-LABEL: func.func @onnxops_dynamic
// CHECK:         memref.load %{{.*}} : memref<2xi64>
// CHECK:         gpu.launch_func
// CHECK-NOT:     gpu.launch_func
// CHECK:         return

// HOST-LABEL:  llvm.func @onnxops_dynamic(
// HOST:          llvm.call @onnxopsRtReadWords
// HOST-NOT:      llvm.call @onnxopsRtRead
// HOST:          llvm.call @onnxopsRtLaunch
func.func @dynamic(%a: tensor<?x?xf16>, %repeats: tensor<2xi64>) -> tensor<?x?xf16> {
  %0 = onnxops.tile_v13 %a, %repeats : (tensor<?x?xf16>, tensor<2xi64>) -> tensor<?x?xf16>
  return %0 : tensor<?x?xf16>
}

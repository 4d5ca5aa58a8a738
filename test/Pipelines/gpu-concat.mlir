// RUN: onnxops-opt %s --onnxops-to-gpu-launches-pipeline | FileCheck %s --check-prefix=LAUNCH
// RUN: onnxops-opt %s --onnxops-to-gpu-launches-pipeline=checks=none | FileCheck %s --check-prefix=UNCHECKED
// RUN: onnxops-opt %s --onnxops-to-gpu-pipeline="target=nvptx chip=sm_90" | FileCheck %s --check-prefixes=HOST,PTX
// RUN: onnxops-opt %s --onnxops-to-gpu-pipeline="target=amdgcn chip=gfx942" | FileCheck %s --check-prefixes=HOST,AMD
// RUN: onnxops-opt %s --onnxops-to-gpu-pipeline=target=spirv | FileCheck %s --check-prefixes=HOST,SPIRV

// One launch for all operands, static or dynamic; checks stay on the host.

// LAUNCH-LABEL: func.func @onnxops_static
// LAUNCH:         %[[OUT:.*]] = onnxops.rt.output 0
// LAUNCH-NOT:     memref.copy
// LAUNCH:         gpu.launch_func @onnxops.kernels::@move_0 blocks in (%{{.*}}) threads in (%c256, %c1, %c1) args(%{{.*}} : !llvm.ptr, %{{.*}} : i64)
// LAUNCH-NOT:     gpu.launch_func
// LAUNCH:         return

// The functions of the run-time library come first.
// HOST-DAG:     llvm.func @onnxopsRtEnterDevice(
// HOST-DAG:     llvm.func @onnxopsRtLaunch(
// SPIRV-DAG:    constant @onnxops.text{{.*}}("vulkan\00")
// PTX-DAG:      constant @onnxops.text{{.*}}("cuda\00")
// SPIRV-DAG:    constant @onnxops.text{{.*}}("\03\02#\07
// PTX-DAG:      constant @onnxops.text{{.*}}.target sm_90{{.*}}ld.global.b32{{.*}}st.global.b32
// AMD-DAG:      constant @onnxops.text{{.*}}amdgcn-amd-amdhsa--gfx942{{.*}}global_load_dword{{.*}}global_store_dword

// HOST-LABEL:   llvm.func @onnxops_static(
// HOST:           llvm.call @onnxopsRtEnterDevice
// HOST:           llvm.call @onnxopsRtOutput
// HOST-NOT:       gpu.launch
// HOST:           llvm.call @onnxopsRtLaunch
// HOST-NOT:       llvm.call @onnxopsRtLaunch
// HOST:           llvm.call @onnxopsRtLeave
// HOST:           llvm.return
func.func @static(%a: tensor<4x8xf32>, %b: tensor<4x2xf32>) -> tensor<4x10xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = 1 : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x10xf32>
  return %0 : tensor<4x10xf32>
}

// LAUNCH-LABEL: func.func @onnxops_dynamic
// LAUNCH:         onnxops.check %{{.*}}, "{{.*}}concat: expected
// LAUNCH:         %[[OUT:.*]] = onnxops.rt.output 0
// LAUNCH:         gpu.launch_func @onnxops.kernels::@move_1
// LAUNCH-NOT:     gpu.launch_func
// LAUNCH:         return

// UNCHECKED-LABEL: func.func @onnxops_dynamic
// UNCHECKED-NOT:     onnxops.check
// UNCHECKED:         gpu.launch_func
// UNCHECKED:         return

// HOST-LABEL:   llvm.func @onnxops_dynamic(
// HOST:           llvm.cond_br
// HOST:           llvm.call @onnxopsRtLaunch
// HOST:           llvm.call @onnxopsRtRequire
func.func @dynamic(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %0 = onnxops.concat_v13 %a, %b axis = 1 : (tensor<?x?xi8>, tensor<?x?xi8>) -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

// Nothing to do: no kernel.

// LAUNCH-LABEL: func.func @onnxops_empty
// LAUNCH-NOT:     gpu.launch
// LAUNCH:         return
func.func @empty(%a: tensor<2x0xf32>, %b: tensor<3x0xf32>) -> tensor<5x0xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<2x0xf32>, tensor<3x0xf32>) -> tensor<5x0xf32>
  return %0 : tensor<5x0xf32>
}

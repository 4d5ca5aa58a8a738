// Each pass with a target lists the valid ones.
//
// RUN: not onnxops-opt %s --onnxops-launch-kernels=target=tpu 2>&1 | FileCheck %s
// RUN: not onnxops-opt %s --pass-pipeline='builtin.module(gpu.module(onnxops-expand-kernel-math{target=tpu}))' 2>&1 | FileCheck %s

// CHECK: error: expected target to be nvptx, amdgcn or spirv, but got tpu
gpu.module @kernels {
}

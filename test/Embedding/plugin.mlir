// The packaged mlir-opt with the plugin, and nothing else of this project. What
// a plugin brings is known after the command line has been read: passes and
// pipelines stand in --pass-pipeline.

// RUN: %mlir_opt --load-dialect-plugin=%plugin %s | FileCheck %s --check-prefix=DIALECT
// DIALECT: onnxops.concat_v13 %{{.*}}, %{{.*}} axis = 0
// RUN: sed 's/axis = 0/axis = 7/' %s | not %mlir_opt --load-dialect-plugin=%plugin 2>&1 | FileCheck %s --check-prefix=VERIFY
// VERIFY: error: 'onnxops.concat_v13' op expected axis {{.*}}, but got 7

// RUN: %mlir_opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(onnxops-to-linalg-pipeline{checks=none},canonicalize)' %s | FileCheck %s --check-prefix=LINALG
// LINALG: tensor.concat dim(0)

// All the way, by interfaces that only the plugin has registered: to LLVM, and
// to a binary for a GPU.
// RUN: %mlir_opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(onnxops-to-llvm-pipeline{cpu=x86-64})' %s | FileCheck %s --check-prefix=LLVM
// LLVM: llvm.func @onnxops_main(
// RUN: %mlir_opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(onnxops-to-gpu-pipeline{target=nvptx chip=sm_80})' %s | FileCheck %s --check-prefix=GPU
// GPU: onnxopsRtLaunch

// Passes for everybody: no op of the dialect, and no dialect either.
// RUN: %mlir_opt --load-pass-plugin=%plugin --pass-pipeline='builtin.module(func.func(onnxops-concat-in-place),onnxops-lower-copies)' %root/examples/compiler/upstream.mlir | FileCheck %s --check-prefix=UPSTREAM
// UPSTREAM: memref.alloc() {{.*}} : memref<5x4xf32>
// UPSTREAM: llvm.intr.memcpy

func.func @main(%a: tensor<2x?xf32>, %b: tensor<3x?xf32>) -> tensor<5x?xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = 0
      : (tensor<2x?xf32>, tensor<3x?xf32>) -> tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}

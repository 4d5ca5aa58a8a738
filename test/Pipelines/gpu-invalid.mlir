// RUN: not onnxops-opt %s --onnxops-to-gpu-pipeline=target=amdgcn 2>&1 | FileCheck %s --check-prefix=AMD
// RUN: not onnxops-opt %s --onnxops-to-gpu-pipeline=target=spirv 2>&1 | FileCheck %s --check-prefix=SPIRV
// RUN: not onnxops-opt %s --onnxops-to-gpu-pipeline=target=tpu 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not onnxops-opt %s --onnxops-to-gpu-pipeline=target=nvptx 2>&1 | FileCheck %s --check-prefix=RUNTIME

// AMD:     error: expected target to be nvptx, but got amdgcn, which is not supported yet
// SPIRV:   error: expected target to be nvptx, but got spirv, which is not supported yet
// OTHER:   error: expected target to be nvptx, but got tpu, which is not known
// RUNTIME: gpu-invalid.mlir:[[#@LINE + 2]]:{{.*}} error: 'onnxops.rt.{{.*}}' op is not supported by programs for devices yet
func.func @insert(%s: !onnxops.seq<tensor<?xf32>>, %t: tensor<?xf32>, %p: tensor<i64>) -> !onnxops.seq<tensor<?xf32>> {
  %0 = onnxops.sequence_insert_v11 %s, %t, %p : (!onnxops.seq<tensor<?xf32>>, tensor<?xf32>, tensor<i64>) -> !onnxops.seq<tensor<?xf32>>
  return %0 : !onnxops.seq<tensor<?xf32>>
}

// RUN: not onnxops-opt %s --onnxops-to-gpu-pipeline=target=tpu 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not onnxops-opt %s --onnxops-to-gpu-pipeline="target=nvptx format=object" 2>&1 | FileCheck %s --check-prefix=OBJECT
// RUN: not onnxops-opt %s --onnxops-to-gpu-pipeline="target=amdgcn format=elf" 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not onnxops-opt %s --onnxops-to-gpu-pipeline=target=spirv 2>&1 | FileCheck %s

// TARGET: error: expected target to be nvptx, amdgcn or spirv, but got tpu
// OBJECT: error: expected format to be isa for nvptx, but got object
// FORMAT: error: expected format to be isa or object for amdgcn, but got elf

// CHECK: gpu-invalid.mlir:[[#@LINE + 2]]:{{.*}} error: unsupported type on a device: 'tensor<4x!onnxops.string>'
func.func @strings(%a: tensor<2x!onnxops.string>) -> tensor<4x!onnxops.string> {
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x!onnxops.string>, tensor<2x!onnxops.string>) -> tensor<4x!onnxops.string>
  return %0 : tensor<4x!onnxops.string>
}

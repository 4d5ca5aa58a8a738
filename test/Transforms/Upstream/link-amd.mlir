// RUN: onnxops-opt %s --onnxops-link-amd | FileCheck %s
// RUN: not onnxops-opt %s --onnxops-link-amd=linker=no-such-linker 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not onnxops-opt %s --onnxops-link-amd=linker=false 2>&1 | FileCheck %s --check-prefix=FAILED
// RUN: sed 's/s_endpgm/no_such/' %s | not onnxops-opt --onnxops-link-amd 2>&1 | FileCheck %s --check-prefix=TEXT

// CHECK: gpu.binary @amd [#gpu.object<#rocdl.target<chip = "gfx90a">, bin = "\7FELF
// NONE: link-amd.mlir:[[#@LINE + 3]]:{{.*}} error: expected LLVM's linker to make an object, but found no no-such-linker
// FAILED: link-amd.mlir:[[#@LINE + 2]]:{{.*}} error: expected {{.*}}false to link the object, but it ended with 1
// TEXT: invalid instruction
gpu.binary @amd [#gpu.object<#rocdl.target<chip = "gfx90a">, assembly = ".text\0A.globl f\0Af:\0A  s_endpgm\0A">]

// Linked objects and those for other devices stay.
// CHECK: gpu.binary @linked [#gpu.object<#rocdl.target<chip = "gfx90a">, bin = "\7FELF">]
gpu.binary @linked [#gpu.object<#rocdl.target<chip = "gfx90a">, bin = "\7FELF">]
// CHECK: gpu.binary @nvidia [#gpu.object<#nvvm.target, assembly = ".version">]
gpu.binary @nvidia [#gpu.object<#nvvm.target, assembly = ".version">]

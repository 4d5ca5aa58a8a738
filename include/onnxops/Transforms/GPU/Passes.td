//===- Passes.td - passes for devices ----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels, launches and what surrounds them; in pipeline order.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_GPU_PASSES
#define ONNXOPS_TRANSFORMS_GPU_PASSES

include "mlir/Pass/PassBase.td"

def RequireGPUTarget : Pass<"onnxops-require-gpu-target", "::mlir::ModuleOp"> {
  let summary = "fail unless code for a device can be made";
  let description = [{
    Before: any module. After: the same module. An unknown `target` is an error,
    a `format` that it has not, and strings, which no device has; a pipeline,
    which cannot fail while it is built, has this pass first.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"nvptx\"",
           "The kind of device: nvptx, amdgcn or spirv">,
    Option<"format", "format", "std::string", /*default=*/"\"isa\"",
           "What code is made: isa, or object for amdgcn">
  ];
}

def LaunchKernels : Pass<"onnxops-launch-kernels", "::mlir::ModuleOp"> {
  let summary = "turn copies, repeats and elementwise loops into launches";
  let description = [{
    Before: bufferized functions, whose memory is the device's. After: no
    `memref.copy` and no linalg op is left. Each became a `gpu.launch_func`,
    those that fill one concat together the same one, however many they are.
    `onnxops.rt.output_sequence` has a kernel that the run-time library launches.
    Kernels take one argument, a table of 64-bit words that the host fills:
    addresses, and numbers known when it runs. They access memory by address, in
    SPIR-V with physical storage buffers or in the LLVM dialect.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"spirv\"",
           "The kind of device: nvptx, amdgcn or spirv">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::spirv::SPIRVDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def ExpandKernelMath
    : Pass<"onnxops-expand-kernel-math", "::mlir::gpu::GPUModuleOp"> {
  let summary = "compute functions of floats without a library";
  let description = [{
    Before: kernels. After: exp and tanh are polynomials in f32, conversions of
    bf16 work on its bits, and what the target computes itself is its own op.
    Other functions of `math`, exp and tanh of f64 among them, are errors.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"spirv\"",
           "The kind of device: nvptx, amdgcn or spirv">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::spirv::SPIRVDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // ONNXOPS_TRANSFORMS_GPU_PASSES

//===- Passes.td - passes for devices ----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels, their launches and checks of the target; in pipeline order.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_GPU_PASSES
#define ONNXOPS_TRANSFORMS_GPU_PASSES

include "mlir/Pass/PassBase.td"

def RequireGPUTarget : Pass<"onnxops-require-gpu-target", "::mlir::ModuleOp"> {
  let summary = "fail unless the target device supports the module";
  let description = [{
    Before: any module. After: the same module. An unknown `target`, a `format`
    that the target does not have, and strings, which no device supports, are
    errors. The first pass of a pipeline, since building a pipeline cannot fail.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"nvptx\"",
           "The kind of device: nvptx, amdgcn or spirv">,
    Option<"format", "format", "std::string", /*default=*/"\"isa\"",
           "The format of the code: isa, or object for amdgcn">
  ];
}

def LaunchKernels : Pass<"onnxops-launch-kernels", "::mlir::ModuleOp"> {
  let summary = "lower copies and elementwise loops to kernel launches";
  let description = [{
    Before: bufferized functions, whose memory is the device's. After: no
    `memref.copy` and no linalg op is left. Each is a `gpu.launch_func`; all
    copies of one concat share a launch. `onnxops.rt.output_sequence` names a
    kernel that the run-time library launches. Kernels get their arguments in an
    array of 64-bit words that the host fills: addresses, and numbers known at
    run time. They access memory by address, in SPIR-V with physical storage
    buffers or in the LLVM dialect.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"spirv\"",
           "The kind of device: nvptx, amdgcn or spirv">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::spirv::SPIRVDialect", "::mlir::vector::VectorDialect"
  ];
}

def ExpandKernelMath
    : Pass<"onnxops-expand-kernel-math", "::mlir::gpu::GPUModuleOp"> {
  let summary = "expand math ops that would need a device library";
  let description = [{
    Before: kernels. After: exp and tanh are polynomials in f32, conversions of
    bf16 work on its bits, and functions that the target supports are ops of its
    dialect. Other functions of `math`, including exp and tanh of f64, are
    errors.
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

def PassArgumentsByValue
    : Pass<"onnxops-pass-arguments-by-value", "::mlir::gpu::GPUModuleOp"> {
  let summary = "make arguments of kernels in the LLVM dialect a parameter";
  let description = [{
    Before: kernels of the LLVM dialect whose first parameter points at their
    arguments. After: where `onnxops.parameter_words` gives the number of words,
    the parameter is these words themselves, by `llvm.byval`, so that a launch
    needs no copy of them on the device. The conversion of kernels to the LLVM
    dialect has no such attribute.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // ONNXOPS_TRANSFORMS_GPU_PASSES

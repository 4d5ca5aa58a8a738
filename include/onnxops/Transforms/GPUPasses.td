//===- GPUPasses.td - passes towards devices ---------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bufferized IR to kernels on a device; in the order in which they run.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_GPUPASSES
#define ONNXOPS_TRANSFORMS_GPUPASSES

include "mlir/Pass/PassBase.td"

def RequireGPUTarget : Pass<"onnxops-require-gpu-target", "::mlir::ModuleOp"> {
  let summary = "fail unless code for a device can be made";
  let description = [{
    Before: any module. After: the same module. A `target` other than nvptx is
    an error that says whether it is known; a pipeline, which cannot fail while
    it is built, has this pass first.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"nvptx\"",
           "The kind of device: nvptx, amdgcn or spirv">
  ];
}

def RefuseRuntimeOps : Pass<"onnxops-refuse-runtime-ops", "::mlir::ModuleOp"> {
  let summary = "fail on what needs the runtime, for targets without one";
  let description = [{
    Before: the dialect has been left. After: no op of it is left, run-time
    ops and checks included, and none of `math`.
  }];
}

def CopiesToLinalg : Pass<"copies-to-linalg", "::mlir::func::FuncOp"> {
  let summary = "turn memref.copy into linalg.generic";
  let description = [{
    Before: bufferized functions. After: no `memref.copy`; a copy is parallel
    work as any other linalg op. Unranked copies are refused.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def FlattenParallelLoops
    : Pass<"flatten-parallel-loops", "::mlir::func::FuncOp"> {
  let summary = "give parallel loops one dimension of blocks and one of threads";
  let description = [{
    Before: `scf.parallel`, as from linalg. After: each outermost one without
    results runs over blocks of `block-size` iterations, around one that runs
    over the iterations of a block. It stands in an `scf.if` on having any, so
    that no grid is empty; that folds away for known sizes.
  }];
  let options = [
    Option<"blockSize", "block-size", "int64_t", /*default=*/"256",
           "Iterations of a block">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // ONNXOPS_TRANSFORMS_GPUPASSES

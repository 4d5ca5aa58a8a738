//===- Passes.td - entry points, run-time calls ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry points, and lowering of onnxops.rt ops; in pipeline order.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_CALLS_PASSES
#define ONNXOPS_TRANSFORMS_CALLS_PASSES

include "mlir/Pass/PassBase.td"

def BuildEntries : Pass<"onnxops-build-entries", "::mlir::ModuleOp"> {
  let summary = "give every public function the entry that callers see";
  let description = [{
    Before: tensors; element types are storage types. After: each public
    function `f` with a body is private, and `onnxops_f(table, count, context)
    -> i32` stands for it: it checks the table, reads inputs where they lie,
    and writes outputs where the caller wants them. A function without callers
    is moved into its entry.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::onnxops::OnnxOpsDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def PollLoops : Pass<"onnxops-poll-loops", "::mlir::ModuleOp"> {
  let summary = "let a cancelled call leave the loops of the program";
  let description = [{
    Before: memrefs; copies and elementwise ops are no loops yet. After: an
    iteration of a loop that may take long begins with a check that the call was
    not cancelled, by a function without a body that LowerRuntimeOps knows. Loops
    of few iterations have none, nor those that only copy to a place of each
    iteration's own.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::onnxops::OnnxOpsDialect"];
}

def RollArguments : Pass<"onnxops-roll-arguments", "::mlir::ModuleOp"> {
  let summary = "one loop for what each of many inputs asks for";
  let description = [{
    Before: memrefs, and cf as the only control flow; nothing is computed twice,
    or it would be rolled into two loops. After: where at least 16 checks, words
    stored into a table, or addends of a sum differ in nothing but the input that
    they read and constants, a loop does them, in the same order. Constants that
    are no arithmetic progression are read from a global. Code then grows neither
    with the inputs of a concat nor with their checks.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

def LowerRuntimeOps : Pass<"onnxops-lower-runtime-ops", "::mlir::ModuleOp"> {
  let summary = "turn checks into branches, run-time ops into calls";
  let description = [{
    Before: memrefs, and cf as the only control flow. After: no op of the
    dialect and no allocation is left. Every function that may fail takes the
    call's context and returns a status, on which its callers branch; a failed
    check leaves through the function's one failing exit. Sequences are copied
    by the runtime, by as many threads as it is told to use.

    With `device`, launches of kernels become calls too, which have the code of
    the `gpu.binary` as data, and so do loads and stores of the host: its few
    elements are read and written on the device.
  }];
  let options = [
    Option<"threads", "threads", "unsigned", /*default=*/"1",
           "Number of threads that may share the copies of a sequence">,
    Option<"parallelThreshold", "parallel-threshold", "int64_t",
           /*default=*/"524288",
           "Bytes written from which threads share them">,
    Option<"device", "device", "std::string", /*default=*/"\"\"",
           "The kind of device that has all memory: vulkan or cuda; none for "
           "the host">
  ];
  // index and math: the conversion to LLVM that comes next names them, and
  // fails where nothing has loaded them.
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::index::IndexDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::ub::UBDialect"
  ];
}

def RequireCPU : Pass<"onnxops-require-cpu", "::mlir::ModuleOp"> {
  let summary = "fail unless code for a CPU can be made";
  let description = [{
    Before: any module. After: the same module. A `cpu` that is not `host` and
    that LLVM does not know for this machine's architecture, or for that of
    `triple`, is an error; a pipeline, which cannot fail while it is built, has
    this pass first.
  }];
  let options = [
    Option<"cpu", "cpu", "std::string", /*default=*/"\"host\"",
           "The CPU, as LLVM names it, or host">,
    Option<"triple", "triple", "std::string", /*default=*/"",
           "What machine code is for, if not for this one">
  ];
}

#endif // ONNXOPS_TRANSFORMS_CALLS_PASSES

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
  let summary = "build the entry point of every public function";
  let description = [{
    Before: tensors; element types are storage types. After: each public
    function `f` with a body is private and has an entry point `onnxops_f(table,
    count, context) -> i32`, which checks the table of inputs and outputs, reads
    inputs without copying them, and writes outputs to memory of the caller. A
    function without callers is moved into its entry point.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::onnxops::OnnxOpsDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def PollLoops : Pass<"onnxops-poll-loops", "::mlir::ModuleOp"> {
  let summary = "insert cancellation checks into loops";
  let description = [{
    Before: memrefs; copies and elementwise ops are not loops yet. After: each
    iteration of a loop that may take long begins with a check that the call was
    not cancelled. The check calls a function without a body, which
    `onnxops-lower-runtime-ops` lowers. There is no check in a loop of few
    iterations, or in one whose iterations only write to separate locations.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::onnxops::OnnxOpsDialect"];
}

def RollArguments : Pass<"onnxops-roll-arguments", "::mlir::ModuleOp"> {
  let summary = "reroll per-input code into loops";
  let description = [{
    Before: memrefs, and cf as the only control flow; run `-cse` before, since a
    value computed twice would be rolled into two loops. After: at least 16
    checks, stores of kernel arguments, or addends of a sum that differ only in
    constants and the input that they read are a loop, in the same order.
    Constants that are not an arithmetic progression are loaded from a global.
    Code size then depends neither on the number of inputs of a concat nor on
    the number of their checks.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

def LowerRuntimeOps : Pass<"onnxops-lower-runtime-ops", "::mlir::ModuleOp"> {
  let summary = "lower checks to branches and run-time ops to calls";
  let description = [{
    Before: memrefs, and cf as the only control flow. After: no op of the
    dialect and no allocation is left. Every function that may fail takes the
    context of the call and returns a status, on which its callers branch; a
    failed check branches to the function's single failing exit. The run-time
    library copies sequences, with the given number of threads.

    With `test-inputs`, calls of up to sixteen tensors take 5 to 13 ns less, and
    the compiler about 2 ms more.

    With `device`, kernel launches become calls too, with the code of the
    `gpu.binary` as data, and so do loads and stores of the host, which access
    single elements of device memory.
  }];
  let options = [
    Option<"threads", "threads", "unsigned", /*default=*/"1",
           "Number of threads that may share the copies of a sequence">,
    Option<"parallelThreshold", "parallel-threshold", "int64_t",
           /*default=*/"-1",
           "Minimum bytes written for threads to share them, -1 to ask the "
           "run-time library">,
    Option<"device", "device", "std::string", /*default=*/"\"\"",
           "The kind of device that owns all memory: vulkan or cuda; empty for "
           "the host">,
    Option<"testInputs", "test-inputs", "bool", /*default=*/"true",
           "Test a few inputs of the host by code for their types">
  ];
  // index and math: the next conversion to LLVM names them, and fails if they
  // are not loaded.
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::index::IndexDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::ub::UBDialect"
  ];
}

def RequireCPU : Pass<"onnxops-require-cpu", "::mlir::ModuleOp"> {
  let summary = "fail unless LLVM knows the target CPU";
  let description = [{
    Before: any module. After: the same module. A `cpu` that is not `host` and
    that LLVM does not know for this machine's architecture, or for that of
    `triple`, is an error. The first pass of a pipeline, since building a
    pipeline cannot fail.
  }];
  let options = [
    Option<"cpu", "cpu", "std::string", /*default=*/"\"host\"",
           "LLVM's name of the target CPU, or host">,
    Option<"triple", "triple", "std::string", /*default=*/"",
           "The target triple; this machine's if empty">
  ];
}

#endif // ONNXOPS_TRANSFORMS_CALLS_PASSES

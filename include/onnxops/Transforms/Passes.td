//===- Passes.td - passes on tensors and memrefs ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From plain tensor IR to what LLVM takes; in the order in which they run.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_PASSES
#define ONNXOPS_TRANSFORMS_PASSES

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
    "::mlir::LLVM::LLVMDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ForwardOutputs : Pass<"onnxops-forward-outputs", "::mlir::func::FuncOp"> {
  let summary = "compute results in the caller's memory";
  let description = [{
    Before: bufferized. After: an allocation that is copied whole to an output
    at the end of the function is that output's memory, and the copy is gone.
  }];
}

def FreeEarly : Pass<"onnxops-free-early", "::mlir::func::FuncOp"> {
  let summary = "free an allocation after its last use";
  let description = [{
    Before: bufferized; allocations are not freed. After: those whose every
    view is used in the allocation's own block and escapes nowhere are freed
    after the last use. The call's context frees all others when it ends.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def CountStores : Pass<"onnxops-count-stores", "::mlir::func::FuncOp"> {
  let summary = "count the bytes of tensor data that a call stores";
  let description = [{
    Before: bufferized, copies and linalg ops not lowered yet. After: each of
    them is followed by an op that adds its bytes to the call's count.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LowerRuntimeOps : Pass<"onnxops-lower-runtime-ops", "::mlir::ModuleOp"> {
  let summary = "turn checks into branches, run-time ops into calls";
  let description = [{
    Before: memrefs, and cf as the only control flow. After: no op of the
    dialect and no allocation is left. Every function that may fail takes the
    call's context and returns a status, on which its callers branch; a failed
    check leaves through the function's one failing exit.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect"
  ];
}

#endif // ONNXOPS_TRANSFORMS_PASSES

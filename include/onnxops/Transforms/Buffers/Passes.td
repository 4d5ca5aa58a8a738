//===- Passes.td - passes on memrefs -----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results in the caller's memory, short lifetimes, loops as kernels; in pipeline
// order.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_BUFFERS_PASSES
#define ONNXOPS_TRANSFORMS_BUFFERS_PASSES

include "mlir/Pass/PassBase.td"

def ForwardOutputs : Pass<"onnxops-forward-outputs", "::mlir::func::FuncOp"> {
  let summary = "write results into caller-provided buffers";
  let description = [{
    Before: bufferized. After: an allocation that is copied as a whole to an
    output at the end of the function is replaced by that output's memory, and
    the copy is gone. If it is the result of an `scf.if`, the allocation of each
    branch is replaced.
  }];
}

def ShrinkLifetimes : Pass<"onnxops-shrink-lifetimes", "::mlir::func::FuncOp"> {
  let summary = "free allocations after their last use";
  let description = [{
    Before: bufferized; allocations are not freed. After: an allocation whose
    views do not escape and are used only in its own block is freed after the
    last use; one that both branches of an `scf.if` make for its result, after
    the last use of the result; one that a loop makes in each iteration and
    carries only to the next iteration, in the next iteration. The context of
    the call frees all others when the call ends.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def CountStores : Pass<"onnxops-count-stores", "::mlir::func::FuncOp"> {
  let summary = "count the bytes of tensor data that a call stores";
  let description = [{
    Before: bufferized, copies and linalg ops not lowered yet. After: each of
    these is followed by an op that adds its bytes to the count of the call.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::onnxops::OnnxOpsDialect"];
}

def CollapseLoops : Pass<"onnxops-collapse-loops", "::mlir::func::FuncOp"> {
  let summary = "collapse contiguous dimensions of elementwise loops";
  let description = [{
    Before: bufferized. After: linalg ops on memrefs without reductions, except
    `linalg.broadcast`, which is a copy, are `linalg.generic`. No operand has a
    dimension with constant index 0, and dimensions that are contiguous in every
    operand are one.

    ```mlir
    linalg.generic ... ins(%a : memref<1024x3xf32>) outs(%r : memref<1024x3xf32>)
    ```

    becomes

    ```mlir
    %0 = memref.collapse_shape %a [[0, 1]] : memref<1024x3xf32> into memref<3072xf32>
    %1 = memref.collapse_shape %r [[0, 1]] : memref<1024x3xf32> into memref<3072xf32>
    linalg.generic ... ins(%0 : memref<3072xf32>) outs(%1 : memref<3072xf32>)
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def OutlineLoops : Pass<"onnxops-outline-loops", "::mlir::ModuleOp"> {
  let summary = "outline elementwise loops into kernels";
  let description = [{
    Before: as after `onnxops-collapse-loops`. After: with `threads` above 1,
    each `linalg.generic` on memrefs that may write at least
    `parallel-threshold` bytes, without reductions and with projected
    permutations as indexing maps, is a kernel `(arguments, begin, end)` like
    those of `lower-copies`. The range is that of one dimension, the first with
    at least 16 elements; addresses, dynamic sizes and captured values are
    arguments. Equal loops share a kernel.

    Loops that write parts of the same rows of one memref, such as the operands
    of a concat, and read none of the memory that they write, become one kernel,
    row by row, for one thread too.

    Loops that may write past the caches become kernels for one thread too. Such
    a kernel has code that computes a page at a time into a buffer and copies it
    with non-temporal stores, if rows are not short.

    In a function with at least `out-of-line-threshold` such loops, all become
    kernels, whatever they write, with twice as many without that code: the time of code generation grows faster than
    the number of loops in a function.
  }];
  let options = [
    Option<"outOfLineThreshold", "out-of-line-threshold", "unsigned",
           /*default=*/"8",
           "Minimum number of loops of a function for which all are outlined">,
    Option<"threads", "threads", "unsigned", /*default=*/"1",
           "Number of threads that may share a loop">,
    Option<"parallelThreshold", "parallel-threshold", "int64_t",
           /*default=*/"-1",
           "Minimum bytes written for threads to share a loop, -1 to ask the "
           "run-time library">,
    Option<"vectorBytes", "vector-bytes", "unsigned", /*default=*/"16",
           "Bytes of a vector register, 0 for code without vectors">,
    Option<"streamThreshold", "stream-threshold", "int64_t",
           /*default=*/"4194304",
           "Minimum bytes read and written for non-temporal stores, -1 to ask "
           "the run-time library">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::onnxops::OnnxOpsDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // ONNXOPS_TRANSFORMS_BUFFERS_PASSES

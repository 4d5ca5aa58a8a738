//===- Passes.td - passes on memrefs -----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results in memory of the caller, short lifetimes, loops as kernels; in pipeline
// order.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_BUFFERS_PASSES
#define ONNXOPS_TRANSFORMS_BUFFERS_PASSES

include "mlir/Pass/PassBase.td"

def ForwardOutputs : Pass<"onnxops-forward-outputs", "::mlir::func::FuncOp"> {
  let summary = "compute results in the caller's memory";
  let description = [{
    Before: bufferized. After: an allocation that is copied whole to an output
    at the end of the function is that output's memory, and the copy is gone.
    Where it comes out of an `scf.if`, each branch takes the output's memory.
  }];
}

def FreeEarly : Pass<"onnxops-free-early", "::mlir::func::FuncOp"> {
  let summary = "free an allocation after its last use";
  let description = [{
    Before: bufferized; allocations are not freed. After: those whose every
    view is used in the allocation's own block and escapes nowhere are freed
    after the last use; what both branches of an `scf.if` allocate for its
    result, after the last use of that. What a loop allocates in each iteration and carries to
    the next one only is freed there. The call's context frees all others when
    it ends.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def CountStores : Pass<"onnxops-count-stores", "::mlir::func::FuncOp"> {
  let summary = "count the bytes of tensor data that a call stores";
  let description = [{
    Before: bufferized, copies and linalg ops not lowered yet. After: each of
    them is followed by an op that adds its bytes to the call's count.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::onnxops::OnnxOpsDialect"];
}

def CollapseLoops : Pass<"onnxops-collapse-loops", "::mlir::func::FuncOp"> {
  let summary = "run elementwise loops over as few dimensions as memory has";
  let description = [{
    Before: bufferized. After: linalg ops of memrefs without reductions, but for
    `linalg.broadcast`, which is a copy, are `linalg.generic`, with no dimension in which an operand only
    has index 0, and as one dimension what every operand has side by side.

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
  let summary = "make elementwise loops kernels that threads share";
  let description = [{
    Before: as after `onnxops-collapse-loops`. After: with `threads` above 1,
    each `linalg.generic` of memrefs that may write `parallel-threshold` bytes
    and more, without reductions and with projected permutations as maps, is a
    kernel as `lower-copies` makes them, `(table, begin, end)`. The range is of
    one dimension, the first with at least 16 elements; addresses, sizes that
    are not known and values from outside stand in the table. Loops that do the
    same share a kernel.

    Loops that write parts of the same rows of one memref, the operands of a
    concat, and read nothing that they write, are one kernel, which does them row
    by row, for one thread too.

    In a function with `out-of-line-threshold` of them or more all are kernels,
    whatever they write: code generation takes more than twice the time for
    twice the loops in one function.
  }];
  let options = [
    Option<"outOfLineThreshold", "out-of-line-threshold", "unsigned",
           /*default=*/"8",
           "Number of loops from which on a function has none in line">,
    Option<"threads", "threads", "unsigned", /*default=*/"1",
           "Number of threads that may share a loop">,
    Option<"parallelThreshold", "parallel-threshold", "int64_t",
           /*default=*/"524288",
           "Bytes written from which threads share a loop">
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

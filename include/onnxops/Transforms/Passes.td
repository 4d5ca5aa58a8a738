//===- Passes.td - passes on tensors and memrefs -----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From plain tensor IR to what LLVM takes; in the order in which they run.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_PASSES
#define ONNXOPS_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def AllocateConcats : Pass<"allocate-concats", "::mlir::func::FuncOp"> {
  let summary = "turn each tensor.concat with dynamic offsets into copies";
  let description = [{
    Before: tensors; run it right before One-Shot Bufferize, after whatever
    writes operands in place. After: every `tensor.concat` has offsets known
    from the types, and elements in every operand unless sizes are dynamic. The
    others are an allocation, and a `bufferization.materialize_in_destination`
    into a subview of it for each operand. Linear in the number of operands,
    which One-Shot Bufferize is for static offsets only; it also fails on
    operands that are known to be empty.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"
  ];
}

def LowerCopies : Pass<"lower-copies", "::mlir::ModuleOp"> {
  let summary = "turn memref.copy into loops around memcpy";
  let description = [{
    Before: bufferized functions, deallocation inserted, equal sizes the same
    value (`-cse`). After: no `memref.copy` in a `func.func`; the memory moves
    by `llvm.intr.memcpy`.

    Dimensions that are contiguous among themselves in source and target are
    copied as one, known sizes and those of an allocation and its subviews
    alike. The innermost is one `memcpy` if it is contiguous in both, else a
    loop around one of an element, which LLVM makes a load and a store.

    ```mlir
    %v = memref.subview %m[0, 4] [%n, 8] [1, 1]
        : memref<?x12xf32> to memref<?x8xf32, strided<[12, 1], offset: 4>>
    memref.copy %a, %v
        : memref<?x8xf32> to memref<?x8xf32, strided<[12, 1], offset: 4>>
    ```

    becomes, with casts of types left out,

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %t = llvm.getelementptr %m_pointer[16 + 48 * %i]
      %s = llvm.getelementptr %a_pointer[32 * %i]
      "llvm.intr.memcpy"(%t, %s, 32)
    }
    ```

    Functions with more than `out-of-line-threshold` copies call private ones
    that are shared by all copies with that many loops: thousands of copies in
    line take code generation minutes.

    Refused: unranked memrefs, layouts without strides, memory spaces other
    than the default, and elements that are not 1, 2, 4, ... bytes long.
  }];
  let options = [
    Option<"outOfLineThreshold", "out-of-line-threshold", "unsigned",
           /*default=*/"64",
           "Number of copies up to which a function has their code in line">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}


#endif // ONNXOPS_TRANSFORMS_PASSES

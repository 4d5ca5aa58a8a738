//===- Passes.td - work-arounds for upstream passes --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What upstream passes cannot take, or do not do yet; in pipeline order.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_UPSTREAM_PASSES
#define ONNXOPS_TRANSFORMS_UPSTREAM_PASSES

include "mlir/Pass/PassBase.td"

def Canonicalize : Pass<"onnxops-canonicalize"> {
  let summary = "canonicalize without relying on what may not be reached";
  let description = [{
    Upstream's `--canonicalize`, but for two patterns that are wrong:

    * what an `scf.for` carries keeps its type where the type before the loop
      knows more, since its size may change in the loop;
    * what makes a tensor takes over what a `tensor.cast` behind it knows only
      if nothing in between may end the call. A check may stand there that finds
      the size to be another:

    ```mlir
    %p = linalg.exp ins(%x) outs(%e) -> tensor<?xf32>
    onnxops.check %isFour, "expected size 4"
    %q = tensor.cast %p : tensor<?xf32> to tensor<4xf32>
    ```

    stays as it is. Two more differences are for verifiers: a `memref.cast` is not
    folded into a `memref.collapse_shape` that has a dimension of size 0 and one
    of unknown size to join, and a `tensor.collapse_shape` of a tensor without
    elements is a `tensor.empty`, since One-Shot Bufferize does not know that
    case either.
  }];
}

def UnshareTensors : Pass<"onnxops-unshare-tensors", "::mlir::ModuleOp"> {
  let summary = "copy tensors whose sharing One-Shot Bufferize does not see";
  let description = [{
    Before: tensors, sequences as handles; run it before One-Shot Bufferize.
    After: a tensor that a sequence keeps a view of is not written afterwards,
    and a tensor that a loop carries or a function returns is written only if
    it shares its memory with no other. Where this does not hold yet, the
    tensor is copied:

    ```mlir
    onnxops.rt.sequence_push %s of 1, %t : tensor<4xi32>
    %u = linalg.fill ins(%x : i32) outs(%t : tensor<4xi32>) -> tensor<4xi32>
    ```

    becomes

    ```mlir
    %c = bufferization.alloc_tensor() copy(%t) : tensor<4xi32>
    onnxops.rt.sequence_push %s of 1, %c : tensor<4xi32>
    %u = linalg.fill ins(%x : i32) outs(%t : tensor<4xi32>) -> tensor<4xi32>
    ```

    Each use of a `tensor.empty` gets one of its own.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numCopies", "num-copies", "Tensors copied">];
}

def PlaceConstants : Pass<"onnxops-place-constants", "::mlir::ModuleOp"> {
  let summary = "turn constant tensors into globals";
  let description = [{
    Before: tensors; run it right before One-Shot Bufferize. After: a constant
    tensor is a `bufferization.to_tensor` of a private `memref.global`, one for
    each value, which is not to be written. Linear in the number of constants,
    which One-Shot Bufferize is not.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LowerExpandShapes : Pass<"lower-expand-shapes"> {
  let summary = "turn memref.expand_shape to several unknown sizes into a cast";
  let description = [{
    Before: memrefs. After: no `memref.expand_shape` has a group with several
    sizes that are not known, or with one beside a 0, which upstream's
    `expand-strided-metadata` cannot take. Each is a `memref.reinterpret_cast`
    to the sizes that it names.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LowerViews : Pass<"onnxops-lower-views"> {
  let summary = "turn views of memrefs into addresses, sizes and strides";
  let description = [{
    Before: memrefs. After: subviews and reshapes are `memref.reinterpret_cast` of
    what they are views of, and who asks for the address, sizes or strides of a
    view gets arithmetic on those of the whole. `lower-expand-shapes`, and then
    upstream's `expand-strided-metadata` without folding what has nothing to do
    with views.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def SettleBranches : Pass<"onnxops-settle-branches", "::mlir::func::FuncOp"> {
  let summary = "give what comes out of a branch the layout that it has";
  let description = [{
    Before: bufferized; run it before a canonicalization, which takes the casts
    from what reads. After: a result of an `scf.if` that is row-major memory in
    both branches has a type that says so. One-Shot Bufferize knows the layout
    of neither when it chooses the type.

    ```mlir
    %0 = scf.if %c -> (memref<?xf32, strided<[?], offset: ?>>) {
      %1 = memref.cast %a : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
      scf.yield %1 : memref<?xf32, strided<[?], offset: ?>>
    } else {
      %2 = memref.cast %b : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
      scf.yield %2 : memref<?xf32, strided<[?], offset: ?>>
    }
    ```

    becomes

    ```mlir
    %1 = scf.if %c -> (memref<?xf32>) {
      scf.yield %a : memref<?xf32>
    } else {
      scf.yield %b : memref<?xf32>
    }
    %0 = memref.cast %1 : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def LowerLoops : Pass<"onnxops-lower-loops", "::mlir::func::FuncOp"> {
  let summary = "turn linalg ops on memrefs into loops";
  let description = [{
    Before: bufferized. After: each linalg op is a nest of `scf.for` around
    loads and stores, as `convert-linalg-to-loops` makes it. Functions without
    linalg ops take no time.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def LowerControlFlow : Pass<"onnxops-lower-control-flow"> {
  let summary = "turn loops and branches of scf into blocks";
  let description = [{
    Before: memrefs and scf. After: cf is the only control flow. Upstream's
    `convert-scf-to-cf` in linear time: one loop after the other, from the last
    to the first.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def LinkAMD : Pass<"onnxops-link-amd", "::mlir::ModuleOp"> {
  let summary = "turn ISA text for AMD devices into objects that load";
  let description = [{
    Before: `gpu.binary` ops, those for AMD devices of text. After: these hold
    what drivers load, shared objects: LLVM assembles the text in memory, its
    linker, a program, links it. A linker that is not there is an error.
  }];
  let options = [
    Option<"linker", "linker", "std::string", /*default=*/"\"\"",
           "The program ld.lld, by path or name; LLVM's own one when empty">
  ];
}

def SerializeSPIRV : Pass<"onnxops-serialize-spirv", "::mlir::ModuleOp"> {
  let summary = "turn kernels in SPIR-V into bytes";
  let description = [{
    Before: `--convert-gpu-to-spirv` has run. After: each `gpu.module` that was
    converted, and the `spirv.module` made from it, are one `gpu.binary`.
  }];
}

#endif // ONNXOPS_TRANSFORMS_UPSTREAM_PASSES

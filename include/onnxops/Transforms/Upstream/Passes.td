//===- Passes.td - work-arounds for upstream passes --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each pass replaces or precedes an upstream pass, for the reason and until the
// condition that its description gives. In pipeline order.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_UPSTREAM_PASSES
#define ONNXOPS_TRANSFORMS_UPSTREAM_PASSES

include "mlir/Pass/PassBase.td"

def Canonicalize : Pass<"onnxops-canonicalize"> {
  let summary = "canonicalize without the unsound upstream patterns";
  let description = [{
    Before and after: any IR. Upstream's `--canonicalize` without five of its
    patterns, and with sound replacements of four of them.

    Upstream (LLVM 22.1), each shown by a function of
    `test/Transforms/Upstream/canonicalize.mlir`:

    * `ForOpTensorCastFolder` gives a value carried by `scf.for` the more static
      type that it has before the loop, although its size may change in the loop
      (`@grows`). Not replaced.
    * `FoldTensorCastConsumerOp` moves the type of a `tensor.cast` to its
      producer across ops that may end the call, such as the check that finds
      the size to differ (`@cast_behind_check`):

      ```mlir
      %p = linalg.exp ins(%x) outs(%e) -> tensor<?xf32>
      onnxops.check %isFour, "expected size 4"
      %q = tensor.cast %p : tensor<?xf32> to tensor<4xf32>
      ```

    * `TensorCastExtractSlice` makes an `extract_slice` that does not verify of
      a cast that is never executed (`@cast_of_slice_in_dead_branch`).
    * `SubViewOpMemRefCastFolder` makes a `subview` that does not verify if its
      constant offset is past the end of the memref (`@cast_below_view`).
    * `CollapseShapeOpMemRefCastFolder` makes a `collapse_shape` that does not
      verify if it joins a size of 0 and a dynamic one
      (`@cast_before_empty_collapse`).

    In addition, a `tensor.collapse_shape` of a tensor without elements becomes
    a `tensor.empty`: One-Shot Bufferize makes a `memref.collapse_shape` of it
    that does not verify (`@empty_collapse`). A `tensor.cast` of a cast to sizes
    that contradict the first one's operand, which is never executed, becomes a
    `tensor.empty` too: of the `memref.cast` ops that One-Shot Bufferize makes of
    the two, upstream folds the first into the second
    (`@contradictory_cast`). A `tensor.extract` of a tensor without elements, in
    a loop that is never executed, becomes a constant: One-Shot Bufferize
    allocates a `tensor.empty` at each use, in the loop (`@extract_of_nothing`).

    Delete when `canonicalize.mlir` passes with `-canonicalize`.
  }];
}

def MaterializeNonAliasing : Pass<"onnxops-materialize-non-aliasing", "::mlir::ModuleOp"> {
  let summary = "copy tensors whose sharing One-Shot Bufferize does not see";
  let description = [{
    Before: tensors, sequences as handles; run it before One-Shot Bufferize.
    After: no tensor that a sequence holds a view of is written later, and a
    tensor that a loop carries or a function returns is written only if no other
    tensor shares its memory. A tensor for which this does not hold is copied:

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

    Each use of a `tensor.empty` gets a `tensor.empty` of its own.

    Upstream: One-Shot Bufferize takes the results of a loop for different
    buffers even if the loop yields one tensor twice, and writes to one of them
    (`@twice` in `test/Transforms/Upstream/materialize-non-aliasing.mlir`); it has no
    model of views that an op such as `sequence_push` keeps (`@written_later`).
    Delete when One-Shot Bufferize tracks aliases through loops and calls, and
    lets an op declare that it keeps a view of an operand.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numCopies", "num-copies", "Tensors copied">];
}

def GlobalizeConstants : Pass<"onnxops-globalize-constants", "::mlir::ModuleOp"> {
  let summary = "make globals of constant tensors";
  let description = [{
    Before: tensors; run it right before One-Shot Bufferize. After: a constant
    tensor is a `bufferization.to_tensor` of a private, read-only
    `memref.global`, one for each value.

    Upstream: One-Shot Bufferize does the same, but searches all globals of the
    module for each constant, which is quadratic; and the lowering of a global
    of rank 0, or of complex numbers, to LLVM cannot read a `dense_resource`.
    The results are shown by `test/Transforms/Upstream/globalize-constants.mlir`
    (`@scalars`, `@complex`, `@values`). Delete when One-Shot Bufferize looks
    globals up in a table and upstream lowers `@scalars` and `@complex`.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LowerExpandShapes : Pass<"onnxops-lower-expand-shapes"> {
  let summary = "lower expand_shape with underdetermined sizes";
  let description = [{
    Before: tensors or memrefs. After: no group of a `tensor.expand_shape` or
    `memref.expand_shape` has several dynamic sizes, or a dynamic size beside a
    0. Such ops become a `tensor.reshape` or `memref.reinterpret_cast` to the
    sizes that they list.

    Upstream: `expand-strided-metadata` computes a dynamic size by dividing the
    size of the group by the static ones. It crashes on several dynamic sizes
    and is wrong beside a 0 (`@several` and `@beside_zero` in
    `test/Transforms/Upstream/lower-expand-shapes.mlir`). Delete when it uses
    the operands of `output_shape`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def LowerViews : Pass<"onnxops-lower-views"> {
  let summary = "rewrite queries on views in terms of their base";
  let description = [{
    Before: memrefs. After: subviews and reshapes are `memref.reinterpret_cast`
    ops of their base, and the address, sizes and strides of a view are computed
    from those of the base. Runs `lower-expand-shapes` first, then the patterns
    of upstream's `expand-strided-metadata` on views only.

    Upstream: `expand-strided-metadata` applies the greedy driver, with folding,
    to every op of the module until nothing changes, and crashes on
    `memref.expand_shape` with several dynamic sizes
    (`@expand` in `test/Transforms/Upstream/lower-views.mlir`). `@no_views`
    shows that other ops are left alone. Delete when upstream's pass visits
    views only and takes `@expand`.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def PropagateIdentityLayouts : Pass<"onnxops-propagate-identity-layouts", "::mlir::func::FuncOp"> {
  let summary = "propagate identity layouts out of scf.if";
  let description = [{
    Before: bufferized; run it before a canonicalization, which folds the casts
    into their users. After: a result of an `scf.if` for which both branches
    yield memory with the identity layout has a type with that layout.

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

    Upstream: One-Shot Bufferize chooses the type of the result while the
    branches are not both bufferized, and falls back to dynamic strides
    (`test/Transforms/Upstream/propagate-identity-layouts.mlir`). Delete when it keeps a
    layout that both branches share.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def LowerLoops : Pass<"onnxops-lower-loops", "::mlir::func::FuncOp"> {
  let summary = "lower linalg ops on memrefs to loops";
  let description = [{
    Before: bufferized. After: each linalg op is a nest of `scf.for` around
    loads and stores, as `convert-linalg-to-loops` makes it; the outermost loop
    has no iterations if an inner one has none. Functions without linalg ops
    take no time.

    Upstream: `convert-linalg-to-loops` runs the greedy driver over every op of
    a function, whether it has a linalg op or not, and its loops iterate over
    dimensions even if an inner one is empty. The result is shown by
    `test/Transforms/Upstream/lower-loops.mlir`. Delete when upstream's pass
    visits linalg ops only and skips empty nests.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def LowerControlFlow : Pass<"onnxops-lower-control-flow"> {
  let summary = "lower scf to branches in linear time";
  let description = [{
    Before: memrefs and scf. After: cf is the only control flow. Applies the
    patterns of `convert-scf-to-cf` from the last op to the first.

    Upstream: `convert-scf-to-cf` starts with the first loop and moves the rest
    of the function once for each loop, which is quadratic. The result is shown
    by `test/Transforms/Upstream/lower-control-flow.mlir`. Delete when upstream
    is linear in the number of loops of a block.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::scf::SCFDialect"];
}

def LinkAMD : Pass<"onnxops-link-amd", "::mlir::ModuleOp"> {
  let summary = "assemble and link the ISA of AMD devices";
  let description = [{
    Before: `gpu.binary` ops, those for AMD devices with ISA text. After: these
    hold shared objects, which drivers load. LLVM assembles the text in memory;
    the program `ld.lld` links it. A missing linker is an error.

    Upstream: `gpu-module-to-binary` links as well, but looks for the linker
    only in `llvm/bin` of AMD's toolkit
    (`test/Transforms/Upstream/link-amd.mlir` links without a toolkit). Delete
    when upstream takes the path of a linker.
  }];
  let options = [
    Option<"linker", "linker", "std::string", /*default=*/"\"\"",
           "Path or name of the linker; LLVM's own ld.lld if empty">
  ];
}

def SerializeSPIRV : Pass<"onnxops-serialize-spirv", "::mlir::ModuleOp"> {
  let summary = "serialize SPIR-V kernels into gpu.binary";
  let description = [{
    Before: `--convert-gpu-to-spirv` has run. After: each `gpu.module` that was
    converted, and the `spirv.module` made from it, are one `gpu.binary`. Float
    arithmetic is decorated `NoContraction`.

    Upstream: `convert-gpu-to-spirv` leaves the `spirv.module` beside the
    `gpu.module`, while `gpu-module-to-binary` expects it inside; with the
    module moved there, launches refer to kernels that no longer exist
    (`test/Pipelines/gpu-code.test`). Delete when the two upstream passes work
    in sequence.
  }];
}

#endif // ONNXOPS_TRANSFORMS_UPSTREAM_PASSES

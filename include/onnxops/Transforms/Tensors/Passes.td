//===- Passes.td - passes on tensors -----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor IR without copies that can be avoided; in pipeline order.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_TENSORS_PASSES
#define ONNXOPS_TRANSFORMS_TENSORS_PASSES

include "mlir/Pass/PassBase.td"

def SimplifyViews : Pass<"onnxops-simplify-views", "::mlir::func::FuncOp"> {
  let summary = "drop copies that slices show to be unneeded";
  let description = [{
    Before: tensors, canonical. After, as far as numbers of rows are known:

    * a slice of a slice is one of its source, one of all its source itself;
    * slices of a `tensor.concat` that is used by nothing else are slices of its
      operands, and concats of those where they touch several;
    * slices of a tile, a `linalg.broadcast` and a `tensor.collapse_shape`, that
      is used by nothing else are slices of what it repeats where they stay
      within a period, and smaller tiles where they take whole ones;
    * adjacent operands of a concat that are adjacent slices of one tensor are
      one slice, or the tensor itself; operands without rows are left out, and a
      concat of one operand is the operand;
    * a size of a `tensor.expand_shape` is what that names.

    ```mlir
    %c = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
    %0 = tensor.extract_slice %c[0] [6] [1] : tensor<8xf32> to tensor<6xf32>
    %1 = tensor.extract_slice %c[6] [2] [1] : tensor<8xf32> to tensor<2xf32>
    ```

    becomes

    ```mlir
    %s = tensor.extract_slice %b[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %0 = tensor.concat dim(0) %a, %s : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
    %1 = tensor.extract_slice %b[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
    ```

    A concat or a tile stays if any slice of it has to, if its slices together
    would copy more rows or make more copies than it does, as those that overlap
    may, or if one that still copies stands in another block, which may be a
    loop's. Slices along
    the axis have a stride of 1, of tiles all sizes are known. Of a concat of
    operands whose numbers of rows are not all known, of which there are 8 at
    most, one slice is taken from all of them. Other sizes may be dynamic.

    Linear in operands and slices: ten thousand slices of a concat of ten
    thousand operands are found by bisection.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def HoistChecks : Pass<"onnxops-hoist-checks", "::mlir::func::FuncOp"> {
  let summary = "check sizes before anything is computed";
  let description = [{
    Before: tensors; run it after whatever makes checks and before whatever
    relies on sizes that they check, the canonicalizer included. After: each
    `onnxops.check` and `cf.assert` stands behind the check before it, or behind
    what computes its operands, if that takes more than a few elements; sizes
    are read from what tensors are made of, so that no check waits for a tensor
    whose size it checks:

    ```mlir
    %p = linalg.generic ins(%a) outs(%e)
    %n = tensor.dim %p, %c1 : tensor<?x?xf32>
    %same = arith.cmpi eq, %n, %m : index
    onnxops.check %same, "..."
    ```

    becomes

    ```mlir
    %n = tensor.dim %a, %c1 : tensor<?x?xf32>
    %same = arith.cmpi eq, %n, %m : index
    onnxops.check %same, "..."
    %p = linalg.generic ins(%a) outs(%e)
    ```

    Checks keep their order, and none moves over anything else that may end the
    call, such as a call or a loop with a check in it: of several errors the
    same one is reported. No check leaves its block. Linear in the number of
    ops.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numMoved", "num-moved", "Checks that were moved">
  ];
}

def BindSymbols : Pass<"onnxops-bind-symbols", "::mlir::ModuleOp"> {
  let summary = "read sizes that carry one symbol from one argument";
  let description = [{
    Before: tensors; every caller of a public function comes through its entry
    (run it right before `--onnxops-build-entries`). After: sizes of results
    are read from what the results are made of. Where dimensions of a public
    function's arguments share a symbol of `onnxops.dims`, all of them are read
    from the first such argument, since the entry refuses a call in which they
    differ; comparing them is left to fold. In a function that the module itself
    calls symbols mean nothing, as no entry checks that call.

    ```mlir
    func.func @f(%a: tensor<?xf32> {onnxops.dims = ["N"]},
                 %b: tensor<?xf32> {onnxops.dims = ["N"]}) -> index {
      %c0 = arith.constant 0 : index
      %n = tensor.dim %b, %c0 : tensor<?xf32>
      return %n : index
    }
    ```

    reads the size of `%a` instead.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def VersionShapes : Pass<"onnxops-version-shapes", "::mlir::func::FuncOp"> {
  let summary = "one choice by shape around ops that fuse for the usual shapes";
  let description = [{
    Before: tensors, sizes traced to where they are known (run it after
    `--onnxops-bind-symbols` and before `--onnxops-fuse-elementwise`). After:
    elementwise ops of the function's own block, with the concats and tiles
    that they read, are there twice where all that keeps them from becoming one
    is a size known at run time only: for the usual shapes, for which

    * no tensor that one of them hands to the next is broadcast, so that the
      branch in which that happens is gone;
    * each operand of a concat has at least 64 elements side by side in the
      result, which `onnxops.long_runs` at the concat says;

    and as they were for all others.

    ```mlir
    %u = tensor.collapse_shape %t [[0, 1], [2]] : tensor<4x?x?xf32> into tensor<?x?xf32>
    %b = scf.if %same -> (tensor<?x?xf32>) {
      scf.yield %u : tensor<?x?xf32>
    } else {
      // %u, broadcast
    }
    %r = linalg.generic ins(%b, %x)
    ```

    becomes

    ```mlir
    %r = scf.if %same -> (tensor<?x?xf32>) {
      %u = tensor.collapse_shape %t [[0, 1], [2]] : tensor<4x?x?xf32> into tensor<?x?xf32>
      %0 = linalg.generic ins(%u, %x)
      scf.yield %0 : tensor<?x?xf32>
    } else {
      // what was there
    }
    ```

    Up to 64 ops are in one such choice; a longer chain has several. What comes
    out of a choice is not computed in place in a concat, so the concat is in
    it or there is none. Linear in the number of ops.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numVersions", "num-versions", "Choices between two versions">
  ];
}

def FuseElementwise : Pass<"onnxops-fuse-elementwise", "::mlir::func::FuncOp"> {
  let summary = "fuse elementwise ops with the tiles and concats around them";
  let description = [{
    Before: tensors, linalg. After:

    * an elementwise `linalg.generic` that alone reads another is one with it,
      up to 64 operations in all;
    * a repeat (`linalg.broadcast`, as tiles are) that such an op alone reads is
      no op of its own: the op reads its source again and again, in the shape
      that the tile has before its dimensions are merged;
    * an elementwise op that alone reads a `tensor.concat` is done for each
      operand before it, and `--concat-in-place` lets it write into the result.
      That is so for up to 8 operands, each of which has at least 64 elements
      side by side in the result. What else the op reads is the same along the
      axis or is taken slice by slice.

    What is not known of the length of a run or of a tile's period counts as
    short, unless there is one run for each operand or `onnxops.long_runs`
    stands at the op.

    Linear in the number of ops.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def AppendInPlace : Pass<"onnxops-append-in-place", "::mlir::func::FuncOp"> {
  let summary = "give loops room for what they append to a tensor";
  let description = [{
    Before: tensors; run it before One-Shot Bufferize, and before what turns
    `tensor.concat` into something else. After: where each turn of an `scf.for`
    appends as many rows to a tensor that it carries, the loop carries all of
    the memory that the last turn needs, and writes the rows there:

    ```mlir
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (tensor<?x4xf32>) {
      %next = tensor.concat dim(0) %c, %x : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
      scf.yield %next : tensor<?x4xf32>
    }
    ```

    becomes, with `%length` the rows of `%init` and `%size` those and two for
    each turn,

    ```mlir
    %e = tensor.empty(%size) : tensor<?x4xf32>
    %room = tensor.insert_slice %init into %e[0, 0] [%length, 4] [1, 1]
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %room) -> (tensor<?x4xf32>) {
      %added = arith.muli %i, %c2 : index
      %end = arith.addi %length, %added : index
      %next = tensor.insert_slice %x into %c[%end, 0] [2, 4] [1, 1]
      scf.yield %next : tensor<?x4xf32>
    }
    ```

    What else reads the tensor in a turn reads a slice of the room, before the
    rows come in or after them; One-Shot Bufferize need not copy anything. Any
    axis, any number of operands, and prepending, for which the room is filled
    from its end. One loop may carry any number of such tensors.

    A tensor is left as it is, with a remark of category `append-in-place` that
    says why, if

    * it is neither the first nor the last operand, or occurs twice;
    * its type says that its length is fixed;
    * the loop does not count by signed indices;
    * another op may write it, or keep it, as one that yields it does;
    * a branch before the concat hands it to a reader behind the concat;
    * how much a turn adds is not known before the loop.

    An `scf.while` is left too: it may end after any turn, and room for turns
    that never come would be no bound. A room of 2^63 rows or more is an
    allocation of 2^63 - 1, which fails.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numInPlace", "num-in-place", "Tensors that grow in place">
  ];
}

def ConcatInPlace : Pass<"concat-in-place", "::mlir::func::FuncOp"> {
  let summary = "let the producers of tensor.concat write into its result";
  let description = [{
    Before: tensors; run it right before One-Shot Bufferize, with nothing in
    between that changes tensors. After: no `tensor.concat` whose result a
    memref can hold. Each is an allocation, and of its operands those that can
    be are computed in it:

    ```mlir
    %e = tensor.empty() : tensor<2x4xf32>
    %p = linalg.exp ins(%x : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
    %c = tensor.concat dim(0) %p, %y : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
    ```

    becomes, with memref types left out,

    ```mlir
    %m = memref.alloc()
    %v = memref.subview %m[0, 0] [2, 4] [1, 1]
    %d = bufferization.to_tensor %v restrict writable
    %p = linalg.exp ins(%x : tensor<2x4xf32>) outs(%d : tensor<2x4xf32>) -> tensor<2x4xf32>
    bufferization.materialize_in_destination %p in writable %v
    %w = memref.subview %m[2, 0] [3, 4] [1, 1]
    bufferization.materialize_in_destination %y in writable %w
    %c = bufferization.to_tensor %m restrict writable
    ```

    An operand is computed in place if its producers, back to a
    `tensor.empty`, stand in the block of the concat, are used by nothing else
    in between, and come after the sizes of all operands are known. It may have
    other users only if they read, and hand on no alias but views; the result
    is then read-only. `tensor.collapse_shape` is looked through, and a concat
    that is an operand is written in place in the same way. Function arguments,
    operands that occur twice, and everything else are copied.

    That the operands fit each other holds where the concat is reached. So an
    operand is computed behind the last op before the concat that may end the
    call, such as a check, an assert, a call or a loop that holds one of them;
    its producers are moved there if nothing needs them before. In front of such
    an op only what is sure to fit is computed in place: all lengths along the
    axis are constants, and its other sizes are constants or the same values as
    those of the result.

    With `leave-copies`, a concat whose operands would all be copied stays.

    Linear in the number of operands.
  }];
  let options = [
    Option<"leaveCopies", "leave-copies", "bool", /*default=*/"false",
           "Whether a concat stays whose operands would all be copied">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numInPlace", "num-in-place", "Operands computed in place">,
    Statistic<"numCopied", "num-copied", "Operands copied into a result">
  ];
}

def AllocateConcats : Pass<"allocate-concats", "::mlir::func::FuncOp"> {
  let summary = "turn each tensor.concat with dynamic offsets into copies";
  let description = [{
    Before: tensors; run it right before One-Shot Bufferize, after whatever
    writes operands in place. After: every `tensor.concat` has offsets known
    from the types, elements in every operand unless sizes are dynamic, and few
    operands that occur more than once. The others are an allocation, and a
    copy into a subview of it for each operand. Linear in the number of
    operands, which One-Shot Bufferize is for static offsets of different
    operands only; it also fails on operands that are known to be empty. A
    tensor that still has more than 64 users is several tensors of one memory,
    of 64 users each: One-Shot Bufferize compares each user with all others.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // ONNXOPS_TRANSFORMS_TENSORS_PASSES

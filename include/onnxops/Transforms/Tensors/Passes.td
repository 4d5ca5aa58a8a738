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
  let summary = "remove copies that slices make unnecessary";
  let description = [{
    Before: tensors, canonical. After, if the numbers of rows are known:

    * a slice of a slice is a slice of its source; a slice of a whole tensor is
      that tensor;
    * slices of a `tensor.concat` without other users are slices of its
      operands, or concats of such slices;
    * slices of a tile, that is a `linalg.broadcast` and a
      `tensor.collapse_shape`, without other users are slices of the tile's
      input if they stay within a period, and smaller tiles if they take whole
      periods;
    * adjacent operands of a concat that are adjacent slices of one tensor are
      one slice, or the tensor itself; operands without rows are removed, and a
      concat of one operand is the operand;
    * a size of a `tensor.expand_shape` is the operand that gives it.

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

    A concat or a tile stays if any of its slices cannot be rewritten, if its
    slices together would copy more rows or make more copies (as overlapping
    slices may), or if a slice that still copies is in another block, which may
    be that of a loop. Slices along the axis must have stride 1, and all sizes
    of a tile must be static. In a concat of at most 8 operands with dynamic
    numbers of rows, a single slice is rewritten to slices of all operands.
    Other sizes may be dynamic.

    Linear in operands and slices: a binary search finds the operands of each
    slice.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def HoistChecks : Pass<"onnxops-hoist-checks", "::mlir::func::FuncOp"> {
  let summary = "hoist checks of sizes above tensor computations";
  let description = [{
    Before: tensors; run it after all passes that create checks and before all
    that rely on the sizes checked, including the canonicalizer. After: each
    `onnxops.check` and `cf.assert` directly follows the previous check, or the
    computation of its operands if that involves more than a few elements.
    Sizes are read from the operands of producers, so that no check needs the
    tensor whose size it checks:

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

    Checks keep their order, and none moves across another op that may end the
    call, such as a call or a loop that contains a check, so that the same one
    of several errors is reported. No check leaves its block. Linear in the
    number of ops.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numMoved", "num-moved", "Checks moved">
  ];
}

def BindSymbols : Pass<"onnxops-bind-symbols", "::mlir::ModuleOp"> {
  let summary = "use one value for all sizes with the same symbol";
  let description = [{
    Before: tensors; all callers of a public function use its entry point (run
    it right before `--onnxops-build-entries`). After: sizes of results are read
    from the operands of their producers. If dimensions of a public function's
    arguments share a symbol of `onnxops.dims`, all of them are read from the
    first such argument, since the entry point rejects calls in which they
    differ; comparisons between them fold later. Symbols are ignored in a
    function that the module itself calls, since no entry point checks that
    call.

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

def SpecializeShapes : Pass<"onnxops-specialize-shapes", "::mlir::func::FuncOp"> {
  let summary = "specialize fusible ops for the usual shapes";
  let description = [{
    Before: tensors, sizes traced to their origin (run it after
    `--onnxops-bind-symbols` and before `--onnxops-fuse-elementwise`). After:
    elementwise ops of the function's top-level block, and the concats and tiles
    that they read, are duplicated if only dynamic sizes keep them from being
    fused: one copy is for the usual shapes, for which

    * no tensor between these ops is broadcast, so that the branch that would
      broadcast it is gone;
    * each operand of a concat has at least 64 contiguous elements in the
      result, which `onnxops.long_runs` on the concat asserts;

    the other, unchanged, is for all other shapes.

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
      // the original ops
    }
    ```

    At most 64 ops are in one such `scf.if`; a longer chain has several. Its
    result cannot be computed in place in a concat, so the concat is inside or
    there is no such `scf.if`. Linear in the number of ops.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numVersions", "num-versions", "Groups of ops specialized">
  ];
}

def FuseElementwise : Pass<"onnxops-fuse-elementwise", "::mlir::func::FuncOp"> {
  let summary = "fuse elementwise ops with the tiles and concats around them";
  let description = [{
    Before: tensors, linalg. After:

    * an elementwise `linalg.generic` that is the only user of another is fused
      with it, up to 64 operations in total;
    * a repeat (`linalg.broadcast`, as part of a tile) whose only user is such
      an op is fused into it: the op reads the source repeatedly, in the shape
      of the tile before its dimensions are merged;
    * an elementwise op that is the only user of a `tensor.concat` is moved
      before it, once per operand, and `--onnxops-concat-in-place` lets it write into
      the result. This is done for at most 8 operands, each with at least 64
      contiguous elements in the result. Other operands of the op must be
      constant along the axis, or are sliced.

    An unknown length of a run or of a tile's period counts as short, unless
    there is one run for each operand or the op has `onnxops.long_runs`.

    Linear in the number of ops.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def AppendInPlace : Pass<"onnxops-append-in-place", "::mlir::func::FuncOp"> {
  let summary = "preallocate tensors that loops append to";
  let description = [{
    Before: tensors; run it before One-Shot Bufferize, and before passes that
    lower `tensor.concat`. After: if each iteration of an `scf.for` appends the
    same number of rows to a loop-carried tensor, the loop carries a buffer with
    the final capacity, and each iteration writes its rows there:

    ```mlir
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (tensor<?x4xf32>) {
      %next = tensor.concat dim(0) %c, %x : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
      scf.yield %next : tensor<?x4xf32>
    }
    ```

    becomes, with `%length` the rows of `%init` and `%size` those and two for
    each iteration,

    ```mlir
    %e = tensor.empty(%size) : tensor<?x4xf32>
    %buffer = tensor.insert_slice %init into %e[0, 0] [%length, 4] [1, 1]
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %buffer) -> (tensor<?x4xf32>) {
      %added = arith.muli %i, %c2 : index
      %end = arith.addi %length, %added : index
      %next = tensor.insert_slice %x into %c[%end, 0] [2, 4] [1, 1]
      scf.yield %next : tensor<?x4xf32>
    }
    ```

    Other readers of the tensor in an iteration read a slice of the buffer, from
    before or after the append, so that One-Shot Bufferize inserts no copies.
    Supports any axis, any number of operands, prepending (the buffer is then
    filled from its end), and any number of such tensors per loop.

    A tensor is left unchanged, with a remark of category `append-in-place` that
    gives the reason, if

    * it is neither the first nor the last operand, or occurs twice;
    * its length is static in its type;
    * the loop does not count by signed indices;
    * another op may write it, or keep it, for example by yielding it;
    * a branch before the concat forwards it to a reader after the concat;
    * the rows that an iteration adds are not known before the loop.

    An `scf.while` is left unchanged too, since its number of iterations has no
    useful bound. A buffer of 2^63 rows or more becomes an allocation of
    2^63 - 1, which fails.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numInPlace", "num-in-place", "Tensors that grow in place">
  ];
}

def ConcatInPlace : Pass<"onnxops-concat-in-place", "::mlir::func::FuncOp"> {
  let summary = "compute operands of tensor.concat directly in its result";
  let description = [{
    Before: tensors; run it right before One-Shot Bufferize, without passes in
    between that change tensors. After: no `tensor.concat` whose result a
    memref can hold. Each is an allocation, in which operands are computed
    where possible:

    ```mlir
    %e = tensor.empty() : tensor<2x4xf32>
    %p = linalg.exp ins(%x : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
    %c = tensor.concat dim(0) %p, %y : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
    ```

    becomes, without memref types,

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
    `tensor.empty`, are in the block of the concat, have no other users in
    between, and come after the sizes of all operands are known. It may have
    other users only if they read it and keep no aliases except views; the
    result is then read-only. `tensor.collapse_shape` is supported in between,
    and nested concats are written in place in the same way. Function arguments,
    operands that occur twice, and all others are copied.

    The sizes of the operands are guaranteed to match only where the concat is
    reached. So an operand is computed after the last op before the concat that
    may end the call, such as a check, an assert, a call or a loop that contains
    one of these; its producers are moved there if nothing needs them before.
    Before such an op only operands that are certain to fit are computed in
    place: all lengths along the axis are constants, and the other sizes are
    constants or the same values as those of the result.

    With `leave-copies`, a concat whose operands would all be copied stays if
    One-Shot Bufferize handles it in linear time: its offsets are static, and
    few operands occur more than once. Operands that are known to be empty, on
    which One-Shot Bufferize fails, are removed from it. With `copy-operands`,
    nothing is computed in place.

    A tensor that still has more than 64 users becomes several tensors of the
    same memory with 64 users each, since One-Shot Bufferize compares each user
    with all others.

    Linear in the number of operands.
  }];
  let options = [
    Option<"copyOperands", "copy-operands", "bool", /*default=*/"false",
           "Copy all operands instead of computing them in place">,
    Option<"leaveCopies", "leave-copies", "bool", /*default=*/"false",
           "Leave concats of copies that One-Shot Bufferize handles in linear "
           "time">
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

#endif // ONNXOPS_TRANSFORMS_TENSORS_PASSES

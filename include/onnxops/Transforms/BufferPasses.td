//===- BufferPasses.td - passes on memrefs -----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bufferized IR to loops, kernels and calls; in the order in which they run.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_BUFFERPASSES
#define ONNXOPS_TRANSFORMS_BUFFERPASSES

include "mlir/Pass/PassBase.td"

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

def LowerCopies : Pass<"lower-copies", "::mlir::ModuleOp"> {
  let summary = "turn memref.copy and linalg.broadcast into code that moves bytes";
  let description = [{
    Before: bufferized functions, deallocation inserted, equal sizes the same
    value (`-cse`). After: no `memref.copy` and no `linalg.broadcast` of memrefs
    in a `func.func` of the module itself. Modules in it, `gpu.module` too, are
    left alone.

    Dimensions that are contiguous among themselves in source and target move
    as one, known sizes and those of an allocation and its subviews alike. What
    is left is rows of runs of bytes. Copies that follow one another in a block
    and fill adjacent parts of one memref, as a concat's do, become one *sweep*
    over its rows, if none can read what another writes.

    Few short runs of constant length stand in line. All else is the call of a
    *kernel*, a private function `(table, begin, end)` at the end of the module:
    `table` is an array of 64-bit words in the caller's frame, addresses and
    numbers that the code does not contain; [begin, end) is a range of its units
    of work. Moves that differ in these words alone share a kernel.

    ```mlir
    %v = memref.subview %m[0, 4] [1000, 8] [1, 1]
        : memref<1000x12xf32> to memref<1000x8xf32, strided<[12, 1], offset: 4>>
    memref.copy %a, %v
        : memref<1000x8xf32> to memref<1000x8xf32, strided<[12, 1], offset: 4>>
    ```

    becomes, with casts of types left out,

    ```mlir
    %table = llvm.alloca 2 x i64
    llvm.store %v_pointer, %table[0]
    llvm.store %a_pointer, %table[1]
    call @onnxops_rows(%table, 0, 1000)
    ```

    | kernel | moves |
    |---|---|
    | `onnxops_whole` | one contiguous run |
    | `onnxops_permute` | rows of short runs of constant length, put together in registers |
    | `onnxops_rows` | rows of runs of constant length |
    | `onnxops_table` | rows of any runs, number and lengths of which the table tells |
    | `onnxops_tile` | what repeats, of constant sizes |
    | `onnxops_tile_table` | what repeats, in loops that the table tells |

    Kernels call what they have in common, so that a dimension more is a loop
    and a call more:

    | function | writes |
    |---|---|
    | `onnxops_prepare_tile` | into that table, which loops make one |
    | `onnxops_tile_level`, `onnxops_tile_repeat` | what is within one of them |
    | `onnxops_runs` | runs of one length known only at run time |
    | `onnxops_periods` | rows of one run again and again, its length known only at run time |
    | `onnxops_long_period` | bytes of one long run, again and again, its length known only at run time |
    | `onnxops_group` | rows of short runs of a constant length from a table |
    | `onnxops_table_rows` | rows of other runs from a table |
    | `onnxops_table_bytes` | any range of bytes of such rows |

    Stores go around the cache where a copy reads and writes `stream-threshold`
    and more, or a repeat of little writes `fill-threshold` and more; long runs
    then fill `stream-pages` pages side by side. With `fast-library` long runs
    of what the nearest cache does not hold are the C library's. With
    `threads` above 1, moves of `parallel-threshold`
    and more become `onnxops.rt.parallel_for`; without it, nothing of the
    run-time library is needed. `force`, one of `plain` (no vectors), `rows`,
    `permute`, `table`, `stream` and `stream-in-order`, makes all moves take one
    way where that is possible.

    Functions with more than `out-of-line-threshold` copies have none of them in
    line: thousands take code generation minutes.

    Refused: unranked memrefs, layouts without strides, memory spaces other
    than the default, and elements that are not 1, 2, 4, ... bytes long.
  }];
  let options = [
    Option<"outOfLineThreshold", "out-of-line-threshold", "unsigned",
           /*default=*/"64",
           "Number of copies up to which a function has short ones in line">,
    Option<"threads", "threads", "unsigned", /*default=*/"1",
           "Number of threads that may share a copy">,
    Option<"vectorBytes", "vector-bytes", "unsigned", /*default=*/"16",
           "Bytes of a vector register, 0 for code without vectors">,
    Option<"streamThreshold", "stream-threshold", "int64_t",
           /*default=*/"4194304",
           "Bytes read and written from which stores bypass the cache">,
    Option<"fillThreshold", "fill-threshold", "int64_t",
           /*default=*/"67108864",
           "Bytes of repeats written from which stores bypass the cache">,
    Option<"streamPages", "stream-pages", "int64_t", /*default=*/"4",
           "Pages that stores around the cache fill side by side">,
    Option<"fastLibrary", "fast-library", "bool", /*default=*/"false",
           "Whether memcpy is faster than registers beyond the nearest cache">,
    Option<"parallelThreshold", "parallel-threshold", "int64_t",
           /*default=*/"524288",
           "Bytes written from which threads share a copy">,
    Option<"force", "force", "std::string", /*default=*/"",
           "The strategy that every copy takes, for tests">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::onnxops::OnnxOpsDialect", "::mlir::scf::SCFDialect"
  ];
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

#endif // ONNXOPS_TRANSFORMS_BUFFERPASSES

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
    the axis have a stride of 1, of concats all operands have known numbers of
    rows, of tiles all sizes are known. Other sizes may be dynamic.

    Linear in operands and slices: ten thousand slices of a concat of ten
    thousand operands are found by bisection.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
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

def FuseElementwise : Pass<"onnxops-fuse-elementwise", "::mlir::func::FuncOp"> {
  let summary = "one pass over memory for elementwise ops and their neighbours";
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

    Linear in the number of ops.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

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
    "::mlir::LLVM::LLVMDialect", "::mlir::onnxops::OnnxOpsDialect",
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
    operands only; it also fails on operands that are known to be empty.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"
  ];
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
    after the last use. What a loop allocates in each iteration and carries to
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
    in a `func.func`.

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
    Before: bufferized, copies lowered. After: linalg ops of memrefs without
    reductions are `linalg.generic`, with no dimension in which an operand only
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

def RollArguments : Pass<"onnxops-roll-arguments", "::mlir::ModuleOp"> {
  let summary = "one loop for what each of many inputs asks for";
  let description = [{
    Before: memrefs, and cf as the only control flow. After: where at least 16
    checks, words stored into a table, or addends of a sum differ in nothing but
    the input that they read and constants, a loop does them, in the same order.
    Constants that are no arithmetic progression are read from a global. Code
    then grows neither with the inputs of a concat nor with their checks.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

def LowerRuntimeOps : Pass<"onnxops-lower-runtime-ops", "::mlir::ModuleOp"> {
  let summary = "turn checks into branches, run-time ops into calls";
  let description = [{
    Before: memrefs, and cf as the only control flow. After: no op of the
    dialect and no allocation is left. Every function that may fail takes the
    call's context and returns a status, on which its callers branch; a failed
    check leaves through the function's one failing exit. Sequences are copied
    by the runtime, by as many threads as it is told to use.
  }];
  let options = [
    Option<"threads", "threads", "unsigned", /*default=*/"1",
           "Number of threads that may share the copies of a sequence">,
    Option<"parallelThreshold", "parallel-threshold", "int64_t",
           /*default=*/"524288",
           "Bytes written from which threads share them">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::ub::UBDialect"
  ];
}

def RequireCPU : Pass<"onnxops-require-cpu", "::mlir::ModuleOp"> {
  let summary = "fail unless code for a CPU can be made";
  let description = [{
    Before: any module. After: the same module. A `cpu` that is not `host` and
    that LLVM does not know for this machine's architecture is an error; a
    pipeline, which cannot fail while it is built, has this pass first.
  }];
  let options = [
    Option<"cpu", "cpu", "std::string", /*default=*/"\"host\"",
           "The CPU, as LLVM names it, or host">
  ];
}

def RequireGPUTarget : Pass<"onnxops-require-gpu-target", "::mlir::ModuleOp"> {
  let summary = "fail unless code for a device can be made";
  let description = [{
    Before: any module. After: the same module. A `target` other than nvptx is
    an error that says whether it is known; a pipeline, which cannot fail while
    it is built, has this pass first.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"nvptx\"",
           "The kind of device: nvptx, amdgcn or spirv">
  ];
}

def RefuseRuntimeOps : Pass<"onnxops-refuse-runtime-ops", "::mlir::ModuleOp"> {
  let summary = "fail on what needs the runtime, for targets without one";
  let description = [{
    Before: the dialect has been left. After: no op of it is left, run-time
    ops and checks included, and none of `math`.
  }];
}

def CopiesToLinalg : Pass<"copies-to-linalg", "::mlir::func::FuncOp"> {
  let summary = "turn memref.copy into linalg.generic";
  let description = [{
    Before: bufferized functions. After: no `memref.copy`; a copy is parallel
    work as any other linalg op. Unranked copies are refused.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def FlattenParallelLoops
    : Pass<"flatten-parallel-loops", "::mlir::func::FuncOp"> {
  let summary = "give parallel loops one dimension of blocks and one of threads";
  let description = [{
    Before: `scf.parallel`, as from linalg. After: each outermost one without
    results runs over blocks of `block-size` iterations, around one that runs
    over the iterations of a block. It stands in an `scf.if` on having any, so
    that no grid is empty; that folds away for known sizes.
  }];
  let options = [
    Option<"blockSize", "block-size", "int64_t", /*default=*/"256",
           "Iterations of a block">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // ONNXOPS_TRANSFORMS_PASSES

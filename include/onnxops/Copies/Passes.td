//===- Passes.td - strided copies as kernels ---------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers memref.copy and linalg.transpose of strided memory.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_PASSES
#define ONNXOPS_COPIES_PASSES

include "mlir/Pass/PassBase.td"

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

#endif // ONNXOPS_COPIES_PASSES

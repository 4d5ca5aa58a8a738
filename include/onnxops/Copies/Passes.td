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

def LowerCopies : Pass<"onnxops-lower-copies", "::mlir::ModuleOp"> {
  let summary = "lower memref.copy and linalg.broadcast to loops and kernel calls";
  let description = [{
    Before: bufferized functions, deallocation inserted, equal sizes the same
    value (`-cse`). After: no `memref.copy` and no `linalg.broadcast` of memrefs
    in a `func.func` of the module itself. Nested modules, such as `gpu.module`,
    are left alone.

    Dimensions that are contiguous in source and target are merged, for static
    sizes as well as for those of an allocation and its subviews. The result is
    rows of runs of bytes. Consecutive copies of a block into adjacent slices of
    one memref, such as those of a concat, become one *interleaved copy*, row by
    row, if none can read what another writes.

    Few short runs of constant length are inlined. Everything else is a call of
    a *kernel*, a private function `(arguments, begin, end)` at the end of the
    module: `arguments` is an array of 64-bit words in the caller's stack frame,
    addresses and numbers that are not part of the code; [begin, end) is a range
    of its units of work. Moves that differ only in arguments share a kernel.

    ```mlir
    %v = memref.subview %m[0, 4] [1000, 8] [1, 1]
        : memref<1000x12xf32> to memref<1000x8xf32, strided<[12, 1], offset: 4>>
    memref.copy %a, %v
        : memref<1000x8xf32> to memref<1000x8xf32, strided<[12, 1], offset: 4>>
    ```

    becomes, without type casts,

    ```mlir
    %arguments = llvm.alloca 2 x i64
    llvm.store %v_pointer, %arguments[0]
    llvm.store %a_pointer, %arguments[1]
    call @onnxops_rows(%arguments, 0, 1000)
    ```

    | kernel | moves |
    |---|---|
    | `onnxops_whole` | one contiguous run |
    | `onnxops_permute` | rows of short runs of constant length, combined in registers |
    | `onnxops_rows` | rows of runs of constant length |
    | `onnxops_table` | rows of runs whose number and lengths are arguments |
    | `onnxops_tile` | repeats of constant sizes |
    | `onnxops_tile_table` | repeats whose loops are arguments |

    Kernels share functions, so that each additional dimension adds one loop and
    one call:

    | function | purpose |
    |---|---|
    | `onnxops_prepare_tile` | merges the loops of `onnxops_tile_table` |
    | `onnxops_tile_level`, `onnxops_tile_repeat` | write the inside of one loop |
    | `onnxops_runs` | writes runs of one dynamic length |
    | `onnxops_periods` | writes rows that repeat one run of dynamic length |
    | `onnxops_long_period` | writes bytes of repeats of one long run of dynamic length |
    | `onnxops_group` | writes rows of short runs of a constant length from a table |
    | `onnxops_table_rows` | writes rows of other runs from a table |
    | `onnxops_table_bytes` | writes any range of bytes of such rows |

    Stores are non-temporal in copies that read and write at least
    `stream-threshold` bytes and in repeats that write at least `fill-threshold`
    bytes; long runs then fill `stream-pages` pages in parallel. Long runs of
    copies of at least `library-threshold` bytes call memcpy of the C library.
    With `threads` above 1, moves of at least `parallel-threshold` bytes become
    `onnxops.rt.parallel_for`. Code that asks the run-time library for one of
    these, or has such ops, needs it; other code does not. `force`, one of `plain` (no
    vectors), `rows`, `permute`, `table`, `stream` and `stream-in-order`, makes
    all moves use one strategy where that is possible.

    Functions with more than `out-of-line-threshold` copies inline none of them:
    with thousands, code generation takes minutes.

    Errors: unranked memrefs, layouts without strides, memory spaces other than
    the default, and elements that are not 1, 2, 4, ... bytes long.
  }];
  let options = [
    Option<"outOfLineThreshold", "out-of-line-threshold", "unsigned",
           /*default=*/"64",
           "Maximum number of copies of a function with inlined short copies">,
    Option<"threads", "threads", "unsigned", /*default=*/"1",
           "Number of threads that may share a copy">,
    Option<"vectorBytes", "vector-bytes", "unsigned", /*default=*/"16",
           "Bytes of a vector register, 0 for code without vectors">,
    Option<"shuffle", "shuffle", "std::string", /*default=*/"",
           "The instruction that permutes short runs of unknown lengths: ssse3 "
           "or avx512vbmi; empty for none">,
    Option<"streamThreshold", "stream-threshold", "int64_t",
           /*default=*/"4194304",
           "Minimum bytes read and written for non-temporal stores, -1 to ask "
           "the run-time library">,
    Option<"fillThreshold", "fill-threshold", "int64_t",
           /*default=*/"67108864",
           "Minimum bytes of repeats written for non-temporal stores, -1 to ask "
           "the run-time library">,
    Option<"streamPages", "stream-pages", "int64_t", /*default=*/"4",
           "Pages that non-temporal stores fill in parallel, 0 to ask the "
           "run-time library">,
    Option<"libraryThreshold", "library-threshold", "int64_t",
           /*default=*/"std::numeric_limits<int64_t>::max()",
           "Minimum bytes copied for long runs to call memcpy, -1 to ask the "
           "run-time library">,
    Option<"parallelThreshold", "parallel-threshold", "int64_t",
           /*default=*/"-1",
           "Minimum bytes written for threads to share a copy, -1 to ask the "
           "run-time library">,
    Option<"force", "force", "std::string", /*default=*/"",
           "The strategy that every copy uses, for tests">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::onnxops::OnnxOpsDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif // ONNXOPS_COPIES_PASSES

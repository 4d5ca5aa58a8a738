// The working set decides whether stores are non-temporal, the bytes written
// whether threads share a move, the option how wide registers are.
//
// RUN: onnxops-opt %s --onnxops-lower-copies=vector-bytes=32 -cse | FileCheck %s --check-prefix=PLAIN
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=32 stream-threshold=1000" -cse | FileCheck %s --check-prefix=STREAM
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=32 threads=3 parallel-threshold=60000" -cse | FileCheck %s --check-prefix=THREADS
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=32 threads=3 parallel-threshold=70000" -cse | FileCheck %s --check-prefix=ALONE
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=32 force=table" -cse | FileCheck %s --check-prefix=TABLE
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=32 force=stream" -cse | FileCheck %s --check-prefix=SIDE
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=32 force=stream-in-order" -cse | FileCheck %s --check-prefix=ORDER
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=32 stream-threshold=1000 stream-pages=1" -cse | FileCheck %s --check-prefix=ORDER
// RUN: not onnxops-opt %s --onnxops-lower-copies="stream-pages=-1" 2>&1 | FileCheck %s --check-prefix=PAGES
// RUN: not onnxops-opt %s --onnxops-lower-copies="force=fast" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not onnxops-opt %s --onnxops-lower-copies="vector-bytes=24" 2>&1 | FileCheck %s --check-prefix=UNEVEN
// RUN: not onnxops-opt %s --onnxops-lower-copies="vector-bytes=128" 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not onnxops-opt %s --onnxops-lower-copies="threads=1025" 2>&1 | FileCheck %s --check-prefix=MANY

// PLAIN:       vector<32xi8>
// PLAIN-NOT:   nontemporal
// PLAIN-NOT:   arith.select
// STREAM:      call @onnxops_rows(
// STREAM:      llvm.store %{{.*}} {alignment = 32 : i64, nontemporal} : vector<32xi8>
// STREAM:      llvm.fence
// THREADS:     onnxops.rt.parallel_for @onnxops_rows(
// THREADS-SAME: threads 3
// THREADS:     func.func private @onnxops_rows(
// THREADS:     scf.for
// THREADS-NEXT:  arith.cmpi slt
// THREADS-NEXT:  arith.subi
// THREADS-NEXT:  arith.select
// ALONE-NOT:   onnxops.rt.parallel_for
// ALONE:       call @onnxops_rows(
// TABLE:       call @onnxops_table(
// SIDE-NOT:    llvm.intr.prefetch
// SIDE:        nontemporal
// SIDE-NOT:    llvm.intr.prefetch
// ORDER:       llvm.intr.prefetch
// ORDER:       nontemporal
// PAGES:       error: stream-pages: expected at least 0, but got -1
// UNKNOWN:     error: force: expected plain, rows, permute, table, stream or stream-in-order, but got 'fast'
// UNEVEN:      error: vector-bytes: expected 0 or a power of 2 of at most 64, but got 24
// WIDE:        error: vector-bytes: expected 0 or a power of 2 of at most 64, but got 128
// MANY:        error: threads: expected 1 to 1024 threads, but got 1025
func.func @rows(%a: memref<100x160xf32>, %b: memref<100x160xf32, strided<[320, 1]>>) {
  memref.copy %a, %b : memref<100x160xf32> to memref<100x160xf32, strided<[320, 1]>>
  return
}

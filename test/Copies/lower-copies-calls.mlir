// RUN: onnxops-opt %s --onnxops-lower-copies=force=table | FileCheck %s
// RUN: onnxops-opt %s --onnxops-lower-copies="force=table threads=3 parallel-threshold=100" | FileCheck %s --check-prefix=THREADS
// RUN: onnxops-opt %s --onnxops-lower-copies="force=table threads=3" | FileCheck %s --check-prefix=ASKED

// Calls share an argument array, as large as the largest needs, and have no branches,
// which would be costly for thousands of calls: kernels test for empty ranges.
// CHECK-LABEL: func.func @two
//       CHECK:   %[[SIZE:.*]] = llvm.mlir.constant(8 : i64)
//       CHECK:   llvm.alloca %[[SIZE]]
//   CHECK-NOT:   llvm.alloca
//   CHECK-NOT:   scf.if
// CHECK-COUNT-2: call @onnxops_table
//   CHECK-NOT:   scf.if
//       CHECK:   return
// CHECK-LABEL: func.func private @onnxops_table
//  CHECK-SAME:   (%{{.*}}: !llvm.ptr, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64)
//       CHECK:   %[[ANY:.*]] = arith.cmpi slt, %[[BEGIN]], %[[END]]
//  CHECK-NEXT:   scf.if %[[ANY]]

// With threads, a small copy is a single range.
// THREADS-LABEL: func.func @two
//       THREADS: %[[SMALL:.*]] = arith.cmpi slt, %{{.*}}, %c100_i64
//       THREADS: %[[GRAIN:.*]] = arith.select %[[SMALL]],
//       THREADS: %[[INDEX:.*]] = arith.index_cast %[[GRAIN]] : i64 to index
//       THREADS: onnxops.rt.parallel_for @onnxops_table(%{{.*}}, %{{.*}}) words {{[0-9]+}} grain %[[INDEX]] threads 3
//       THREADS: onnxops.rt.parallel_for @onnxops_table
//       THREADS: return

// Without a threshold, the run-time library is told what a copy writes.
// ASKED-LABEL: func.func @two
//       ASKED: arith.cmpi slt, %[[BYTES:.*]], %c49152_i64
//       ASKED: llvm.store
//       ASKED: arith.cmpi slt, %[[BYTES]], %c49152_i64
//       ASKED: arith.select
//  ASKED-NEXT: arith.index_cast
//  ASKED-NEXT: %[[INDEX:.*]] = arith.index_cast %[[BYTES]] : i64 to index
//  ASKED-NEXT: onnxops.rt.parallel_for @onnxops_table(%{{.*}}, %{{.*}}) words {{[0-9]+}} grain %{{.*}} threads 3 bytes %[[INDEX]] :
//       ASKED: return
!rows = memref<?x?xf32, strided<[?, 1]>>
func.func @two(%a: memref<?xf32>, %b: memref<?xf32>, %c: !rows, %d: memref<?x?xf32>) {
  memref.copy %a, %b : memref<?xf32> to memref<?xf32>
  memref.copy %c, %d : !rows to memref<?x?xf32>
  return
}

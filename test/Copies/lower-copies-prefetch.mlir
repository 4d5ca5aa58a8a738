// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=64 stream-pages=1" -canonicalize -cse -split-input-file | FileCheck %s

// Rows that are a stride apart in the source are prefetched, about 8 KB of them ahead:
// 32 rows of 256 bytes, a page apart. Beside non-temporal stores each line is prefetched
// as another one is read; otherwise a row at once, if all are 1 MB or more.

// CHECK-LABEL: func.func private @onnxops_rows(
// CHECK:         scf.for
// CHECK:           llvm.getelementptr %{{.*}}[131072]
// CHECK:           "llvm.intr.prefetch"
// CHECK:           "llvm.intr.prefetch"
// CHECK:           nontemporal
// CHECK:       } else {
// CHECK:         %[[BYTES:.*]] = arith.muli %{{.*}}, %c256_i64
// CHECK:         %[[IS_FAR:.*]] = arith.cmpi sgt, %[[BYTES]], %c1048575_i64
// CHECK:         scf.if %[[IS_FAR]]
// CHECK:           scf.for
// CHECK:             llvm.getelementptr %{{.*}}[131072]
// CHECK:             scf.for %{{.*}} = %c0_i64 to %c256_i64 step %c64_i64
// CHECK:               "llvm.intr.prefetch"
// CHECK:         } else {
// CHECK-NOT:       prefetch
// CHECK:       return
func.func @aligned(%a: memref<65536x1024xf32>, %out: memref<65536x64xf32>) {
  %part = memref.subview %a[0, 64] [65536, 64] [1, 1]
      : memref<65536x1024xf32> to memref<65536x64xf32, strided<[1024, 1], offset: 64>>
  memref.copy %part, %out
      : memref<65536x64xf32, strided<[1024, 1], offset: 64>> to memref<65536x64xf32>
  return
}

// -----

// 27 rows of 300 bytes, 1200 bytes apart.

// CHECK-LABEL: func.func private @onnxops_rows(
// CHECK-NOT:     nontemporal
// CHECK:         llvm.getelementptr %{{.*}}[32400]
// CHECK:         "llvm.intr.prefetch"
func.func @unaligned(%a: memref<65536x300xf32>, %out: memref<65536x75xf32>) {
  %part = memref.subview %a[0, 75] [65536, 75] [1, 1]
      : memref<65536x300xf32> to memref<65536x75xf32, strided<[300, 1], offset: 75>>
  memref.copy %part, %out
      : memref<65536x75xf32, strided<[300, 1], offset: 75>> to memref<65536x75xf32>
  return
}

// -----

// Not rows of few bytes, nor adjacent rows.

// CHECK-LABEL: func.func @short
// CHECK-NOT:     prefetch
// CHECK-LABEL: func.func @adjacent
// CHECK-NOT:     prefetch
func.func @short(%a: memref<65536x60xf32>, %out: memref<65536x15xf32>) {
  %part = memref.subview %a[0, 15] [65536, 15] [1, 1]
      : memref<65536x60xf32> to memref<65536x15xf32, strided<[60, 1], offset: 15>>
  memref.copy %part, %out
      : memref<65536x15xf32, strided<[60, 1], offset: 15>> to memref<65536x15xf32>
  return
}

func.func @adjacent(%a: memref<65536x75xf32>, %out: memref<65536x300xf32>) {
  %part = memref.subview %out[0, 75] [65536, 75] [1, 1]
      : memref<65536x300xf32> to memref<65536x75xf32, strided<[300, 1], offset: 75>>
  memref.copy %a, %part
      : memref<65536x75xf32> to memref<65536x75xf32, strided<[300, 1], offset: 75>>
  return
}

// -----

// Of unknown sizes, the distance is computed.

// CHECK-LABEL: func.func private @onnxops_table_rows(
// CHECK:         arith.divui %c8192_i64
// CHECK:         "llvm.intr.prefetch"
func.func @unknown(%a: memref<?x?xf32, strided<[?, 1], offset: ?>>, %out: memref<?x?xf32>) {
  memref.copy %a, %out
      : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32>
  return
}

// RUN: onnxops-opt %s --onnxops-lower-copies -cse -split-input-file | FileCheck %s

// Short and contiguous in both: one memcpy, for any rank.

// CHECK-LABEL: @whole
// CHECK-SAME:    %[[A:.*]]: memref<4x8xf32>, %[[B:.*]]: memref<4x8xf32>
func.func @whole(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  // CHECK-DAG: %[[BYTES:.*]] = arith.constant 128 : i64
  // CHECK-DAG: %[[B_INDEX:.*]] = memref.extract_aligned_pointer_as_index %[[B]]
  // CHECK-DAG: %[[A_INDEX:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
  // CHECK-DAG: %[[B_I64:.*]] = arith.index_cast %[[B_INDEX]]
  // CHECK-DAG: %[[A_I64:.*]] = arith.index_cast %[[A_INDEX]]
  // CHECK-DAG: %[[TO:.*]] = llvm.inttoptr %[[B_I64]]
  // CHECK-DAG: %[[FROM:.*]] = llvm.inttoptr %[[A_I64]]
  // CHECK:     "llvm.intr.memcpy"(%[[TO]], %[[FROM]], %[[BYTES]]) <{isVolatile = false}>
  // CHECK-NOT: memref.copy
  memref.copy %a, %b : memref<4x8xf32> to memref<4x8xf32>
  return
}

// -----

// The second operand of a concat on the inner axis, few rows: one copy for each
// run.

// CHECK-LABEL: @few_rows
func.func @few_rows(%a: memref<2x8xf32>, %out: memref<2x12xf32>) {
  // CHECK-DAG: %[[BYTES:.*]] = arith.constant 32 : i64
  // CHECK-DAG: %[[TO:.*]] = llvm.getelementptr %{{.*}}[16]
  // CHECK:     "llvm.intr.memcpy"(%[[TO]], %{{.*}}, %[[BYTES]])
  // CHECK:     %[[NEXT:.*]] = llvm.getelementptr %[[TO]][48]
  // CHECK:     "llvm.intr.memcpy"(%[[NEXT]], %{{.*}}, %[[BYTES]])
  // CHECK-NOT: call
  %part = memref.subview %out[0, 4] [2, 8] [1, 1]
      : memref<2x12xf32> to memref<2x8xf32, strided<[12, 1], offset: 4>>
  memref.copy %a, %part
      : memref<2x8xf32> to memref<2x8xf32, strided<[12, 1], offset: 4>>
  return
}

// -----

// Many rows: a kernel whose only arguments are the addresses.

// CHECK-LABEL: func.func @rows
// CHECK:         %[[WORDS:.*]] = arith.constant 2 : i64
// CHECK:         %[[TABLE:.*]] = llvm.alloca %[[WORDS]] x i64
// CHECK:         llvm.store %{{.*}}, %[[TABLE]]
// CHECK:         %[[SECOND:.*]] = llvm.getelementptr %[[TABLE]][8]
// CHECK:         llvm.store %{{.*}}, %[[SECOND]]
// CHECK:         call @onnxops_rows(%[[TABLE]], %c0_i64, %c1000_i64)
// CHECK:       func.func private @onnxops_rows(%{{.*}}: !llvm.ptr, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64)
// CHECK-SAME:    llvm.linkage = #llvm.linkage<internal>
// CHECK-SAME:    passthrough = ["noinline"]
// CHECK:         scf.for %[[ROW:.*]] = %[[BEGIN]] to %[[END]]
// CHECK:           arith.muli %[[ROW]], %c48_i64
// CHECK:           arith.muli %[[ROW]], %c32_i64
// CHECK:           "llvm.intr.memcpy"(%{{.*}}, %{{.*}}, %c32_i64)
// CHECK-NOT:     loop_annotation
// CHECK:         return
func.func @rows(%a: memref<1000x8xf32>, %out: memref<1000x12xf32>) {
  %part = memref.subview %out[0, 4] [1000, 8] [1, 1]
      : memref<1000x12xf32> to memref<1000x8xf32, strided<[12, 1], offset: 4>>
  memref.copy %a, %part
      : memref<1000x8xf32> to memref<1000x8xf32, strided<[12, 1], offset: 4>>
  return
}

// -----

// Dynamic sizes, outermost axis: the subview takes the whole inner dimension, as
// the size of the allocation shows.

// CHECK-LABEL: @dynamic_outer
func.func @dynamic_outer(%a: memref<?x?x2xi8>, %n: index) -> memref<?x?x2xi8> {
  // CHECK:     call @onnxops_whole(
  // CHECK-NOT: call
  // CHECK:     return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %a, %c0 : memref<?x?x2xi8>
  %columns = memref.dim %a, %c1 : memref<?x?x2xi8>
  %out = memref.alloc(%n, %columns) : memref<?x?x2xi8>
  %part = memref.subview %out[0, 0, 0] [%rows, %columns, 2] [1, 1, 1]
      : memref<?x?x2xi8> to memref<?x?x2xi8, strided<[?, 2, 1]>>
  memref.copy %a, %part
      : memref<?x?x2xi8> to memref<?x?x2xi8, strided<[?, 2, 1]>>
  return %out : memref<?x?x2xi8>
}

// -----

// Dynamic sizes, inner axis: the two outer dimensions are the kernel's rows.

// CHECK-LABEL: func.func @dynamic_inner
func.func @dynamic_inner(%a: memref<?x?x?xi8>, %n: index) -> memref<?x?x?xi8> {
  // CHECK-NOT: scf.for
  // CHECK:     call @onnxops_table(
  // CHECK:     return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = memref.dim %a, %c0 : memref<?x?x?xi8>
  %1 = memref.dim %a, %c1 : memref<?x?x?xi8>
  %2 = memref.dim %a, %c2 : memref<?x?x?xi8>
  %out = memref.alloc(%0, %1, %n) : memref<?x?x?xi8>
  %part = memref.subview %out[0, 0, 0] [%0, %1, %2] [1, 1, 1]
      : memref<?x?x?xi8> to memref<?x?x?xi8, strided<[?, ?, 1]>>
  memref.copy %a, %part
      : memref<?x?x?xi8> to memref<?x?x?xi8, strided<[?, ?, 1]>>
  return %out : memref<?x?x?xi8>
}

// -----

// A dimension outside of the rows that is not known to be taken whole becomes a
// loop around the kernel.

// CHECK-LABEL: func.func @loop_around
func.func @loop_around(%a: memref<?x?x?x8xi8>, %b: memref<?x?x?x8xi8>, %n: index, %m: index) {
  // CHECK:     scf.for
  // CHECK-NOT:   scf.for
  // CHECK:       call @onnxops_table(
  // CHECK:     return
  %c0 = arith.constant 0 : index
  %0 = memref.dim %a, %c0 : memref<?x?x?x8xi8>
  %from = memref.subview %a[0, 0, 0, 0] [%0, %n, %m, 8] [1, 1, 1, 1]
      : memref<?x?x?x8xi8> to memref<?x?x?x8xi8, strided<[?, ?, 8, 1]>>
  %to = memref.subview %b[0, 0, 0, 0] [%0, %n, %m, 8] [1, 1, 1, 1]
      : memref<?x?x?x8xi8> to memref<?x?x?x8xi8, strided<[?, ?, 8, 1]>>
  memref.copy %from, %to : memref<?x?x?x8xi8, strided<[?, ?, 8, 1]>>
      to memref<?x?x?x8xi8, strided<[?, ?, 8, 1]>>
  return
}

// -----

// No contiguous run: rows of one element, all dimensions merged.

// CHECK-LABEL: func.func @elements
func.func @elements(%a: memref<30x1x5x1xf64>, %out: memref<30x1x5x2xf64>) {
  // CHECK-DAG: %[[COUNT:.*]] = arith.constant 150 : i64
  // CHECK:     call @onnxops_rows(%{{.*}}, %{{.*}}, %[[COUNT]])
  %part = memref.subview %out[0, 0, 0, 1] [30, 1, 5, 1] [1, 1, 1, 1]
      : memref<30x1x5x2xf64> to memref<30x1x5x1xf64, strided<[10, 10, 2, 1], offset: 1>>
  memref.copy %a, %part : memref<30x1x5x1xf64>
      to memref<30x1x5x1xf64, strided<[10, 10, 2, 1], offset: 1>>
  return
}

// -----

// CHECK-LABEL: @scalar
func.func @scalar(%a: memref<i32>, %b: memref<i32, strided<[], offset: ?>>) {
  // CHECK-NOT: scf.for
  // CHECK:     "llvm.intr.memcpy"
  memref.copy %a, %b : memref<i32> to memref<i32, strided<[], offset: ?>>
  return
}

// -----

// Nothing to do.

// CHECK-LABEL: @nothing
// CHECK-NEXT:    return
func.func @nothing(%a: memref<4x0xf32>, %b: memref<4x0xf32>, %c: memref<?xf32>) {
  memref.copy %a, %b : memref<4x0xf32> to memref<4x0xf32>
  memref.copy %c, %c : memref<?xf32> to memref<?xf32>
  return
}

// Nested modules are left alone.
// CHECK-LABEL: module @inner
module @inner {
  func.func @left(%a: memref<?x3xf32>, %b: memref<?x3xf32>) {
    // CHECK: memref.copy
    memref.copy %a, %b : memref<?x3xf32> to memref<?x3xf32>
    return
  }
}

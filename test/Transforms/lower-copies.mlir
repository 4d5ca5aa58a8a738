// RUN: onnxops-opt %s --lower-copies -cse -split-input-file | FileCheck %s

// Contiguous in both: one memcpy, whatever the rank.

// CHECK-LABEL: @whole
// CHECK-SAME:    %[[A:.*]]: memref<4x8xf32>, %[[B:.*]]: memref<4x8xf32>
func.func @whole(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  // CHECK-DAG: %[[BYTES:.*]] = arith.constant 128 : index
  // CHECK-DAG: %[[B_INDEX:.*]] = memref.extract_aligned_pointer_as_index %[[B]]
  // CHECK-DAG: %[[A_INDEX:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
  // CHECK-DAG: %[[B_I64:.*]] = arith.index_cast %[[B_INDEX]]
  // CHECK-DAG: %[[A_I64:.*]] = arith.index_cast %[[A_INDEX]]
  // CHECK-DAG: %[[TO:.*]] = llvm.inttoptr %[[B_I64]]
  // CHECK-DAG: %[[FROM:.*]] = llvm.inttoptr %[[A_I64]]
  // CHECK-DAG: %[[LENGTH:.*]] = arith.index_cast %[[BYTES]]
  // CHECK-NOT: scf.for
  // CHECK:     "llvm.intr.memcpy"(%[[TO]], %[[FROM]], %[[LENGTH]]) <{isVolatile = false}>
  // CHECK-NOT: memref.copy
  memref.copy %a, %b : memref<4x8xf32> to memref<4x8xf32>
  return
}

// -----

// The second operand of a concat on the inner axis: one run a row.

// CHECK-LABEL: @rows
func.func @rows(%a: memref<4x8xf32>, %out: memref<4x12xf32>) {
  // CHECK-DAG: %[[ROWS:.*]] = arith.constant 4 : index
  // CHECK-DAG: %[[OFFSET:.*]] = arith.constant 16 : index
  // CHECK-DAG: %[[RUNBYTES:.*]] = arith.constant 32 : index
  // CHECK-DAG: %[[OUT_ROW:.*]] = arith.constant 48 : index
  // CHECK:     llvm.getelementptr
  // CHECK:     scf.for %[[I:.*]] = %{{.*}} to %[[ROWS]] step
  // CHECK:       arith.muli %[[I]], %[[OUT_ROW]]
  // CHECK:       arith.muli %[[I]], %[[RUNBYTES]]
  // CHECK:       %[[LENGTH:.*]] = arith.index_cast %[[RUNBYTES]]
  // CHECK:       "llvm.intr.memcpy"(%{{.*}}, %{{.*}}, %[[LENGTH]])
  // CHECK-NOT: scf.for
  %part = memref.subview %out[0, 4] [4, 8] [1, 1]
      : memref<4x12xf32> to memref<4x8xf32, strided<[12, 1], offset: 4>>
  memref.copy %a, %part
      : memref<4x8xf32> to memref<4x8xf32, strided<[12, 1], offset: 4>>
  return
}

// -----

// Dynamic sizes, outermost axis: the subview takes the inner dimension whole,
// which the allocation's size tells.

// CHECK-LABEL: @dynamic_outer
// CHECK-SAME:    %[[A:.*]]: memref<?x?x2xi8>
func.func @dynamic_outer(%a: memref<?x?x2xi8>, %n: index) -> memref<?x?x2xi8> {
  // CHECK:     %{{.*}}, %{{.*}}, %[[SIZES:.*]]:3, %{{.*}}:3 = memref.extract_strided_metadata %[[A]]
  // CHECK:     %[[AREA:.*]] = arith.muli %[[SIZES]]#0, %[[SIZES]]#1
  // CHECK:     arith.muli %[[AREA]], %c2
  // CHECK-NOT: scf.for
  // CHECK:     "llvm.intr.memcpy"
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

// Dynamic sizes, inner axis: the two outer dimensions are one loop.

// CHECK-LABEL: @dynamic_inner
func.func @dynamic_inner(%a: memref<?x?x?xi8>, %n: index) -> memref<?x?x?xi8> {
  // CHECK:         scf.for
  // CHECK-NOT:     scf.for
  // CHECK:           "llvm.intr.memcpy"
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

// A middle dimension that is not known to be taken whole is a loop.

// CHECK-LABEL: @unknown_size
func.func @unknown_size(%a: memref<?x?x8xi8>, %b: memref<?x?x8xi8>, %n: index) {
  // CHECK: scf.for
  // CHECK:   "llvm.intr.memcpy"
  %c0 = arith.constant 0 : index
  %0 = memref.dim %a, %c0 : memref<?x?x8xi8>
  %from = memref.subview %a[0, 0, 0] [%0, %n, 8] [1, 1, 1]
      : memref<?x?x8xi8> to memref<?x?x8xi8, strided<[?, 8, 1]>>
  %to = memref.subview %b[0, 0, 0] [%0, %n, 8] [1, 1, 1]
      : memref<?x?x8xi8> to memref<?x?x8xi8, strided<[?, 8, 1]>>
  memref.copy %from, %to : memref<?x?x8xi8, strided<[?, 8, 1]>>
      to memref<?x?x8xi8, strided<[?, 8, 1]>>
  return
}

// -----

// No contiguous run: elements, in as few loops as possible.

// CHECK-LABEL: @elements
func.func @elements(%a: memref<3x1x5x1xf64>, %out: memref<3x1x5x2xf64>) {
  // CHECK-DAG: %[[SIZE:.*]] = arith.constant 8 : index
  // CHECK-DAG: %[[STEP:.*]] = arith.constant 16 : index
  // CHECK-DAG: %[[COUNT:.*]] = arith.constant 15 : index
  // CHECK:     scf.for %[[I:.*]] = %{{.*}} to %[[COUNT]] step
  // CHECK:       arith.muli %[[I]], %[[STEP]]
  // CHECK:       arith.muli %[[I]], %[[SIZE]]
  // CHECK:       "llvm.intr.memcpy"
  // CHECK-NOT: scf.for
  %part = memref.subview %out[0, 0, 0, 1] [3, 1, 5, 1] [1, 1, 1, 1]
      : memref<3x1x5x2xf64> to memref<3x1x5x1xf64, strided<[10, 10, 2, 1], offset: 1>>
  memref.copy %a, %part : memref<3x1x5x1xf64>
      to memref<3x1x5x1xf64, strided<[10, 10, 2, 1], offset: 1>>
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

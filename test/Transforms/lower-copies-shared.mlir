// RUN: onnxops-opt %s --lower-copies -split-input-file | FileCheck %s

// Two kernels have their innermost loops, which look at lengths known only at
// run time, in common.

// CHECK-LABEL: func.func @row
// CHECK:         call @onnxops_tile(
func.func @row(%a: memref<?xf32>, %out: memref<?x?xf32>) {
  linalg.broadcast ins(%a : memref<?xf32>) outs(%out : memref<?x?xf32>) dimensions = [0]
  return
}

// CHECK-LABEL: func.func @rows
// CHECK:         call @onnxops_tile_0(
func.func @rows(%a: memref<?x?xf32>, %out: memref<?x?x?x?xf32>) {
  linalg.broadcast ins(%a : memref<?x?xf32>) outs(%out : memref<?x?x?x?xf32>) dimensions = [0, 2]
  return
}

// CHECK-LABEL: func.func private @onnxops_tile(
// CHECK-NOT:     llvm.store
// CHECK:         call @onnxops_periods(
// CHECK-NOT:     llvm.store

// CHECK-LABEL: func.func private @onnxops_periods(
// CHECK:         llvm.shufflevector
// CHECK:         call @onnxops_runs(
// CHECK-LABEL: func.func private @onnxops_runs(
// CHECK:         nontemporal

// CHECK-LABEL: func.func private @onnxops_tile_0(
// CHECK-NOT:     llvm.store
// CHECK:         call @onnxops_periods(
// CHECK-NOT:     llvm.store
// CHECK:         call @onnxops_runs(
// CHECK-NOT:   func.func private

// -----

// Elements of other types are other kernels, but not other loops.

// CHECK-LABEL: func.func @floats
// CHECK:         call @onnxops_table(
!floats = memref<?x?xf32, strided<[?, 1]>>
func.func @floats(%a: !floats, %out: !floats) {
  memref.copy %a, %out : !floats to !floats
  return
}

// CHECK-LABEL: func.func @bytes
// CHECK:         call @onnxops_table_0(
!bytes = memref<?x?xi8, strided<[?, 1]>>
func.func @bytes(%a: !bytes, %out: !bytes) {
  memref.copy %a, %out : !bytes to !bytes
  return
}

// CHECK-LABEL: func.func private @onnxops_table(
// CHECK:         call @onnxops_table_rows(
// CHECK:         call @onnxops_table_bytes(
// CHECK:       func.func private @onnxops_table_rows(
// CHECK:       func.func private @onnxops_table_bytes(
// CHECK-LABEL: func.func private @onnxops_table_0(
// CHECK:         call @onnxops_table_rows(
// CHECK:         call @onnxops_table_bytes(
// CHECK-NOT:   func.func private

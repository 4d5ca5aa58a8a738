// RUN: onnxops-opt %s --onnxops-lower-copies -split-input-file | FileCheck %s

// Tiles of dynamic sizes are loops in a table, which one kernel reads for any
// number of loops.

// CHECK-LABEL: func.func @row
// CHECK:         call @onnxops_prepare_tile(%[[TABLE:[0-9]+]])
// CHECK:         call @onnxops_tile_table(%[[TABLE]], %{{.*}}, %{{.*}})
func.func @row(%a: memref<?xf32>, %out: memref<?x?xf32>) {
  linalg.broadcast ins(%a : memref<?xf32>) outs(%out : memref<?x?xf32>) dimensions = [0]
  return
}

// CHECK-LABEL: func.func @rows
// CHECK:         call @onnxops_prepare_tile(
// CHECK:         call @onnxops_tile_table(
func.func @rows(%a: memref<?x?xf32>, %out: memref<?x?x?x?xf32>) {
  linalg.broadcast ins(%a : memref<?x?xf32>) outs(%out : memref<?x?x?x?xf32>) dimensions = [0, 2]
  return
}

// CHECK-LABEL: func.func private @onnxops_tile_table(
// CHECK-NOT:     nontemporal
// CHECK:         call @onnxops_tile_level(
// CHECK:         call @onnxops_tile_repeat(
// CHECK-LABEL: func.func private @onnxops_tile_level(
// CHECK-NOT:     nontemporal
// CHECK:         call @onnxops_periods(
// CHECK:         call @onnxops_tile_level(
// CHECK-LABEL: func.func private @onnxops_periods(
// CHECK:         llvm.shufflevector
// CHECK:         call @onnxops_runs(
// CHECK-LABEL: func.func private @onnxops_runs(
// CHECK:         nontemporal
// CHECK-LABEL: func.func private @onnxops_tile_repeat(
// CHECK-NOT:     nontemporal
// CHECK:         call @onnxops_tile_level(
// CHECK-LABEL: func.func private @onnxops_prepare_tile(
// CHECK-NOT:   func.func private

// -----

// Other element types need other kernels, but share the loops.

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

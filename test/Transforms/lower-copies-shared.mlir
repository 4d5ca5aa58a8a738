// RUN: onnxops-opt %s --lower-copies | FileCheck %s

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
// CHECK:         call @onnxops_streamed_run(
// CHECK-LABEL: func.func private @onnxops_streamed_run(

// CHECK-LABEL: func.func private @onnxops_tile_0(
// CHECK-NOT:     llvm.store
// CHECK:         call @onnxops_periods(
// CHECK-NOT:     llvm.store
// CHECK:         call @onnxops_runs(
// CHECK-NOT:   func.func private

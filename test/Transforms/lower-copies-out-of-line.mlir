// RUN: onnxops-opt %s --lower-copies=out-of-line-threshold=1 | FileCheck %s

// One copy stands in line, two become calls.

// CHECK-LABEL: func.func @one
// CHECK:         "llvm.intr.memcpy"
// CHECK-NOT:     call
// CHECK:         return
func.func @one(%a: memref<?xf32>, %b: memref<?xf32>) {
  memref.copy %a, %b : memref<?xf32> to memref<?xf32>
  return
}

// CHECK-LABEL: func.func @rows
// CHECK-NOT:     "llvm.intr.memcpy"
// CHECK:         call @onnxops_copy_1d(%[[TO:.*]], %[[FROM:.*]], %[[RUNBYTES:.*]], %[[ROWS:.*]], %[[TO_ROW:.*]], %[[FROM_ROW:.*]]) :
// CHECK-SAME:      (!llvm.ptr, !llvm.ptr, index, index, index, index) -> ()
// CHECK:         call @onnxops_copy_1d(
// CHECK:         return
func.func @rows(%a: memref<?x?xf32>, %b: memref<?x?xf32, strided<[?, 1], offset: ?>>) {
  memref.copy %a, %b : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  memref.copy %a, %b : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  return
}

// A short run of known length is part of the function, so that it is moved
// without a call.

// CHECK-LABEL: func.func @short_runs
// CHECK:         call @onnxops_copy_1d_12(
// CHECK:         call @onnxops_copy_1d_12(
func.func @short_runs(%a: memref<?x3xf32>, %b: memref<?x3xf32, strided<[8, 1], offset: ?>>) {
  memref.copy %a, %b : memref<?x3xf32> to memref<?x3xf32, strided<[8, 1], offset: ?>>
  memref.copy %a, %b : memref<?x3xf32> to memref<?x3xf32, strided<[8, 1], offset: ?>>
  return
}

// CHECK-LABEL: func.func @whole
// CHECK:         call @onnxops_copy_0d(
// CHECK:         call @onnxops_copy_0d(
func.func @whole(%a: memref<?x3xf32>, %b: memref<?x3xf32>) {
  memref.copy %a, %b : memref<?x3xf32> to memref<?x3xf32>
  memref.copy %a, %b : memref<?x3xf32> to memref<?x3xf32>
  return
}

// CHECK:       func.func private @onnxops_copy_1d(
// CHECK-SAME:    llvm.linkage = #llvm.linkage<internal>
// CHECK-SAME:    passthrough = ["noinline"]
// CHECK:         scf.for
// CHECK:           "llvm.intr.memcpy"
// CHECK:       func.func private @onnxops_copy_1d_12(
// CHECK:       func.func private @onnxops_copy_0d(

// RUN: onnxops-opt %s --onnxops-lower-copies=out-of-line-threshold=1 | FileCheck %s

// One short copy is inlined, two become calls of one kernel.

// CHECK-LABEL: func.func @one
// CHECK:         "llvm.intr.memcpy"
// CHECK-NOT:     call
// CHECK:         return
func.func @one(%a: memref<2x3xf32>, %b: memref<2x3xf32, strided<[8, 1], offset: ?>>) {
  memref.copy %a, %b : memref<2x3xf32> to memref<2x3xf32, strided<[8, 1], offset: ?>>
  return
}

// CHECK-LABEL: func.func @two
// CHECK-NOT:     "llvm.intr.memcpy"
// CHECK:         call @onnxops_rows(
// CHECK-NOT:     "llvm.intr.memcpy"
// CHECK:         call @onnxops_rows(
// CHECK:         return
func.func @two(%a: memref<2x3xf32>, %b: memref<2x3xf32, strided<[8, 1], offset: ?>>) {
  memref.copy %a, %b : memref<2x3xf32> to memref<2x3xf32, strided<[8, 1], offset: ?>>
  memref.copy %a, %b : memref<2x3xf32> to memref<2x3xf32, strided<[8, 1], offset: ?>>
  return
}

// CHECK:       func.func private @onnxops_rows(
// CHECK-NOT:   func.func private @onnxops_rows_{{[0-9]}}

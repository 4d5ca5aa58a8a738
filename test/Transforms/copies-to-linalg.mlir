// RUN: onnxops-opt %s --copies-to-linalg | FileCheck %s

// CHECK-LABEL: @copy
// CHECK-SAME:    %[[A:.*]]: memref<?x4xf32>, %[[B:.*]]: memref<?x4xf32, strided<[8, 1]>>
// CHECK:         linalg.generic
// CHECK-SAME:      iterator_types = ["parallel", "parallel"]
// CHECK-SAME:      ins(%[[A]] : {{.*}}) outs(%[[B]] :
// CHECK-NOT:     memref.copy
func.func @copy(%a: memref<?x4xf32>, %b: memref<?x4xf32, strided<[8, 1]>>) {
  memref.copy %a, %b : memref<?x4xf32> to memref<?x4xf32, strided<[8, 1]>>
  return
}

// RUN: onnxops-opt %s --onnxops-to-buffers-pipeline | FileCheck %s

// Concat and tile write their results to memory of the caller.
// CHECK-LABEL: func @onnxops_main
//   CHECK-NOT:   memref.alloc
//       CHECK:   onnxops.rt.output 0 of 1
//       CHECK:   memref.copy
//       CHECK:   memref.copy
//       CHECK:   onnxops.rt.output 1 of 1
//       CHECK:   linalg.broadcast
//   CHECK-NOT:   memref.copy
//       CHECK:   return
func.func @main(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>, %r: tensor<2xi64>) -> (tensor<?x3xf32>, tensor<?x?xf32>) {
  %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = onnxops.tile_v13 %0, %r : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x3xf32>, tensor<?x?xf32>
}

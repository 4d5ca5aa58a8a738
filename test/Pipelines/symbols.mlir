// RUN: onnxops-opt %s --onnxops-to-buffers-pipeline -split-input-file | FileCheck %s

// Checks of the entry point are not repeated: of three inputs and a tile in
// between, only the sum along the axis is left. Shows import-r10.
// CHECK-LABEL: func @onnxops_equal
//       CHECK:   onnxops.rt.enter
//   CHECK-NOT:   in dimension 0, as inputs[0] has
//       CHECK:   onnxops.check {{.*}}concat: expected the sizes along axis 1 to sum
//   CHECK-NOT:   in dimension 0, as inputs[0] has
//       CHECK:   return
func.func @equal(%a: tensor<?x?xf32> {onnxops.dims = ["N", "K"]}, %b: tensor<?x?xf32> {onnxops.dims = ["N", "L"]}) -> tensor<?x?xf32> {
  %r = arith.constant dense<[1, 2]> : tensor<2xi64>
  %0 = onnxops.tile_v13 %a, %r : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = onnxops.concat_v13 %0, %b, %a axis = 1 : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func @onnxops_different
//       CHECK:   onnxops.check {{.*}} in dimension 0, as inputs[0] has
func.func @different(%a: tensor<?x4xf32> {onnxops.dims = ["N", ""]}, %b: tensor<?x4xf32> {onnxops.dims = ["M", ""]}) -> tensor<?x8xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = 1 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

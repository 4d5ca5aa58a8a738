// RUN: onnxops-opt %s --onnxops-upgrade --convert-onnxops-to-linalg | FileCheck %s

// A new dimension before each repeated one, none before the others.
// CHECK-LABEL: func @static
//  CHECK-SAME:   (%[[A:.*]]: tensor<2x3x4xi16>
//       CHECK:   %[[INIT:.*]] = tensor.empty() : tensor<5x2x3x2x4xi16>
//       CHECK:   %[[B:.*]] = linalg.broadcast ins(%[[A]] : tensor<2x3x4xi16>) outs(%[[INIT]] : tensor<5x2x3x2x4xi16>) dimensions = [0, 3]
//       CHECK:   tensor.collapse_shape %[[B]] {{\[}}[0, 1], [2], [3, 4]] : tensor<5x2x3x2x4xi16> into tensor<10x3x8xi16>
func.func @static(%a: tensor<2x3x4xbf16>) -> tensor<10x3x8xbf16> {
  %r = arith.constant dense<[5, 1, 2]> : tensor<3xi64>
  %0 = onnxops.tile_v13 %a, %r : (tensor<2x3x4xbf16>, tensor<3xi64>) -> tensor<10x3x8xbf16>
  return %0 : tensor<10x3x8xbf16>
}

// CHECK-LABEL: func @dynamic
//  CHECK-SAME:   (%[[A:.*]]: tensor<?xi32> {{.*}}, %[[R:.*]]: tensor<?xi64>
//       CHECK:   onnxops.check %{{.*}}, "{{.*}}tile: expected repeats to have 1 elements, one for each dimension of input, but got {0}"
//       CHECK:   %[[R0:.*]] = tensor.extract %[[R]]
//       CHECK:   %[[I:.*]] = arith.index_cast %[[R0]]
//       CHECK:   onnxops.check %{{.*}}, "{{.*}}expected repeats[0] to be 0 or more, but got {0}"(%[[I]])
//       CHECK:   arith.mulsi_extended
//       CHECK:   onnxops.check %{{.*}}, "{{.*}}expected dimension 0 of the result to be less than 2^63, but got {0} times {1}"
//       CHECK:   linalg.broadcast
//       CHECK:   tensor.collapse_shape
func.func @dynamic(%a: tensor<?xf32>, %r: tensor<?xi64>) -> tensor<?xf32> {
  %0 = onnxops.tile_v13 %a, %r : (tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @rank0
//  CHECK-SAME:   (%[[A:.*]]: tensor<i32>
//       CHECK:   return %[[A]]
func.func @rank0(%a: tensor<f32>, %r: tensor<0xi64>) -> tensor<f32> {
  %0 = onnxops.tile_v13 %a, %r : (tensor<f32>, tensor<0xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// Ops that read a concat, for each of its operands.
//
// RUN: onnxops-opt %s --transform-interpreter | FileCheck %s

// A broadcast operand has no slice, another one that of its part; an empty operand
// of the concat has no part.
//
// CHECK-LABEL: func @generic
//  CHECK-SAME:   (%[[A:.*]]: tensor<2x3xf32>, %[[NONE:.*]]: tensor<2x0xf32>, %[[B:.*]]: tensor<2x5xf32>, %[[K:.*]]: tensor<2x8xf32>, %[[R:.*]]: tensor<2xf32>)
//       CHECK:   %[[KA:.*]] = tensor.extract_slice %[[K]][0, 0] [2, 3] [1, 1]
//       CHECK:   %[[PA:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[KA]], %{{.*}} : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xf32>)
//       CHECK:   linalg.index 1
//       CHECK:   %[[KB:.*]] = tensor.extract_slice %[[K]][0, 3] [2, 5] [1, 1]
//       CHECK:   %[[PB:.*]] = linalg.generic {{.*}} ins(%[[B]], %[[KB]], %{{.*}} : tensor<2x5xf32>, tensor<2x5xf32>, tensor<2xf32>)
//       CHECK:   linalg.index 1
//       CHECK:   affine.apply #{{.*}}()[%{{.*}}]
//       CHECK:   tensor.concat dim(0) %[[PA]], %[[PB]] : (tensor<3x2xf32>, tensor<5x2xf32>) -> tensor<8x2xf32>
func.func @generic(%a: tensor<2x3xf32>, %none: tensor<2x0xf32>, %b: tensor<2x5xf32>, %k: tensor<2x8xf32>, %r: tensor<2xf32>) -> tensor<8x2xf32> {
  %0 = tensor.concat dim(1) %a, %none, %b : (tensor<2x3xf32>, tensor<2x0xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
  %e = tensor.empty() : tensor<8x2xf32>
  %1 = linalg.generic {reader,
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j, i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0, %k, %r : tensor<2x8xf32>, tensor<2x8xf32>, tensor<2xf32>) outs(%e : tensor<8x2xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i64
    %f = arith.sitofp %i : i64 to f32
    %s = arith.addf %x, %y : f32
    %t = arith.addf %s, %z : f32
    %u = arith.addf %t, %f : f32
    linalg.yield %u : f32
  } -> tensor<8x2xf32>
  return %1 : tensor<8x2xf32>
}

// The other dimension is reduced.
//
// CHECK-LABEL: func @reduction
//       CHECK:   linalg.reduce
//       CHECK:   linalg.reduce
//       CHECK:   tensor.concat dim(0) %{{.*}}, %{{.*}} : (tensor<3xf32>, tensor<5xf32>) -> tensor<8xf32>
func.func @reduction(%a: tensor<2x3xf32>, %b: tensor<2x5xf32>, %init: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<2x8xf32>) outs(%init : tensor<8xf32>) dimensions = [0] {reader}
  return %1 : tensor<8xf32>
}

// What reads the concat along another loop reads all of it.
//
// CHECK-LABEL: func @gram
//       CHECK:   %[[C:.*]] = tensor.concat
//       CHECK:   linalg.generic {{.*}} ins(%arg0, %[[C1:.*]] : tensor<?x3xf32>, tensor<?x3xf32>)
//       CHECK:   linalg.generic {{.*}} ins(%arg1, %[[C2:.*]] : tensor<?x3xf32>, tensor<?x3xf32>)
//       CHECK:   tensor.concat dim(0)
func.func @gram(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = linalg.generic {reader,
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%0, %0 : tensor<?x3xf32>, tensor<?x3xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %readers = transform.structured.match attributes {reader} in %root : (!transform.any_op) -> !transform.any_op
    %parts = transform.onnxops.split_concat_readers %readers : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

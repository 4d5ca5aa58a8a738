// Tiles of Tile-13.
//
// RUN: split-file %s %t
// RUN: onnxops-opt %t/model.mlir --transform-preload-library=transform-library-paths=%t/script.mlir --transform-interpreter --canonicalize --cse | FileCheck %t/model.mlir

//--- script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match attributes {tiled} in %root : (!transform.any_op) -> !transform.any_op
    %0, %l0 = transform.structured.tile_using_for %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- model.mlir
// Shows tiling-r3: a tile within one period.
//
// CHECK-LABEL: func @in_period
//   CHECK-NOT:   linalg.broadcast
//       CHECK:   scf.for %[[I:[^ ]*]] = %c0 to %c24 step %c4
//       CHECK:     %[[AT:.*]] = affine.apply #[[MOD:.*]](%[[I]])
//       CHECK:     tensor.extract_slice %arg0[%[[AT]]] [4] [1]
//   CHECK-NOT:   linalg.broadcast
func.func @in_period(%a: tensor<8xf32>) -> tensor<24xf32> {
  %r = arith.constant dense<3> : tensor<1xi64>
  %0 = onnxops.tile_v13 %a, %r {tiled} : (tensor<8xf32>, tensor<1xi64>) -> tensor<24xf32>
  return %0 : tensor<24xf32>
}

// Shows tiling-r3: whole periods.
//
// CHECK-LABEL: func @periods
//       CHECK:   scf.for
//       CHECK:     %[[ALL:.*]] = linalg.broadcast ins(%arg0 : tensor<2xf32>) outs(%{{.*}} : tensor<2x2xf32>) dimensions = [0]
//       CHECK:     tensor.collapse_shape %[[ALL]] {{.*}} : tensor<2x2xf32> into tensor<4xf32>
func.func @periods(%a: tensor<2xf32>) -> tensor<12xf32> {
  %r = arith.constant dense<6> : tensor<1xi64>
  %0 = onnxops.tile_v13 %a, %r {tiled} : (tensor<2xf32>, tensor<1xi64>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// Shows tiling-r3: one element, any number of times; other dimensions as they are,
// whose size is the op's own product.
//
// CHECK-LABEL: func @unit
//       CHECK:   scf.for
//       CHECK:     %[[N:.*]] = affine.min
//       CHECK:     %[[ALL:.*]] = linalg.broadcast ins(%{{.*}} : tensor<1x?xf32>) outs(%{{.*}} : tensor<?x1x?x?xf32>) dimensions = [0, 2]
//       CHECK:     tensor.collapse_shape %[[ALL]] {{\[}}[0, 1], [2, 3]]
func.func @unit(%a: tensor<1x?xf32>, %r: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = onnxops.tile_v13 %a, %r {tiled} : (tensor<1x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Shows tiling-r3: the end of a period and the beginning of the next.
//
// CHECK-LABEL: func @cut
//       CHECK:   scf.for %[[I:[^ ]*]] =
//       CHECK:     %[[BEGIN:.*]] = arith.remsi %[[I]], %c5
//       CHECK:     %[[LEFT:.*]] = arith.subi %c5, %[[BEGIN]]
//       CHECK:     %[[END:.*]] = arith.minsi %[[LEFT]], %c4
//       CHECK:     %[[REST:.*]] = arith.subi %c4, %[[END]]
//       CHECK:     %[[A:.*]] = tensor.extract_slice %arg0[%[[BEGIN]]] [%[[END]]] [1]
//   CHECK-NOT:     linalg.broadcast
//       CHECK:     %[[B:.*]] = tensor.extract_slice %arg0[0] [%[[REST]]] [1]
//       CHECK:     tensor.concat dim(0) %[[A]], %[[B]] : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>
func.func @cut(%a: tensor<5xf32>) -> tensor<20xf32> {
  %r = arith.constant dense<4> : tensor<1xi64>
  %0 = onnxops.tile_v13 %a, %r {tiled} : (tensor<5xf32>, tensor<1xi64>) -> tensor<20xf32>
  return %0 : tensor<20xf32>
}

// Shows tiling-r3: whole periods between them, if there may be any. A period that
// may be empty is not divided by.
//
// CHECK-LABEL: func @unknown_period
//       CHECK:   scf.for
//       CHECK:     %[[DIVISOR:.*]] = arith.maxsi %{{.*}}, %c1
//       CHECK:     %[[WHOLE:.*]] = arith.divsi %{{.*}}, %[[DIVISOR]]
//       CHECK:     linalg.broadcast
//       CHECK:     arith.remsi %{{.*}}, %[[DIVISOR]]
//       CHECK:     tensor.concat dim(0) %{{.*}}, %{{.*}}, %{{.*}} :
func.func @unknown_period(%a: tensor<?xf32>) -> tensor<?xf32> {
  %r = arith.constant dense<4> : tensor<1xi64>
  %0 = onnxops.tile_v13 %a, %r {tiled} : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Shows tiling-r4, breaks tiling-r4: repeats, products and declared sizes.
//
// CHECK-LABEL: func @checked
//       CHECK:   onnxops.check %{{.*}}, "{{.*}}expected repeats[0] to be 0 or more, but got {0}"
//       CHECK:   onnxops.check %{{.*}}, "{{.*}}expected dimension 0 of the result to be less than 2^63
//       CHECK:   onnxops.check %{{.*}}, "{{.*}}expected dimension 0 of the result to be {0}, but got {1}"
//       CHECK:   scf.for
//   CHECK-NOT:   onnxops.check
func.func @checked(%a: tensor<?xf32>, %r: tensor<1xi64>) -> tensor<24xf32> {
  %0 = onnxops.tile_v13 %a, %r {tiled} : (tensor<?xf32>, tensor<1xi64>) -> tensor<24xf32>
  return %0 : tensor<24xf32>
}

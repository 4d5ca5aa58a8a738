// Producers of concats and tiles, and concats as producers, in loops over tiles.
//
// RUN: split-file %s %t
// RUN: onnxops-opt %t/model.mlir --transform-preload-library=transform-library-paths=%t/script.mlir --transform-interpreter --canonicalize --cse | FileCheck %t/model.mlir

//--- script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match attributes {tiled} in %root : (!transform.any_op) -> !transform.any_op
    %0, %l0 = transform.structured.fuse %op tile_sizes [4] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- model.mlir
// Shows tiling-r6: each branch computes the part of the producer that it returns.
//
// CHECK-LABEL: func @aligned
//       CHECK:   scf.forall
//       CHECK:     %[[PART:.*]] = scf.if
//       CHECK:       linalg.negf
//       CHECK:     } else {
//       CHECK:       linalg.exp
//       CHECK:     linalg.abs {{.*}}ins(%[[PART]] : tensor<4xf32>)
func.func @aligned(%a: tensor<8xf32>, %b: tensor<4xf32>) -> tensor<12xf32> {
  %ea = tensor.empty() : tensor<8xf32>
  %na = linalg.negf ins(%a : tensor<8xf32>) outs(%ea : tensor<8xf32>) -> tensor<8xf32>
  %eb = tensor.empty() : tensor<4xf32>
  %nb = linalg.exp ins(%b : tensor<4xf32>) outs(%eb : tensor<4xf32>) -> tensor<4xf32>
  %0 = onnxops.concat_v13 %na, %nb axis = 0 : (tensor<8xf32>, tensor<4xf32>) -> tensor<12xf32>
  %e = tensor.empty() : tensor<12xf32>
  %1 = linalg.abs {tiled} ins(%0 : tensor<12xf32>) outs(%e : tensor<12xf32>) -> tensor<12xf32>
  return %1 : tensor<12xf32>
}

// Shows tiling-r4: checks of a fused concat are in front of the loop.
// Shows tiling-r6.
//
// CHECK-LABEL: func @clamped
//       CHECK:   onnxops.check %{{.*}}, "{{.*}}expected inputs[{0}] to have size {1} in dimension 1
//   CHECK-NOT:   linalg.negf
//       CHECK:   scf.forall
//       CHECK:     %[[PART:.*]] = linalg.negf
//   CHECK-NOT:     onnxops.check
//       CHECK:     %[[TILE:.*]] = tensor.concat dim(0) %[[PART]], %{{.*}}
//       CHECK:     linalg.abs {{.*}}ins(%[[TILE]]
func.func @clamped(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %e: tensor<?x?xf32>, %ea: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %na = linalg.negf ins(%a : tensor<?x?xf32>) outs(%ea : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = onnxops.concat_v13 %na, %b axis = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.abs {tiled} ins(%0 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// Shows tiling-r6: what is repeated is computed in the loop, ...
//
// CHECK-LABEL: func @repeated
//       CHECK:   scf.forall
//       CHECK:     linalg.negf
func.func @repeated(%a: tensor<8xf32>) -> tensor<24xf32> {
  %r = arith.constant dense<3> : tensor<1xi64>
  %e = tensor.empty() : tensor<8xf32>
  %n = linalg.negf ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %0 = onnxops.tile_v13 %n, %r {tiled} : (tensor<8xf32>, tensor<1xi64>) -> tensor<24xf32>
  return %0 : tensor<24xf32>
}

// Breaks tiling-r6: ... but not all of it for each tile that has an end and a
// beginning of it.
//
// CHECK-LABEL: func @cut
//       CHECK:   linalg.negf
//       CHECK:   scf.forall
//   CHECK-NOT:     linalg.negf
//       CHECK:   return
func.func @cut(%a: tensor<5xf32>) -> tensor<15xf32> {
  %r = arith.constant dense<3> : tensor<1xi64>
  %e = tensor.empty() : tensor<5xf32>
  %n = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %0 = onnxops.tile_v13 %n, %r {tiled} : (tensor<5xf32>, tensor<1xi64>) -> tensor<15xf32>
  return %0 : tensor<15xf32>
}

// Shows tiling-r4: the rows of the product have loops, the operand has none of
// their variables; it is checked before them all the same.
//
// CHECK-LABEL: func @weights
//       CHECK:   onnxops.check %{{.*}}, "{{.*}}expected dimension 0 of the result to be {0}, but got {1}"
//       CHECK:   scf.forall
//   CHECK-NOT:     onnxops.check
//       CHECK:     linalg.matmul
func.func @weights(%x: tensor<?x8xf32>, %a: tensor<?x16xf32>, %b: tensor<?x16xf32>, %e: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<8x16xf32>
  %1 = linalg.matmul {tiled} ins(%x, %0 : tensor<?x8xf32>, tensor<8x16xf32>) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %1 : tensor<?x16xf32>
}

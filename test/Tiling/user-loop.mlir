// A loop that is not over tiles may run for no iteration, although the slice of the
// concat in it has its variable: checks stay where the concat is.
// Shows tiling-r4.
//
// RUN: split-file %s %t
// RUN: onnxops-opt %t/model.mlir --transform-preload-library=transform-library-paths=%t/script.mlir --transform-interpreter --canonicalize --cse | FileCheck %s
// CHECK-LABEL: func @in_loop
//   CHECK-NOT:   onnxops.check
//       CHECK:   scf.for
//       CHECK:     onnxops.check
//       CHECK:     onnxops.check
//       CHECK:     scf.forall
//   CHECK-NOT:       onnxops.check
//       CHECK:       tensor.concat
//   CHECK-NOT:   onnxops.check

//--- script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match attributes {tiled} in %root : (!transform.any_op) -> !transform.any_op
    %0, %l0 = transform.structured.tile_using_forall %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %func {
      transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
    } : !transform.any_op
    %concat = transform.structured.match ops{["onnxops.concat_v13"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l1 = transform.structured.fuse_into_containing_op %concat into %l0 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- model.mlir
func.func @in_loop(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %n: index, %e: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %n step %c8 iter_args(%x = %e) -> (tensor<8x4xf32>) {
    %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %s = tensor.extract_slice %0[%i, 0] [8, 4] [1, 1] : tensor<?x?xf32> to tensor<8x4xf32>
    %1 = linalg.abs {tiled} ins(%s : tensor<8x4xf32>) outs(%x : tensor<8x4xf32>) -> tensor<8x4xf32>
    scf.yield %1 : tensor<8x4xf32>
  }
  return %r : tensor<8x4xf32>
}

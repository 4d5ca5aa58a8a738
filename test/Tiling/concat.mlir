// Tiles of concats: which slices they have, and what is checked where.
//
// RUN: split-file %s %t
// RUN: onnxops-opt %t/model.mlir --transform-preload-library=transform-library-paths=%t/script.mlir --transform-interpreter --canonicalize --cse | FileCheck %t/model.mlir
// RUN: onnxops-opt %t/aligned.mlir --transform-preload-library=transform-library-paths=%t/script.mlir --transform-interpreter --onnxops-to-llvm-pipeline | FileCheck %s --check-prefix=BYTES --implicit-check-not='call @onnxopsRtAllocate' --implicit-check-not=memcpy
//
// Aligned tiles are copied once, from an operand to the output.
// BYTES: llvm.call @onnxopsRtOutput
// BYTES: llvm.intr.memcpy

//--- script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %clamped = transform.structured.match attributes {clamped} in %root : (!transform.any_op) -> !transform.any_op
    %0, %l0 = transform.structured.tile_using_for %clamped tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %whole = transform.structured.match attributes {whole} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l1 = transform.structured.tile_using_forall %whole tile_sizes [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %aligned = transform.structured.match attributes {aligned} in %root : (!transform.any_op) -> !transform.any_op
    %2, %l2 = transform.structured.tile_using_for %aligned tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %threads = transform.structured.match attributes {threads} in %root : (!transform.any_op) -> !transform.any_op
    %3, %l3 = transform.structured.tile_using_forall %threads num_threads [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %twice = transform.structured.match attributes {twice} in %root : (!transform.any_op) -> !transform.any_op
    %4, %l4 = transform.structured.tile_using_for %twice tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %5, %l5 = transform.structured.tile_using_for %4 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- model.mlir
// Shows tiling-r5: ranks are known.
// Shows tiling-r1: what of each operand is in the tile, from none to all of it. An
// operand that is known to be empty is not.
//
// CHECK-LABEL: func @clamped
//   CHECK-NOT:   onnxops.check
//       CHECK:   scf.for %[[I:[^ ]*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args
//       CHECK:     %[[SIZE:.*]] = affine.min #{{.*}}(%[[I]])
//       CHECK:     %[[MIN:.*]] = affine.min #{{.*}}(%[[I]])
//       CHECK:     %[[LOW:.*]] = affine.max #{{.*}}(%[[MIN]])
//       CHECK:     %[[END:.*]] = affine.min #{{.*}}(%[[I]], %[[SIZE]])
//       CHECK:     %[[HIGH:.*]] = affine.max #{{.*}}(%[[END]])
//       CHECK:     %[[LENGTH:.*]] = affine.apply #{{.*}}(%[[LOW]], %[[HIGH]])
//       CHECK:     %[[A:.*]] = tensor.extract_slice %{{.*}}[%[[LOW]], 0] [%[[LENGTH]], 2] [1, 1] : tensor<5x2xui8>
//       CHECK:     %[[B:.*]] = tensor.extract_slice %{{.*}} : tensor<6x2xui8>
//       CHECK:     tensor.concat dim(0) %[[A]], %[[B]] : (tensor<?x2xui8>, tensor<?x2xui8>) -> tensor<?x2xui8>
func.func @clamped(%a: tensor<5x2xui8>, %none: tensor<0x2xui8>, %b: tensor<6x2xui8>) -> tensor<11x2xui8> {
  %0 = onnxops.concat_v13 %a, %none, %b axis = -2 {clamped} : (tensor<5x2xui8>, tensor<0x2xui8>, tensor<6x2xui8>) -> tensor<11x2xui8>
  return %0 : tensor<11x2xui8>
}

// Shows tiling-r2: tiles of all of the axis, whose size is computed by the op's own
// rule, have no bounds.
// Shows tiling-r4: what the op checks, once, in front of the loop.
//
// CHECK-LABEL: func @whole
//       CHECK:   onnxops.check %{{.*}}, "{{.*}}expected inputs[{0}] to have size {1} in dimension 1, as inputs[0] has, but got {2}"
//       CHECK:   onnxops.check %{{.*}}, "{{.*}}expected the sizes along axis 0 to sum to less than 2^63
//   CHECK-NOT:   onnxops.check
//       CHECK:   scf.forall (%{{.*}}) in
//   CHECK-NOT:     affine.max
//       CHECK:     %[[A:.*]] = tensor.extract_slice %arg0[0, %{{.*}}] [%{{.*}}, %{{.*}}]
//       CHECK:     %[[B:.*]] = tensor.extract_slice %arg1[0, %{{.*}}] [4, %{{.*}}]
//       CHECK:     tensor.concat dim(0) %[[A]], %[[B]]
func.func @whole(%a: tensor<?x?x!onnxops.string>, %b: tensor<4x?x!onnxops.string>) -> tensor<?x?x!onnxops.string> {
  %0 = onnxops.concat_v13 %a, %b axis = 0 {whole} : (tensor<?x?x!onnxops.string>, tensor<4x?x!onnxops.string>) -> tensor<?x?x!onnxops.string>
  return %0 : tensor<?x?x!onnxops.string>
}

// Shows tiling-r2: each tile is in one operand.
//
// CHECK-LABEL: func @aligned
//   CHECK-NOT:   tensor.concat
//       CHECK:   scf.for %[[I:[^ ]*]] =
//       CHECK:     %[[FIRST:.*]] = arith.cmpi slt, %[[I]], %c8
//       CHECK:     scf.if %[[FIRST]] -> (tensor<4xf32>) {
//       CHECK:       tensor.extract_slice %arg0[%[[I]]] [4] [1]
//       CHECK:     } else {
//       CHECK:       arith.cmpi slt, %[[I]], %c12
//       CHECK:       tensor.extract_slice %arg1
//       CHECK:       tensor.extract_slice %arg2
//   CHECK-NOT:   tensor.concat
func.func @aligned(%a: tensor<8xf32>, %b: tensor<4xf32>, %c: tensor<16xf32>) -> tensor<28xf32> {
  %0 = tensor.concat dim(0) %a, %b, %c {aligned} : (tensor<8xf32>, tensor<4xf32>, tensor<16xf32>) -> tensor<28xf32>
  return %0 : tensor<28xf32>
}

// Multiples of what the size is a multiple of: the offset is 8 times the thread.
//
// CHECK-LABEL: func @threads
//       CHECK:   scf.forall (%{{.*}}) in (4)
//       CHECK:     scf.if %{{.*}} -> (tensor<8xf32>)
func.func @threads(%a: tensor<16xf32>) -> tensor<32xf32> {
  %0 = tensor.concat dim(0) %a, %a {threads} : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// A tile is a tensor.concat, and has tiles itself.
//
// CHECK-LABEL: func @twice
//       CHECK:   onnxops.check
//       CHECK:   scf.for
//   CHECK-NOT:     onnxops.check
//       CHECK:     scf.for
//   CHECK-NOT:       onnxops.check
//       CHECK:       tensor.concat dim(0) %{{.*}}, %{{.*}} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
func.func @twice(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = 0 {twice} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Breaks tiling-r4: a declared size that the operands do not have.
//
// CHECK-LABEL: func @declared
//       CHECK:   %[[SUM:.*]] = arith.addi
//       CHECK:   %[[SAME:.*]] = arith.cmpi eq, %[[SUM]], %c9
//       CHECK:   onnxops.check %[[SAME]], "{{.*}}expected dimension 0 of the result to be {0}, but got {1}"(%c9, %[[SUM]])
//       CHECK:   scf.for
func.func @declared(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<9xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = 0 {clamped} : (tensor<?xf32>, tensor<?xf32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// Checks stay in loops whose variables the tiles do not have: they may run for no
// iteration. An operand that such a loop computes is not known outside.
//
// CHECK-LABEL: func @in_loop
//       CHECK:   scf.for
//       CHECK:     onnxops.check
//       CHECK:     scf.for
//   CHECK-NOT:       onnxops.check
//       CHECK:   return
func.func @in_loop(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<?x?xf32>) {
    %0 = onnxops.concat_v13 %b, %b, %a axis = 0 {clamped} : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.yield %0 : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}

//--- aligned.mlir
func.func @main(%a: tensor<8xf32>, %b: tensor<4xf32>, %c: tensor<16xf32>) -> tensor<28xf32> {
  %0 = onnxops.concat_v13 %a, %b, %c axis = 0 {aligned} : (tensor<8xf32>, tensor<4xf32>, tensor<16xf32>) -> tensor<28xf32>
  return %0 : tensor<28xf32>
}

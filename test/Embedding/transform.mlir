// A script in the packaged mlir-opt with the plugin: splits what reads a concat,
// tiles it, fuses what computes the operands, and computes the parts in place. After
// bufferization no copy is left, and one allocation for the result.
//
// RUN: %mlir_opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(transform-interpreter,one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},canonicalize,cse,canonicalize)' %s | FileCheck %s
//
// The dimension of the axis is tiled, by sizes that do not divide it.
// CHECK-LABEL: func.func @main
//       CHECK:   %[[R:.*]] = memref.alloc({{.*}}) {{.*}} : memref<4x?xf32>
//       CHECK:   %[[VA:.*]] = memref.subview %[[R]][0, 0] [4, 6] [1, 1]
//       CHECK:   scf.for
//       CHECK:     scf.for
//       CHECK:       linalg.negf {{.*}} outs(%[[T:.*]] : memref
//       CHECK:       %[[A:.*]] = memref.subview %[[VA]]
//       CHECK:       linalg.add {{.*}}ins(%[[T]], %{{.*}} outs(%[[A]]
//       CHECK:   %[[VB:.*]] = memref.subview %[[R]][0, 6] [4, %{{.*}}] [1, 1]
//       CHECK:   scf.for
//       CHECK:     scf.for
//       CHECK:       %[[B:.*]] = memref.subview %[[VB]]
//       CHECK:       linalg.add {{.*}} outs(%[[B]]
//   CHECK-NOT:   memref.copy
//       CHECK:   return %[[R]]

func.func @main(%a: tensor<4x6xf32>, %b: tensor<4x?xf32>, %k: tensor<4x?xf32>, %n: index) -> tensor<4x?xf32> {
  %ea = tensor.empty() : tensor<4x6xf32>
  %na = linalg.negf ins(%a : tensor<4x6xf32>) outs(%ea : tensor<4x6xf32>) -> tensor<4x6xf32>
  %0 = tensor.concat dim(1) %na, %b : (tensor<4x6xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %1 = linalg.add {reader} ins(%0, %k : tensor<4x?xf32>, tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %reader = transform.structured.match attributes {reader} in %root : (!transform.any_op) -> !transform.any_op
    %parts = transform.onnxops.split_concat_readers %reader : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.fuse %parts tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %func {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.apply_cse to %func : !transform.any_op
    %done = transform.onnxops.concat_in_place %func : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

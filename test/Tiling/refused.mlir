// Ops that have no loops.
// Breaks tiling-r5.
//
// RUN: split-file %s %t
// RUN: not onnxops-opt %t/operand.mlir --transform-preload-library=transform-library-paths=%t/script.mlir --transform-interpreter 2>&1 | FileCheck %s
// RUN: not onnxops-opt %t/result.mlir --transform-preload-library=transform-library-paths=%t/script.mlir --transform-interpreter 2>&1 | FileCheck %s
// RUN: not onnxops-opt %t/repeats.mlir --transform-preload-library=transform-library-paths=%t/script.mlir --transform-interpreter 2>&1 | FileCheck %s
// RUN: not onnxops-opt %t/empty.mlir --transform-preload-library=transform-library-paths=%t/script.mlir --transform-interpreter 2>&1 | FileCheck %s
// RUN: not onnxops-opt %t/empty-operand.mlir --transform-preload-library=transform-library-paths=%t/script.mlir --transform-interpreter 2>&1 | FileCheck %s
// RUN: not onnxops-opt %t/no-repeat.mlir --transform-preload-library=transform-library-paths=%t/script.mlir --transform-interpreter 2>&1 | FileCheck %s
// RUN: not onnxops-opt %t/encoding.mlir --transform-preload-library=transform-library-paths=%t/script.mlir --transform-interpreter 2>&1 | FileCheck %s
// CHECK: error: too many tiles provided, expected at most 0 found 1
// CHECK: note: target op

//--- script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.structured.match attributes {tiled} in %root : (!transform.any_op) -> !transform.any_op
    %0, %l0 = transform.structured.tile_using_for %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
//--- operand.mlir
func.func @main(%a: tensor<?xf32>, %b: tensor<*xf32>) -> tensor<?xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = 0 {tiled} : (tensor<?xf32>, tensor<*xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
//--- result.mlir
func.func @main(%a: tensor<?xf32>) -> tensor<*xf32> {
  %0 = onnxops.concat_v13 %a, %a axis = 0 {tiled} : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
//--- repeats.mlir
func.func @main(%a: tensor<?xf32>, %r: tensor<?xi64>) -> tensor<?xf32> {
  %0 = onnxops.tile_v13 %a, %r {tiled} : (tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
//--- empty.mlir
func.func @main(%a: tensor<3x0xf32>) -> tensor<6x0xf32> {
  %0 = tensor.concat dim(0) %a, %a {tiled} : (tensor<3x0xf32>, tensor<3x0xf32>) -> tensor<6x0xf32>
  return %0 : tensor<6x0xf32>
}
//--- encoding.mlir
func.func @main(%a: tensor<4xf32, "e">) -> tensor<8xf32, "e"> {
  %0 = tensor.concat dim(0) %a, %a {tiled} : (tensor<4xf32, "e">, tensor<4xf32, "e">) -> tensor<8xf32, "e">
  return %0 : tensor<8xf32, "e">
}
//--- empty-operand.mlir
func.func @main(%a: tensor<0x?xf32>, %b: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = 1 {tiled} : (tensor<0x?xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
//--- no-repeat.mlir
func.func @main(%a: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %r = arith.constant dense<[1, 0]> : tensor<2xi64>
  %0 = onnxops.tile_v13 %a, %r {tiled} : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

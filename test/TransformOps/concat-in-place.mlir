// The pass on functions, with its options.
//
// RUN: onnxops-opt %s --transform-interpreter | FileCheck %s

// CHECK-LABEL: func @in_place
//       CHECK:   linalg.exp {{.*}} outs(%[[D:.*]] : tensor<2xf32>)
//       CHECK:   bufferization.materialize_in_destination
func.func @in_place(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<4xf32> attributes {in_place} {
  %e = tensor.empty() : tensor<2xf32>
  %p = linalg.exp ins(%a : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %0 = tensor.concat dim(0) %p, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @copied
//       CHECK:   %[[E:.*]] = tensor.empty
//       CHECK:   linalg.exp {{.*}} outs(%[[E]]
//       CHECK:   memref.alloc
func.func @copied(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<4xf32> attributes {copied} {
  %e = tensor.empty() : tensor<2xf32>
  %p = linalg.exp ins(%a : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %0 = tensor.concat dim(0) %p, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @left
//       CHECK:   tensor.concat
func.func @left(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<4xf32> attributes {left} {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %in_place = transform.structured.match attributes {in_place} in %root : (!transform.any_op) -> !transform.any_op
    %0 = transform.onnxops.concat_in_place %in_place : (!transform.any_op) -> !transform.any_op
    %copied = transform.structured.match attributes {copied} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.onnxops.concat_in_place %copied {copy_operands} : (!transform.any_op) -> !transform.any_op
    %left = transform.structured.match attributes {left} in %root : (!transform.any_op) -> !transform.any_op
    %2 = transform.onnxops.concat_in_place %left {leave_copies} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

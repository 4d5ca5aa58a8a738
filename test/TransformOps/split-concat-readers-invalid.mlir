// RUN: onnxops-opt %s --transform-interpreter --split-input-file --verify-diagnostics

func.func @axis_is_reduced(%a: tensor<2x3xf32>, %init: tensor<3xf32>) -> tensor<3xf32> {
  %0 = tensor.concat dim(0) %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  // expected-note @below {{target op}}
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<4x3xf32>) outs(%init : tensor<3xf32>) dimensions = [0] {reader}
  return %1 : tensor<3xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %reader = transform.structured.match attributes {reader} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expected a structured op that reads a tensor.concat with elements, in a parallel loop along its axis, but got 'linalg.reduce'}}
    %parts = transform.onnxops.split_concat_readers %reader : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @no_concat(%a: tensor<2xf32>, %e: tensor<2xf32>) -> tensor<2xf32> {
  // expected-note @below {{target op}}
  %0 = linalg.exp {reader} ins(%a : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %reader = transform.structured.match attributes {reader} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{but got 'linalg.exp'}}
    %parts = transform.onnxops.split_concat_readers %reader : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @no_structured_op(%a: tensor<2xf32>) -> tensor<4xf32> {
  // expected-note @below {{target op}}
  %0 = tensor.concat dim(0) %a, %a {reader} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %reader = transform.structured.match attributes {reader} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{but got 'tensor.concat'}}
    %parts = transform.onnxops.split_concat_readers %reader : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @empty(%a: tensor<0xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.concat dim(0) %a, %a : (tensor<0xf32>, tensor<0xf32>) -> tensor<?xf32>
  // expected-note @below {{target op}}
  %1 = linalg.exp {reader} ins(%0 : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %reader = transform.structured.match attributes {reader} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{but got 'linalg.exp'}}
    %parts = transform.onnxops.split_concat_readers %reader : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

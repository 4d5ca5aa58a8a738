// RUN: onnxops-opt %s --transform-interpreter --verify-diagnostics

// expected-note @below {{when applied to this op}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{transform applied to the wrong op kind}}
    %0 = transform.onnxops.concat_in_place %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

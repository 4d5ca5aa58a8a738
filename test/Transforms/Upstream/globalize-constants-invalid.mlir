// A constant without its elements, and a scalar of too few bytes.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -onnxops-globalize-constants

func.func @elided() -> tensor<2xi32> {
  // expected-error @+1 {{expected the elements of a constant in the resource '__elided__', but got none or others}}
  %a = arith.constant dense_resource<__elided__> : tensor<2xi32>
  return %a : tensor<2xi32>
}

// -----

func.func @short() -> tensor<i32> {
  // expected-error @+1 {{expected the elements of a constant in the resource 'short', but got none or others}}
  %a = arith.constant dense_resource<short> : tensor<i32>
  return %a : tensor<i32>
}

{-# dialect_resources: { builtin: { short: "0x040000000700" } } #-}

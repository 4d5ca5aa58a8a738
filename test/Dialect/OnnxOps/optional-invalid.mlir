// RUN: onnxops-opt %s -split-input-file -verify-diagnostics

// Breaks import-r12.
// expected-error @below {{expected a tensor or a sequence, but got 'i32'}}
func.func private @number(!onnxops.optional<i32>)

// -----

// Breaks import-r12.
// expected-error @below {{expected a tensor or a sequence, but got '!onnxops.optional<tensor<f32>>'}}
func.func private @twice(!onnxops.optional<!onnxops.optional<tensor<f32>>>)

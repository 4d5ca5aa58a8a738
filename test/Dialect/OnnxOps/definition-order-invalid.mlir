// RUN: onnxops-opt %s -split-input-file -verify-diagnostics

// The body of a module is a graph region, where MLIR lets an op use values that
// are defined after it.

// expected-error @below {{'onnxops.concat_v13' op expected operand 0 to be defined before the op, but got a later definition}}
%0 = onnxops.concat_v13 %0 axis = 0 : (tensor<2xf32>) -> tensor<2xf32>

// -----

%a = tensor.empty() : tensor<2xf32>
// expected-error @below {{expected operand 1 to be defined before the op}}
%0 = onnxops.concat_v13 %a, %1 axis = 0
    : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
%1 = onnxops.concat_v13 %a axis = 0 : (tensor<2xf32>) -> tensor<2xf32>

// -----

// expected-error @below {{'onnxops.sequence_cast' op expected operand 0 to be defined before the op}}
%0 = onnxops.sequence_cast %0
    : !onnxops.seq<tensor<?xf32>> to !onnxops.seq<tensor<?xf32>>

// -----

// Nor in an unreachable block.
func.func @unreached() {
  return
^bb1:
  %0 = arith.constant dense<1> : tensor<1xi64>
  // expected-error @below {{'onnxops.tile_v13' op expected operand 0 to be defined before the op}}
  %1 = onnxops.tile_v13 %1, %0 : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  cf.br ^bb1
}

// Generated code is instrumented: a store behind an output's memory is found.
//
// REQUIRES: sanitize
// RUN: not --crash onnxops-run %s 2>&1 | FileCheck %s
// CHECK: AddressSanitizer: heap-buffer-overflow
// CHECK: WRITE of size 4

func.func @main() -> tensor<4xi32> {
  %c64 = arith.constant 64 : index
  %v = arith.constant 7 : i32
  %0 = tensor.empty() : tensor<4xi32>
  %1 = linalg.fill ins(%v : i32) outs(%0 : tensor<4xi32>) -> tensor<4xi32>
  %2 = tensor.insert %v into %1[%c64] : tensor<4xi32>
  return %2 : tensor<4xi32>
}

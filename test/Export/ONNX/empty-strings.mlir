// Strings have no bytes, even where there are none of them.

// RUN: onnxops-translate --export-onnx %s -o %t.onnx
// RUN: onnxops-run %t.onnx | FileCheck %s

// CHECK: result0: tensor<0x3x!onnxops.string> = []
func.func @main() -> tensor<0x3x!onnxops.string> {
  %0 = arith.constant dense<> : tensor<0x3x!onnxops.string>
  return %0 : tensor<0x3x!onnxops.string>
}

// Constant strings are not arith constants after the pass: upstream's folds would
// interpret their bytes as numbers.

// RUN: onnxops-opt %s -allow-unregistered-dialect --convert-onnx-to-upstream --canonicalize | FileCheck %s
// RUN: onnxops-opt %s -allow-unregistered-dialect --onnxops-to-llvm-pipeline -o /dev/null

// CHECK-LABEL: func.func @reshapes
// CHECK: %[[S:.*]] = onnxops.rt.strings dense<["a", "bc"]> : tensor<2x!onnxops.string> : tensor<2x!onnxops.string>
// CHECK: tensor.expand_shape %[[S]] {{\[\[}}0, 1]] output_shape [2, 1]
// CHECK: %[[T:.*]] = onnxops.rt.strings dense<{{\[\[}}"d", "e"]]> : tensor<1x2x!onnxops.string> : tensor<1x2x!onnxops.string>
// CHECK: tensor.collapse_shape %[[T]] {{\[\[}}0, 1]]
func.func @reshapes() -> (tensor<2x1x!onnxops.string>, tensor<2x!onnxops.string>) {
  %c = arith.constant dense<["a", "bc"]> : tensor<2x!onnxops.string>
  %0 = tensor.expand_shape %c [[0, 1]] output_shape [2, 1] : tensor<2x!onnxops.string> into tensor<2x1x!onnxops.string>
  %d = arith.constant dense<[["d", "e"]]> : tensor<1x2x!onnxops.string>
  %1 = tensor.collapse_shape %d [[0, 1]] : tensor<1x2x!onnxops.string> into tensor<2x!onnxops.string>
  return %0, %1 : tensor<2x1x!onnxops.string>, tensor<2x!onnxops.string>
}

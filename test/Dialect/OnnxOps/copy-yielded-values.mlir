// Graphs return values of their own.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-copy-yielded-values | FileCheck %s

// CHECK-LABEL: func @outer
//  CHECK-SAME:   %[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<2xf32>, %[[S:.*]]: !onnxops.seq<tensor<2xf32>>
func.func @outer(%c: tensor<i1>, %x: tensor<2xf32>, %s: !onnxops.seq<tensor<2xf32>>) -> (tensor<2xf32>, !onnxops.seq<tensor<2xf32>>) {
  // A sequence has no Identity in older opsets.
  // CHECK: %[[Y:.*]] = "onnx.Identity"(%[[X]]) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK-NEXT: "onnx.Yield"(%[[Y]], %[[S]])
  %0:2 = "onnx.If"(%c) ({
    "onnx.Yield"(%x, %s) : (tensor<2xf32>, !onnxops.seq<tensor<2xf32>>) -> ()
  }, {
    // CHECK: %[[N:.*]] = "onnx.Neg"
    // CHECK-NEXT: "onnx.Yield"(%[[N]], %[[S]])
    %1 = "onnx.Neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    "onnx.Yield"(%1, %s) : (tensor<2xf32>, !onnxops.seq<tensor<2xf32>>) -> ()
  }) : (tensor<i1>) -> (tensor<2xf32>, !onnxops.seq<tensor<2xf32>>)
  return %0#0, %0#1 : tensor<2xf32>, !onnxops.seq<tensor<2xf32>>
}

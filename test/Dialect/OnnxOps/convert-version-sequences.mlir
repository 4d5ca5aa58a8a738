// SplitToSequence has a newer version since opset 24; the sequence operators have
// one. A module without an opset does not get one.
//
// RUN: onnxops-opt %s -onnxops-convert-version=target-opset=11 | FileCheck %s --check-prefixes=CHECK,OPSET11
// RUN: onnxops-opt %s -onnxops-convert-version=target-opset=23 | FileCheck %s --check-prefixes=CHECK,OPSET11
// RUN: onnxops-opt %s -onnxops-convert-version=target-opset=24 | FileCheck %s --check-prefixes=CHECK,OPSET24

// Shows version-r5, version-r6, version-r18.
// CHECK-NOT: onnxops.opset
// CHECK-LABEL: func @main
func.func @main(%a: tensor<2x3xf32>, %n: tensor<i64>) {
  // OPSET11: onnxops.split_to_sequence_v11
  // OPSET24: onnxops.split_to_sequence_v24
  %0 = onnxops.split_to_sequence_v11 %a : (tensor<2x3xf32>) -> !onnxops.seq<tensor<1x3xf32>>
  // CHECK: onnxops.sequence_length_v11
  %1 = onnxops.sequence_length_v11 %0 : (!onnxops.seq<tensor<1x3xf32>>) -> tensor<i64>
  // OPSET11: onnxops.split_to_sequence_v11 %{{.*}}, %{{.*}} axis = -1 keepdims = 0 {note = "kept"} : (tensor<2x3xf32>, tensor<i64>) -> !onnxops.seq<tensor<2x?xf32>>
  // OPSET24: onnxops.split_to_sequence_v24 %{{.*}}, %{{.*}} axis = -1 keepdims = 0 {note = "kept"}
  %2 = onnxops.split_to_sequence_v24 %a, %n axis = -1 keepdims = 0 {note = "kept"} : (tensor<2x3xf32>, tensor<i64>) -> !onnxops.seq<tensor<2x?xf32>>
  return
}

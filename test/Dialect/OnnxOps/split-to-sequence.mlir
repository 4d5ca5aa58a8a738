// Round trip of both versions of SplitToSequence: text, generic text, bytecode.
//
// RUN: onnxops-opt %s | onnxops-opt | FileCheck %s
// RUN: onnxops-opt %s --mlir-print-op-generic | onnxops-opt | FileCheck %s
// RUN: onnxops-opt %s --emit-bytecode | onnxops-opt | FileCheck %s

// Shows split-c3, split-r2, split-r3.
// CHECK-LABEL: func @split_v11_defaults
func.func @split_v11_defaults(%a: tensor<2x3xf32>) -> !onnxops.seq<tensor<1x3xf32>> {
  // CHECK: onnxops.split_to_sequence_v11 %{{.*}} : (tensor<2x3xf32>) -> !onnxops.seq<tensor<1x3xf32>>
  %0 = onnxops.split_to_sequence_v11 %a axis = 0 keepdims = 1 : (tensor<2x3xf32>) -> !onnxops.seq<tensor<1x3xf32>>
  return %0 : !onnxops.seq<tensor<1x3xf32>>
}

// Shows split-c2, split-c3, split-r2, split-r3, types-r2.
// CHECK-LABEL: func @split_v11_keepdims
func.func @split_v11_keepdims(%a: tensor<2x?xi8>) -> !onnxops.seq<tensor<2xi8>> {
  // CHECK: onnxops.split_to_sequence_v11 %{{.*}} axis = -1 keepdims = 0 : (tensor<2x?xi8>) -> !onnxops.seq<tensor<2xi8>>
  %0 = onnxops.split_to_sequence_v11 %a axis = -1 keepdims = 0 : (tensor<2x?xi8>) -> !onnxops.seq<tensor<2xi8>>
  return %0 : !onnxops.seq<tensor<2xi8>>
}

// The chunks of a rank-1 input are scalars.
// Shows split-c1, types-r3.
// CHECK-LABEL: func @split_v24_to_scalars
func.func @split_v24_to_scalars(%a: tensor<0xbf16>) -> !onnxops.seq<tensor<bf16>> {
  // CHECK: onnxops.split_to_sequence_v24 %{{.*}} keepdims = 0 : (tensor<0xbf16>) -> !onnxops.seq<tensor<bf16>>
  %0 = onnxops.split_to_sequence_v24 %a keepdims = 0 : (tensor<0xbf16>) -> !onnxops.seq<tensor<bf16>>
  return %0 : !onnxops.seq<tensor<bf16>>
}

// Shows split-c4, split-c9, split-r7, split-r20, types-r6.
// CHECK-LABEL: func @split_v24_lengths
func.func @split_v24_lengths(%a: tensor<6x?x!onnxops.string>, %n: tensor<i32>, %v: tensor<?xi64>) -> (!onnxops.seq<tensor<?x?x!onnxops.string>>, !onnxops.seq<tensor<*x!onnxops.string>>) {
  // CHECK: onnxops.split_to_sequence_v24 %{{.*}}, %{{.*}} : (tensor<6x?x!onnxops.string>, tensor<i32>) -> !onnxops.seq<tensor<?x?x!onnxops.string>>
  %0 = onnxops.split_to_sequence_v24 %a, %n : (tensor<6x?x!onnxops.string>, tensor<i32>) -> !onnxops.seq<tensor<?x?x!onnxops.string>>
  // CHECK: onnxops.split_to_sequence_v24 %{{.*}}, %{{.*}} axis = 1 : (tensor<6x?x!onnxops.string>, tensor<?xi64>) -> !onnxops.seq<tensor<*x!onnxops.string>>
  %1 = onnxops.split_to_sequence_v24 %a, %v axis = 1 : (tensor<6x?x!onnxops.string>, tensor<?xi64>) -> !onnxops.seq<tensor<*x!onnxops.string>>
  return %0, %1 : !onnxops.seq<tensor<?x?x!onnxops.string>>, !onnxops.seq<tensor<*x!onnxops.string>>
}

// CHECK-LABEL: func @split_v24_unranked
func.func @split_v24_unranked(%a: tensor<*xui64>, %n: tensor<*xi64>) -> !onnxops.seq<tensor<*xui64>> {
  // CHECK: onnxops.split_to_sequence_v24 %{{.*}}, %{{.*}} axis = 9 : (tensor<*xui64>, tensor<*xi64>) -> !onnxops.seq<tensor<*xui64>>
  %0 = onnxops.split_to_sequence_v24 %a, %n axis = 9 : (tensor<*xui64>, tensor<*xi64>) -> !onnxops.seq<tensor<*xui64>>
  return %0 : !onnxops.seq<tensor<*xui64>>
}

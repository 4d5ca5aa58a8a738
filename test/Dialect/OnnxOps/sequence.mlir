// Round trip of the sequence operators and types: text, generic text, bytecode.
//
// RUN: onnxops-opt %s | onnxops-opt | FileCheck %s
// RUN: onnxops-opt %s --mlir-print-op-generic | onnxops-opt | FileCheck %s
// RUN: onnxops-opt %s --emit-bytecode | onnxops-opt | FileCheck %s

// Shows sequence-c1, sequence-r3, types-r4, types-r6.
// CHECK-LABEL: func @sequence_at
func.func @sequence_at(%s: !onnxops.seq<tensor<*xbf16>>, %p: tensor<i32>, %q: tensor<1xi64>) -> (tensor<*xbf16>, tensor<?x2xbf16>) {
  // CHECK: onnxops.sequence_at_v11 %{{.*}}, %{{.*}} : (!onnxops.seq<tensor<*xbf16>>, tensor<i32>) -> tensor<*xbf16>
  %0 = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<*xbf16>>, tensor<i32>) -> tensor<*xbf16>
  // CHECK: onnxops.sequence_at_v11 %{{.*}}, %{{.*}} : (!onnxops.seq<tensor<*xbf16>>, tensor<1xi64>) -> tensor<?x2xbf16>
  %1 = onnxops.sequence_at_v11 %s, %q : (!onnxops.seq<tensor<*xbf16>>, tensor<1xi64>) -> tensor<?x2xbf16>
  return %0, %1 : tensor<*xbf16>, tensor<?x2xbf16>
}

// Shows types-r7.
// CHECK-LABEL: func @sequence_length
func.func @sequence_length(%s: !onnxops.seq<tensor<2x!onnxops.string>>) -> tensor<i64> {
  // CHECK: onnxops.sequence_length_v11 %{{.*}} : (!onnxops.seq<tensor<2x!onnxops.string>>) -> tensor<i64>
  %0 = onnxops.sequence_length_v11 %s : (!onnxops.seq<tensor<2x!onnxops.string>>) -> tensor<i64>
  return %0 : tensor<i64>
}

// Shows sequence-r1, sequence-r2.
// CHECK-LABEL: func @sequence_construct
func.func @sequence_construct(%a: tensor<f32>, %b: tensor<0x3xf32>) -> !onnxops.seq<tensor<*xf32>> {
  // CHECK: onnxops.sequence_construct_v11 %{{.*}}, %{{.*}} : (tensor<f32>, tensor<0x3xf32>) -> !onnxops.seq<tensor<*xf32>>
  %0 = onnxops.sequence_construct_v11 %a, %b : (tensor<f32>, tensor<0x3xf32>) -> !onnxops.seq<tensor<*xf32>>
  return %0 : !onnxops.seq<tensor<*xf32>>
}

// Shows sequence-c4.
// CHECK-LABEL: func @sequence_empty
func.func @sequence_empty() -> (!onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<?x3xi1>>) {
  // CHECK: onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
  %0 = onnxops.sequence_empty_v11 dtype = 1 : () -> !onnxops.seq<tensor<*xf32>>
  // CHECK: onnxops.sequence_empty_v11 dtype = 9 : () -> !onnxops.seq<tensor<?x3xi1>>
  %1 = onnxops.sequence_empty_v11 dtype = 9 : () -> !onnxops.seq<tensor<?x3xi1>>
  return %0, %1 : !onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<?x3xi1>>
}

// CHECK-LABEL: func @sequence_insert
func.func @sequence_insert(%s: !onnxops.seq<tensor<2xf64>>, %a: tensor<2xf64>, %p: tensor<*xi32>) -> !onnxops.seq<tensor<?xf64>> {
  // CHECK: %[[S:.*]] = onnxops.sequence_insert_v11 %{{.*}}, %{{.*}} : (!onnxops.seq<tensor<2xf64>>, tensor<2xf64>) -> !onnxops.seq<tensor<2xf64>>
  %0 = onnxops.sequence_insert_v11 %s, %a : (!onnxops.seq<tensor<2xf64>>, tensor<2xf64>) -> !onnxops.seq<tensor<2xf64>>
  // CHECK: onnxops.sequence_insert_v11 %[[S]], %{{.*}}, %{{.*}} : (!onnxops.seq<tensor<2xf64>>, tensor<2xf64>, tensor<*xi32>) -> !onnxops.seq<tensor<?xf64>>
  %1 = onnxops.sequence_insert_v11 %0, %a, %p : (!onnxops.seq<tensor<2xf64>>, tensor<2xf64>, tensor<*xi32>) -> !onnxops.seq<tensor<?xf64>>
  return %1 : !onnxops.seq<tensor<?xf64>>
}

// CHECK-LABEL: func @sequence_erase
func.func @sequence_erase(%s: !onnxops.seq<tensor<2xui16>>, %p: tensor<?xi64>) -> !onnxops.seq<tensor<2xui16>> {
  // CHECK: %[[S:.*]] = onnxops.sequence_erase_v11 %{{.*}} : (!onnxops.seq<tensor<2xui16>>) -> !onnxops.seq<tensor<2xui16>>
  %0 = onnxops.sequence_erase_v11 %s : (!onnxops.seq<tensor<2xui16>>) -> !onnxops.seq<tensor<2xui16>>
  // CHECK: onnxops.sequence_erase_v11 %[[S]], %{{.*}} : (!onnxops.seq<tensor<2xui16>>, tensor<?xi64>) -> !onnxops.seq<tensor<2xui16>>
  %1 = onnxops.sequence_erase_v11 %0, %p : (!onnxops.seq<tensor<2xui16>>, tensor<?xi64>) -> !onnxops.seq<tensor<2xui16>>
  return %1 : !onnxops.seq<tensor<2xui16>>
}

// Shows sequence-c5, sequence-c7, sequence-r15.
// CHECK-LABEL: func @concat_from_sequence
func.func @concat_from_sequence(%s: !onnxops.seq<tensor<2x3xi16>>, %t: !onnxops.seq<tensor<i16>>) -> (tensor<?x3xi16>, tensor<4xi16>) {
  // CHECK: onnxops.concat_from_sequence_v11 %{{.*}} axis = -2 : (!onnxops.seq<tensor<2x3xi16>>) -> tensor<?x3xi16>
  %0 = onnxops.concat_from_sequence_v11 %s axis = -2 new_axis = 0 : (!onnxops.seq<tensor<2x3xi16>>) -> tensor<?x3xi16>
  // CHECK: onnxops.concat_from_sequence_v11 %{{.*}} axis = 0 new_axis = 1 : (!onnxops.seq<tensor<i16>>) -> tensor<4xi16>
  %1 = onnxops.concat_from_sequence_v11 %t axis = 0 new_axis = 1 : (!onnxops.seq<tensor<i16>>) -> tensor<4xi16>
  return %0, %1 : tensor<?x3xi16>, tensor<4xi16>
}

// Shows sequence-c8, sequence-r24.
// CHECK-LABEL: func @sequence_cast
func.func @sequence_cast(%s: !onnxops.seq<tensor<2x?x!onnxops.string>>) -> (!onnxops.seq<tensor<*x!onnxops.string>>, !onnxops.seq<tensor<2x3x!onnxops.string>>) {
  // CHECK: onnxops.sequence_cast %{{.*}} : !onnxops.seq<tensor<2x?x!onnxops.string>> to !onnxops.seq<tensor<*x!onnxops.string>>
  %0 = onnxops.sequence_cast %s : !onnxops.seq<tensor<2x?x!onnxops.string>> to !onnxops.seq<tensor<*x!onnxops.string>>
  // CHECK: onnxops.sequence_cast %{{.*}} : !onnxops.seq<tensor<2x?x!onnxops.string>> to !onnxops.seq<tensor<2x3x!onnxops.string>>
  %1 = onnxops.sequence_cast %s : !onnxops.seq<tensor<2x?x!onnxops.string>> to !onnxops.seq<tensor<2x3x!onnxops.string>>
  return %0, %1 : !onnxops.seq<tensor<*x!onnxops.string>>, !onnxops.seq<tensor<2x3x!onnxops.string>>
}

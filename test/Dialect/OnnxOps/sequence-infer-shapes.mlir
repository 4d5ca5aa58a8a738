// Inferred types of the sequence operators.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-infer-shapes | FileCheck %s

// Shows sequence-c2, sequence-c3, sequence-r9, sequence-r10.
// CHECK-LABEL: func @construct
func.func @construct(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>, %c: tensor<3xf32>, %d: tensor<?x3xf32>) {
  // CHECK: -> !onnxops.seq<tensor<2x3xf32>>
  %0 = onnxops.sequence_construct_v11 %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: -> !onnxops.seq<tensor<?x3xf32>>
  %1 = onnxops.sequence_construct_v11 %a, %b : (tensor<2x3xf32>, tensor<4x3xf32>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: -> !onnxops.seq<tensor<?x3xf32>>
  %2 = onnxops.sequence_construct_v11 %a, %d : (tensor<2x3xf32>, tensor<?x3xf32>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: -> !onnxops.seq<tensor<*xf32>>
  %3 = onnxops.sequence_construct_v11 %a, %c : (tensor<2x3xf32>, tensor<3xf32>) -> !onnxops.seq<tensor<*xf32>>
  return
}

// An empty sequence adds nothing to a join.
// Shows sequence-r11, sequence-r12, sequence-r23.
// CHECK-LABEL: func @insert
func.func @insert(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>, %p: tensor<i64>) {
  // CHECK: onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
  %0 = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
  // CHECK: onnxops.sequence_insert_v11 {{.*}} -> !onnxops.seq<tensor<2x3xf32>>
  %1 = onnxops.sequence_insert_v11 %0, %a : (!onnxops.seq<tensor<*xf32>>, tensor<2x3xf32>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: onnxops.sequence_insert_v11 {{.*}} -> !onnxops.seq<tensor<?x3xf32>>
  %2 = onnxops.sequence_insert_v11 %1, %b, %p : (!onnxops.seq<tensor<*xf32>>, tensor<4x3xf32>, tensor<i64>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: onnxops.sequence_erase_v11 {{.*}} -> !onnxops.seq<tensor<?x3xf32>>
  %3 = onnxops.sequence_erase_v11 %2 : (!onnxops.seq<tensor<*xf32>>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: onnxops.sequence_at_v11 {{.*}} -> tensor<?x3xf32>
  %4 = onnxops.sequence_at_v11 %3, %p : (!onnxops.seq<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  // The declared size is kept.
  // CHECK: onnxops.sequence_at_v11 {{.*}} -> tensor<7x3xf32>
  %5 = onnxops.sequence_at_v11 %3, %p : (!onnxops.seq<tensor<*xf32>>, tensor<i64>) -> tensor<7x?xf32>
  // CHECK: onnxops.sequence_length_v11 {{.*}} -> tensor<i64>
  %6 = onnxops.sequence_length_v11 %3 : (!onnxops.seq<tensor<*xf32>>) -> tensor<*xi64>
  return
}

// Shows sequence-c6, sequence-c7.
// CHECK-LABEL: func @concat_from_sequence
func.func @concat_from_sequence(%s: !onnxops.seq<tensor<2x3xf32>>, %t: !onnxops.seq<tensor<f32>>, %u: !onnxops.seq<tensor<*xf32>>) {
  // CHECK: -> tensor<2x?xf32>
  %0 = onnxops.concat_from_sequence_v11 %s axis = -1 : (!onnxops.seq<tensor<2x3xf32>>) -> tensor<*xf32>
  // CHECK: -> tensor<2x3x?xf32>
  %1 = onnxops.concat_from_sequence_v11 %s axis = -1 new_axis = 1 : (!onnxops.seq<tensor<2x3xf32>>) -> tensor<*xf32>
  // CHECK: -> tensor<?x2x3xf32>
  %2 = onnxops.concat_from_sequence_v11 %s axis = -3 new_axis = 1 : (!onnxops.seq<tensor<2x3xf32>>) -> tensor<*xf32>
  // CHECK: -> tensor<?xf32>
  %3 = onnxops.concat_from_sequence_v11 %t axis = 0 new_axis = 1 : (!onnxops.seq<tensor<f32>>) -> tensor<*xf32>
  // CHECK: -> tensor<*xf32>
  %4 = onnxops.concat_from_sequence_v11 %u axis = 0 : (!onnxops.seq<tensor<*xf32>>) -> tensor<*xf32>
  return
}

// A sequence that is empty in both branches, and handed on, adds nothing either.
// CHECK-LABEL: func @insert_into_empty_branches
func.func @insert_into_empty_branches(%c: i1, %x: tensor<2xf32>) -> tensor<*xf32> {
  %s = scf.if %c -> !onnxops.seq<tensor<*xf32>> {
    %a = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
    scf.yield %a : !onnxops.seq<tensor<*xf32>>
  } else {
    %b = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
    %d = "onnx.Identity"(%b) : (!onnxops.seq<tensor<*xf32>>) -> !onnxops.seq<tensor<*xf32>>
    scf.yield %d : !onnxops.seq<tensor<*xf32>>
  }
  // CHECK: onnxops.sequence_insert_v11 {{.*}} -> !onnxops.seq<tensor<2xf32>>
  %t = onnxops.sequence_insert_v11 %s, %x : (!onnxops.seq<tensor<*xf32>>, tensor<2xf32>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: onnxops.concat_from_sequence_v11 {{.*}} -> tensor<?xf32>
  %r = onnxops.concat_from_sequence_v11 %t axis = 0 : (!onnxops.seq<tensor<*xf32>>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// Nor does one that a loop keeps empty.
// CHECK-LABEL: func @insert_into_empty_loop
func.func @insert_into_empty_loop(%n: index, %x: tensor<2xf32>) -> !onnxops.seq<tensor<*xf32>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> (!onnxops.seq<tensor<*xf32>>) {
    %b = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
    scf.yield %b : !onnxops.seq<tensor<*xf32>>
  }
  // CHECK: onnxops.sequence_insert_v11 {{.*}} -> !onnxops.seq<tensor<2xf32>>
  %t = onnxops.sequence_insert_v11 %s, %x : (!onnxops.seq<tensor<*xf32>>, tensor<2xf32>) -> !onnxops.seq<tensor<*xf32>>
  return %t : !onnxops.seq<tensor<*xf32>>
}

// One branch may have elements.
// CHECK-LABEL: func @insert_into_other
func.func @insert_into_other(%c: i1, %s: !onnxops.seq<tensor<*xf32>>, %x: tensor<2xf32>) -> !onnxops.seq<tensor<*xf32>> {
  %e = scf.if %c -> !onnxops.seq<tensor<*xf32>> {
    %a = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
    scf.yield %a : !onnxops.seq<tensor<*xf32>>
  } else {
    scf.yield %s : !onnxops.seq<tensor<*xf32>>
  }
  // CHECK: onnxops.sequence_insert_v11 {{.*}} -> !onnxops.seq<tensor<*xf32>>
  %t = onnxops.sequence_insert_v11 %e, %x : (!onnxops.seq<tensor<*xf32>>, tensor<2xf32>) -> !onnxops.seq<tensor<*xf32>>
  return %t : !onnxops.seq<tensor<*xf32>>
}

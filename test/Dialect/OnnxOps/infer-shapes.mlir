// Types refined through functions, calls and control flow. Inference of single ops
// is tested by family.
//
// RUN: onnxops-opt %s -split-input-file -allow-unregistered-dialect -onnxops-infer-shapes | FileCheck %s

// A function's results follow its returns, and calls follow them. Callers are
// before and after the callee. Attributes of arguments and results are kept.
// CHECK-LABEL: func @before
//  CHECK-SAME:   -> (tensor<4x6xf32> {onnxops.name = "r"})
func.func @before(%a: tensor<2x3xf32>) -> (tensor<*xf32> {onnxops.name = "r"}) {
  // CHECK: %[[C:.*]] = call @callee({{.*}}) : (tensor<2x3xf32>) -> tensor<4x3xf32>
  // CHECK: onnxops.concat_v13 %[[C]], %[[C]] {{.*}} -> tensor<4x6xf32>
  %0 = call @callee(%a) : (tensor<2x3xf32>) -> tensor<*xf32>
  %1 = onnxops.concat_v13 %0, %0 axis = 1 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}
// CHECK-LABEL: func private @callee
//  CHECK-SAME:   (%{{.*}}: tensor<2x3xf32> {onnxops.name = "a"}) -> tensor<4x3xf32>
func.func private @callee(%a: tensor<2x3xf32> {onnxops.name = "a"}) -> tensor<*xf32> {
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  // CHECK: return {{.*}} : tensor<4x3xf32>
  return %0 : tensor<*xf32>
}
// CHECK-LABEL: func @behind
//  CHECK-SAME:   -> tensor<4x3xf32>
func.func @behind(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %0 = call @callee(%a) : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Arguments of functions keep their types: the call gets a cast.
// CHECK-LABEL: func @argument
func.func @argument(%a: tensor<2x3xf32>) -> tensor<?x?xf32> {
  // CHECK: %[[R:.*]] = onnxops.concat_v13 {{.*}} -> tensor<4x3xf32>
  // CHECK: %[[C:.*]] = tensor.cast %[[R]] : tensor<4x3xf32> to tensor<?x?xf32>
  // CHECK: call @identity(%[[C]])
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<?x?xf32>
  %1 = call @identity(%0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func private @identity(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  return %a : tensor<?x?xf32>
}

// -----

// The types of two returns are joined.
// CHECK-LABEL: func @two_returns
//  CHECK-SAME:   -> tensor<?x3xf32>
func.func @two_returns(%c: i1, %a: tensor<2x3xf32>) -> tensor<*xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  // CHECK: tensor.cast %{{.*}} : tensor<4x3xf32> to tensor<?x3xf32>
  return %0 : tensor<*xf32>
^bb2:
  %1 = onnxops.concat_v13 %a axis = 0 : (tensor<2x3xf32>) -> tensor<*xf32>
  // CHECK: tensor.cast %{{.*}} : tensor<2x3xf32> to tensor<?x3xf32>
  return %1 : tensor<*xf32>
}

// -----

// A recursive call is refined with its function.
// CHECK-LABEL: func private @recursive
//  CHECK-SAME:   -> tensor<*xf32>
func.func private @recursive(%c: i1, %a: tensor<2x3xf32>) -> tensor<*xf32> {
  %0 = scf.if %c -> tensor<*xf32> {
    %1 = func.call @recursive(%c, %a) : (i1, tensor<2x3xf32>) -> tensor<*xf32>
    scf.yield %1 : tensor<*xf32>
  } else {
    %2 = onnxops.concat_v13 %a axis = 0 : (tensor<2x3xf32>) -> tensor<*xf32>
    scf.yield %2 : tensor<*xf32>
  }
  return %0 : tensor<*xf32>
}
// CHECK-LABEL: func private @recursive_unused
//  CHECK-SAME:   -> tensor<2x3xf32>
func.func private @recursive_unused(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  // CHECK: call @recursive_unused({{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = call @recursive_unused(%a) : (tensor<2x3xf32>) -> tensor<*xf32>
  %1 = onnxops.concat_v13 %a axis = 0 : (tensor<2x3xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// -----

// A function whose address is taken keeps its type.
// CHECK-LABEL: func @address_taken
//  CHECK-SAME:   -> tensor<*xf32>
func.func @address_taken(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  // CHECK: %[[C:.*]] = tensor.cast %{{.*}} : tensor<2x3xf32> to tensor<*xf32>
  // CHECK: return %[[C]]
  %0 = onnxops.concat_v13 %a axis = 0 : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
func.func @take_address() -> ((tensor<2x3xf32>) -> tensor<*xf32>) {
  %0 = constant @address_taken : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : (tensor<2x3xf32>) -> tensor<*xf32>
}

// -----

// CHECK-LABEL: func @branches
//  CHECK-SAME:   -> (tensor<?x3xf32>, tensor<4x3xf32>)
func.func @branches(%c: i1, %a: tensor<2x3xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  // CHECK: scf.if %{{.*}} -> (tensor<?x3xf32>, tensor<4x3xf32>) {
  %0:2 = scf.if %c -> (tensor<*xf32>, tensor<*xf32>) {
    %1 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
    // CHECK: %[[C:.*]] = tensor.cast %[[R:.*]] : tensor<4x3xf32> to tensor<?x3xf32>
    // CHECK: scf.yield %[[C]], %[[R]]
    scf.yield %1, %1 : tensor<*xf32>, tensor<*xf32>
  } else {
    %2 = onnxops.concat_v13 %a axis = 0 : (tensor<2x3xf32>) -> tensor<*xf32>
    %3 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
    scf.yield %2, %3 : tensor<*xf32>, tensor<*xf32>
  }
  return %0#0, %0#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// An unchanged loop-carried value has its initial type; a growing one has the join
// of its initial and yielded types.
// CHECK-LABEL: func @loop
//  CHECK-SAME:   -> (tensor<2x3xf32>, tensor<?x3xf32>)
func.func @loop(%a: tensor<2x3xf32>, %n: index) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = onnxops.concat_v13 %a axis = 0 : (tensor<2x3xf32>) -> tensor<?x?xf32>
  // CHECK: %[[C:.*]] = tensor.cast %{{.*}} : tensor<2x3xf32> to tensor<?x3xf32>
  // CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}, %{{.*}} = %[[C]]) -> (tensor<2x3xf32>, tensor<?x3xf32>)
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %s, %y = %s) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
    %z = onnxops.concat_v13 %x, %a axis = 0 : (tensor<?x?xf32>, tensor<2x3xf32>) -> tensor<?x?xf32>
    // CHECK: %[[W:.*]] = tensor.cast %{{.*}} : tensor<4x3xf32> to tensor<?x3xf32>
    // CHECK: scf.yield %[[X]], %[[W]]
    scf.yield %x, %z : tensor<?x?xf32>, tensor<?x?xf32>
  }
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func @while
//  CHECK-SAME:   -> tensor<2x3xf32>
func.func @while(%c: i1, %a: tensor<2x3xf32>) -> tensor<*xf32> {
  %s = onnxops.concat_v13 %a axis = 0 : (tensor<2x3xf32>) -> tensor<*xf32>
  // CHECK: scf.while (%{{.*}} = %{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = scf.while (%x = %s) : (tensor<*xf32>) -> tensor<*xf32> {
    scf.condition(%c) %x : tensor<*xf32>
  } do {
  // CHECK: ^bb0(%{{.*}}: tensor<2x3xf32>)
  ^bb0(%y: tensor<*xf32>):
    %t = onnxops.concat_v13 %a axis = 0 : (tensor<2x3xf32>) -> tensor<*xf32>
    scf.yield %t : tensor<*xf32>
  }
  return %0 : tensor<*xf32>
}

// -----

// An op of another dialect keeps its declared operand type. Ops of the dialect
// ignore casts that only lose precision; a cast that adds precision is kept.
// CHECK-LABEL: func @foreign_user
func.func @foreign_user(%a: tensor<2x3xf32>, %d: tensor<?x3xf32>) -> tensor<?x?xf32> {
  // CHECK: %[[R:.*]] = onnxops.concat_v13 {{.*}} -> tensor<4x3xf32>
  // CHECK: %[[C:.*]] = tensor.cast %[[R]] : tensor<4x3xf32> to tensor<?x?xf32>
  // CHECK: math.absf %[[C]] : tensor<?x?xf32>
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<?x?xf32>
  %1 = math.absf %0 : tensor<?x?xf32>
  // CHECK: onnxops.concat_v13 %[[R]] axis = 1 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %2 = tensor.cast %0 : tensor<?x?xf32> to tensor<*xf32>
  %3 = onnxops.concat_v13 %2 axis = 1 : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: %[[M:.*]] = tensor.cast %{{.*}} : tensor<?x3xf32> to tensor<9x3xf32>
  // CHECK: onnxops.concat_v13 %[[M]] axis = 0 : (tensor<9x3xf32>) -> tensor<9x3xf32>
  %4 = tensor.cast %d : tensor<?x3xf32> to tensor<9x3xf32>
  %5 = onnxops.concat_v13 %4 axis = 0 : (tensor<9x3xf32>) -> tensor<*xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// Sequences follow returns and branches, too; a user that needs the old type gets
// it from a cast.
// CHECK-LABEL: func @sequences
//  CHECK-SAME:   -> (!onnxops.seq<tensor<1x3xf32>>, !onnxops.seq<tensor<1x3xf32>>)
func.func @sequences(%c: i1, %a: tensor<2x3xf32>) -> (!onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>) {
  // CHECK: scf.if %{{.*}} -> (!onnxops.seq<tensor<1x3xf32>>)
  %0 = scf.if %c -> !onnxops.seq<tensor<*xf32>> {
    %1 = onnxops.split_to_sequence_v24 %a : (tensor<2x3xf32>) -> !onnxops.seq<tensor<*xf32>>
    scf.yield %1 : !onnxops.seq<tensor<*xf32>>
  } else {
    %2 = onnxops.split_to_sequence_v24 %a : (tensor<2x3xf32>) -> !onnxops.seq<tensor<?x?xf32>>
    %3 = onnxops.sequence_erase_v11 %2 : (!onnxops.seq<tensor<?x?xf32>>) -> !onnxops.seq<tensor<*xf32>>
    scf.yield %3 : !onnxops.seq<tensor<*xf32>>
  }
  %4 = onnxops.sequence_erase_v11 %0 : (!onnxops.seq<tensor<*xf32>>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: } else {
  // CHECK: }
  // CHECK: onnxops.sequence_erase_v11
  // CHECK-NEXT: %[[REFINED:.*]] = onnxops.split_to_sequence_v24 {{.*}} -> !onnxops.seq<tensor<1x3xf32>>
  // CHECK: %[[OLD:.*]] = onnxops.sequence_cast %[[REFINED]] : !onnxops.seq<tensor<1x3xf32>> to !onnxops.seq<tensor<*xf32>>
  // CHECK: call @take(%[[OLD]])
  %5 = onnxops.split_to_sequence_v24 %a : (tensor<2x3xf32>) -> !onnxops.seq<tensor<*xf32>>
  call @take(%5) : (!onnxops.seq<tensor<*xf32>>) -> ()
  return %4, %5 : !onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>
}
func.func private @take(!onnxops.seq<tensor<*xf32>>)

// -----

// The types of sequences of more or less precise types are joined; an empty
// sequence adds nothing.
// CHECK-LABEL: func @joined_sequences(
//  CHECK-SAME:   %[[C:.*]]: i1, %[[S:.*]]: !onnxops.seq<tensor<2x3xf32>>, %[[T:.*]]: !onnxops.seq<tensor<2x?xf32>>
func.func @joined_sequences(%c: i1, %s: !onnxops.seq<tensor<2x3xf32>>, %t: !onnxops.seq<tensor<2x?xf32>>) -> (tensor<i64>, tensor<i64>) {
  // CHECK: %[[E:.*]] = onnxops.sequence_empty_v11
  %e = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
  %a = onnxops.sequence_cast %s : !onnxops.seq<tensor<2x3xf32>> to !onnxops.seq<tensor<*xf32>>
  %b = onnxops.sequence_cast %t : !onnxops.seq<tensor<2x?xf32>> to !onnxops.seq<tensor<*xf32>>
  // CHECK: scf.if %[[C]] -> (!onnxops.seq<tensor<2x?xf32>>, !onnxops.seq<tensor<2x3xf32>>) {
  %0:2 = scf.if %c -> (!onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>) {
    // CHECK-DAG: %[[LESS:.*]] = onnxops.sequence_cast %[[S]] : !onnxops.seq<tensor<2x3xf32>> to !onnxops.seq<tensor<2x?xf32>>
    // CHECK-DAG: %[[MORE:.*]] = onnxops.sequence_cast %[[E]] : !onnxops.seq<tensor<*xf32>> to !onnxops.seq<tensor<2x3xf32>>
    // CHECK: scf.yield %[[LESS]], %[[MORE]]
    scf.yield %a, %e : !onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>
  } else {
    // CHECK: scf.yield %[[T]], %[[S]]
    scf.yield %b, %a : !onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>
  }
  %1 = onnxops.sequence_length_v11 %0#0 : (!onnxops.seq<tensor<*xf32>>) -> tensor<i64>
  %2 = onnxops.sequence_length_v11 %0#1 : (!onnxops.seq<tensor<*xf32>>) -> tensor<i64>
  return %1, %2 : tensor<i64>, tensor<i64>
}

// -----

// An empty sequence adds nothing either if its type contradicts: its cast forgets that
// first.
// CHECK-LABEL: func @contradicting_empty_sequences(
func.func @contradicting_empty_sequences(%c: i1, %s: !onnxops.seq<tensor<1x2xf32>>) -> (tensor<i64>, tensor<i64>) {
  // CHECK: %[[E:.*]] = onnxops.sequence_empty_v11
  %e = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<?x0xf32>>
  %a = onnxops.sequence_cast %e : !onnxops.seq<tensor<?x0xf32>> to !onnxops.seq<tensor<?x?xf32>>
  %b = onnxops.sequence_cast %s : !onnxops.seq<tensor<1x2xf32>> to !onnxops.seq<tensor<?x?xf32>>
  // CHECK: scf.if {{.*}} -> (!onnxops.seq<tensor<1x2xf32>>) {
  // CHECK:   %[[ANY:.*]] = onnxops.sequence_cast %[[E]] : !onnxops.seq<tensor<?x0xf32>> to !onnxops.seq<tensor<?x?xf32>>
  // CHECK:   %[[CAST:.*]] = onnxops.sequence_cast %[[ANY]] : !onnxops.seq<tensor<?x?xf32>> to !onnxops.seq<tensor<1x2xf32>>
  // CHECK:   scf.yield %[[CAST]]
  %0 = scf.if %c -> (!onnxops.seq<tensor<?x?xf32>>) {
    scf.yield %a : !onnxops.seq<tensor<?x?xf32>>
  } else {
    scf.yield %b : !onnxops.seq<tensor<?x?xf32>>
  }
  // CHECK: arith.select {{.*}} : !onnxops.seq<tensor<1x2xf32>>
  %1 = arith.select %c, %a, %b : !onnxops.seq<tensor<?x?xf32>>
  %3 = onnxops.sequence_length_v11 %0 : (!onnxops.seq<tensor<?x?xf32>>) -> tensor<i64>
  %4 = onnxops.sequence_length_v11 %1 : (!onnxops.seq<tensor<?x?xf32>>) -> tensor<i64>
  return %3, %4 : tensor<i64>, tensor<i64>
}

// -----

// Unregistered ops see inferred types, as tensor.dim does.
// CHECK-LABEL: func @onnx_operators
func.func @onnx_operators(%a: tensor<2x3xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = onnxops.concat_v13 %a axis = 0 : (tensor<2x3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Multinomial"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<*xi32>
  %1 = "onnx.Multinomial"(%0) : (tensor<*xf32>) -> tensor<*xi32>
  // CHECK: tensor.dim %{{.*}}, %{{.*}} : tensor<2x3xf32>
  %2 = tensor.dim %0, %c0 : tensor<*xf32>
  return %2 : index
}

// -----

// The type of a cast in a branch need not hold unless the branch is taken.
// CHECK-LABEL: func @cast_in_branch
//       CHECK:   %[[JOINED:.*]] = onnxops.concat_v13
//       CHECK:   %[[OLD:.*]] = tensor.cast %[[JOINED]] : tensor<4x3xf32> to tensor<?x?xf32>
func.func @cast_in_branch(%c: i1, %a: tensor<2x3xf32>) -> tensor<?x?xf32> {
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<?x?xf32>
  %1 = scf.if %c -> tensor<?x?xf32> {
    // CHECK: tensor.cast %[[OLD]] : tensor<?x?xf32> to tensor<?x4xf32>
    %2 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x4xf32>
    %3 = onnxops.concat_v13 %2 axis = 1 : (tensor<?x4xf32>) -> tensor<?x?xf32>
    scf.yield %3 : tensor<?x?xf32>
  } else {
    scf.yield %0 : tensor<?x?xf32>
  }
  return %1 : tensor<?x?xf32>
}

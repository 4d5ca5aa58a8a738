// Reads of sequences become operators of the module's opset.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-upgrade=unknown-ops=keep -onnxops-resolve-sequences=in-onnx -split-input-file | FileCheck %s

// All chunks are read: one Split. Its lengths are constants.
// CHECK-LABEL: func @halves
//  CHECK-SAME:   %[[X:.*]]: tensor<?x64xf32>
func.func @halves(%x: tensor<?x64xf32>) -> (tensor<?x32xf32>, tensor<?x32xf32>) {
  %half = arith.constant dense<32> : tensor<i64>
  %first = arith.constant dense<0> : tensor<i64>
  %last = arith.constant dense<-1> : tensor<i64>
  // CHECK: %[[L:.*]] = arith.constant dense<32> : tensor<2xi64>
  // CHECK: %[[S:.*]]:2 = "onnx.Split"(%[[X]], %[[L]]) {axis = -1 : i64} : (tensor<?x64xf32>, tensor<2xi64>) -> (tensor<?x32xf32>, tensor<?x32xf32>)
  // CHECK-NOT: onnxops
  %s = onnxops.split_to_sequence_v24 %x, %half axis = -1 : (tensor<?x64xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x32xf32>>
  %a = onnxops.sequence_at_v11 %s, %first : (!onnxops.seq<tensor<?x32xf32>>, tensor<i64>) -> tensor<?x32xf32>
  %b = onnxops.sequence_at_v11 %s, %last : (!onnxops.seq<tensor<?x32xf32>>, tensor<i64>) -> tensor<?x32xf32>
  // CHECK: return %[[S]]#0, %[[S]]#1
  return %a, %b : tensor<?x32xf32>, tensor<?x32xf32>
}

// Not all are read: Slices.
// CHECK-LABEL: func @one_chunk
//  CHECK-SAME:   %[[X:.*]]: tensor<9x4xf32>
func.func @one_chunk(%x: tensor<9x4xf32>) -> tensor<3x4xf32> {
  %lengths = arith.constant dense<[2, 3, 4]> : tensor<3xi64>
  %middle = arith.constant dense<1> : tensor<i64>
  // CHECK: %[[B:.*]] = arith.constant dense<2> : tensor<1xi64>
  // CHECK: %[[E:.*]] = arith.constant dense<5> : tensor<1xi64>
  // CHECK: %[[AXIS:.*]] = arith.constant dense<0> : tensor<1xi64>
  // CHECK: %[[R:.*]] = "onnx.Slice"(%[[X]], %[[B]], %[[E]], %[[AXIS]])
  %s = onnxops.split_to_sequence_v24 %x, %lengths : (tensor<9x4xf32>, tensor<3xi64>) -> !onnxops.seq<tensor<?x4xf32>>
  %a = onnxops.sequence_at_v11 %s, %middle : (!onnxops.seq<tensor<?x4xf32>>, tensor<i64>) -> tensor<3x4xf32>
  // CHECK: return %[[R]]
  return %a : tensor<3x4xf32>
}

// A position that the sequence cannot have stays an error of the call, since a
// branch that is not taken may ask for it.
// CHECK-LABEL: func @outside
//   CHECK-NOT:   onnx.Gather
//       CHECK:   onnxops.split_to_sequence_v24
//       CHECK:   onnxops.sequence_at_v11
func.func @outside(%x: tensor<?x1x4xf32>) -> tensor<?x4xf32> {
  %position = arith.constant dense<-2> : tensor<i64>
  %s = onnxops.split_to_sequence_v24 %x axis = 1 keepdims = 0 : (tensor<?x1x4xf32>) -> !onnxops.seq<tensor<?x4xf32>>
  %a = onnxops.sequence_at_v11 %s, %position : (!onnxops.seq<tensor<?x4xf32>>, tensor<i64>) -> tensor<?x4xf32>
  return %a : tensor<?x4xf32>
}

// Without the axis: Gathers, also if neither the size nor the position is known.
// CHECK-LABEL: func @unbind
//  CHECK-SAME:   %[[X:.*]]: tensor<?x4xf32>, %[[P:.*]]: tensor<i64>
func.func @unbind(%x: tensor<?x4xf32>, %p: tensor<i64>) -> (tensor<4xf32>, tensor<?xf32>, tensor<i64>) {
  %three = arith.constant dense<3> : tensor<i64>
  // CHECK-DAG: %[[A:.*]] = "onnx.Gather"(%[[X]], %[[P]]) {axis = 0 : i64} : (tensor<?x4xf32>, tensor<i64>) -> tensor<4xf32>
  %s = onnxops.split_to_sequence_v24 %x keepdims = 0 : (tensor<?x4xf32>) -> !onnxops.seq<tensor<4xf32>>
  %a = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<4xf32>>, tensor<i64>) -> tensor<4xf32>
  // CHECK-DAG: %[[THREE:.*]] = arith.constant dense<3> : tensor<i64>
  // CHECK-DAG: %[[B:.*]] = "onnx.Gather"(%[[X]], %{{.*}}) {axis = 1 : i64} : (tensor<?x4xf32>, tensor<i64>) -> tensor<?xf32>
  %t = onnxops.split_to_sequence_v24 %x axis = 1 keepdims = 0 : (tensor<?x4xf32>) -> !onnxops.seq<tensor<?xf32>>
  %b = onnxops.sequence_at_v11 %t, %three : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  // CHECK-DAG: %[[SHAPE:.*]] = "onnx.Shape"(%[[X]])
  // CHECK-DAG: %[[N:.*]] = "onnx.Gather"(%[[SHAPE]]
  %n = onnxops.sequence_length_v11 %s : (!onnxops.seq<tensor<4xf32>>) -> tensor<i64>
  // CHECK: return %[[A]], %[[B]], %[[N]]
  return %a, %b, %n : tensor<4xf32>, tensor<?xf32>, tensor<i64>
}

// As many lengths as there are chunks, none of them known: a Split of all.
// CHECK-LABEL: func @lengths
//  CHECK-SAME:   %[[X:.*]]: tensor<*xf32>, %[[L:.*]]: tensor<3xi64>
func.func @lengths(%x: tensor<*xf32>, %l: tensor<3xi64>) -> (tensor<*xf32>, tensor<i64>) {
  // CHECK: %[[S:.*]]:3 = "onnx.Split"(%[[X]], %[[L]]) {axis = 1 : i64}
  // CHECK: %[[N:.*]] = arith.constant dense<3> : tensor<i64>
  // CHECK-NOT: onnxops
  %two = arith.constant dense<2> : tensor<i64>
  %s = onnxops.split_to_sequence_v24 %x, %l axis = 1 : (tensor<*xf32>, tensor<3xi64>) -> !onnxops.seq<tensor<*xf32>>
  %a = onnxops.sequence_at_v11 %s, %two : (!onnxops.seq<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %n = onnxops.sequence_length_v11 %s : (!onnxops.seq<tensor<*xf32>>) -> tensor<i64>
  // CHECK: return %[[S]]#2, %[[N]]
  return %a, %n : tensor<*xf32>, tensor<i64>
}

// One length, of an unknown size: the chunk begins at an element of a Range, which all
// readers share.
// CHECK-LABEL: func @chunks
//  CHECK-SAME:   %[[X:.*]]: tensor<?xf32>, %[[K:.*]]: tensor<i32>
func.func @chunks(%x: tensor<?xf32>, %k: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<i64>) {
  // CHECK: %[[C:.*]] = "onnx.Cast"(%[[K]]) {to = 7 : i64}
  // CHECK: %[[SHAPE:.*]] = "onnx.Shape"(%[[X]])
  // CHECK: %[[D:.*]] = "onnx.Gather"(%[[SHAPE]]
  // CHECK: %[[STARTS:.*]] = "onnx.Range"(%{{.*}}, %[[D]], %[[C]])
  // CHECK-NOT: onnx.Range
  // CHECK: %[[I:.*]] = "onnx.Reshape"
  // CHECK: %[[B:.*]] = "onnx.Gather"(%[[STARTS]], %[[I]])
  // CHECK: %[[E:.*]] = "onnx.Add"(%[[B]], %[[C]])
  // CHECK: "onnx.Slice"(%[[X]], %[[B]], %[[E]]
  %one = arith.constant dense<1> : tensor<i64>
  %last = arith.constant dense<-1> : tensor<1xi64>
  %s = onnxops.split_to_sequence_v24 %x, %k : (tensor<?xf32>, tensor<i32>) -> !onnxops.seq<tensor<?xf32>>
  %a = onnxops.sequence_at_v11 %s, %one : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  // CHECK: "onnx.Slice"
  %b = onnxops.sequence_at_v11 %s, %last : (!onnxops.seq<tensor<?xf32>>, tensor<1xi64>) -> tensor<?xf32>
  // CHECK: "onnx.Size"(%[[STARTS]])
  %n = onnxops.sequence_length_v11 %s : (!onnxops.seq<tensor<?xf32>>) -> tensor<i64>
  return %a, %b, %n : tensor<?xf32>, tensor<?xf32>, tensor<i64>
}

// Known lengths, but a position that is not: a table.
// CHECK-LABEL: func @table
func.func @table(%x: tensor<9xf32>, %p: tensor<i64>) -> tensor<?xf32> {
  %l = arith.constant dense<[2, 3, 4]> : tensor<3xi64>
  // CHECK: %[[LENGTHS:.*]] = arith.constant dense<[2, 3, 4]> : tensor<3xi64>
  // CHECK: "onnx.Gather"(%[[LENGTHS]]
  // CHECK: "onnx.Slice"
  %s = onnxops.split_to_sequence_v24 %x, %l : (tensor<9xf32>, tensor<3xi64>) -> !onnxops.seq<tensor<?xf32>>
  %a = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}

// Tensors of the same sizes, but a position that is not known: a stack.
// CHECK-LABEL: func @stacked
//  CHECK-SAME:   %[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xf32>, %[[P:.*]]: tensor<i64>
func.func @stacked(%a: tensor<2xf32>, %b: tensor<2xf32>, %p: tensor<i64>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK: %[[U:.*]] = "onnx.Unsqueeze"(%[[A]]
  // CHECK: %[[V:.*]] = "onnx.Unsqueeze"(%[[B]]
  // CHECK: %[[C:.*]] = onnxops.concat_v13 %[[U]], %[[V]] axis = 0 : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
  // CHECK-NOT: concat
  // CHECK: %[[R:.*]] = "onnx.Gather"(%[[C]], %[[P]]) {axis = 0 : i64}
  %s = onnxops.sequence_construct_v11 %a, %b : (tensor<2xf32>, tensor<2xf32>) -> !onnxops.seq<tensor<2xf32>>
  %0 = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<2xf32>>, tensor<i64>) -> tensor<2xf32>
  // CHECK: %[[S:.*]] = "onnx.Gather"(%[[C]], %[[P]])
  %1 = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<2xf32>>, tensor<i64>) -> tensor<2xf32>
  // CHECK: return %[[R]], %[[S]]
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @joined
//  CHECK-SAME:   %[[X:.*]]: tensor<?x?xf32>
func.func @joined(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  // CHECK: %[[T:.*]] = "onnx.Transpose"(%[[X]]) {perm = [1, 0]}
  %s = onnxops.split_to_sequence_v24 %x keepdims = 0 : (tensor<?x?xf32>) -> !onnxops.seq<tensor<?xf32>>
  %a = onnxops.concat_from_sequence_v11 %s axis = -1 new_axis = 1 : (!onnxops.seq<tensor<?xf32>>) -> tensor<?x?xf32>
  %b = onnxops.concat_from_sequence_v11 %s axis = 0 new_axis = 1 : (!onnxops.seq<tensor<?xf32>>) -> tensor<?x?xf32>
  // CHECK: return %[[T]], %[[X]]
  return %a, %b : tensor<?x?xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func @stack
//  CHECK-SAME:   %[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<?xf32>
func.func @stack(%a: tensor<2xf32>, %b: tensor<?xf32>) -> (tensor<2x2xf32>, tensor<2xf32>) {
  %one = arith.constant dense<1> : tensor<i64>
  %s = onnxops.sequence_construct_v11 %a, %b : (tensor<2xf32>, tensor<?xf32>) -> !onnxops.seq<tensor<?xf32>>
  // CHECK: %[[U:.*]] = "onnx.Unsqueeze"(%[[A]], %{{.*}}) : (tensor<2xf32>, tensor<1xi64>) -> tensor<1x2xf32>
  // CHECK: %[[V:.*]] = "onnx.Unsqueeze"(%[[B]]
  // CHECK: %[[C:.*]] = onnxops.concat_v13 %[[U]], %[[V]] axis = 0
  %c = onnxops.concat_from_sequence_v11 %s axis = 0 new_axis = 1 : (!onnxops.seq<tensor<?xf32>>) -> tensor<2x2xf32>
  // A declared type that is more precise than the element's needs an op.
  // CHECK: %[[E:.*]] = "onnx.Identity"(%[[B]]) : (tensor<?xf32>) -> tensor<2xf32>
  %e = onnxops.sequence_at_v11 %s, %one : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<2xf32>
  // CHECK: return %[[C]], %[[E]]
  return %c, %e : tensor<2x2xf32>, tensor<2xf32>
}

// -----

// Lists are attributes before opset 13.
module attributes {onnxops.opset = 12 : i64} {
// CHECK-LABEL: func @attributes
func.func @attributes(%x: tensor<?xf32>, %l: tensor<2xi64>) -> (tensor<?xf32>, tensor<3x?xf32>, tensor<?xf32>) {
  %lengths = arith.constant dense<[2, 3, 4]> : tensor<3xi64>
  %zero = arith.constant dense<0> : tensor<i64>
  // CHECK: "onnx.Split"({{.*}}) {axis = 0 : i64, split = [2, 3, 4]}
  %s = onnxops.split_to_sequence_v24 %x, %lengths : (tensor<?xf32>, tensor<3xi64>) -> !onnxops.seq<tensor<?xf32>>
  %a = onnxops.sequence_at_v11 %s, %zero : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  // CHECK: "onnx.Unsqueeze"({{.*}}) {axes = [0]}
  %t = onnxops.sequence_construct_v11 %x, %x, %x : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> !onnxops.seq<tensor<?xf32>>
  %b = onnxops.concat_from_sequence_v11 %t axis = 0 new_axis = 1 : (!onnxops.seq<tensor<?xf32>>) -> tensor<3x?xf32>
  // Lengths that are not known stay in the sequence.
  // Breaks rewrite-r2.
  // CHECK: %[[U:.*]] = onnxops.split_to_sequence
  // CHECK: onnxops.sequence_at_v11 %[[U]]
  %u = onnxops.split_to_sequence_v24 %x, %l : (tensor<?xf32>, tensor<2xi64>) -> !onnxops.seq<tensor<?xf32>>
  %c = onnxops.sequence_at_v11 %u, %zero : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  return %a, %b, %c : tensor<?xf32>, tensor<3x?xf32>, tensor<?xf32>
}
}

// -----

// What is not known stays: a number of lengths, elements of an argument, a position in
// tensors of different sources, one out of range, contradicting types.
// Breaks rewrite-r1, rewrite-r3, rewrite-r4, rewrite-r5, rewrite-r6.
// CHECK-LABEL: func @unknown
func.func @unknown(%x: tensor<?xf32>, %l: tensor<?xi64>, %s: !onnxops.seq<tensor<?xf32>>, %p: tensor<i64>, %y: tensor<2xf32>) -> (tensor<?xf32>, tensor<i64>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %nine = arith.constant dense<9> : tensor<i64>
  // CHECK: onnxops.split_to_sequence
  %0 = onnxops.split_to_sequence_v24 %x, %l : (tensor<?xf32>, tensor<?xi64>) -> !onnxops.seq<tensor<?xf32>>
  // CHECK: onnxops.sequence_at
  %a = onnxops.sequence_at_v11 %0, %nine : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  // CHECK: onnxops.sequence_length
  %b = onnxops.sequence_length_v11 %0 : (!onnxops.seq<tensor<?xf32>>) -> tensor<i64>
  // CHECK: onnxops.concat_from_sequence
  %c = onnxops.concat_from_sequence_v11 %0 axis = 0 : (!onnxops.seq<tensor<?xf32>>) -> tensor<?xf32>
  // CHECK: onnxops.sequence_at
  %d = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  // CHECK: onnxops.sequence_construct
  %1 = onnxops.sequence_construct_v11 %x, %y : (tensor<?xf32>, tensor<2xf32>) -> !onnxops.seq<tensor<?xf32>>
  // CHECK: onnxops.sequence_at
  %e = onnxops.sequence_at_v11 %1, %p : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  // CHECK: onnxops.sequence_at
  %f = onnxops.sequence_at_v11 %1, %nine : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  return %a, %b, %c, %d, %e, %f : tensor<?xf32>, tensor<i64>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

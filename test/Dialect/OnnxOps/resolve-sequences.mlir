// Ops that read a sequence of known content are replaced by tensors.
//
// RUN: onnxops-opt %s -onnxops-upgrade -onnxops-resolve-sequences -split-input-file | FileCheck %s

// CHECK-LABEL: func @construct
//  CHECK-SAME:   (%[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<3xf32>)
func.func @construct(%a: tensor<2xf32>, %b: tensor<3xf32>) -> (tensor<2xf32>, tensor<?xf32>, tensor<i64>) {
  // CHECK-NOT: sequence
  %first = arith.constant dense<0> : tensor<i64>
  %last = arith.constant dense<-1> : tensor<1xi32>
  %s = onnxops.sequence_construct_v11 %a, %b : (tensor<2xf32>, tensor<3xf32>) -> !onnxops.seq<tensor<?xf32>>
  %0 = onnxops.sequence_at_v11 %s, %first : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<2xf32>
  // CHECK: %[[R:.*]] = tensor.cast %[[B]] : tensor<3xf32> to tensor<?xf32>
  %1 = onnxops.sequence_at_v11 %s, %last : (!onnxops.seq<tensor<?xf32>>, tensor<1xi32>) -> tensor<?xf32>
  // CHECK: %[[N:.*]] = arith.constant dense<2> : tensor<i64>
  %2 = onnxops.sequence_length_v11 %s : (!onnxops.seq<tensor<?xf32>>) -> tensor<i64>
  // CHECK: return %[[A]], %[[R]], %[[N]]
  return %0, %1, %2 : tensor<2xf32>, tensor<?xf32>, tensor<i64>
}

// -----

!seq = !onnxops.seq<tensor<2xf32>>

// Every value in a chain has its own content: [], [a], [b a], [b c a], [b c].
// CHECK-LABEL: func @chain
//  CHECK-SAME:   (%[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xf32>, %[[C:.*]]: tensor<2xf32>)
func.func @chain(%a: tensor<2xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<i64>, tensor<i64>) {
  // CHECK-NOT: sequence
  %0 = arith.constant dense<0> : tensor<i64>
  %1 = arith.constant dense<1> : tensor<i64>
  %m1 = arith.constant dense<-1> : tensor<i64>
  %s0 = onnxops.sequence_empty_v11 : () -> !seq
  %s1 = onnxops.sequence_insert_v11 %s0, %a : (!seq, tensor<2xf32>) -> !seq
  %s2 = onnxops.sequence_insert_v11 %s1, %b, %0 : (!seq, tensor<2xf32>, tensor<i64>) -> !seq
  %s3 = onnxops.sequence_insert_v11 %s2, %c, %m1 : (!seq, tensor<2xf32>, tensor<i64>) -> !seq
  %s4 = onnxops.sequence_erase_v11 %s3 : (!seq) -> !seq
  %t2 = onnxops.sequence_at_v11 %s2, %1 : (!seq, tensor<i64>) -> tensor<2xf32>
  %t3 = onnxops.sequence_at_v11 %s3, %1 : (!seq, tensor<i64>) -> tensor<2xf32>
  %t4 = onnxops.sequence_at_v11 %s4, %0 : (!seq, tensor<i64>) -> tensor<2xf32>
  %n0 = onnxops.sequence_length_v11 %s0 : (!seq) -> tensor<i64>
  %n3 = onnxops.sequence_length_v11 %s3 : (!seq) -> tensor<i64>
  // CHECK: arith.constant dense<-1>
  // CHECK: %[[N0:.*]] = arith.constant dense<0> : tensor<i64>
  // CHECK: %[[N3:.*]] = arith.constant dense<3> : tensor<i64>
  // CHECK: return %[[A]], %[[C]], %[[B]], %[[N0]], %[[N3]]
  return %t2, %t3, %t4, %n0, %n3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<i64>, tensor<i64>
}

// A position of n appends, and a resolved length is known at once.
// Shows sequence-r8.
// CHECK-LABEL: func @append_at_length
//  CHECK-SAME:   (%[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xf32>)
func.func @append_at_length(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %s = onnxops.sequence_construct_v11 %a : (tensor<2xf32>) -> !seq
  %n = onnxops.sequence_length_v11 %s : (!seq) -> tensor<i64>
  %t = onnxops.sequence_insert_v11 %s, %b, %n : (!seq, tensor<2xf32>, tensor<i64>) -> !seq
  // CHECK: return %[[B]]
  %r = onnxops.sequence_at_v11 %t, %n : (!seq, tensor<i64>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

!seq = !onnxops.seq<tensor<2xf32>>

// Out of range, or unknown: the op is kept, and so is everything that it reads.
// CHECK-LABEL: func @out_of_range
func.func @out_of_range(%a: tensor<2xf32>, %p: tensor<i64>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<i64>, tensor<2xf32>) {
  %2 = arith.constant dense<2> : tensor<i64>
  %m2 = arith.constant dense<-2> : tensor<i64>
  // CHECK: %[[S:.*]] = onnxops.sequence_construct_v11
  %s = onnxops.sequence_construct_v11 %a : (tensor<2xf32>) -> !seq
  // CHECK: onnxops.sequence_at_v11 %[[S]]
  %t0 = onnxops.sequence_at_v11 %s, %m2 : (!seq, tensor<i64>) -> tensor<2xf32>
  // CHECK: onnxops.sequence_at_v11 %[[S]]
  %t1 = onnxops.sequence_at_v11 %s, %p : (!seq, tensor<i64>) -> tensor<2xf32>
  // CHECK: %[[I:.*]] = onnxops.sequence_insert_v11 %[[S]]
  // CHECK: onnxops.sequence_at_v11 %[[I]]
  %i = onnxops.sequence_insert_v11 %s, %a, %2 : (!seq, tensor<2xf32>, tensor<i64>) -> !seq
  %t2 = onnxops.sequence_at_v11 %i, %m2 : (!seq, tensor<i64>) -> tensor<2xf32>
  // CHECK: %[[J:.*]] = onnxops.sequence_insert_v11 %[[S]]
  // CHECK: onnxops.sequence_length_v11 %[[J]]
  %j = onnxops.sequence_insert_v11 %s, %a, %p : (!seq, tensor<2xf32>, tensor<i64>) -> !seq
  %n = onnxops.sequence_length_v11 %j : (!seq) -> tensor<i64>
  // CHECK: %[[E:.*]] = onnxops.sequence_empty_v11
  // CHECK: %[[F:.*]] = onnxops.sequence_erase_v11 %[[E]]
  // CHECK: onnxops.sequence_at_v11 %[[F]]
  %e = onnxops.sequence_empty_v11 : () -> !seq
  %f = onnxops.sequence_erase_v11 %e : (!seq) -> !seq
  %t3 = onnxops.sequence_at_v11 %f, %m2 : (!seq, tensor<i64>) -> tensor<2xf32>
  return %t0, %t1, %t2, %n, %t3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<i64>, tensor<2xf32>
}

// A declared result that is more precise than the element is checked.
// CHECK-LABEL: func @declared_says_more
func.func @declared_says_more(%a: tensor<?xf32>) -> tensor<4xf32> {
  %0 = arith.constant dense<0> : tensor<i64>
  // CHECK: onnxops.sequence_at_v11
  %s = onnxops.sequence_construct_v11 %a : (tensor<?xf32>) -> !onnxops.seq<tensor<?xf32>>
  %r = onnxops.sequence_at_v11 %s, %0 : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// An argument has any length: reads at positions that depend on it are kept, and so
// is an insertion that may fail.
// CHECK-LABEL: func @argument
func.func @argument(%s: !seq, %a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK: %[[I:.*]] = onnxops.sequence_insert_v11 %{{[^,]*}}, %{{[^,]*}} :
  // CHECK: %[[J:.*]] = onnxops.sequence_insert_v11 %{{.*}}, %{{.*}}, %{{.*}} :
  // CHECK: onnxops.sequence_at_v11 %[[I]]
  // CHECK: onnxops.sequence_at_v11 %[[J]]
  // CHECK: onnxops.sequence_at_v11 %[[J]]
  %c0 = arith.constant dense<0> : tensor<i64>
  %c1 = arith.constant dense<1> : tensor<i64>
  %m1 = arith.constant dense<-1> : tensor<i64>
  %i = onnxops.sequence_insert_v11 %s, %a : (!seq, tensor<2xf32>) -> !seq
  %j = onnxops.sequence_insert_v11 %s, %a, %c1 : (!seq, tensor<2xf32>, tensor<i64>) -> !seq
  %r0 = onnxops.sequence_at_v11 %i, %c0 : (!seq, tensor<i64>) -> tensor<2xf32>
  %r1 = onnxops.sequence_at_v11 %j, %c1 : (!seq, tensor<i64>) -> tensor<2xf32>
  %r2 = onnxops.sequence_at_v11 %j, %m1 : (!seq, tensor<i64>) -> tensor<2xf32>
  return %r0, %r1, %r2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// Elements that were appended or inserted first are known all the same.
// CHECK-LABEL: func @last_and_first
//  CHECK-SAME:   (%{{.*}}: !onnxops.seq<tensor<2xf32>>, %[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xf32>)
func.func @last_and_first(%s: !seq, %a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NOT: sequence_at
  // CHECK: return %[[A]], %[[B]]
  %c0 = arith.constant dense<0> : tensor<1xi32>
  %m1 = arith.constant dense<-1> : tensor<i64>
  %i = onnxops.sequence_insert_v11 %s, %a : (!seq, tensor<2xf32>) -> !seq
  %j = onnxops.sequence_insert_v11 %i, %b, %c0 : (!seq, tensor<2xf32>, tensor<1xi32>) -> !seq
  %r0 = onnxops.sequence_at_v11 %i, %m1 : (!seq, tensor<i64>) -> tensor<2xf32>
  %r1 = onnxops.sequence_at_v11 %j, %c0 : (!seq, tensor<1xi32>) -> tensor<2xf32>
  return %r0, %r1 : tensor<2xf32>, tensor<2xf32>
}

// -----

!seq = !onnxops.seq<tensor<?x?xf32>>

// CHECK-LABEL: func @chunks
//  CHECK-SAME:   (%[[A:.*]]: tensor<?x7xf32>)
func.func @chunks(%a: tensor<?x7xf32>) -> (tensor<?x1xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x1xf32>, tensor<?x4xf32>, tensor<i64>) {
  // CHECK-NOT: sequence
  %c1 = arith.constant dense<1> : tensor<i64>
  %m1 = arith.constant dense<-1> : tensor<i64>
  %three = arith.constant dense<3> : tensor<i64>
  %vector = arith.constant dense<[2, 4, 1, 0]> : tensor<4xi32>
  // CHECK: tensor.extract_slice %[[A]][0, 1] [%{{.*}}, 1] [1, 1] : tensor<?x7xf32> to tensor<?x1xf32>
  %s0 = onnxops.split_to_sequence_v24 %a axis = -1 : (tensor<?x7xf32>) -> !onnxops.seq<tensor<?x1xf32>>
  %r0 = onnxops.sequence_at_v11 %s0, %c1 : (!onnxops.seq<tensor<?x1xf32>>, tensor<i64>) -> tensor<?x1xf32>
  // CHECK: %[[C:.*]] = tensor.extract_slice %[[A]][0, 6] [%{{.*}}, 1] [1, 1] : tensor<?x7xf32> to tensor<?x1xf32>
  // CHECK: tensor.collapse_shape %[[C]] {{\[\[}}0, 1]] : tensor<?x1xf32> into tensor<?xf32>
  %s1 = onnxops.split_to_sequence_v24 %a axis = 1 keepdims = 0 : (tensor<?x7xf32>) -> !onnxops.seq<tensor<?xf32>>
  %r1 = onnxops.sequence_at_v11 %s1, %m1 : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  // CHECK: tensor.extract_slice %[[A]][0, 3] [%{{.*}}, 3] [1, 1] : tensor<?x7xf32> to tensor<?x3xf32>
  // CHECK: tensor.extract_slice %[[A]][0, 6] [%{{.*}}, 1] [1, 1] : tensor<?x7xf32> to tensor<?x1xf32>
  %s2 = onnxops.split_to_sequence_v24 %a, %three axis = 1 : (tensor<?x7xf32>, tensor<i64>) -> !seq
  %r2 = onnxops.sequence_at_v11 %s2, %c1 : (!seq, tensor<i64>) -> tensor<?x3xf32>
  %r3 = onnxops.sequence_at_v11 %s2, %m1 : (!seq, tensor<i64>) -> tensor<?x1xf32>
  // CHECK: tensor.extract_slice %[[A]][0, 2] [%{{.*}}, 4] [1, 1] : tensor<?x7xf32> to tensor<?x4xf32>
  // CHECK: arith.constant dense<4> : tensor<i64>
  %s3 = onnxops.split_to_sequence_v24 %a, %vector axis = 1 : (tensor<?x7xf32>, tensor<4xi32>) -> !seq
  %r4 = onnxops.sequence_at_v11 %s3, %c1 : (!seq, tensor<i64>) -> tensor<?x4xf32>
  %r5 = onnxops.sequence_length_v11 %s3 : (!seq) -> tensor<i64>
  return %r0, %r1, %r2, %r3, %r4, %r5 : tensor<?x1xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x1xf32>, tensor<?x4xf32>, tensor<i64>
}

// The chunk determines which of two dimensions of size 1 it drops.
// CHECK-LABEL: func @unit_dimensions
func.func @unit_dimensions(%a: tensor<1x?x2x?xf32>) -> tensor<1x?x?xf32> {
  // CHECK-NOT: sequence
  // CHECK: %[[C:.*]] = tensor.extract_slice %{{.*}}[0, 0, 1, 0] [1, %{{.*}}, 1, %{{.*}}] [1, 1, 1, 1] : tensor<1x?x2x?xf32> to tensor<1x?x1x?xf32>
  // CHECK: tensor.collapse_shape %[[C]] {{\[\[}}0], [1], [2, 3]] : tensor<1x?x1x?xf32> into tensor<1x?x?xf32>
  %m1 = arith.constant dense<-1> : tensor<i64>
  %s = onnxops.split_to_sequence_v24 %a axis = 2 keepdims = 0 : (tensor<1x?x2x?xf32>) -> !onnxops.seq<tensor<1x?x?xf32>>
  %r = onnxops.sequence_at_v11 %s, %m1 : (!onnxops.seq<tensor<1x?x?xf32>>, tensor<i64>) -> tensor<1x?x?xf32>
  return %r : tensor<1x?x?xf32>
}

// One chunk, of a length beyond the axis; no chunk, of an axis of length 0.
// CHECK-LABEL: func @chunk_counts
//  CHECK-SAME:   (%[[A:.*]]: tensor<7xf32>, %{{.*}}: tensor<0xf32>)
func.func @chunk_counts(%a: tensor<7xf32>, %z: tensor<0xf32>) -> (tensor<7xf32>, tensor<i64>, tensor<i64>) {
  // CHECK-NOT: sequence
  %m1 = arith.constant dense<-1> : tensor<i64>
  %nine = arith.constant dense<9> : tensor<i64>
  %s = onnxops.split_to_sequence_v24 %a, %nine : (tensor<7xf32>, tensor<i64>) -> !onnxops.seq<tensor<7xf32>>
  %r = onnxops.sequence_at_v11 %s, %m1 : (!onnxops.seq<tensor<7xf32>>, tensor<i64>) -> tensor<7xf32>
  // CHECK: %[[N:.*]] = arith.constant dense<1> : tensor<i64>
  %n = onnxops.sequence_length_v11 %s : (!onnxops.seq<tensor<7xf32>>) -> tensor<i64>
  // CHECK: %[[M:.*]] = arith.constant dense<0> : tensor<i64>
  %t = onnxops.split_to_sequence_v24 %z, %nine : (tensor<0xf32>, tensor<i64>) -> !onnxops.seq<tensor<?xf32>>
  %m = onnxops.sequence_length_v11 %t : (!onnxops.seq<tensor<?xf32>>) -> tensor<i64>
  // CHECK: return %[[A]], %[[N]], %[[M]]
  return %r, %n, %m : tensor<7xf32>, tensor<i64>, tensor<i64>
}

// The sum, the number of chunks, the position: unknown values are checked.
// CHECK-LABEL: func @unknown_chunks
func.func @unknown_chunks(%a: tensor<?xf32>, %b: tensor<7xf32>, %v: tensor<2xi64>) -> (tensor<?xf32>, tensor<i64>, tensor<?xf32>) {
  // CHECK-COUNT-3: onnxops.split_to_sequence_v{{[0-9]+}}
  %c0 = arith.constant dense<0> : tensor<i64>
  %c3 = arith.constant dense<3> : tensor<i64>
  %w = arith.constant dense<[3, 4]> : tensor<2xi64>
  %s0 = onnxops.split_to_sequence_v24 %a, %c3 : (tensor<?xf32>, tensor<i64>) -> !onnxops.seq<tensor<?xf32>>
  %s1 = onnxops.split_to_sequence_v24 %b, %v : (tensor<7xf32>, tensor<2xi64>) -> !onnxops.seq<tensor<?xf32>>
  %s2 = onnxops.split_to_sequence_v24 %a, %w : (tensor<?xf32>, tensor<2xi64>) -> !onnxops.seq<tensor<?xf32>>
  // CHECK: onnxops.sequence_at_v11
  // CHECK: onnxops.sequence_length_v11
  // CHECK: onnxops.sequence_at_v11
  %r0 = onnxops.sequence_at_v11 %s0, %c0 : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  %r1 = onnxops.sequence_length_v11 %s1 : (!onnxops.seq<tensor<?xf32>>) -> tensor<i64>
  %r2 = onnxops.sequence_at_v11 %s2, %c0 : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  return %r0, %r1, %r2 : tensor<?xf32>, tensor<i64>, tensor<?xf32>
}

// -----

// A length that is read from a sequence is only known here.
// CHECK-LABEL: func @resolved_split
func.func @resolved_split(%a: tensor<7xf32>) -> tensor<?xf32> {
  // CHECK: %[[V:.*]] = arith.constant dense<[3, 4]> : tensor<2xi64>
  // CHECK: tensor.extract_slice %{{.*}}[3] [4] [1]
  %c1 = arith.constant dense<1> : tensor<i64>
  %v = arith.constant dense<[3, 4]> : tensor<2xi64>
  %s = onnxops.sequence_construct_v11 %c1 : (tensor<i64>) -> !onnxops.seq<tensor<i64>>
  %t = onnxops.sequence_construct_v11 %v : (tensor<2xi64>) -> !onnxops.seq<tensor<2xi64>>
  %c0 = arith.constant dense<0> : tensor<i64>
  %p = onnxops.sequence_at_v11 %s, %c0 : (!onnxops.seq<tensor<i64>>, tensor<i64>) -> tensor<i64>
  %w = onnxops.sequence_at_v11 %t, %c0 : (!onnxops.seq<tensor<2xi64>>, tensor<i64>) -> tensor<2xi64>
  %u = onnxops.split_to_sequence_v24 %a, %w : (tensor<7xf32>, tensor<2xi64>) -> !onnxops.seq<tensor<?xf32>>
  %r = onnxops.sequence_at_v11 %u, %p : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Casts are ignored; a more precise type is checked if it is not known to hold.
// CHECK-LABEL: func @casts(
//  CHECK-SAME:   %[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<?xf32>
func.func @casts(%a: tensor<2xf32>, %b: tensor<?xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %first = arith.constant dense<0> : tensor<i64>
  %last = arith.constant dense<1> : tensor<i64>
  %s = onnxops.sequence_construct_v11 %a, %b : (tensor<2xf32>, tensor<?xf32>) -> !onnxops.seq<tensor<?xf32>>
  %c = onnxops.sequence_cast %s : !onnxops.seq<tensor<?xf32>> to !onnxops.seq<tensor<2xf32>>
  %0 = onnxops.sequence_at_v11 %c, %first : (!onnxops.seq<tensor<2xf32>>, tensor<i64>) -> tensor<2xf32>
  // CHECK: %[[R:.*]] = onnxops.sequence_at_v11
  %1 = onnxops.sequence_at_v11 %c, %last : (!onnxops.seq<tensor<2xf32>>, tensor<i64>) -> tensor<2xf32>
  // CHECK: return %[[A]], %[[R]]
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// A slice may not begin at the end of its source.
// CHECK-LABEL: func @empty_chunk_at_the_end(
//  CHECK-SAME:   %[[A:.*]]: tensor<2x?xf32>
func.func @empty_chunk_at_the_end(%a: tensor<2x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %[[N:.*]] = tensor.dim %[[A]], %c1
  // CHECK: tensor.empty(%[[N]]) : tensor<0x?xf32>
  %lengths = arith.constant dense<[2, 0]> : tensor<2xi64>
  %last = arith.constant dense<1> : tensor<i64>
  %s = onnxops.split_to_sequence_v24 %a, %lengths axis = 0 : (tensor<2x?xf32>, tensor<2xi64>) -> !onnxops.seq<tensor<?x?xf32>>
  %0 = onnxops.sequence_at_v11 %s, %last : (!onnxops.seq<tensor<?x?xf32>>, tensor<i64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Loops carry tensors in place of sequences.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-join-sequences -split-input-file | FileCheck %s

!seq = !onnxops.seq<tensor<*xf32>>
!matrices = !onnxops.seq<tensor<?x?xf32>>

// Nothing reads the sequence in the loop: a scan output, after those that the loop has.
// CHECK-LABEL: func @scan
//  CHECK-SAME:   %[[X:.*]]: tensor<?x4xf32>, %[[N:.*]]: tensor<i64>, %[[C:.*]]: tensor<i1>
func.func @scan(%x: tensor<?x4xf32>, %n: tensor<i64>, %c: tensor<i1>) -> (tensor<?x4xf32>, tensor<4x?xf32>, tensor<?xf32>, tensor<i64>, tensor<4xf32>, tensor<i64>) {
  // CHECK: %[[R:.*]]:3 = "onnx.Loop"(%[[N]], %[[C]], %[[N]]) ({
  // CHECK: ^bb0(%[[I:.*]]: tensor<i64>, %[[G:.*]]: tensor<i1>, %[[K:.*]]: tensor<i64>):
  // CHECK:   %[[ROW:.*]] = "onnx.Gather"(%[[X]], %[[I]])
  // CHECK:   "onnx.Yield"(%[[G]], %[[K]], %[[I]], %[[ROW]])
  // CHECK: }) : (tensor<i64>, tensor<i1>, tensor<i64>) -> (tensor<i64>, tensor<?xi64>, tensor<?x4xf32>)
  %s = onnxops.sequence_empty_v11 : () -> !seq
  %r:3 = "onnx.Loop"(%n, %c, %s, %n) ({
  ^bb0(%i: tensor<i64>, %g: tensor<i1>, %t: !seq, %k: tensor<i64>):
    %row = "onnx.Gather"(%x, %i) : (tensor<?x4xf32>, tensor<i64>) -> tensor<4xf32>
    %u = onnxops.sequence_insert_v11 %t, %row : (!seq, tensor<4xf32>) -> !seq
    "onnx.Yield"(%g, %u, %k, %i) : (tensor<i1>, !seq, tensor<i64>, tensor<i64>) -> ()
  }) : (tensor<i64>, tensor<i1>, !seq, tensor<i64>) -> (!seq, tensor<i64>, tensor<?xi64>)
  %p = arith.constant dense<-1> : tensor<1xi64>
  // CHECK: %[[T:.*]] = "onnx.Transpose"(%[[R]]#2) {perm = [1, 0]}
  // CHECK: %[[Z:.*]] = "onnx.Reshape"(%[[R]]#2
  %0 = onnxops.concat_from_sequence_v11 %r#0 axis = 0 new_axis = 1 : (!seq) -> tensor<?x4xf32>
  %1 = onnxops.concat_from_sequence_v11 %r#0 axis = -1 new_axis = 1 : (!seq) -> tensor<4x?xf32>
  %2 = onnxops.concat_from_sequence_v11 %r#0 axis = 0 : (!seq) -> tensor<?xf32>
  // CHECK-DAG: "onnx.Shape"(%[[R]]#2)
  // CHECK-DAG: %[[Q:.*]] = "onnx.Reshape"(%{{.*}}) : (tensor<1xi64>, tensor<0xi64>) -> tensor<i64>
  // CHECK-DAG: "onnx.Gather"(%[[R]]#2, %[[Q]]) {axis = 0 : i64}
  %3 = onnxops.sequence_length_v11 %r#0 : (!seq) -> tensor<i64>
  %4 = onnxops.sequence_at_v11 %r#0, %p : (!seq, tensor<1xi64>) -> tensor<4xf32>
  // CHECK-NOT: onnxops.sequence_at
  // CHECK: return %[[R]]#2, %[[T]], %[[Z]], %{{.*}}, %{{.*}}, %[[R]]#0
  return %0, %1, %2, %3, %4, %r#1 : tensor<?x4xf32>, tensor<4x?xf32>, tensor<?xf32>, tensor<i64>, tensor<4xf32>, tensor<i64>
}

// A declared type that is more precise becomes that of the result.
// CHECK-LABEL: func @declared
func.func @declared(%x: tensor<?x4xf32>, %n: tensor<i64>, %c: tensor<i1>) -> tensor<7x4xf32> {
  // CHECK: %[[R:.*]] = "onnx.Loop"
  %s = onnxops.sequence_empty_v11 : () -> !seq
  %r = "onnx.Loop"(%n, %c, %s) ({
  ^bb0(%i: tensor<i64>, %g: tensor<i1>, %t: !seq):
    %row = "onnx.Gather"(%x, %i) : (tensor<?x4xf32>, tensor<i64>) -> tensor<4xf32>
    %u = onnxops.sequence_insert_v11 %t, %row : (!seq, tensor<4xf32>) -> !seq
    "onnx.Yield"(%g, %u) : (tensor<i1>, !seq) -> ()
  }) : (tensor<i64>, tensor<i1>, !seq) -> !seq
  // CHECK: }) : (tensor<i64>, tensor<i1>) -> tensor<7x4xf32>
  // CHECK: return %[[R]]
  %0 = onnxops.concat_from_sequence_v11 %r axis = 0 new_axis = 1 : (!seq) -> tensor<7x4xf32>
  return %0 : tensor<7x4xf32>
}

// What has elements at first, and is read in the loop: a carried tensor, to which each
// iteration concatenates twice.
// CHECK-LABEL: func @carried
//  CHECK-SAME:   %[[X:.*]]: tensor<?x?xf32>, %[[N:.*]]: tensor<i64>, %[[C:.*]]: tensor<i1>
func.func @carried(%x: tensor<?x?xf32>, %n: tensor<i64>, %c: tensor<i1>) -> tensor<?x?xf32> {
  // CHECK: %[[S:.*]] = onnxops.sequence_construct_v11
  // CHECK: %[[T:.*]] = onnxops.concat_from_sequence_v11 %[[S]] axis = 1
  // CHECK: %[[R:.*]] = "onnx.Loop"(%[[N]], %[[C]], %[[T]])
  // CHECK: ^bb0(%{{.*}}: tensor<i64>, %[[G:.*]]: tensor<i1>, %[[A:.*]]: tensor<?x?xf32>):
  // CHECK:   %[[B:.*]] = onnxops.concat_v13 %[[A]], %[[X]] axis = 1
  // CHECK:   %[[D:.*]] = "onnx.Neg"(%[[B]])
  // CHECK:   %[[E:.*]] = onnxops.concat_v13 %[[B]], %[[D]] axis = 1
  // CHECK:   "onnx.Yield"(%[[G]], %[[E]])
  %s = onnxops.sequence_construct_v11 %x, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> !matrices
  %r = "onnx.Loop"(%n, %c, %s) ({
  ^bb0(%i: tensor<i64>, %g: tensor<i1>, %t: !matrices):
    %u = onnxops.sequence_insert_v11 %t, %x : (!matrices, tensor<?x?xf32>) -> !matrices
    %all = onnxops.concat_from_sequence_v11 %u axis = -1 : (!matrices) -> tensor<?x?xf32>
    %m = "onnx.Neg"(%all) : (tensor<?x?xf32>) -> tensor<?x?xf32>
    %v = onnxops.sequence_insert_v11 %u, %m : (!matrices, tensor<?x?xf32>) -> !matrices
    "onnx.Yield"(%g, %v) : (tensor<i1>, !matrices) -> ()
  }) : (tensor<i64>, tensor<i1>, !matrices) -> !matrices
  // CHECK: return %[[R]]
  %0 = onnxops.concat_from_sequence_v11 %r axis = 1 : (!matrices) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// No elements at first, and sizes that are those of an input: an empty tensor of them.
// CHECK-LABEL: func @empty
//  CHECK-SAME:   %[[X:.*]]: tensor<?x5x?xf32>
func.func @empty(%x: tensor<?x5x?xf32>, %n: tensor<i64>, %c: tensor<i1>) -> tensor<?x?xf32> {
  // CHECK: %[[SHAPE:.*]] = "onnx.Shape"(%[[X]])
  // CHECK: %[[SIZE:.*]] = "onnx.Gather"(%[[SHAPE]]
  // CHECK: %[[VECTOR:.*]] = "onnx.Reshape"(%[[SIZE]]
  // CHECK: %[[SIZES:.*]] = onnxops.concat_v13 %{{.*}}, %[[VECTOR]] axis = 0
  // CHECK: %[[E:.*]] = "onnx.Expand"(%{{.*}}, %[[SIZES]]) : (tensor<1xf32>, tensor<2xi64>) -> tensor<0x?xf32>
  // CHECK: %[[CAST:.*]] = tensor.cast %[[E]] : tensor<0x?xf32> to tensor<?x?xf32>
  // CHECK: "onnx.Loop"(%{{.*}}, %{{.*}}, %[[CAST]])
  %s = onnxops.sequence_empty_v11 : () -> !seq
  %r = "onnx.Loop"(%n, %c, %s) ({
  ^bb0(%i: tensor<i64>, %g: tensor<i1>, %t: !seq):
    %row = "onnx.Gather"(%x, %i) {axis = 1 : i64} : (tensor<?x5x?xf32>, tensor<i64>) -> tensor<?x?xf32>
    %u = onnxops.sequence_insert_v11 %t, %row : (!seq, tensor<?x?xf32>) -> !seq
    %all = onnxops.concat_from_sequence_v11 %u axis = 0 : (!seq) -> tensor<?x?xf32>
    "test.use"(%all) : (tensor<?x?xf32>) -> ()
    "onnx.Yield"(%g, %u) : (tensor<i1>, !seq) -> ()
  }) : (tensor<i64>, tensor<i1>, !seq) -> !seq
  %0 = onnxops.concat_from_sequence_v11 %r axis = 0 : (!seq) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

!seq = !onnxops.seq<tensor<*xf32>>

// These stay. Breaks rewrite-r7.
// CHECK-LABEL: func @left
func.func @left(%x: tensor<?xf32>, %y: tensor<2xf32>, %n: tensor<i64>, %c: tensor<i1>, %q: !seq) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, !seq, tensor<?xf32>, tensor<?xf32>) {
  %zero = arith.constant dense<0> : tensor<i64>
  %s = onnxops.sequence_empty_v11 : () -> !seq
  // Not appended.
  // CHECK: %[[A:.*]] = "onnx.Loop"
  // CHECK: onnxops.sequence_insert_v11
  %a = "onnx.Loop"(%n, %c, %s) ({
  ^bb0(%i: tensor<i64>, %g: tensor<i1>, %t: !seq):
    %u = onnxops.sequence_insert_v11 %t, %y, %zero : (!seq, tensor<2xf32>, tensor<i64>) -> !seq
    "onnx.Yield"(%g, %u) : (tensor<i1>, !seq) -> ()
  }) : (tensor<i64>, tensor<i1>, !seq) -> !seq
  // CHECK: onnxops.concat_from_sequence_v11 %[[A]]
  %0 = onnxops.concat_from_sequence_v11 %a axis = 0 : (!seq) -> tensor<?xf32>
  // Elements of unknown sizes are read one by one: they may differ.
  // CHECK: %[[B:.*]] = "onnx.Loop"
  // CHECK: onnxops.sequence_insert_v11
  %b = "onnx.Loop"(%n, %c, %s) ({
  ^bb0(%i: tensor<i64>, %g: tensor<i1>, %t: !seq):
    %u = onnxops.sequence_insert_v11 %t, %x : (!seq, tensor<?xf32>) -> !seq
    "onnx.Yield"(%g, %u) : (tensor<i1>, !seq) -> ()
  }) : (tensor<i64>, tensor<i1>, !seq) -> !seq
  // CHECK: onnxops.sequence_at_v11 %[[B]]
  %1 = onnxops.sequence_at_v11 %b, %zero : (!seq, tensor<i64>) -> tensor<?xf32>
  // An input, which may be empty.
  // CHECK: %[[D:.*]] = "onnx.Loop"
  // CHECK: onnxops.sequence_insert_v11
  %d = "onnx.Loop"(%n, %c, %q) ({
  ^bb0(%i: tensor<i64>, %g: tensor<i1>, %t: !seq):
    %u = onnxops.sequence_insert_v11 %t, %y : (!seq, tensor<2xf32>) -> !seq
    "onnx.Yield"(%g, %u) : (tensor<i1>, !seq) -> ()
  }) : (tensor<i64>, tensor<i1>, !seq) -> !seq
  // CHECK: onnxops.concat_from_sequence_v11 %[[D]]
  %2 = onnxops.concat_from_sequence_v11 %d axis = 0 : (!seq) -> tensor<?xf32>
  // An output.
  // CHECK: "onnx.Loop"
  // CHECK: onnxops.sequence_insert_v11
  %e = "onnx.Loop"(%n, %c, %s) ({
  ^bb0(%i: tensor<i64>, %g: tensor<i1>, %t: !seq):
    %u = onnxops.sequence_insert_v11 %t, %y : (!seq, tensor<2xf32>) -> !seq
    "onnx.Yield"(%g, %u) : (tensor<i1>, !seq) -> ()
  }) : (tensor<i64>, tensor<i1>, !seq) -> !seq
  // Of two orders: along both axes, and in a branch of its own.
  // CHECK: %[[F:.*]] = "onnx.Loop"
  // CHECK: onnxops.sequence_insert_v11
  %f = "onnx.Loop"(%n, %c, %s) ({
  ^bb0(%i: tensor<i64>, %g: tensor<i1>, %t: !seq):
    %u = onnxops.sequence_insert_v11 %t, %x : (!seq, tensor<?xf32>) -> !seq
    "onnx.Yield"(%g, %u) : (tensor<i1>, !seq) -> ()
  }) : (tensor<i64>, tensor<i1>, !seq) -> !seq
  %3 = "onnx.If"(%c) ({
    // CHECK: onnxops.concat_from_sequence_v11 %[[F]] axis = 0 new_axis = 1
    %4 = onnxops.concat_from_sequence_v11 %f axis = 0 new_axis = 1 : (!seq) -> tensor<?x?xf32>
    %5 = "onnx.ReduceSum"(%4) {keepdims = 0 : i64} : (tensor<?x?xf32>) -> tensor<?xf32>
    "onnx.Yield"(%5) : (tensor<?xf32>) -> ()
  }, {
    "onnx.Yield"(%x) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?xf32>
  // The sizes of what is inserted are not known before the loop.
  // CHECK: %[[H:.*]] = "onnx.Loop"
  // CHECK: onnxops.sequence_insert_v11
  %h = "onnx.Loop"(%n, %c, %s) ({
  ^bb0(%i: tensor<i64>, %g: tensor<i1>, %t: !seq):
    %w = "onnx.NonZero"(%x) : (tensor<?xf32>) -> tensor<?x?xf32>
    %u = onnxops.sequence_insert_v11 %t, %w : (!seq, tensor<?x?xf32>) -> !seq
    %all = onnxops.concat_from_sequence_v11 %u axis = 0 : (!seq) -> tensor<?x?xf32>
    "test.use"(%all) : (tensor<?x?xf32>) -> ()
    "onnx.Yield"(%g, %u) : (tensor<i1>, !seq) -> ()
  }) : (tensor<i64>, tensor<i1>, !seq) -> !seq
  // CHECK: onnxops.concat_from_sequence_v11 %[[H]]
  %6 = onnxops.concat_from_sequence_v11 %h axis = 0 : (!seq) -> tensor<?xf32>
  return %0, %1, %2, %e, %3, %6 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, !seq, tensor<?xf32>, tensor<?xf32>
}

// Initial elements of unknown sizes that only the loop joins: one that does not run joins
// none of them.
// CHECK-LABEL: func @joined_in_loop
func.func @joined_in_loop(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %n: tensor<i64>, %c: tensor<i1>) -> tensor<i1> {
  // CHECK: "onnx.Loop"
  // CHECK: onnxops.sequence_insert_v11
  %s = onnxops.sequence_construct_v11 %x, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> !onnxops.seq<tensor<?x?xf32>>
  %r:2 = "onnx.Loop"(%n, %c, %s, %c) ({
  ^bb0(%i: tensor<i64>, %g: tensor<i1>, %t: !onnxops.seq<tensor<?x?xf32>>, %k: tensor<i1>):
    %u = onnxops.sequence_insert_v11 %t, %x : (!onnxops.seq<tensor<?x?xf32>>, tensor<?x?xf32>) -> !onnxops.seq<tensor<?x?xf32>>
    // CHECK: onnxops.concat_from_sequence_v11
    %all = onnxops.concat_from_sequence_v11 %u axis = 0 : (!onnxops.seq<tensor<?x?xf32>>) -> tensor<?x?xf32>
    "test.use"(%all) : (tensor<?x?xf32>) -> ()
    "onnx.Yield"(%g, %u, %k) : (tensor<i1>, !onnxops.seq<tensor<?x?xf32>>, tensor<i1>) -> ()
  }) : (tensor<i64>, tensor<i1>, !onnxops.seq<tensor<?x?xf32>>, tensor<i1>) -> (!onnxops.seq<tensor<?x?xf32>>, tensor<i1>)
  return %r#1 : tensor<i1>
}

// Sequences that Ifs return are read in the branches.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-sink-sequence-reads | FileCheck %s

!seq = !onnxops.seq<tensor<?xf32>>

// The other result stays in its place.
// CHECK-LABEL: func @reads
//  CHECK-SAME:   %[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<?xf32>, %[[P:.*]]: tensor<i64>
func.func @reads(%c: tensor<i1>, %x: tensor<?xf32>, %p: tensor<i64>) -> (tensor<?xf32>, tensor<i64>, tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[R:.*]]:4 = "onnx.If"(%[[C]]) ({
  // CHECK:   %[[S:.*]] = onnxops.split_to_sequence_v24 %[[X]]
  // CHECK-DAG: %[[A:.*]] = onnxops.sequence_at_v11 %[[S]], %[[P]]
  // CHECK-DAG: %[[L:.*]] = onnxops.sequence_length_v11 %[[S]]
  // CHECK-DAG: %[[J:.*]] = onnxops.concat_from_sequence_v11 %[[S]] axis = 0
  // CHECK:   "onnx.Yield"(%[[X]], %[[A]], %[[L]], %[[J]])
  // CHECK: }, {
  // CHECK:   %[[T:.*]] = onnxops.sequence_construct_v11 %[[X]], %[[X]]
  // CHECK:   onnxops.sequence_at_v11 %[[T]], %[[P]]
  // CHECK: }) : (tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>, tensor<i64>, tensor<?xf32>)
  %r:2 = "onnx.If"(%c) ({
    %s = onnxops.split_to_sequence_v24 %x : (tensor<?xf32>) -> !onnxops.seq<tensor<1xf32>>
    %t = onnxops.sequence_cast %s : !onnxops.seq<tensor<1xf32>> to !seq
    "onnx.Yield"(%t, %x) : (!seq, tensor<?xf32>) -> ()
  }, {
    %s = onnxops.sequence_construct_v11 %x, %x : (tensor<?xf32>, tensor<?xf32>) -> !seq
    "onnx.Yield"(%s, %x) : (!seq, tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> (!seq, tensor<?xf32>)
  %0 = onnxops.sequence_at_v11 %r#0, %p : (!seq, tensor<i64>) -> tensor<?xf32>
  %1 = onnxops.sequence_length_v11 %r#0 : (!seq) -> tensor<i64>
  %2 = onnxops.concat_from_sequence_v11 %r#0 axis = 0 : (!seq) -> tensor<?xf32>
  // CHECK: return %[[R]]#1, %[[R]]#2, %[[R]]#3, %[[R]]#0
  return %0, %1, %2, %r#1 : tensor<?xf32>, tensor<i64>, tensor<?xf32>, tensor<?xf32>
}

// A reader that may not run, a position that is computed later, a sequence of unknown
// content, and one that is returned stay. Breaks rewrite-r8.
// CHECK-LABEL: func @left
func.func @left(%c: tensor<i1>, %x: tensor<?xf32>, %p: tensor<i64>, %q: !seq) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, !seq) {
  %s = onnxops.sequence_construct_v11 %x, %x : (tensor<?xf32>, tensor<?xf32>) -> !seq
  // CHECK-COUNT-4: }) : (tensor<i1>) -> !onnxops.seq<tensor<?xf32>>
  %a = "onnx.If"(%c) ({
    "onnx.Yield"(%s) : (!seq) -> ()
  }, {
    "onnx.Yield"(%s) : (!seq) -> ()
  }) : (tensor<i1>) -> !seq
  %b = "onnx.If"(%c) ({
    "onnx.Yield"(%s) : (!seq) -> ()
  }, {
    "onnx.Yield"(%s) : (!seq) -> ()
  }) : (tensor<i1>) -> !seq
  %d = "onnx.If"(%c) ({
    "onnx.Yield"(%s) : (!seq) -> ()
  }, {
    "onnx.Yield"(%q) : (!seq) -> ()
  }) : (tensor<i1>) -> !seq
  %e = "onnx.If"(%c) ({
    "onnx.Yield"(%s) : (!seq) -> ()
  }, {
    "onnx.Yield"(%s) : (!seq) -> ()
  }) : (tensor<i1>) -> !seq
  // CHECK: onnxops.sequence_at_v11
  %0 = "onnx.If"(%c) ({
    %4 = onnxops.sequence_at_v11 %a, %p : (!seq, tensor<i64>) -> tensor<?xf32>
    "onnx.Yield"(%4) : (tensor<?xf32>) -> ()
  }, {
    "onnx.Yield"(%x) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?xf32>
  %m = "onnx.Neg"(%p) : (tensor<i64>) -> tensor<i64>
  // CHECK-COUNT-2: onnxops.sequence_at_v11
  %1 = onnxops.sequence_at_v11 %b, %m : (!seq, tensor<i64>) -> tensor<?xf32>
  %2 = onnxops.sequence_at_v11 %d, %p : (!seq, tensor<i64>) -> tensor<?xf32>
  return %0, %1, %2, %e : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, !seq
}

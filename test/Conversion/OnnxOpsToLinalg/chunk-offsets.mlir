// RUN: onnxops-opt %s --onnxops-upgrade --convert-onnxops-to-linalg="checks=none" --split-input-file | FileCheck %s

// Lengths that are known only at run time are summed once, at the split: a loop
// over all chunks is linear.

// CHECK-LABEL: func @in_loop
func.func @in_loop(%x: tensor<?x3xf32>, %lengths: tensor<?xi64>, %n: index) -> tensor<?x3xf32> {
  // CHECK: %[[INIT:.*]] = tensor.empty(%{{.*}}) : tensor<?xindex>
  // CHECK: %[[OFFSETS:.*]]:2 = scf.for %[[I:.*]] = {{.*}} iter_args(%[[T:.*]] = %[[INIT]], %[[SUM:.*]] = %{{.*}})
  // CHECK:   tensor.insert %[[SUM]] into %[[T]][%[[I]]]
  // CHECK:   tensor.extract %{{.*}}[%[[I]]] : tensor<?xi64>
  // CHECK:   arith.addi %[[SUM]]
  // CHECK: }
  %s = onnxops.split_to_sequence_v24 %x, %lengths : (tensor<?x3xf32>, tensor<?xi64>) -> !onnxops.seq<tensor<?x3xf32>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = tensor.empty(%c0) : tensor<?x3xf32>
  // CHECK: scf.for
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %init) -> tensor<?x3xf32> {
    %p = arith.index_cast %i : index to i64
    %position = tensor.from_elements %p : tensor<i64>
    // CHECK-NOT: scf.for
    // CHECK: %[[OFFSET:.*]] = tensor.extract %[[OFFSETS]]#0[%[[P:.*]]] : tensor<?xindex>
    // CHECK: tensor.extract_slice %{{.*}}[%[[OFFSET]], 0]
    %t = onnxops.sequence_at_v11 %s, %position : (!onnxops.seq<tensor<?x3xf32>>, tensor<i64>) -> tensor<?x3xf32>
    scf.yield %t : tensor<?x3xf32>
  }
  return %r : tensor<?x3xf32>
}

// -----

// Chunks of equal length need no table, and neither does a sequence of which only
// the length or the concatenation is used.

// CHECK-LABEL: func @not_needed
// CHECK-NOT: tensor.insert %
// CHECK-NOT: xindex>
// CHECK: return
func.func @not_needed(%x: tensor<?x3xf32>, %length: tensor<i64>, %lengths: tensor<?xi64>, %p: tensor<i64>) -> (tensor<?x3xf32>, tensor<i64>, tensor<?x3xf32>) {
  %s = onnxops.split_to_sequence_v24 %x, %length : (tensor<?x3xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x3xf32>>
  %t = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<?x3xf32>>, tensor<i64>) -> tensor<?x3xf32>
  %u = onnxops.split_to_sequence_v24 %x, %lengths : (tensor<?x3xf32>, tensor<?xi64>) -> !onnxops.seq<tensor<?x3xf32>>
  %n = onnxops.sequence_length_v11 %u : (!onnxops.seq<tensor<?x3xf32>>) -> tensor<i64>
  %j = onnxops.concat_from_sequence_v11 %u axis = 0 : (!onnxops.seq<tensor<?x3xf32>>) -> tensor<?x3xf32>
  return %t, %n, %j : tensor<?x3xf32>, tensor<i64>, tensor<?x3xf32>
}

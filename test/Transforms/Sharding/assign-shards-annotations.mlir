// Annotations of upstream's dialect shard, in place of options. Shows shard-r12.
//
// RUN: onnxops-opt %s --split-input-file --onnxops-assign-shards --canonicalize --cse | FileCheck %s
// RUN: onnxops-opt %s --split-input-file --onnxops-assign-shards="ranks=2" --onnxops-to-llvm-pipeline -o /dev/null

// Offsets may be uneven. A concat is built as its annotation says, in one exchange.
// CHECK-LABEL: func @uneven
// CHECK-SAME:    (%[[X:.*]]: tensor<?x3xf32> {onnxops.shard = 0 : i64}) -> (tensor<?x3xf32> {onnxops.shard = 0 : i64}) attributes {onnxops.ranks = 2 : i64}
// CHECK-DAG:     %[[FROM:.*]] = arith.constant dense<[0, 1, 4]>
// CHECK-DAG:     %[[TO:.*]] = arith.constant dense<[0, 7, 8]>
// CHECK:         %[[R:.*]] = onnxops.exchange {{.*}} ins(%[[X]] : tensor<?x3xf32>) {{.*}} axes [0, -1, 0, -1] offsets(%[[FROM]], %[[TO]] : {{.*}}) segments [0, 0, 4, 1, 0, 0, 4, 1]
// CHECK-NEXT:    return %[[R]]
// CHECK-NOT:     shard.grid
module {
shard.grid @two(shape = 2)
func.func @uneven(%x: tensor<4x3xf32>) -> tensor<8x3xf32> {
  %from = shard.sharding @two split_axes = [[0]] sharded_dims_offsets = [0, 1, 4] : !shard.sharding
  %to = shard.sharding @two split_axes = [[0]] sharded_dims_offsets = [0, 7, 8] : !shard.sharding
  %0 = shard.shard %x to %from : tensor<4x3xf32>
  %1 = onnxops.concat_v13 %0, %0 axis = 0 : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %2 = shard.shard %1 to %to : tensor<8x3xf32>
  return %2 : tensor<8x3xf32>
}
}

// -----

// What fits is local: an annotation of what is so already, and a slice of what all
// ranks have.
// CHECK-LABEL: func @local
// CHECK-SAME:    (%[[X:.*]]: tensor<2x3xf32> {onnxops.shard = 0 : i64}, %[[Y:.*]]: tensor<4x3xf32>) -> (tensor<2x6xf32> {onnxops.shard = 0 : i64})
// CHECK-NOT:     onnxops.exchange
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[Y]]
// CHECK:         %[[R:.*]] = onnxops.concat_v13 %[[X]], %[[S]] axis = 1
// CHECK-NEXT:    return %[[R]]
module {
shard.grid @two(shape = 2)
func.func @local(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>) -> tensor<4x6xf32> {
  %rows = shard.sharding @two split_axes = [[0]] : !shard.sharding
  %all = shard.sharding @two split_axes = [[]] : !shard.sharding
  %0 = shard.shard %x to %rows : tensor<4x3xf32>
  %1 = shard.shard %0 to %rows annotate_for_users : tensor<4x3xf32>
  %2 = shard.shard %y to %all : tensor<4x3xf32>
  %3 = shard.shard %2 to %rows annotate_for_users : tensor<4x3xf32>
  %4 = onnxops.concat_v13 %1, %3 axis = 1 : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x6xf32>
  %5 = shard.shard %4 to %rows : tensor<4x6xf32>
  return %5 : tensor<4x6xf32>
}
}

// -----

// A user that needs other shards than the value has: along another dimension, and
// all of it. The annotation for all users comes first, wherever it is.
// CHECK-LABEL: func @users
// CHECK-SAME:    (%[[X:.*]]: tensor<2x4xf32> {onnxops.shard = 0 : i64}) -> (tensor<4x2xf32> {onnxops.shard = 1 : i64}, tensor<4x4xf32>)
// CHECK:         %[[C:.*]] = onnxops.exchange {{.*}} ins(%[[X]] : {{.*}} axes [0, -1, -1, 0]
// CHECK:         %[[A:.*]] = onnxops.exchange {{.*}} ins(%[[X]] : {{.*}} axes [0, -1, -1, -1]
// CHECK:         return %[[C]], %[[A]]
module {
shard.grid @two(shape = 2)
func.func @users(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %columns = shard.sharding @two split_axes = [[], [0]] : !shard.sharding
  %rows = shard.sharding @two split_axes = [[0]] : !shard.sharding
  %all = shard.sharding @two split_axes = [[]] : !shard.sharding
  %0 = shard.shard %x to %columns annotate_for_users : tensor<4x4xf32>
  %1 = shard.shard %x to %rows : tensor<4x4xf32>
  %2 = shard.shard %1 to %all annotate_for_users : tensor<4x4xf32>
  return %0, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}
}

// -----

// An input of unknown size has any shards, unless its annotation has offsets.
// CHECK-LABEL: func @unknown
// CHECK-SAME:    (%[[X:.*]]: tensor<?xf32> {{.*}}, %[[Y:.*]]: tensor<2xf32>
// CHECK:         %[[O:.*]] = onnxops.gather_offsets "input 'arg0'"
// CHECK-NOT:     onnxops.gather_offsets
// CHECK:         onnxops.exchange {{.*}} ins(%[[X]], %[[Y]] : {{.*}}) outs
module {
shard.grid @two(shape = 2)
func.func @unknown(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %even = shard.sharding @two split_axes = [[0]] : !shard.sharding
  %given = shard.sharding @two split_axes = [[0]] sharded_dims_offsets = [0, 2, 4] : !shard.sharding
  %0 = shard.shard %x to %even : tensor<?xf32>
  %1 = shard.shard %y to %given : tensor<?xf32>
  %2 = onnxops.concat_v13 %0, %1 axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
}

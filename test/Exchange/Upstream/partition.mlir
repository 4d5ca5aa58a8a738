// Why shards are assigned by a pass of ours: what sharding-propagation and
// shard-partition of the packaged mlir-opt do. A test that fails here says that a
// reason is gone.
//
// RUN: split-file %s %t
// DEFINE: %{propagate} = %mlir_opt --pass-pipeline='builtin.module(func.func(sharding-propagation))'
// DEFINE: %{partition} = %mlir_opt --pass-pipeline='builtin.module(func.func(shard-partition))'
//
// 7 rows on 2 ranks are 3 each.
// RUN: %{partition} %t/uneven.mlir | FileCheck %s --check-prefix=UNEVEN
// UNEVEN: func.func @uneven(%{{.*}}: tensor<3x3xf32>) -> tensor<3x3xf32>
//
// Offsets are not propagated: shards become even, which shard-partition cannot do.
// RUN: %{propagate} %t/offsets.mlir | FileCheck %s --check-prefix=OFFSETS
// OFFSETS: sharded_dims_offsets = [0, 5, 7]
// OFFSETS: tosa.abs
// OFFSETS-NOT: sharded_dims_offsets
// RUN: %{propagate} %t/offsets.mlir -o %t/propagated.mlir
// RUN: not --crash %{partition} %t/propagated.mlir
//
// An argument has one user.
// RUN: not --crash %{partition} %t/users.mlir
//
// A concatenation has no rule; those of DTensor and GSPMD hold all of the result.
// RUN: not %{propagate} %t/concat.mlir 2>&1 | FileCheck %s --check-prefix=CONCAT
// CONCAT: error: 'tensor.concat' op sharding interface is not implemented.

//--- uneven.mlir
shard.grid @g(shape = 2)
func.func @uneven(%a: tensor<7x3xf32>) -> tensor<7x3xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<7x3xf32>
  %1 = tosa.abs %0 : (tensor<7x3xf32>) -> tensor<7x3xf32>
  %2 = shard.shard %1 to %s : tensor<7x3xf32>
  return %2 : tensor<7x3xf32>
}
//--- offsets.mlir
shard.grid @g(shape = 2)
func.func @offsets(%a: tensor<7x3xf32>) -> tensor<7x3xf32> {
  %s = shard.sharding @g split_axes = [[0]] sharded_dims_offsets = [0, 5, 7] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<7x3xf32>
  %1 = tosa.abs %0 : (tensor<7x3xf32>) -> tensor<7x3xf32>
  return %1 : tensor<7x3xf32>
}
//--- users.mlir
shard.grid @g(shape = 2)
func.func @users(%a: tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>) {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<8x3xf32>
  %1 = tosa.abs %0 : (tensor<8x3xf32>) -> tensor<8x3xf32>
  %2 = tosa.exp %a : (tensor<8x3xf32>) -> tensor<8x3xf32>
  return %1, %2 : tensor<8x3xf32>, tensor<8x3xf32>
}
//--- concat.mlir
shard.grid @g(shape = 4)
func.func @concat(%a: tensor<8x4xf32>, %b: tensor<16x4xf32>) -> tensor<24x4xf32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<8x4xf32>
  %1 = tensor.concat dim(0) %0, %b : (tensor<8x4xf32>, tensor<16x4xf32>) -> tensor<24x4xf32>
  return %1 : tensor<24x4xf32>
}

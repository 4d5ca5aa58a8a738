// Upstream's shard-partition in the packaged mlir-opt, with the models of the plugin:
// functions that it makes run on threads, each with its shards. Operands and results
// are annotated in full, with offsets where ranks do not divide a size.
//
// RUN: split-file %s %t && cd %t
// DEFINE: %{case} = unset
// DEFINE: %{partition} = %mlir_opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// DEFINE:   --pass-pipeline='builtin.module(func.func(shard-partition))' %{case}.mlir -o %{case}.shards
// DEFINE: %{link} = onnxops-opt %{case}.shards --onnxops-to-llvm-pipeline -o %{case}.lowered && \
// DEFINE:   mlir-translate --mlir-to-llvmir %{case}.lowered -o %{case}.ll && \
// DEFINE:   %cc %S/../Inputs/shards.c -Wno-override-module -x ir %{case}.ll -x none %build/lib/libonnxops_exchange.a %runtime -lpthread -ldl -lm -o %{case}
//
// tensor.concat, along the sharded dimension.
// REDEFINE: %{case} = even
// RUN: %{partition} && %{link}
// RUN: ./even 2 1 0,1,2:0,2 0,2,4:0,2 | FileCheck even.mlir
//
// The newest Concat, with uneven shards, one of which is empty.
// REDEFINE: %{case} = uneven
// RUN: %{partition} && %{link}
// RUN: ./uneven 3 1 0,2,2,3:0,2 0,1,2,3:0,2 | FileCheck uneven.mlir
//
// A slice, which is local, and its even shards, which are not.
// REDEFINE: %{case} = slice
// RUN: %{partition} && %{link}
// RUN: ./slice 2 1 0,3,6:0,2 | FileCheck slice.mlir
//
// A tile, and a result that all ranks have.
// REDEFINE: %{case} = tile
// RUN: %{partition} && %{link}
// RUN: ./tile 2 1 0,1,2:0,2 | FileCheck tile.mlir
//
// On a grid of two axes, and with an elementwise op of another dialect.
// REDEFINE: %{case} = grid
// RUN: %{partition} && %{link}
// RUN: ./grid 2 2 0,1,2:0,1,2 0,1,2:0,2 | FileCheck grid.mlir
//
// Sizes that only the call knows: operands have any shards.
// REDEFINE: %{case} = dynamic
// RUN: %{partition} && %{link}
// RUN: ./dynamic 2 1 0,3,4:0,1 0,0,1:0,1 | FileCheck dynamic.mlir
// RUN: not ./dynamic 3 1 0,3,4,4:0,1 0,0,1,1:0,1 | FileCheck dynamic.mlir --check-prefix=RANKS
//
// Upstream propagates even shards through a concat, with the models.
// RUN: %mlir_opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(func.func(sharding-propagation,shard-partition))' propagated.mlir -o propagated.shards
// REDEFINE: %{case} = propagated
// RUN: %{link}
// RUN: ./propagated 2 1 0,1,2:0,2 0,2,4:0,2 | FileCheck even.mlir
//
// RUN: not %mlir_opt --load-dialect-plugin=%plugin --pass-pipeline='builtin.module(func.func(shard-partition))' --split-input-file invalid.mlir 2>&1 | FileCheck invalid.mlir

//--- even.mlir
// CHECK:      rank 0: 3x2: 0 1 2 3 100 101
// CHECK-NEXT: rank 1: 3x2: 102 103 104 105 106 107
shard.grid @g(shape = 2)
func.func @main(%a: tensor<2x2xi32>, %b: tensor<4x2xi32>) -> tensor<6x2xi32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<2x2xi32>
  %1 = shard.shard %b to %s annotate_for_users : tensor<4x2xi32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<2x2xi32>, tensor<4x2xi32>) -> tensor<6x2xi32>
  %3 = shard.shard %2 to %s : tensor<6x2xi32>
  return %3 : tensor<6x2xi32>
}
//--- uneven.mlir
// CHECK:      rank 0: 1x2: 0 1
// CHECK-NEXT: rank 1: 5x2: 2 3 4 5 100 101 102 103 104 105
// CHECK-NEXT: rank 2: 0x2:{{$}}
shard.grid @g(shape = 3)
func.func @main(%a: tensor<3x2xi32>, %b: tensor<3x2xi32>) -> tensor<6x2xi32> {
  %sa = shard.sharding @g split_axes = [[0]] sharded_dims_offsets = [0, 2, 2, 3] : !shard.sharding
  %sb = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %sc = shard.sharding @g split_axes = [[0]] sharded_dims_offsets = [0, 1, 6, 6] : !shard.sharding
  %0 = shard.shard %a to %sa annotate_for_users : tensor<3x2xi32>
  %1 = shard.shard %b to %sb annotate_for_users : tensor<3x2xi32>
  %2 = onnxops.concat_v13 %0, %1 axis = 0 : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<6x2xi32>
  %3 = shard.shard %2 to %sc : tensor<6x2xi32>
  return %3 : tensor<6x2xi32>
}
//--- slice.mlir
// CHECK:      rank 0: 2x1: 3 5
// CHECK-NEXT: rank 1: 2x1: 7 9
shard.grid @g(shape = 2)
func.func @main(%a: tensor<6x2xi32>) -> tensor<4x1xi32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<6x2xi32>
  %1 = tensor.extract_slice %0[1, 1] [4, 1] [1, 1] : tensor<6x2xi32> to tensor<4x1xi32>
  %2 = shard.shard %1 to %s : tensor<4x1xi32>
  return %2 : tensor<4x1xi32>
}
//--- tile.mlir
// CHECK:      rank 0: 4x4: 0 1 0 1 2 3 2 3 0 1 0 1 2 3 2 3
// CHECK-NEXT: rank 1: 4x4: 0 1 0 1 2 3 2 3 0 1 0 1 2 3 2 3
shard.grid @g(shape = 2)
func.func @main(%a: tensor<2x2xi32>) -> tensor<4x4xi32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %all = shard.sharding @g split_axes = [[]] : !shard.sharding
  %r = arith.constant dense<2> : tensor<2xi64>
  %0 = shard.shard %a to %s annotate_for_users : tensor<2x2xi32>
  %1 = shard.shard %r to %all annotate_for_users : tensor<2xi64>
  %2 = onnxops.tile_v13 %0, %1 : (tensor<2x2xi32>, tensor<2xi64>) -> tensor<4x4xi32>
  %3 = shard.shard %2 to %all : tensor<4x4xi32>
  return %3 : tensor<4x4xi32>
}
//--- grid.mlir
// CHECK:      rank 0: 2x1: 0 -2
// CHECK-NEXT: rank 1: 2x1: -1 -3
// CHECK-NEXT: rank 2: 2x1: -100 -102
// CHECK-NEXT: rank 3: 2x1: -101 -103
shard.grid @g(shape = 2x2)
func.func @main(%a: tensor<2x2xi32>, %b: tensor<2x2xi32>) -> tensor<4x2xi32> {
  %s = shard.sharding @g split_axes = [[0], [1]] : !shard.sharding
  %r = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<2x2xi32>
  %1 = shard.shard %b to %r annotate_for_users : tensor<2x2xi32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  %3 = shard.shard %2 to %s : tensor<4x2xi32>
  %4 = shard.shard %3 to %s annotate_for_users : tensor<4x2xi32>
  %e = tensor.empty() : tensor<4x2xi32>
  %es = shard.shard %e to %s : tensor<4x2xi32>
  %eu = shard.shard %es to %s annotate_for_users : tensor<4x2xi32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<4x2xi32>) outs(%eu : tensor<4x2xi32>) {
  ^bb0(%x: i32, %o: i32):
    %zero = arith.constant 0 : i32
    %n = arith.subi %zero, %x : i32
    linalg.yield %n : i32
  } -> tensor<4x2xi32>
  %6 = shard.shard %5 to %s : tensor<4x2xi32>
  return %6 : tensor<4x2xi32>
}
//--- dynamic.mlir
// CHECK:      rank 0: 3x1: 0 1 2
// CHECK-NEXT: rank 1: 2x1: 3 100
// RANKS: rank 0: error: expected 2 ranks, for which the code was compiled, but got 3
shard.grid @g(shape = 2)
func.func @main(%a: tensor<?x1xi32>, %b: tensor<?x1xi32>) -> tensor<?x1xi32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<?x1xi32>
  %1 = shard.shard %b to %s annotate_for_users : tensor<?x1xi32>
  %2 = onnxops.concat_v13 %0, %1 axis = 0 : (tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<?x1xi32>
  %3 = shard.shard %2 to %s : tensor<?x1xi32>
  return %3 : tensor<?x1xi32>
}
//--- propagated.mlir
shard.grid @g(shape = 2)
func.func @main(%a: tensor<2x2xi32>, %b: tensor<4x2xi32>) -> tensor<6x2xi32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<2x2xi32>
  %2 = onnxops.concat_v13 %0, %b axis = 0 : (tensor<2x2xi32>, tensor<4x2xi32>) -> tensor<6x2xi32>
  return %2 : tensor<6x2xi32>
}
//--- invalid.mlir
// CHECK: error: 'tensor.concat' op operand 0: expected sharded_dims_offsets for dimension 0 of size 3, which 2 ranks do not divide
shard.grid @g(shape = 2)
func.func @main(%a: tensor<3xi32>) -> tensor<6xi32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %a to %s : tensor<3xi32>
  %1 = shard.shard %0 to %s annotate_for_users : tensor<3xi32>
  %2 = tensor.concat dim(0) %1, %1 : (tensor<3xi32>, tensor<3xi32>) -> tensor<6xi32>
  %3 = shard.shard %2 to %s : tensor<6xi32>
  return %3 : tensor<6xi32>
}
// -----
// CHECK: error: 'tensor.extract_slice' op unsupported: a slice of shards that drops dimensions
shard.grid @g(shape = 2)
func.func @main(%a: tensor<4x2xi32>) -> tensor<4xi32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<4x2xi32>
  %1 = tensor.extract_slice %0[0, 0] [4, 1] [1, 1] : tensor<4x2xi32> to tensor<4xi32>
  %2 = shard.shard %1 to %s : tensor<4xi32>
  return %2 : tensor<4xi32>
}
// -----
// CHECK: error: 'tensor.extract_slice' op unsupported: a stride along dimension 0, which is sharded
shard.grid @g(shape = 2)
func.func @main(%a: tensor<4xi32>) -> tensor<2xi32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<4xi32>
  %1 = tensor.extract_slice %0[0] [2] [2] : tensor<4xi32> to tensor<2xi32>
  %2 = shard.shard %1 to %s : tensor<2xi32>
  return %2 : tensor<2xi32>
}
// -----
// CHECK: error: 'tensor.concat' op result: expected sharded_dims_offsets for dimension 0 of size 7, which 2 ranks do not divide
shard.grid @g(shape = 2)
func.func @main(%a: tensor<4xi32>, %b: tensor<3xi32>) -> tensor<7xi32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %u = shard.sharding @g split_axes = [[0]] sharded_dims_offsets = [0, 1, 3] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<4xi32>
  %1 = shard.shard %b to %u annotate_for_users : tensor<3xi32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<4xi32>, tensor<3xi32>) -> tensor<7xi32>
  %3 = shard.shard %2 to %s : tensor<7xi32>
  return %3 : tensor<7xi32>
}
// -----
// CHECK: error: 'tensor.concat' op operand 1: expected the grid of the result, @g, but got @h
shard.grid @g(shape = 2)
shard.grid @h(shape = 4)
func.func @main(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<8xi32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %u = shard.sharding @h split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<4xi32>
  %1 = shard.shard %b to %u annotate_for_users : tensor<4xi32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<8xi32>
  %3 = shard.shard %2 to %s : tensor<8xi32>
  return %3 : tensor<8xi32>
}
// -----
// CHECK: error: 'onnxops.concat_v13' op unsupported: an operand of unknown rank
shard.grid @g(shape = 2)
func.func @main(%a: tensor<4xi32>, %b: tensor<*xi32>) -> tensor<8xi32> {
  %s = shard.sharding @g split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<4xi32>
  %1 = onnxops.concat_v13 %0, %b axis = 0 : (tensor<4xi32>, tensor<*xi32>) -> tensor<8xi32>
  %2 = shard.shard %1 to %s : tensor<8xi32>
  return %2 : tensor<8xi32>
}

// What --convert-shard-to-mpi of the packaged mlir-opt does with collectives of
// the shard dialect. A test that fails here says that a reason for
// onnxops.exchange is gone.
//
// RUN: split-file %s %t
//
// An op that it does not lower is an error and stays, and the pass succeeds.
// RUN: %mlir_opt %t/gather.mlir --convert-shard-to-mpi 2>%t/gather.err | FileCheck %s --check-prefix=GATHER
// RUN: FileCheck %s --check-prefix=ERROR --input-file=%t/gather.err
// GATHER: shard.all_gather
// ERROR: error: failed to legalize operation 'shard.all_gather' that was explicitly marked illegal
//
// A size that is not known is read from a dimension that does not exist.
// RUN: %mlir_opt %t/reduce.mlir --convert-shard-to-mpi | FileCheck %s --check-prefix=REDUCE
// REDUCE: memref.dim %{{.*}}, %c-9223372036854775808
//
// Rows are sent as memrefs of rank 2, of which mpi.send takes the first size: one
// element.
// RUN: %mlir_opt %t/halo.mlir --convert-shard-to-mpi | FileCheck %s --check-prefix=HALO
// HALO: mpi.send({{.*}}) : memref<1x4xf32>, i32, i32
//
// The grid stays, which cannot be translated.
// RUN: %mlir_opt %t/reduce.mlir --convert-shard-to-mpi --symbol-dce | FileCheck %s --check-prefix=GRID
// GRID: shard.grid @g

//--- gather.mlir
shard.grid @g(shape = 4)
func.func @gather(%a: tensor<2x4xf32>) -> tensor<8x4xf32> {
  %0 = shard.all_gather %a on @g grid_axes = [0] gather_axis = 0 : tensor<2x4xf32> -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
//--- reduce.mlir
shard.grid @g(shape = 4)
func.func @reduce(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = shard.all_reduce %a on @g grid_axes = [0] : tensor<?x4xf32> -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
//--- halo.mlir
shard.grid @g(shape = 4)
func.func @halo(%a: memref<6x4xf32>) -> memref<6x4xf32> {
  %0 = shard.update_halo %a on @g split_axes = [[0]] halo_sizes = [1, 1] : memref<6x4xf32>
  return %0 : memref<6x4xf32>
}

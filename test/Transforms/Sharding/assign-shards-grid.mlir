// Grids of several axes: each shards at most one dimension of a tensor.
//
// RUN: onnxops-opt %s --split-input-file --onnxops-assign-shards="ranks=2,3 shard=x:0,x:1@1" --canonicalize --cse | FileCheck %s
// RUN: onnxops-opt %s --split-input-file --onnxops-assign-shards="ranks=2,3 shard=x:0,x:1@1" --onnxops-to-llvm-pipeline -o /dev/null

// Where the axis shards nothing, all ranks along it have the same elements.
// CHECK: module attributes {onnxops.input_shards = [array<i64: 0>, array<i64: 1>, array<i64: -1>, array<i64: -1>], onnxops.output_shards = array<i64: 0, 1>}
// CHECK-LABEL: func @concat
// CHECK-SAME:    (%[[X:.*]]: tensor<2x2xf32> {onnxops.name = "x", onnxops.shard = array<i64: 0, 1>}, %[[Y:.*]]: tensor<2x6xf32>) -> (tensor<3x2xf32> {onnxops.shard = array<i64: 0, 1>}) attributes {onnxops.ranks = 6 : i64}
// CHECK-DAG:     %[[FOUR:.*]] = arith.constant dense<[0, 2, 4]>
// CHECK-DAG:     %[[SIX:.*]] = arith.constant dense<[0, 3, 6]>
// CHECK-DAG:     %[[COLUMNS:.*]] = arith.constant dense<[0, 2, 4, 6]>
// CHECK:         %[[R:.*]] = onnxops.exchange "{{.*}}: concat" along 0 on [2, 3] ins(%[[X]], %[[Y]] : tensor<2x2xf32>, tensor<2x6xf32>) outs(%{{.*}} : tensor<3x2xf32>) axes [0, 1, -1, -1, 0, 1] offsets(%[[FOUR]], %[[COLUMNS]], %[[SIX]], %[[COLUMNS]] : {{.*}}) segments [0, 0, 4, 1, 1, 0, 2, 1]
// CHECK-NEXT:    return %[[R]]
module {
func.func @concat(%x: tensor<4x6xf32> {onnxops.name = "x"}, %y: tensor<2x6xf32>) -> tensor<6x6xf32> {
  %0 = onnxops.concat_v13 %x, %y axis = 0 : (tensor<4x6xf32>, tensor<2x6xf32>) -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
}

// -----

// The coordinates of a rank, of which the last axis has the nearest.
// CHECK-LABEL: func @uneven
// CHECK-DAG:     %[[RANK:.*]] = onnxops.rank
// CHECK-DAG:     %[[ROW:.*]] = arith.divui %[[RANK]], %c3
// CHECK-DAG:     %[[COLUMN:.*]] = arith.remui %[[RANK]], %c3
// CHECK-DAG:     tensor.extract %{{.*}}[%[[ROW]]] : tensor<3xindex>
// CHECK-DAG:     tensor.extract %{{.*}}[%[[COLUMN]]] : tensor<4xindex>
module {
func.func @uneven(%x: tensor<5x7xf32> {onnxops.name = "x"}) -> tensor<5x7xf32> {
  return %x : tensor<5x7xf32>
}
}

// -----

// Nothing moves: a transpose has the dimensions of its operand, and what a chunk
// drops is not that of the other axis.
// CHECK: module attributes {{{.*}}onnxops.output_shards = array<i64: 1, 0>}
// CHECK-LABEL: func @transpose_and_add
// CHECK-SAME:    -> (tensor<2x2xf32> {onnxops.shard = array<i64: 1, 0>})
// CHECK-NOT:     onnxops.exchange
module {
func.func @transpose_and_add(%x: tensor<4x6xf32> {onnxops.name = "x"}, %b: tensor<4xf32>) -> tensor<6x4xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %b : tensor<6x4xf32>, tensor<4xf32>) outs(%e : tensor<6x4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %sum = arith.addf %p, %q : f32
    linalg.yield %sum : f32
  } -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}
}

// -----

// Inputs of one unknown size along different axes: each is gathered, and the sums
// are compared.
// CHECK-LABEL: func @symbols
// CHECK-SAME:    (%{{.*}}: tensor<?x?xf32> {onnxops.dims = ["", ""],
// CHECK:         onnxops.gather_offsets "input 'x'" %{{.*}} along 0 on [2, 3]
// CHECK:         onnxops.gather_offsets "input 'x'" %{{.*}} along 1 on [2, 3]
// CHECK:         onnxops.check %{{.*}}, "input 'x': expected the shards of dimension 1 to have {0} elements together, as those of input 'x' have, but got {1}"
module {
func.func @symbols(%x: tensor<?x?xf32> {onnxops.name = "x", onnxops.dims = ["n", "n"]}) -> tensor<?x?xf32> {
  return %x : tensor<?x?xf32>
}
}

// -----

// Two dimensions of size 1 become one, which is sharded along one axis: ranks along
// the other one get the row.
// CHECK-LABEL: func @rows_of_one
// CHECK-SAME:    -> (tensor<?x6xf32> {onnxops.shard = array<i64: 0, -1>})
// CHECK:         %[[R:.*]] = onnxops.exchange {{.*}} axes [0, 1, -1, 0, -1, -1]
// CHECK:         tensor.collapse_shape %[[R]]
module {
func.func @rows_of_one(%x: tensor<1x1x6xf32> {onnxops.name = "x"}) -> tensor<1x6xf32> {
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<1x1x6xf32> into tensor<1x6xf32>
  return %0 : tensor<1x6xf32>
}
}

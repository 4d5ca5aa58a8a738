// Known sizes: shards are constants, and even ones have static types.
//
// RUN: onnxops-opt %s --split-input-file --onnxops-assign-shards="ranks=2 shard=x:0" --canonicalize --cse | FileCheck %s
// RUN: onnxops-opt %s --split-input-file --onnxops-assign-shards="ranks=2 shard=x:0" --onnxops-to-llvm-pipeline -o /dev/null

// CHECK: module attributes {onnxops.input_shards = [array<i64: 0>], onnxops.output_shards = array<i64: 0>}
// CHECK-LABEL: func @along_another_dimension
// CHECK-SAME:    (%[[X:.*]]: tensor<2x3xf32> {onnxops.name = "x", onnxops.shard = 0 : i64}) -> (tensor<2x6xf32> {onnxops.shard = 0 : i64}) attributes {onnxops.ranks = 2 : i64}
// CHECK-NEXT:    %[[R:.*]] = onnxops.concat_v13 %[[X]], %[[X]] axis = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
// CHECK-NEXT:    return %[[R]]
module {
func.func @along_another_dimension(%x: tensor<4x3xf32> {onnxops.name = "x"}) -> tensor<4x6xf32> {
  %0 = onnxops.concat_v13 %x, %x axis = 1 : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
}

// -----

// An operand that is used twice is sent once.
// CHECK-LABEL: func @along_the_sharded_dimension
// CHECK-SAME:    (%[[X:.*]]: tensor<2x3xf32> {{.*}}, %[[Y:.*]]: tensor<2x3xf32>)
// CHECK-DAG:     %[[FOUR:.*]] = arith.constant dense<[0, 2, 4]>
// CHECK-DAG:     %[[TEN:.*]] = arith.constant dense<[0, 5, 10]>
// CHECK-DAG:     %[[INIT:.*]] = tensor.empty() : tensor<5x3xf32>
// CHECK:         %[[R:.*]] = onnxops.exchange "{{.*}}: concat" along 0 on [2] ins(%[[X]], %[[Y]] : tensor<2x3xf32>, tensor<2x3xf32>) outs(%[[INIT]] : tensor<5x3xf32>) axes [0, -1, -1, -1, 0, -1] offsets(%[[FOUR]], %[[TEN]] : tensor<3xindex>, tensor<3xindex>) segments [0, 0, 4, 1, 1, 0, 2, 1, 0, 0, 4, 1] -> tensor<5x3xf32>
// CHECK-NEXT:    return %[[R]]
module {
func.func @along_the_sharded_dimension(%x: tensor<4x3xf32> {onnxops.name = "x"}, %y: tensor<2x3xf32>) -> tensor<10x3xf32> {
  %0 = onnxops.concat_v13 %x, %y, %x axis = 0 : (tensor<4x3xf32>, tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<10x3xf32>
  return %0 : tensor<10x3xf32>
}
}

// -----

// The first rank has one row more.
// CHECK-LABEL: func @uneven
// CHECK-SAME:    (%[[X:.*]]: tensor<?x3xf32>
// CHECK-DAG:     %[[FIVE:.*]] = arith.constant dense<[0, 3, 5]>
// CHECK-DAG:     %[[RANK:.*]] = onnxops.rank
// CHECK-DAG:     %[[END:.*]] = tensor.extract %[[FIVE]]
// CHECK-DAG:     %[[BEGIN:.*]] = tensor.extract %[[FIVE]][%[[RANK]]]
// CHECK-DAG:     %[[SIZE:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK:         onnxops.check %{{.*}}, "input 'x': expected this rank's shard to have the size {0} in dimension 0, but got {1}"(%[[SIZE]], %{{.*}})
// CHECK:         return %[[X]]
module {
func.func @uneven(%x: tensor<5x3xf32> {onnxops.name = "x"}) -> tensor<5x3xf32> {
  return %x : tensor<5x3xf32>
}
}

// -----

// Each rank keeps what it has of a slice; what all ranks have is sliced.
// CHECK-LABEL: func @slice_and_add
// CHECK-SAME:    (%[[X:.*]]: tensor<2xf32> {{.*}}, %[[Y:.*]]: tensor<3xf32>) -> (tensor<?xf32>
// CHECK-NOT:     onnxops.exchange
// CHECK:         %[[SLICE:.*]] = tensor.extract_slice %[[X]]
// CHECK-SAME:      tensor<2xf32> to tensor<?xf32>
// CHECK:         %[[MINE:.*]] = tensor.extract_slice %[[Y]]
// CHECK:         linalg.generic {{.*}} ins(%[[SLICE]], %[[MINE]] : tensor<?xf32>, tensor<?xf32>)
// CHECK-NOT:     onnxops.exchange
#map = affine_map<(d0) -> (d0)>
module {
func.func @slice_and_add(%x: tensor<4xf32> {onnxops.name = "x"}, %y: tensor<3xf32>) -> tensor<3xf32> {
  %s = tensor.extract_slice %x[1] [3] [1] : tensor<4xf32> to tensor<3xf32>
  %e = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%s, %y : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}
}

// -----

// Repeats of other dimensions are local, after the exchange.
// CHECK-LABEL: func @tile
// CHECK:         %[[R:.*]] = onnxops.exchange {{.*}} segments [0, 0, 4, 3] -> tensor<6x2xf32>
// CHECK:         linalg.broadcast ins(%[[R]] : tensor<6x2xf32>)
module {
func.func @tile(%x: tensor<4x2xf32> {onnxops.name = "x"}) -> tensor<12x10xf32> {
  %n = arith.constant dense<[3, 5]> : tensor<2xi64>
  %0 = onnxops.tile_v13 %x, %n : (tensor<4x2xf32>, tensor<2xi64>) -> tensor<12x10xf32>
  return %0 : tensor<12x10xf32>
}
}

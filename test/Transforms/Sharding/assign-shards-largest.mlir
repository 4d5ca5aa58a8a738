// Operands that are sharded in different ways: the largest one stays where it is.
//
// RUN: onnxops-opt %s --split-input-file --onnxops-assign-shards="ranks=2 shard=x:0,y:1" --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func @concat
// CHECK-SAME:    (%[[X:.*]]: tensor<1x4x4xf32> {{.*}}, %[[Y:.*]]: tensor<2x2x8xf32> {{.*}}) -> (tensor<2x2x12xf32> {onnxops.shard = 1 : i64})
// CHECK:         %[[M:.*]] = onnxops.exchange {{.*}} ins(%[[X]] : {{.*}} axes [0, -1, -1, -1, 0, -1]
// CHECK:         onnxops.concat_v13 %[[M]], %[[Y]] axis = 2
module {
func.func @concat(%x: tensor<2x4x4xf32> {onnxops.name = "x"}, %y: tensor<2x4x8xf32> {onnxops.name = "y"}) -> tensor<2x4x12xf32> {
  %0 = onnxops.concat_v13 %x, %y axis = 2 : (tensor<2x4x4xf32>, tensor<2x4x8xf32>) -> tensor<2x4x12xf32>
  return %0 : tensor<2x4x12xf32>
}
}

// -----

// A vector that is broadcast moves, not the matrix; here all ranks get it.
// CHECK-LABEL: func @broadcast
// CHECK-SAME:    -> (tensor<8x2xf32> {onnxops.shard = 1 : i64})
// CHECK:         %[[M:.*]] = onnxops.exchange {{.*}} axes [0, -1]
// CHECK:         linalg.generic {{.*}} ins(%[[M]], %{{.*}} : tensor<8xf32>, tensor<8x2xf32>)
module {
func.func @broadcast(%x: tensor<8xf32> {onnxops.name = "x"}, %y: tensor<8x4xf32> {onnxops.name = "y"}) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %y : tensor<8xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %sum = arith.addf %p, %q : f32
    linalg.yield %sum : f32
  } -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
}

// -----

// The first one of equal sizes, and of sizes that are not known.
// CHECK-LABEL: func @unknown
// CHECK-SAME:    -> (tensor<?x4x?xf32> {onnxops.shard = 0 : i64})
module {
func.func @unknown(%x: tensor<?x4x4xf32> {onnxops.name = "x"}, %y: tensor<2x4x?xf32> {onnxops.name = "y"}) -> tensor<2x4x?xf32> {
  %0 = onnxops.concat_v13 %x, %y axis = 2 : (tensor<?x4x4xf32>, tensor<2x4x?xf32>) -> tensor<2x4x?xf32>
  return %0 : tensor<2x4x?xf32>
}
}

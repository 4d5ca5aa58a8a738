// Free inputs have the shards that the first op that reads them wants.
//
// RUN: onnxops-opt %s --split-input-file --onnxops-assign-shards="ranks=2 shard=x:0,y:free,z:free" --canonicalize --cse | FileCheck %s
// RUN: onnxops-opt %s --split-input-file --onnxops-assign-shards="ranks=2 shard=x:0,y:free,z:free" --onnxops-to-llvm-pipeline -o /dev/null

// Along the axis of a concat: where the result is, so that only x is sent. An input
// that is read twice has the shards of the first place.
// CHECK: module attributes {onnxops.input_shards = [array<i64: 0>, array<i64: 0, 0, 1, 3>, array<i64: -1>]
// CHECK-LABEL: func @concat
// CHECK-SAME:    (%[[X:.*]]: tensor<2xf32> {{.*}}, %[[Y:.*]]: tensor<?xf32> {onnxops.name = "y", onnxops.shard = 0 : i64}, %{{.*}}: tensor<3xf32> {onnxops.name = "z"})
// CHECK-DAG:     %[[PULLED:.*]] = arith.constant dense<[0, 1, 3]>
// CHECK:         onnxops.check %{{.*}}, "input 'y': expected this rank's shard to have the size {0} in dimension 0, but got {1}"
// CHECK:         onnxops.exchange {{.*}} ins(%[[X]], %[[Y]] : {{.*}} offsets(%{{.*}}, %[[PULLED]], %{{.*}}) segments [0, 0, 4, 1, 1, 0, 3, 1, 1, 0, 3, 1]
module {
func.func @concat(%x: tensor<4xf32> {onnxops.name = "x"}, %y: tensor<3xf32> {onnxops.name = "y"}, %z: tensor<3xf32> {onnxops.name = "z"}) -> (tensor<10xf32>, tensor<3xf32>) {
  %0 = onnxops.concat_v13 %x, %y, %y axis = 0 : (tensor<4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<10xf32>
  return %0, %z : tensor<10xf32>, tensor<3xf32>
}
}

// -----

// Even shards for a local concat, and for an operand of an elementwise op; an input
// that is broadcast has no shards. Nothing is sent.
// CHECK-LABEL: func @local
// CHECK-SAME:    (%{{.*}}: tensor<2x3xf32> {{.*}}, %{{.*}}: tensor<2x3xf32> {onnxops.name = "y", onnxops.shard = 0 : i64}, %{{.*}}: tensor<3xf32> {onnxops.name = "z"})
// CHECK-NOT:     onnxops.exchange
module {
func.func @local(%x: tensor<4x3xf32> {onnxops.name = "x"}, %y: tensor<4x3xf32> {onnxops.name = "y"}, %z: tensor<3xf32> {onnxops.name = "z"}) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x3xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%y, %x, %z : tensor<4x3xf32>, tensor<4x3xf32>, tensor<3xf32>) outs(%e : tensor<4x3xf32>) {
  ^bb0(%p: f32, %q: f32, %b: f32, %o: f32):
    %sum = arith.addf %p, %q : f32
    %all = arith.addf %sum, %b : f32
    linalg.yield %all : f32
  } -> tensor<4x3xf32>
  %0 = onnxops.concat_v13 %s, %y axis = 1 : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
}

// -----

// What reads all of an input first gets it: here, before the concat does, and where
// nothing else is sharded.
// CHECK-LABEL: func @read_before
// CHECK-SAME:    %{{.*}}: tensor<3xf32> {onnxops.name = "y"}, %{{.*}}: tensor<3xf32> {onnxops.name = "z"})
module {
func.func @read_before(%x: tensor<4xf32> {onnxops.name = "x"}, %y: tensor<3xf32> {onnxops.name = "y"}, %z: tensor<3xf32> {onnxops.name = "z"}) -> (tensor<2xf32>, tensor<7xf32>, tensor<6xf32>) {
  %s = tensor.extract_slice %y[1] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %0 = onnxops.concat_v13 %x, %y axis = 0 : (tensor<4xf32>, tensor<3xf32>) -> tensor<7xf32>
  %1 = onnxops.concat_v13 %z, %z axis = 0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
  return %s, %0, %1 : tensor<2xf32>, tensor<7xf32>, tensor<6xf32>
}
}

// -----

// An annotation of the result: both operands have what it needs.
// CHECK-LABEL: func @annotated
// CHECK-SAME:    %{{.*}}: tensor<?xf32> {onnxops.name = "y", onnxops.shard = 0 : i64}, %{{.*}}: tensor<?xf32> {onnxops.name = "z", onnxops.shard = 0 : i64})
module {
shard.grid @two(shape = 2)
func.func @annotated(%x: tensor<4xf32> {onnxops.name = "x"}, %y: tensor<3xf32> {onnxops.name = "y"}, %z: tensor<3xf32> {onnxops.name = "z"}) -> tensor<6xf32> {
  %s = shard.sharding @two split_axes = [[0]] sharded_dims_offsets = [0, 2, 6] : !shard.sharding
  %0 = onnxops.concat_v13 %y, %z axis = 0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
  %1 = shard.shard %0 to %s : tensor<6xf32>
  return %1 : tensor<6xf32>
}
}

// Unknown sizes: shards are gathered, once for each symbol.
//
// RUN: onnxops-opt %s --onnxops-assign-shards="ranks=2 shard=x:0,y:0" | FileCheck %s

// CHECK-LABEL: func @main
// CHECK-SAME:    (%[[X:[^:]*]]: tensor<?x3xf32> {onnxops.dims = ["", ""], onnxops.name = "x", onnxops.shard = 0 : i64}, %[[Y:[^:]*]]: tensor<?x3xf32> {onnxops.dims = ["", ""], onnxops.name = "y", onnxops.shard = 0 : i64}, %[[Z:[^:]*]]: tensor<?xf32> {onnxops.dims = [""], onnxops.name = "z"})
// CHECK:         %[[OFFSETS:.*]] = onnxops.gather_offsets "input 'x'" %{{.*}} along 0 on [2]
// CHECK-NOT:     gather_offsets
// CHECK:         onnxops.check %{{.*}}, "input 'y': expected this rank's shard to have the size {0} in dimension 0, as input 'x' has, but got {1}"
// CHECK:         onnxops.check %{{.*}}, "input 'z': expected dimension 0 to be {0}, the sum of the shards of input 'x', but got {1}"
// CHECK:         onnxops.exchange {{.*}} ins(%[[X]], %[[Y]] : {{.*}}) outs(%{{.*}}) axes [0, -1, 0, -1, 0, -1] offsets(%[[OFFSETS]], %[[OFFSETS]], %{{.*}}) segments [0, 0, %{{.*}}, 1, 1, 0, %{{.*}}, 1]
func.func @main(%x: tensor<?x3xf32> {onnxops.name = "x", onnxops.dims = ["n", ""]}, %y: tensor<?x3xf32> {onnxops.name = "y", onnxops.dims = ["n", ""]}, %z: tensor<?xf32> {onnxops.name = "z", onnxops.dims = ["n"]}) -> (tensor<?x3xf32>, tensor<?xf32>) {
  %0 = onnxops.concat_v13 %x, %y axis = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0, %z : tensor<?x3xf32>, tensor<?xf32>
}

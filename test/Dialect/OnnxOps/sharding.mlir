// Round trip of the ops of code for several ranks.
//
// RUN: onnxops-opt %s | onnxops-opt | FileCheck %s
// RUN: onnxops-opt %s --mlir-print-op-generic | onnxops-opt | FileCheck %s
// RUN: onnxops-opt %s --emit-bytecode | onnxops-opt | FileCheck %s

// CHECK-LABEL: func @concat
// CHECK-SAME:    attributes {onnxops.ranks = 2 : i64}
func.func @concat(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %four: tensor<3xindex>, %eight: tensor<3xindex>) -> tensor<4x3xf32> attributes {onnxops.ranks = 2} {
  %init = tensor.empty() : tensor<4x3xf32>
  // CHECK: onnxops.exchange "node 'c'" along 0 on [2] ins(%{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<2x3xf32>) outs(%{{.*}} : tensor<4x3xf32>) axes [0, -1, 0, -1, 0, -1] offsets(%{{.*}}, %{{.*}}, %{{.*}} : tensor<3xindex>, tensor<3xindex>, tensor<3xindex>) segments [0, 0, 4, 1, 1, 0, 4, 1] -> tensor<4x3xf32>
  %r = onnxops.exchange "node 'c'" along 0 on [2] ins(%a, %b : tensor<2x3xf32>, tensor<2x3xf32>) outs(%init : tensor<4x3xf32>)
    axes [0, -1, 0, -1, 0, -1] offsets(%four, %four, %eight : tensor<3xindex>, tensor<3xindex>, tensor<3xindex>)
    segments [0, 0, 4, 1, 1, 0, 4, 1] -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// CHECK-LABEL: func @nothing_sharded
func.func @nothing_sharded(%a: memref<?xi8>, %n: index, %init: memref<?xi8, strided<[?], offset: ?>>) {
  // CHECK: onnxops.exchange "t" along 0 on [2, 3] ins(%{{.*}} : memref<?xi8>) outs(%{{.*}} : memref<?xi8, strided<[?], offset: ?>>) axes [-1, -1] segments [0, 1, %{{.*}}, 2]
  onnxops.exchange "t" along 0 on [2, 3] ins(%a : memref<?xi8>) outs(%init : memref<?xi8, strided<[?], offset: ?>>)
    axes [-1, -1] segments [0, 1, %n, 2]
  return
}

// CHECK-LABEL: func @no_sources
func.func @no_sources(%init: memref<0xi8>) {
  // CHECK: onnxops.exchange "" along 0 on [1] outs(%{{.*}} : memref<0xi8>) axes [-1] segments []
  onnxops.exchange "" along 0 on [1] outs(%init : memref<0xi8>) axes [-1] segments []
  return
}

// CHECK-LABEL: func @offsets
func.func @offsets(%n: index, %init: tensor<4xindex>, %memory: memref<3xindex>) -> tensor<4xindex> {
  // CHECK: onnxops.gather_offsets "input 'x'" %{{.*}} along 1 on [2, 3] outs(%{{.*}} : tensor<4xindex>) -> tensor<4xindex>
  %r = onnxops.gather_offsets "input 'x'" %n along 1 on [2, 3] outs(%init : tensor<4xindex>) -> tensor<4xindex>
  // CHECK: onnxops.gather_offsets "" %{{.*}} along 0 on [2] outs(%{{.*}} : memref<3xindex>)
  onnxops.gather_offsets "" %n along 0 on [2] outs(%memory : memref<3xindex>)
  return %r : tensor<4xindex>
}

// CHECK-LABEL: func @rank
func.func @rank() -> index {
  // CHECK: onnxops.rank
  %0 = onnxops.rank
  return %0 : index
}

// CHECK-LABEL: func @entry
func.func @entry() {
  // CHECK: onnxops.rt.enter [0, 0, 0, 0] "f\00" on 4 ranks
  onnxops.rt.enter [0, 0, 0, 0] "f\00" on 4 ranks
  return
}

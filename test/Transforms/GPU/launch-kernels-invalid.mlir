// RUN: onnxops-opt %s --onnxops-launch-kernels -split-input-file -verify-diagnostics

#id = affine_map<(d0) -> (d0)>
func.func @tensors(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{expected a loop over memrefs, but got linalg.generic on tensors}}
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>
func.func @odd(%a: memref<4xi48>, %r: memref<4xi48>) {
  // expected-error@+1 {{unsupported type on a device: 'memref<4xi48>'}}
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<4xi48>) outs(%r : memref<4xi48>) {
  ^bb0(%x: i48, %y: i48):
    linalg.yield %x : i48
  }
  return
}

// -----

#sum = affine_map<(d0, d1) -> (d0 + d1)>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @map(%a: memref<8xf32>, %r: memref<4x4xf32>) {
  // expected-error@+1 {{expected maps that are projected permutations, but got affine_map<(d0, d1) -> (d0 + d1)>}}
  linalg.generic {indexing_maps = [#sum, #id], iterator_types = ["parallel", "parallel"]} ins(%a : memref<8xf32>) outs(%r : memref<4x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

// Memory that a body reads has an address on the device, but no descriptor.
#id = affine_map<(d0) -> (d0)>
func.func @descriptor(%a: memref<4xindex>, %t: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%a : memref<4xindex>) {
  ^bb0(%x: index):
    // expected-error@+1 {{expected memref.load of memory from outside of the loop, but got memref.dim}}
    %0 = memref.dim %t, %x : memref<?xf32>
    linalg.yield %0 : index
  }
  return
}

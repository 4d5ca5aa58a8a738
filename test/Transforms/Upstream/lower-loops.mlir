// RUN: onnxops-opt %s --onnxops-lower-loops --split-input-file --verify-diagnostics | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @negate
// CHECK-SAME: (%[[A:.*]]: memref<?x4xf32>, %[[R:.*]]: memref<?x4xf32>)
// CHECK: %[[ROWS:.*]] = memref.dim %[[A]], %c0
// CHECK: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %[[ROWS]]
// CHECK: scf.for %[[J:.*]] = %c0{{.*}} to %[[FOUR]]
// CHECK: %[[X:.*]] = memref.load %[[A]][%[[I]], %[[J]]]
// CHECK: %[[Y:.*]] = arith.negf %[[X]]
// CHECK: memref.store %[[Y]], %[[R]][%[[I]], %[[J]]]
// CHECK-NOT: linalg
func.func @negate(%a: memref<?x4xf32>, %r: memref<?x4xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x4xf32>) outs(%r : memref<?x4xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  return
}

// -----

// Tensors must be bufferized before.
func.func @tensors(%x: f32, %r: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected a linalg op on memrefs, but got linalg.fill on tensors}}
  %0 = linalg.fill ins(%x : f32) outs(%r : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

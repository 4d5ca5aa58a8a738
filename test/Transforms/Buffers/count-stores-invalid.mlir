// Memrefs whose bytes cannot be counted; tensors have no memory yet.
//
// RUN: onnxops-opt %s --onnxops-count-stores -split-input-file -verify-diagnostics

func.func @unranked(%a: memref<*xf32>, %b: memref<*xf32>) {
  // expected-error @below {{'memref.copy' op expected a ranked memref of tensor data, but got 'memref<*xf32>'}}
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}

// -----

func.func @addresses(%a: memref<4xmemref<?xf32>>, %b: memref<4xmemref<?xf32>>) {
  // expected-error @below {{'memref.copy' op expected a ranked memref of tensor data, but got 'memref<4xmemref<?xf32>>'}}
  memref.copy %a, %b : memref<4xmemref<?xf32>> to memref<4xmemref<?xf32>>
  return
}

// -----

func.func @tensors(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

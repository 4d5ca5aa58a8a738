// RUN: onnxops-opt %s --onnxops-lower-copies -split-input-file -verify-diagnostics

func.func @unranked(%a: memref<*xf32>, %b: memref<*xf32>) {
  // expected-error @+1 {{expected a ranked memref, but got 'memref<*xf32>'}}
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}

// -----

func.func @not_strided(%a: memref<8xf32, affine_map<(i) -> (i floordiv 4, i mod 4)>>, %b: memref<8xf32>) {
  // expected-error @+1 {{expected a strided layout, but got}}
  memref.copy %a, %b : memref<8xf32, affine_map<(i) -> (i floordiv 4, i mod 4)>> to memref<8xf32>
  return
}

// -----

func.func @memory_space(%a: memref<8xf32>, %b: memref<8xf32, 3>) {
  // expected-error @+1 {{expected the default memory space, but got 'memref<8xf32, 3>'}}
  memref.copy %a, %b : memref<8xf32> to memref<8xf32, 3>
  return
}

// -----

func.func @element(%a: memref<8xi48>, %b: memref<8xi48>) {
  // expected-error @+1 {{expected elements of 1, 2, 4, ... bytes, but got 'memref<8xi48>'}}
  memref.copy %a, %b : memref<8xi48> to memref<8xi48>
  return
}

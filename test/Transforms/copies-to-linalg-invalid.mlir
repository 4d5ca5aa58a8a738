// RUN: onnxops-opt %s --copies-to-linalg -verify-diagnostics

func.func @unranked(%a: memref<*xf32>, %b: memref<*xf32>) {
  // expected-error @+1 {{expected a ranked memref, but got 'memref<*xf32>'}}
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}

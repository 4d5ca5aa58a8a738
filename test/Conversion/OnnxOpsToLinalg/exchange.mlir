// Exchanges move elements of storage types: complex128 has one dimension more.
//
// RUN: onnxops-opt %s --onnxops-to-linalg-pipeline | FileCheck %s

// CHECK-LABEL: func @bf16
func.func @bf16(%a: tensor<2xbf16>, %o: tensor<3xindex>, %init: tensor<4xbf16>) -> tensor<4xbf16> {
  // CHECK: onnxops.exchange "c" along 0 on [2] ins(%{{.*}} : tensor<2xi16>) outs(%{{.*}} : tensor<4xi16>) axes [0, -1] offsets(%{{.*}} : tensor<3xindex>) segments [0, 0, 4, 1] -> tensor<4xi16>
  %r = onnxops.exchange "c" along 0 on [2] ins(%a : tensor<2xbf16>) outs(%init : tensor<4xbf16>) axes [0, -1] offsets(%o : tensor<3xindex>) segments [0, 0, 4, 1] -> tensor<4xbf16>
  return %r : tensor<4xbf16>
}

// CHECK-LABEL: func @complex
func.func @complex(%a: tensor<2x3xcomplex<f64>>, %o: tensor<3xindex>, %init: tensor<4x3xcomplex<f64>>) -> tensor<4x3xcomplex<f64>> {
  // CHECK: onnxops.exchange "c" along 1 on [2] ins(%{{.*}} : tensor<2x3x2xi64>) outs(%{{.*}} : tensor<4x3x2xi64>) axes [0, -1, -1, -1, -1, -1] offsets(%{{.*}} : tensor<3xindex>) segments [0, 0, 3, 1] -> tensor<4x3x2xi64>
  %r = onnxops.exchange "c" along 1 on [2] ins(%a : tensor<2x3xcomplex<f64>>) outs(%init : tensor<4x3xcomplex<f64>>) axes [0, -1, -1, -1] offsets(%o : tensor<3xindex>) segments [0, 0, 3, 1] -> tensor<4x3xcomplex<f64>>
  return %r : tensor<4x3xcomplex<f64>>
}

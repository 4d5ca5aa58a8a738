// RUN: onnxops-opt %s --convert-onnxops-to-linalg | FileCheck %s

// CHECK-LABEL: func @moved
//  CHECK-SAME:   tensor<2xi8> {onnxops.type = tensor<2xi1>}
//  CHECK-SAME:   tensor<2xi16> {onnxops.type = tensor<2xui16>}
//  CHECK-SAME:   tensor<2xi64> {onnxops.type = tensor<2xcomplex<f32>>}
//  CHECK-SAME:   tensor<2x2xi64> {onnxops.type = tensor<2xcomplex<f64>>}
//  CHECK-SAME:   tensor<2xi64> {onnxops.type = tensor<2x!onnxops.string>}
func.func @moved(%a: tensor<2xi1>, %b: tensor<2xui16>, %c: tensor<2xcomplex<f32>>, %d: tensor<2xcomplex<f64>>, %e: tensor<2x!onnxops.string>) {
  return
}

// Constants keep their bytes.
// CHECK-LABEL: func @constants
//   CHECK-DAG:   arith.constant dense<[1, 0]> : tensor<2xi8>
//   CHECK-DAG:   arith.constant dense<1065353216> : tensor<2xi32>
//   CHECK-DAG:   arith.constant dense<{{\[}}[4607182418800017408, 0], [4607182418800017408, 0]]> : tensor<2x2xi64>
func.func @constants() -> (tensor<2xi1>, tensor<2xf32>, tensor<2xcomplex<f64>>) {
  %0 = arith.constant dense<[true, false]> : tensor<2xi1>
  %1 = arith.constant dense<1.0> : tensor<2xf32>
  %2 = arith.constant dense<(1.0, 0.0)> : tensor<2xcomplex<f64>>
  return %0, %1, %2 : tensor<2xi1>, tensor<2xf32>, tensor<2xcomplex<f64>>
}

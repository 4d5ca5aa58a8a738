// RUN: onnxops-opt %s --convert-onnxops-to-linalg | FileCheck %s

// Shows types-r12.
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
//   CHECK-DAG:   arith.constant dense<[0, 1065353216]> : tensor<2xi32>
func.func @constants() -> (tensor<2xi1>, tensor<2xf32>, tensor<2xcomplex<f64>>, tensor<2xf32>) {
  %0 = arith.constant dense<[true, false]> : tensor<2xi1>
  %1 = arith.constant dense<1.0> : tensor<2xf32>
  %2 = arith.constant dense<(1.0, 0.0)> : tensor<2xcomplex<f64>>
  %3 = arith.constant sparse<[[1]], [1.0]> : tensor<2xf32>
  return %0, %1, %2, %3 : tensor<2xi1>, tensor<2xf32>, tensor<2xcomplex<f64>>, tensor<2xf32>
}

// Strings become addresses, which are created at the beginning of the function.
// CHECK-LABEL: func @constant_strings
//  CHECK-NEXT:   onnxops.rt.strings dense<["a", "bc"]> : tensor<2x!onnxops.string> : tensor<2xi64>
//  CHECK-NEXT:   scf.if
//   CHECK-NOT:   onnxops.rt.strings
func.func @constant_strings(%c: i1, %x: tensor<2x!onnxops.string>) -> tensor<2x!onnxops.string> {
  %r = scf.if %c -> tensor<2x!onnxops.string> {
    %0 = arith.constant dense<["a", "bc"]> : tensor<2x!onnxops.string>
    scf.yield %0 : tensor<2x!onnxops.string>
  } else {
    scf.yield %x : tensor<2x!onnxops.string>
  }
  return %r : tensor<2x!onnxops.string>
}

// Upstream ops that only move elements use storage types, which have an additional
// dimension for complex128.
// CHECK-LABEL: func @reshapes(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x1x2xi64> {{.*}}, %[[B:.*]]: tensor<?x2xi64>
func.func @reshapes(%a: tensor<?x1xcomplex<f64>>, %b: tensor<?xcomplex<f64>>, %n: index) -> (tensor<?xcomplex<f64>>, tensor<?x1xcomplex<f64>>) {
  // CHECK: tensor.collapse_shape %[[A]] {{\[\[}}0, 1], [2]] : tensor<?x1x2xi64> into tensor<?x2xi64>
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<?x1xcomplex<f64>> into tensor<?xcomplex<f64>>
  // CHECK: tensor.expand_shape %[[B]] {{\[\[}}0, 1], [2]] output_shape [%{{.*}}, 1, 2] : tensor<?x2xi64> into tensor<?x1x2xi64>
  %1 = tensor.expand_shape %b [[0, 1]] output_shape [%n, 1] : tensor<?xcomplex<f64>> into tensor<?x1xcomplex<f64>>
  return %0, %1 : tensor<?xcomplex<f64>>, tensor<?x1xcomplex<f64>>
}

// CHECK-LABEL: func @scalar_reshapes(
//  CHECK-SAME:   %[[A:.*]]: tensor<1x1x2xi64> {{.*}}, %[[B:.*]]: tensor<2xi64>
func.func @scalar_reshapes(%a: tensor<1x1xcomplex<f64>>, %b: tensor<complex<f64>>) -> (tensor<complex<f64>>, tensor<1x1xcomplex<f64>>) {
  // CHECK: tensor.collapse_shape %[[A]] {{\[\[}}0, 1, 2]] : tensor<1x1x2xi64> into tensor<2xi64>
  %0 = tensor.collapse_shape %a [] : tensor<1x1xcomplex<f64>> into tensor<complex<f64>>
  // CHECK: tensor.expand_shape %[[B]] {{\[\[}}0, 1, 2]] output_shape [1, 1, 2] : tensor<2xi64> into tensor<1x1x2xi64>
  %1 = tensor.expand_shape %b [] output_shape [1, 1] : tensor<complex<f64>> into tensor<1x1xcomplex<f64>>
  return %0, %1 : tensor<complex<f64>>, tensor<1x1xcomplex<f64>>
}

// CHECK-LABEL: func @slices(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x2xi64>
func.func @slices(%a: tensor<?xcomplex<f64>>, %n: index) -> tensor<?xcomplex<f64>> {
  // CHECK: %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?x2xi64>
  %0 = tensor.empty(%n) : tensor<?xcomplex<f64>>
  // CHECK: tensor.insert_slice %[[A]] into %[[E]][1, 0] [%{{.*}}, 2] [1, 1] : tensor<?x2xi64> into tensor<?x2xi64>
  %1 = tensor.insert_slice %a into %0[1] [%n] [1] : tensor<?xcomplex<f64>> into tensor<?xcomplex<f64>>
  return %1 : tensor<?xcomplex<f64>>
}

// A bitcast between types of the same storage type is dropped.
// CHECK-LABEL: func @bitcast(
//  CHECK-SAME:   %[[A:.*]]: tensor<4xi8>
//  CHECK-NEXT:   return %[[A]]
func.func @bitcast(%a: tensor<4xui8>) -> tensor<4xi8> {
  %0 = tensor.bitcast %a : tensor<4xui8> to tensor<4xi8>
  return %0 : tensor<4xi8>
}

// Slices of models have static bounds, so that none of these is copied: slices of
// a concat, a tensor split and rejoined, one period of a tile of a tile. Batch
// sizes are dynamic.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-to-linalg-pipeline | FileCheck %s

module attributes {onnxops.opset = 13 : i64} {
// CHECK-LABEL: func @views(
//  CHECK-SAME:   %[[A:[a-z0-9]*]]: tensor<?x4xi32> {{.*}}, %[[B:[a-z0-9]*]]: tensor<?x4xi32> {{.*}}, %[[C:[a-z0-9]*]]: tensor<?x6xi32> {{.*}}, %[[D:[a-z0-9]*]]: tensor<2x3xi32> {{[^)]*}})
//   CHECK-NOT:   tensor.concat
//   CHECK-NOT:   tensor.extract_slice
//   CHECK-NOT:   linalg.
//       CHECK:   return %[[A]], %[[B]], %[[C]], %[[D]]
func.func @views(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>, %c: tensor<?x6xf32>, %d: tensor<2x3xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x6xf32>, tensor<*xf32>) {
  %axis = "onnx.Constant"() {value_ints = [-1]} : () -> tensor<1xi64>
  %zero = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %middle = "onnx.Constant"() {value_ints = [-4]} : () -> tensor<1xi64>
  %end = "onnx.Constant"() {value_ints = [9223372036854775807]} : () -> tensor<1xi64>
  %0 = onnxops.concat_v13 %a, %b axis = 1 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>
  %1 = "onnx.Slice"(%0, %zero, %middle, %axis) : (tensor<?x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x4xf32>
  %2 = "onnx.Slice"(%0, %middle, %end, %axis) : (tensor<?x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x4xf32>
  %3:3 = "onnx.Split"(%c) {axis = 1 : i64} : (tensor<?x6xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>)
  %4 = onnxops.concat_v13 %3#0, %3#1, %3#2 axis = 1 : (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x6xf32>
  %two = "onnx.Constant"() {value_ints = [2, 2]} : () -> tensor<2xi64>
  %last = "onnx.Constant"() {value_ints = [-2, -3]} : () -> tensor<2xi64>
  %ends = "onnx.Constant"() {value_ints = [8, 12]} : () -> tensor<2xi64>
  %5 = onnxops.tile_v13 %d, %two : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<4x6xf32>
  %6 = onnxops.tile_v13 %5, %two : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<8x12xf32>
  %7 = "onnx.Slice"(%6, %last, %ends) : (tensor<8x12xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<*xf32>
  return %1, %2, %4, %7 : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x6xf32>, tensor<*xf32>
}
}

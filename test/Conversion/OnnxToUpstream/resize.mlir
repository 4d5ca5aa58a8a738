// Resize and Upsample list the positions of each resized dimension, and read the
// elements there.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -canonicalize -split-input-file | FileCheck %s

// Shows neighbour-r69, neighbour-r70.
// CHECK-LABEL: func @scales
//  CHECK-SAME: (%[[X:.*]]: tensor<1x2x4x?xf32>
//       CHECK: %[[ROWS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<?xi64>)
//       CHECK: arith.divf
//       CHECK: %[[COLUMNS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<?xi64>)
//       CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x2x8x?xf32>)
//   CHECK-DAG:   %[[C:.*]] = linalg.index 1
//   CHECK-DAG:   %[[I:.*]] = tensor.extract %[[ROWS]]
//   CHECK-DAG:   %[[ROW:.*]] = arith.index_cast %[[I]]
//   CHECK-DAG:   %[[J:.*]] = tensor.extract %[[COLUMNS]]
//   CHECK-DAG:   %[[COLUMN:.*]] = arith.index_cast %[[J]]
//       CHECK:   tensor.extract %[[X]][%c0, %[[C]], %[[ROW]], %[[COLUMN]]]
module attributes {onnxops.opset = 13 : i64} {
  func.func @scales(%x: tensor<1x2x4x?xf32>) -> tensor<1x2x8x?xf32> {
    %none = "onnx.NoValue"() : () -> none
    %scales = arith.constant dense<[1.0, 1.0, 2.0, 1.5]> : tensor<4xf32>
    %0 = "onnx.Resize"(%x, %none, %scales) {coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"} : (tensor<1x2x4x?xf32>, none, tensor<4xf32>) -> tensor<1x2x8x?xf32>
    return %0 : tensor<1x2x8x?xf32>
  }
}

// -----

// Nothing is computed for the sizes that X has.
// CHECK-LABEL: func @same_sizes
//  CHECK-SAME: (%[[X:.*]]: tensor<4x6xui8>)
//  CHECK-NEXT: return %[[X]]
module attributes {onnxops.opset = 18 : i64} {
  func.func @same_sizes(%x: tensor<4x6xui8>) -> tensor<4x6xui8> {
    %none = "onnx.NoValue"() : () -> none
    %sizes = arith.constant dense<6> : tensor<1xi64>
    %0 = "onnx.Resize"(%x, %none, %none, %sizes) {axes = [-1]} : (tensor<4x6xui8>, none, none, tensor<1xi64>) -> tensor<4x6xui8>
    return %0 : tensor<4x6xui8>
  }
}

// -----

// CHECK-LABEL: func @upsample
//       CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<9xf64>)
module attributes {onnxops.opset = 7 : i64} {
  func.func @upsample(%x: tensor<3xf64>) -> tensor<?xf64> {
    %0 = "onnx.Upsample"(%x) {scales = [3.0 : f32]} : (tensor<3xf64>) -> tensor<?xf64>
    return %0 : tensor<?xf64>
  }
}

// -----

// CHECK-LABEL: func @checks
//       CHECK: onnxops.check {{.*}}Resize: expected scales to have 1 elements, one for each resized dimension, but got {0}"
//       CHECK: onnxops.check {{.*}}Resize: expected scales to be above 0"
//       CHECK: onnxops.check {{.*}}Resize: expected scales to give dimension 0 a size below 2^63"
module attributes {onnxops.opset = 13 : i64} {
  func.func @checks(%x: tensor<3xf64>, %scales: tensor<?xf32>) -> tensor<?xf64> {
    %none = "onnx.NoValue"() : () -> none
    %0 = "onnx.Resize"(%x, %none, %scales) : (tensor<3xf64>, none, tensor<?xf32>) -> tensor<?xf64>
    return %0 : tensor<?xf64>
  }
}

// Inferred types of normalizations, recurrent layers, functions and quantizations.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-infer-shapes -split-input-file | FileCheck %s

module attributes {onnxops.opset = 17 : i64} {
// Shows neighbour-r38.
// CHECK-LABEL: func @normalizations
func.func @normalizations(%x: tensor<2x?x5xf32>, %c: tensor<4xf32>, %d: tensor<?xf64>) {
  // CHECK: "onnx.BatchNormalization"({{.*}} -> (tensor<2x?x5xf32>, tensor<4xf64>, tensor<4xf64>)
  %0:3 = "onnx.BatchNormalization"(%x, %c, %c, %d, %d) {training_mode = 1 : i64} : (tensor<2x?x5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<?xf64>, tensor<?xf64>) -> (tensor<*xf32>, tensor<*xf64>, tensor<*xf64>)
  // CHECK: "onnx.LayerNormalization"({{.*}} -> (tensor<2x?x5xf32>, tensor<2x1x1xf32>)
  %1:2 = "onnx.LayerNormalization"(%x, %c) {axis = -2 : i64} : (tensor<2x?x5xf32>, tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  // CHECK: "onnx.LayerNormalization"({{.*}} -> (tensor<2x?x5xf32>, tensor<?x?x?xf32>)
  %2:2 = "onnx.LayerNormalization"(%x, %c) {axis = 3 : i64} : (tensor<2x?x5xf32>, tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  // CHECK: "onnx.InstanceNormalization"({{.*}} -> tensor<2x?x5xf32>
  %3 = "onnx.InstanceNormalization"(%x, %c, %c) : (tensor<2x?x5xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Softmax"({{.*}} -> tensor<2x?x5xf32>
  %4 = "onnx.Softmax"(%x) {axis = -1 : i64} : (tensor<2x?x5xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Dropout"({{.*}} -> (tensor<2x?x5xf32>, tensor<2x?x5xi1>)
  %5:2 = "onnx.Dropout"(%x) : (tensor<2x?x5xf32>) -> (tensor<*xf32>, tensor<*xi1>)
  // It has more results than the operator.
  // CHECK: "onnx.Dropout"({{.*}} -> (tensor<*xf32>, tensor<*xi1>, tensor<*xi1>)
  %6:3 = "onnx.Dropout"(%x) : (tensor<2x?x5xf32>) -> (tensor<*xf32>, tensor<*xi1>, tensor<*xi1>)
  return
}

// Shows neighbour-r38.
// CHECK-LABEL: func @recurrent
func.func @recurrent(%x: tensor<7x?x3xf32>, %w: tensor<2x?x3xf32>, %r: tensor<2x?x6xf32>) {
  // CHECK: "onnx.LSTM"({{.*}} -> (tensor<7x2x?x6xf32>, tensor<2x?x6xf32>, tensor<2x?x6xf32>)
  %0:3 = "onnx.LSTM"(%x, %w, %r) {direction = "bidirectional"} : (tensor<7x?x3xf32>, tensor<2x?x3xf32>, tensor<2x?x6xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  // CHECK: "onnx.GRU"({{.*}} -> (none, tensor<7x1x6xf32>)
  %1:2 = "onnx.GRU"(%x, %w, %r) {hidden_size = 6 : i64, layout = 1 : i64} : (tensor<7x?x3xf32>, tensor<2x?x3xf32>, tensor<2x?x6xf32>) -> (none, tensor<*xf32>)
  // CHECK: "onnx.RNN"({{.*}} -> tensor<7x?x?x?xf32>
  %2 = "onnx.RNN"(%x, %w, %r) {direction = "both", hidden_size = 5 : i64} : (tensor<7x?x3xf32>, tensor<2x?x3xf32>, tensor<2x?x6xf32>) -> tensor<*xf32>
  // CHECK: "onnx.RNN"({{.*}} -> tensor<?x?x?x?xf32>
  %3 = "onnx.RNN"(%x, %w, %r) {layout = 2 : i64} : (tensor<7x?x3xf32>, tensor<2x?x3xf32>, tensor<2x?x6xf32>) -> tensor<*xf32>
  return
}

// Shows neighbour-r38.
// CHECK-LABEL: func @functions
func.func @functions(%x: tensor<2x?xf32>, %b: tensor<2x?xui8>, %n: tensor<ui8>, %s: tensor<f32>) {
  // CHECK: "onnx.Erf"({{.*}} -> tensor<2x?xf32>
  %0 = "onnx.Erf"(%x) : (tensor<2x?xf32>) -> tensor<*xf32>
  // CHECK: "onnx.IsNaN"({{.*}} -> tensor<2x?xi1>
  %1 = "onnx.IsNaN"(%x) : (tensor<2x?xf32>) -> tensor<*xi1>
  // CHECK: "onnx.BitShift"({{.*}} -> tensor<2x?xui8>
  %2 = "onnx.BitShift"(%b, %n) {direction = "LEFT"} : (tensor<2x?xui8>, tensor<ui8>) -> tensor<*xui8>
  // CHECK: "onnx.RandomNormalLike"({{.*}} -> tensor<2x?xf64>
  %3 = "onnx.RandomNormalLike"(%b) {dtype = 11 : i64} : (tensor<2x?xui8>) -> tensor<*xf64>
  // CHECK: "onnx.EyeLike"({{.*}} -> tensor<2x?xui8>
  %4 = "onnx.EyeLike"(%b) : (tensor<2x?xui8>) -> tensor<*xui8>
  // CHECK: "onnx.EyeLike"({{.*}} -> tensor<*xui8>
  %5 = "onnx.EyeLike"(%b) {dtype = 99 : i64} : (tensor<2x?xui8>) -> tensor<*xui8>
  // CHECK: "onnx.RandomUniform"({{.*}} -> tensor<2x?xf32>
  %6 = "onnx.RandomUniform"() {shape = [2, -1]} : () -> tensor<*xf32>
  // CHECK: "onnx.QuantizeLinear"({{.*}} -> tensor<2x?xui8>
  %7 = "onnx.QuantizeLinear"(%x, %s) : (tensor<2x?xf32>, tensor<f32>) -> tensor<*xui8>
  // CHECK: "onnx.DequantizeLinear"({{.*}} -> tensor<2x?xf32>
  %8 = "onnx.DequantizeLinear"(%b, %s, %n) : (tensor<2x?xui8>, tensor<f32>, tensor<ui8>) -> tensor<*xf32>
  // CHECK: "onnx.DynamicQuantizeLinear"({{.*}} -> (tensor<2x?xui8>, tensor<f32>, tensor<ui8>)
  %9:3 = "onnx.DynamicQuantizeLinear"(%x) : (tensor<2x?xf32>) -> (tensor<*xui8>, tensor<*xf32>, tensor<*xui8>)
  return
}
}

// -----

module attributes {onnxops.opset = 8 : i64} {
// CHECK-LABEL: func @opset_8
func.func @opset_8(%x: tensor<2x4x5xf32>, %s: tensor<4x5xf32>) {
  // The mask is not boolean yet.
  // CHECK: "onnx.Dropout"({{.*}} -> (tensor<2x4x5xf32>, tensor<2x4x5xf32>)
  %0:2 = "onnx.Dropout"(%x) : (tensor<2x4x5xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  // A mean for each element.
  // CHECK: "onnx.BatchNormalization"({{.*}} -> (tensor<2x4x5xf32>, tensor<*xf32>)
  %1:2 = "onnx.BatchNormalization"(%x, %s, %s, %s, %s) {spatial = 0 : i64} : (tensor<2x4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  // IsNaN did not exist before opset 9.
  // CHECK: "onnx.IsNaN"({{.*}} -> tensor<*xi1>
  %2 = "onnx.IsNaN"(%x) : (tensor<2x4x5xf32>) -> tensor<*xi1>
  return
}
}

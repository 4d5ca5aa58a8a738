// Versions that changed an operator: attributes that became operands, other
// defaults, another meaning, another name. Up, and back down.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-convert-version=target-opset=20 | FileCheck %s --check-prefix=UP
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-convert-version=target-opset=20 \
// RUN:   -onnxops-convert-version=target-opset=9 | FileCheck %s --check-prefix=DOWN

// Shows version-r25.
module attributes {onnxops.opset = 9 : i64} {
  // UP-LABEL: func @moved
  // DOWN-LABEL: func @moved
  func.func @moved(%a: tensor<2x6xf32>, %h: tensor<2x6xf16>, %u: tensor<*xf32>) {
    // UP: %[[AXES:.*]] = arith.constant dense<1> : tensor<1xi64>
    // UP: "onnx.Unsqueeze"(%{{.*}}, %[[AXES]]) : (tensor<2x6xf32>, tensor<1xi64>) -> tensor<2x1x6xf32>
    // DOWN: "onnx.Unsqueeze"(%{{.*}}) {axes = [1]} : (tensor<2x6xf32>)
    %0 = "onnx.Unsqueeze"(%a) {axes = [1]} : (tensor<2x6xf32>) -> tensor<2x1x6xf32>
    // Numbers of other widths.
    // UP: arith.constant dense<-1> : tensor<1xi64>
    // UP: "onnx.ReduceMean"(%{{.*}}, %{{.*}}) {keepdims = 0 : i64}
    // DOWN: "onnx.ReduceMean"(%{{.*}}) {axes = [1], keepdims = 0 : i64}
    %1 = "onnx.ReduceMean"(%a) {axes = [-1 : i32], keepdims = 0 : i64} : (tensor<2x6xf32>) -> tensor<2xf32>
    // Without axes, all dimensions.
    // UP: "onnx.ReduceMax"(%{{.*}}) : (tensor<2x6xf32>)
    // DOWN: "onnx.ReduceMax"(%{{.*}}) : (tensor<2x6xf32>)
    %2 = "onnx.ReduceMax"(%a) : (tensor<2x6xf32>) -> tensor<1x1xf32>
    // UP: %[[MAX:.*]] = arith.constant dense<6.0{{.*}}> : tensor<f16>
    // UP: "onnx.Clip"(%{{.*}}, %{{.*}}, %[[MAX]]) : (tensor<2x6xf16>, none, tensor<f16>)
    // DOWN: "onnx.Clip"(%{{.*}}) {max = 6.0{{.*}} : f32} : (tensor<2x6xf16>)
    %3 = "onnx.Clip"(%h) {max = 6.0 : f32} : (tensor<2x6xf16>) -> tensor<2x6xf16>
    // UP: "onnx.Slice"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (tensor<2x6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
    // DOWN: "onnx.Slice"(%{{.*}}) {axes = [1], ends = [4], starts = [0]}
    %4 = "onnx.Slice"(%a) {starts = [0], ends = [4], axes = [1]} : (tensor<2x6xf32>) -> tensor<2x4xf32>
    // UP: "onnx.Split"(%{{.*}}, %{{.*}}) {axis = 1 : i64} : (tensor<2x6xf32>, tensor<2xi64>)
    // UP: "onnx.Split"(%{{.*}}) {axis = 1 : i64, num_outputs = 2 : i64}
    // DOWN: "onnx.Split"(%{{.*}}) {axis = 1 : i64, split = [2, 4]}
    // DOWN: "onnx.Split"(%{{.*}}) {axis = 1 : i64} :
    %5:2 = "onnx.Split"(%a) {axis = 1 : i64, split = [2, 4]} : (tensor<2x6xf32>) -> (tensor<2x2xf32>, tensor<2x4xf32>)
    %6:2 = "onnx.Split"(%a) {axis = 1 : i64} : (tensor<2x6xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
    // UP: %[[RATIO:.*]] = arith.constant dense<2.5{{.*}}> : tensor<f32>
    // UP: "onnx.Dropout"(%{{.*}}, %[[RATIO]]) : (tensor<2x6xf32>, tensor<f32>) -> (tensor<2x6xf32>, none)
    // DOWN: "onnx.Dropout"(%{{.*}}) {ratio = 2.5{{.*}} : f32}
    %7:2 = "onnx.Dropout"(%a) {ratio = 0.25 : f32} : (tensor<2x6xf32>) -> (tensor<2x6xf32>, none)
    // UP: "onnx.Pad"(%{{.*}}, %{{.*}}, %{{.*}}) {mode = "constant"} : (tensor<2x6xf32>, tensor<4xi64>, tensor<f32>)
    // DOWN: "onnx.Pad"(%{{.*}}) {mode = "constant", pads = [0, 1, 0, 1], value = 5.0{{.*}} : f32}
    %8 = "onnx.Pad"(%a) {mode = "constant", pads = [0, 1, 0, 1], value = 0.5 : f32} : (tensor<2x6xf32>) -> tensor<2x8xf32>
    // UP: "onnx.TopK"(%{{.*}}, %{{.*}}) {axis = 1 : i64} : (tensor<2x6xf32>, tensor<1xi64>)
    // DOWN: "onnx.TopK"(%{{.*}}) {axis = 1 : i64, k = 3 : i64}
    %9:2 = "onnx.TopK"(%a) {axis = 1 : i64, k = 3 : i64} : (tensor<2x6xf32>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
    return
  }

  // UP-LABEL: func @softmax
  // DOWN-LABEL: func @softmax
  func.func @softmax(%a: tensor<2x3x4xf32>, %u: tensor<*xf32>) {
    // The default was 1, which is not the last dimension.
    // UP: %[[SHAPE:.*]] = "onnx.Shape"(%{{.*}}) : (tensor<2x3x4xf32>) -> tensor<3xi64>
    // UP: %[[FLAT:.*]] = "onnx.Flatten"(%{{.*}}) {axis = 1 : i64} : (tensor<2x3x4xf32>) -> tensor<?x?xf32>
    // UP: %[[RESULT:.*]] = "onnx.Softmax"(%[[FLAT]]) {axis = -1 : i64}
    // UP: "onnx.Reshape"(%[[RESULT]], %[[SHAPE]]) : (tensor<?x?xf32>, tensor<3xi64>) -> tensor<2x3x4xf32>
    // DOWN: "onnx.Softmax"(%{{.*}}) {axis = 1 : i64} : (tensor<?x?xf32>)
    %0 = "onnx.Softmax"(%a) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    // UP: "onnx.LogSoftmax"(%{{.*}}) {axis = -1 : i64} : (tensor<2x3x4xf32>)
    // DOWN: "onnx.LogSoftmax"(%{{.*}}) {axis = 2 : i64} : (tensor<2x3x4xf32>)
    %1 = "onnx.LogSoftmax"(%a) {axis = 2 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return
  }

  // UP-LABEL: func @resize
  // DOWN-LABEL: func @resize
  func.func @resize(%a: tensor<1x1x2x2xf32>) {
    // UP: %[[SCALES:.*]] = arith.constant dense<[1.0{{.*}}, 1.0{{.*}}, 2.0{{.*}}, 2.0{{.*}}]> : tensor<4xf32>
    // UP: "onnx.Resize"(%{{.*}}, %{{.*}}, %[[SCALES]]) {coordinate_transformation_mode = "asymmetric", mode = "nearest", nearest_mode = "floor"} : (tensor<1x1x2x2xf32>, none, tensor<4xf32>)
    // DOWN: "onnx.Upsample"(%{{.*}}, %{{.*}}) {mode = "nearest"}
    %scales = arith.constant dense<[1.0, 1.0, 2.0, 2.0]> : tensor<4xf32>
    %0 = "onnx.Upsample"(%a, %scales) {mode = "nearest"} : (tensor<1x1x2x2xf32>, tensor<4xf32>) -> tensor<1x1x4x4xf32>
    return
  }
}

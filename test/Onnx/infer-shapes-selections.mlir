// Inferred types of operators that select, place or resample elements.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-infer-shapes -split-input-file | FileCheck %s

// Shows neighbour-r38.
// CHECK-LABEL: func @selections
func.func @selections(%x: tensor<2x?x4xf32>, %i: tensor<2x?x1xi64>, %u: tensor<*xf32>, %b: tensor<?xi1>, %s: tensor<f32>) {
  // CHECK: "onnx.ArgMax"({{.*}} -> tensor<2x4xi64>
  %0 = "onnx.ArgMax"(%x) {axis = 1 : i64, keepdims = 0 : i64} : (tensor<2x?x4xf32>) -> tensor<*xi64>
  // CHECK: "onnx.ArgMin"({{.*}} -> tensor<?x?x?xi64>
  %1 = "onnx.ArgMin"(%x) {axis = 3 : i64} : (tensor<2x?x4xf32>) -> tensor<*xi64>
  // CHECK: "onnx.TopK"({{.*}} -> (tensor<2x?x3xf32>, tensor<2x?x3xi64>)
  %three = arith.constant dense<3> : tensor<1xi64>
  %2:2 = "onnx.TopK"(%x, %three) : (tensor<2x?x4xf32>, tensor<1xi64>) -> (tensor<*xf32>, tensor<*xi64>)
  // There are only two.
  // CHECK: "onnx.TopK"({{.*}} -> (tensor<?x?x4xf32>, tensor<?x?x4xi64>)
  %3:2 = "onnx.TopK"(%x, %three) {axis = 0 : i64} : (tensor<2x?x4xf32>, tensor<1xi64>) -> (tensor<*xf32>, tensor<*xi64>)
  // CHECK: "onnx.OneHot"({{.*}} -> tensor<2x3x?x1xf32>
  %4 = "onnx.OneHot"(%i, %three, %u) {axis = 1 : i64} : (tensor<2x?x1xi64>, tensor<1xi64>, tensor<*xf32>) -> tensor<*xf32>
  // CHECK: "onnx.NonZero"({{.*}} -> tensor<3x?xi64>
  %5 = "onnx.NonZero"(%x) : (tensor<2x?x4xf32>) -> tensor<*xi64>
  // CHECK: "onnx.NonZero"({{.*}} -> tensor<?x?xi64>
  %6 = "onnx.NonZero"(%s) : (tensor<f32>) -> tensor<*xi64>
  // CHECK: "onnx.Compress"({{.*}} -> tensor<?xf32>
  %7 = "onnx.Compress"(%x, %b) : (tensor<2x?x4xf32>, tensor<?xi1>) -> tensor<*xf32>
  // CHECK: "onnx.Compress"({{.*}} -> tensor<2x?x?xf32>
  %8 = "onnx.Compress"(%x, %b) {axis = -1 : i64} : (tensor<2x?x4xf32>, tensor<?xi1>) -> tensor<*xf32>
  // CHECK: "onnx.Unique"({{.*}} -> (tensor<?x?x4xf32>, tensor<?xi64>)
  %9:2 = "onnx.Unique"(%x) {axis = 0 : i64} : (tensor<2x?x4xf32>) -> (tensor<*xf32>, tensor<*xi64>)
  // CHECK: "onnx.GatherElements"({{.*}} -> tensor<2x?x1xf32>
  %10 = "onnx.GatherElements"(%x, %i) : (tensor<2x?x4xf32>, tensor<2x?x1xi64>) -> tensor<*xf32>
  // CHECK: "onnx.GatherND"({{.*}} -> tensor<2x?x4xf32>
  %11 = "onnx.GatherND"(%x, %i) {batch_dims = 1 : i64} : (tensor<2x?x4xf32>, tensor<2x?x1xi64>) -> tensor<*xf32>
  // CHECK: "onnx.GatherND"({{.*}} -> tensor<*xf32>
  %12 = "onnx.GatherND"(%x, %i) {batch_dims = 3 : i64} : (tensor<2x?x4xf32>, tensor<2x?x1xi64>) -> tensor<*xf32>
  // CHECK: "onnx.ScatterND"({{.*}} -> tensor<2x?x4xf32>
  %13 = "onnx.ScatterND"(%x, %i, %u) : (tensor<2x?x4xf32>, tensor<2x?x1xi64>, tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

module attributes {onnxops.opset = 18 : i64} {
// Shows neighbour-r38.
// CHECK-LABEL: func @images
func.func @images(%x: tensor<1x4x6x?xf32>, %u: tensor<*xf32>, %v: tensor<4xf32>, %g: tensor<?x3x5x2xf32>, %r: tensor<7x4xf32>, %n: tensor<?xi64>) {
  %no = "onnx.NoValue"() : () -> none
  %scales = "onnx.Constant"() {value_floats = [1.0 : f32, 1.0 : f32, 2.5 : f32, 2.0 : f32]} : () -> tensor<4xf32>
  // CHECK: "onnx.Resize"({{.*}} -> tensor<1x4x15x?xf32>
  %0 = "onnx.Resize"(%x, %no, %scales) : (tensor<1x4x6x?xf32>, none, tensor<4xf32>) -> tensor<*xf32>
  %sizes = arith.constant dense<[9, 8]> : tensor<2xi64>
  // CHECK: "onnx.Resize"({{.*}} -> tensor<1x4x8x9xf32>
  %1 = "onnx.Resize"(%x, %no, %no, %sizes) {axes = [-1, 2]} : (tensor<1x4x6x?xf32>, none, none, tensor<2xi64>) -> tensor<*xf32>
  // The sizes are bounds.
  // CHECK: "onnx.Resize"({{.*}} -> tensor<1x4x?x?xf32>
  %2 = "onnx.Resize"(%x, %no, %no, %sizes) {axes = [3, 2], keep_aspect_ratio_policy = "not_larger"} : (tensor<1x4x6x?xf32>, none, none, tensor<2xi64>) -> tensor<*xf32>
  // Unknown, of the wrong length, of a part of the operand.
  // CHECK-COUNT-4: "onnx.Resize"({{.*}} -> tensor<?x?x?x?xf32>
  %3 = "onnx.Resize"(%x, %no, %v) : (tensor<1x4x6x?xf32>, none, tensor<4xf32>) -> tensor<*xf32>
  %4 = "onnx.Resize"(%x, %no, %no, %sizes) : (tensor<1x4x6x?xf32>, none, none, tensor<2xi64>) -> tensor<*xf32>
  %5 = "onnx.Resize"(%x, %no, %scales) {coordinate_transformation_mode = "tf_crop_and_resize"} : (tensor<1x4x6x?xf32>, none, tensor<4xf32>) -> tensor<*xf32>
  %6 = "onnx.Resize"(%x, %no, %no, %sizes) {axes = [2, 2]} : (tensor<1x4x6x?xf32>, none, none, tensor<2xi64>) -> tensor<*xf32>
  // CHECK: "onnx.DepthToSpace"({{.*}} -> tensor<1x1x12x?xf32>
  %7 = "onnx.DepthToSpace"(%x) {blocksize = 2 : i64} : (tensor<1x4x6x?xf32>) -> tensor<*xf32>
  // CHECK: "onnx.SpaceToDepth"({{.*}} -> tensor<1x36x2x?xf32>
  %8 = "onnx.SpaceToDepth"(%x) {blocksize = 3 : i64} : (tensor<1x4x6x?xf32>) -> tensor<*xf32>
  // CHECK: "onnx.SpaceToDepth"({{.*}} -> tensor<?x?x?x?xf32>
  %9 = "onnx.SpaceToDepth"(%x) {blocksize = 9223372036854775807 : i64} : (tensor<1x4x6x?xf32>) -> tensor<*xf32>
  // CHECK: "onnx.GridSample"({{.*}} -> tensor<1x4x3x5xf32>
  %10 = "onnx.GridSample"(%x, %g) : (tensor<1x4x6x?xf32>, tensor<?x3x5x2xf32>) -> tensor<*xf32>
  // CHECK: "onnx.RoiAlign"({{.*}} -> tensor<7x4x2x1xf32>
  %11 = "onnx.RoiAlign"(%x, %r, %n) {output_height = 2 : i64} : (tensor<1x4x6x?xf32>, tensor<7x4xf32>, tensor<?xi64>) -> tensor<*xf32>
  // CHECK: "onnx.Col2Im"({{.*}} -> tensor<?x?x9x8xf32>
  %12 = "onnx.Col2Im"(%u, %sizes, %sizes) : (tensor<*xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<*xf32>
  // CHECK: "onnx.NonMaxSuppression"({{.*}} -> tensor<?x3xi64>
  %13 = "onnx.NonMaxSuppression"(%u, %u) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xi64>
  return
}
}

// -----

module attributes {onnxops.opset = 9 : i64} {
// Shows neighbour-r38.
// CHECK-LABEL: func @opset_9
func.func @opset_9(%x: tensor<1x4x6x?xf32>) {
  %scales = arith.constant dense<[1.0, 1.0, 0.5, 2.0]> : tensor<4xf32>
  // CHECK: "onnx.Upsample"({{.*}} -> tensor<1x4x3x?xf32>
  %0 = "onnx.Upsample"(%x, %scales) : (tensor<1x4x6x?xf32>, tensor<4xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Upsample"({{.*}} -> tensor<1x4x12x?xf32>
  %1 = "onnx.Upsample"(%x) {height_scale = 2.0 : f32, width_scale = 3.0 : f32} : (tensor<1x4x6x?xf32>) -> tensor<*xf32>
  // Not a number, and too large for a size.
  // CHECK: "onnx.Upsample"({{.*}} -> tensor<?x?x4x?xf32>
  %2 = "onnx.Upsample"(%x) {scales = [0x7FC00000 : f32, 0x7F7FFFFF : f32, 0.7 : f32, 1.0 : f32]} : (tensor<1x4x6x?xf32>) -> tensor<*xf32>
  // CHECK: "onnx.TopK"({{.*}} -> tensor<1x4x2x?xf32>
  %3 = "onnx.TopK"(%x) {axis = 2 : i64, k = 2 : i64} : (tensor<1x4x6x?xf32>) -> tensor<*xf32>
  return
}
}

// Operators outside of the dialect stay as they are if their versions agree about
// them.
//
// RUN: onnxops-opt %s -split-input-file -allow-unregistered-dialect -onnxops-convert-version=target-opset=17 | FileCheck %s

// CHECK: module attributes {onnxops.opset = 17 : i64}
module attributes {onnxops.opset = 8 : i64} {
  // Shows version-r16.
  // CHECK-LABEL: func @up
  func.func @up(%a: tensor<4xf32>, %b: tensor<i1>, %x: tensor<1x2x8x8xf32>, %w: tensor<2x2x3x3xf32>) -> tensor<8xf32> {
    // CHECK: "onnx.Add"(%{{.*}}, %{{.*}}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %0 = "onnx.Add"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    // CHECK: "onnx.Not"
    %1 = "onnx.Not"(%b) : (tensor<i1>) -> tensor<i1>
    // CHECK: "onnx.NoValue"() : () -> none
    %2 = "onnx.NoValue"() : () -> none
    // CHECK: onnxops.concat_v13
    %3 = onnxops.concat_v4 %0, %a axis = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
    // CHECK: "onnx.Conv"(%{{.*}}, %{{.*}}) {group = 1 : i64, onnx_node_name = "conv", onnxops.doc = "text"}
    %4 = "onnx.Conv"(%x, %w) {group = 1 : i64, onnx_node_name = "conv", onnxops.doc = "text"} : (tensor<1x2x8x8xf32>, tensor<2x2x3x3xf32>) -> tensor<1x2x6x6xf32>
    // CHECK: "onnx.MaxPool"(%{{.*}}) {kernel_shape = [2, 2]}
    %5:2 = "onnx.MaxPool"(%4) {kernel_shape = [2, 2]} : (tensor<1x2x6x6xf32>) -> (tensor<1x2x5x5xf32>, none)
    // CHECK: "onnx.BatchNormalization"(%{{.*}}) {epsilon = 1.000000e-03 : f32} :
    %6 = "onnx.BatchNormalization"(%x, %a, %a, %a, %a) {epsilon = 1.0e-3 : f32, spatial = 1 : i64} : (tensor<1x2x8x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x2x8x8xf32>
    return %3 : tensor<8xf32>
  }
}

// -----

// Down, through the region of an operator of another domain, which has its own
// opset. A constant of an imported model is not a versioned operator.
// CHECK: module attributes {onnxops.opset = 17 : i64}
module attributes {onnxops.opset = 27 : i64} {
  // Shows version-r16, version-r17.
  // CHECK-LABEL: func @down
  func.func @down(%a: tensor<4xf32>) -> tensor<4xf32> {
    // CHECK: arith.constant
    %c = arith.constant dense<1.0> : tensor<4xf32>
    // CHECK: "onnx.Run"() ({
    // CHECK: "onnx.Mul"
    // CHECK: onnx.Yield
    // CHECK: onnx.domain = "com.example"
    %0 = "onnx.Run"() ({
      %1 = "onnx.Mul"(%a, %c) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      "onnx.Yield"(%1) : (tensor<4xf32>) -> ()
    }) {onnx.domain = "com.example"} : () -> tensor<4xf32>
    // An attribute that has the default of the newer version.
    // CHECK: "onnx.Reshape"(%{{.*}}, %{{.*}}) {allowzero = 0 : i64}
    %s = arith.constant dense<4> : tensor<1xi64>
    %2 = "onnx.Reshape"(%0, %s) {allowzero = 0 : i64} : (tensor<4xf32>, tensor<1xi64>) -> tensor<4xf32>
    // CHECK: "onnx.Cast"(%{{.*}}) {to = 1 : i64}
    %3 = "onnx.Cast"(%2) {to = 1 : i64, saturate = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
    return %3 : tensor<4xf32>
  }
}

// -----

// At its own opset, any operator is accepted.
module attributes {onnxops.opset = 17 : i64} {
  // Shows version-r16.
  // CHECK-LABEL: func @stay
  func.func @stay(%a: tensor<2xf32>) {
    // CHECK: "onnx.Unknown"
    %0 = "onnx.Unknown"(%a) : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
}

// -----

// A module without an opset has the newest, so it must record another one.
// Shows version-r18.
// CHECK: module attributes {onnxops.opset = 17 : i64}
// CHECK-LABEL: func @untold
func.func @untold(%a: tensor<4xf32>, %i: tensor<1xi64>) {
  %0 = "onnx.Slice"(%a, %i, %i) : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

// Operand #1 stands for dimensions from `axis` on, slopes for channels.
module attributes {onnxops.opset = 6 : i64} {
  // Shows version-r25.
  // CHECK-LABEL: func @axis
  func.func @axis(%x: tensor<2x3x4x5xf32>, %c: tensor<3xf32>) {
    // CHECK: %[[C:.*]] = "onnx.Unsqueeze"(%{{.*}}, %{{.*}}) : (tensor<3xf32>, tensor<2xi64>) -> tensor<3x1x1xf32>
    // CHECK: "onnx.Add"(%{{.*}}, %[[C]]) : (tensor<2x3x4x5xf32>, tensor<3x1x1xf32>)
    %0 = "onnx.Add"(%x, %c) {broadcast = 1 : i64, axis = 1 : i64} : (tensor<2x3x4x5xf32>, tensor<3xf32>) -> tensor<2x3x4x5xf32>
    // CHECK: %[[SLOPE:.*]] = "onnx.Unsqueeze"(%{{.*}}, %{{.*}}) : (tensor<3xf32>, tensor<2xi64>) -> tensor<3x1x1xf32>
    // CHECK: "onnx.PRelu"(%{{.*}}, %[[SLOPE]])
    %1 = "onnx.PRelu"(%x, %c) : (tensor<2x3x4x5xf32>, tensor<3xf32>) -> tensor<2x3x4x5xf32>
    return
  }
}

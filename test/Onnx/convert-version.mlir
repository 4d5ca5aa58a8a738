// Operators outside of the dialect are unchanged if ONNX did not change them.
//
// RUN: onnxops-opt %s -split-input-file -allow-unregistered-dialect -onnxops-convert-version=target-opset=17 | FileCheck %s

// CHECK: module attributes {onnxops.opset = 17 : i64}
module attributes {onnxops.opset = 14 : i64} {
  // Shows version-r16.
  // CHECK-LABEL: func @up
  func.func @up(%a: tensor<4xf32>, %b: tensor<i1>) -> tensor<8xf32> {
    // CHECK: "onnx.Add"(%{{.*}}, %{{.*}}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %0 = "onnx.Add"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    // CHECK: "onnx.Not"
    %1 = "onnx.Not"(%b) : (tensor<i1>) -> tensor<i1>
    // CHECK: "onnx.NoValue"() : () -> none
    %2 = "onnx.NoValue"() : () -> none
    // CHECK: onnxops.concat_v13
    %3 = onnxops.concat_v11 %0, %a axis = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
    return %3 : tensor<8xf32>
  }
}

// -----

// Down, through the region of an operator of another domain, which has its own
// opset. A constant of an imported model is not a versioned operator.
// CHECK: module attributes {onnxops.opset = 17 : i64}
module attributes {onnxops.opset = 18 : i64} {
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
    return %0 : tensor<4xf32>
  }
}

// -----

// At its own opset, any operator is accepted.
module attributes {onnxops.opset = 17 : i64} {
  // Shows version-r16.
  // CHECK-LABEL: func @stay
  func.func @stay(%a: tensor<2xf32>) {
    // CHECK: "onnx.Dropout"
    %0 = "onnx.Dropout"(%a) : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
}

// -----

// A module without an opset has the newest, so it must record another one.
// Shows version-r18.
// CHECK: module attributes {onnxops.opset = 17 : i64}
// CHECK-LABEL: func @untold
func.func @untold(%a: tensor<4xf32>) {
  %0 = "onnx.Slice"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

module attributes {onnxops.opset = 1 : i64} {
  func.func @frozen(%arg0: tensor<2x3xi4>, %arg1: tensor<2x5xi4>, %arg2: tensor<?x3xf32>, %arg3: tensor<*xf32>) {
    %0 = onnxops.openvino_concat_v1 %arg0, %arg1 axis = -1 : (tensor<2x3xi4>, tensor<2x5xi4>) -> tensor<2x8xi4>
    %1 = onnxops.openvino_concat_v1 %arg2 axis = 0 {note = "kept"} : (tensor<?x3xf32>) -> tensor<?x3xf32>
    %2 = onnxops.openvino_concat_v1 %arg2, %arg3 axis = 0 : (tensor<?x3xf32>, tensor<*xf32>) -> tensor<?x3xf32>
    return
  }
}


module attributes {onnxops.opset = 4 : i64} {
  func.func @frozen(%arg0: tensor<2x3x!onnxops.string>, %arg1: tensor<2x5x!onnxops.string>, %arg2: tensor<?x3xi64>, %arg3: tensor<*xi64>) {
    %0 = onnxops.concat_v4 %arg0, %arg1 axis = 1 : (tensor<2x3x!onnxops.string>, tensor<2x5x!onnxops.string>) -> tensor<2x8x!onnxops.string>
    %1 = onnxops.concat_v4 %arg2 axis = 0 {note = "kept"} : (tensor<?x3xi64>) -> tensor<?x3xi64>
    %2 = onnxops.concat_v4 %arg2, %arg3 axis = 0 : (tensor<?x3xi64>, tensor<*xi64>) -> tensor<?x3xi64>
    return
  }
}


module attributes {onnxops.opset = 1 : i64} {
  func.func @frozen(%arg0: tensor<2x3xf16>, %arg1: tensor<2x5xf16>, %arg2: tensor<?x3xf64>, %arg3: tensor<*xf64>) {
    %0 = onnxops.concat_v1 %arg0, %arg1 : (tensor<2x3xf16>, tensor<2x5xf16>) -> tensor<2x8xf16>
    %1 = onnxops.concat_v1 %arg2 axis = 0 {note = "kept"} : (tensor<?x3xf64>) -> tensor<?x3xf64>
    %2 = onnxops.concat_v1 %arg2, %arg3 axis = 0 : (tensor<?x3xf64>, tensor<*xf64>) -> tensor<?x3xf64>
    %3 = onnxops.concat_v1 %arg0, %arg1 : (tensor<2x3xf16>, tensor<2x5xf16>) -> tensor<2x8xf16>
    return
  }
}


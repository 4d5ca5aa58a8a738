module attributes {onnxops.opset = 11 : i64} {
  func.func @frozen(%arg0: tensor<2x3xcomplex<f64>>, %arg1: tensor<2x5xcomplex<f64>>, %arg2: tensor<?x3xui8>, %arg3: tensor<*xui8>) {
    %0 = onnxops.concat_v11 %arg0, %arg1 axis = -1 : (tensor<2x3xcomplex<f64>>, tensor<2x5xcomplex<f64>>) -> tensor<2x8xcomplex<f64>>
    %1 = onnxops.concat_v11 %arg2 axis = 0 {note = "kept"} : (tensor<?x3xui8>) -> tensor<?x3xui8>
    %2 = onnxops.concat_v11 %arg2, %arg3 axis = 0 : (tensor<?x3xui8>, tensor<*xui8>) -> tensor<?x3xui8>
    return
  }
}


module attributes {onnxops.opset = 1 : i64} {
  func.func @frozen(%arg0: tensor<2x3xf32>, %arg1: tensor<?xf64>, %arg2: tensor<i64>, %arg3: tensor<1xf32>, %arg4: tensor<f64>) {
    %0 = onnxops.tile_v1 %arg0, %arg2, %arg3 : (tensor<2x3xf32>, tensor<i64>, tensor<1xf32>) -> tensor<?x?xf32>
    %1 = onnxops.tile_v1 %arg1, %arg4, %arg2 {note = "kept"} : (tensor<?xf64>, tensor<f64>, tensor<i64>) -> tensor<?xf64>
    return
  }
}


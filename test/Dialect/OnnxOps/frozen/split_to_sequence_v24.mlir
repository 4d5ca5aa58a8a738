module attributes {onnxops.opset = 24 : i64} {
  func.func @frozen(%arg0: tensor<2x3xbf16>, %arg1: tensor<?x3xf32>, %arg2: tensor<i64>, %arg3: tensor<2xi32>) {
    %0 = onnxops.split_to_sequence_v24 %arg0 : (tensor<2x3xbf16>) -> !onnxops.seq<tensor<1x3xbf16>>
    %1 = onnxops.split_to_sequence_v24 %arg0 axis = -1 keepdims = 0 : (tensor<2x3xbf16>) -> !onnxops.seq<tensor<2xbf16>>
    %2 = onnxops.split_to_sequence_v24 %arg1, %arg2 axis = 1 : (tensor<?x3xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x?xf32>>
    %3 = onnxops.split_to_sequence_v24 %arg1, %arg3 {note = "kept"} : (tensor<?x3xf32>, tensor<2xi32>) -> !onnxops.seq<tensor<?x3xf32>>
    return
  }
}


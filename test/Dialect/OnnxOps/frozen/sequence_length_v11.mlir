module attributes {onnxops.opset = 11 : i64} {
  func.func @frozen(%arg0: !onnxops.seq<tensor<2x3xf32>>, %arg1: !onnxops.seq<tensor<*x!onnxops.string>>, %arg2: tensor<2x3xf32>, %arg3: tensor<?x!onnxops.string>, %arg4: tensor<i64>, %arg5: tensor<1xi32>) {
    %0 = onnxops.sequence_length_v11 %arg0 : (!onnxops.seq<tensor<2x3xf32>>) -> tensor<i64>
    %1 = onnxops.sequence_length_v11 %arg1 {note = "kept"} : (!onnxops.seq<tensor<*x!onnxops.string>>) -> tensor<i64>
    return
  }
}


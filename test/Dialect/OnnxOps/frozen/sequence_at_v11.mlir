module attributes {onnxops.opset = 11 : i64} {
  func.func @frozen(%arg0: !onnxops.seq<tensor<2x3xf32>>, %arg1: !onnxops.seq<tensor<*x!onnxops.string>>, %arg2: tensor<2x3xf32>, %arg3: tensor<?x!onnxops.string>, %arg4: tensor<i64>, %arg5: tensor<1xi32>) {
    %0 = onnxops.sequence_at_v11 %arg0, %arg4 : (!onnxops.seq<tensor<2x3xf32>>, tensor<i64>) -> tensor<2x3xf32>
    %1 = onnxops.sequence_at_v11 %arg1, %arg5 {note = "kept"} : (!onnxops.seq<tensor<*x!onnxops.string>>, tensor<1xi32>) -> tensor<?x!onnxops.string>
    return
  }
}


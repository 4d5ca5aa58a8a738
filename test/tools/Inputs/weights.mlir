module attributes {onnxops.opset = 13 : i64} {
  func.func @main(%x: tensor<20xi32> {onnxops.name = "x"}) -> (tensor<40xi32> {onnxops.name = "y"}) {
    %w = arith.constant {onnxops.name = "w"} dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 4711]> : tensor<20xi32>
    %0 = onnxops.concat_v13 %x, %w axis = 0 : (tensor<20xi32>, tensor<20xi32>) -> tensor<40xi32>
    return %0 : tensor<40xi32>
  }
}

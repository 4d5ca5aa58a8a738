module attributes {onnxops.opset = 14 : i64} { func.func @main(%a: tensor<3x?xi64> {onnxops.name="a"}) -> (tensor<?x1x3xi64>) {
%v2 = "onnx.Constant"() {value = dense<[0,-1,3]> : tensor<3xi64>} : () -> (tensor<3xi64>)
%r = "onnx.Reshape"(%a, %v2)  : (tensor<3x?xi64>, tensor<3xi64>) -> (tensor<?x1x3xi64>)
return %r : tensor<?x1x3xi64>
} }

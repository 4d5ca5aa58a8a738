module attributes {onnxops.opset = 14 : i64} { func.func @main(%a: tensor<3x!onnxops.string> {onnxops.name="a"}, %b: tensor<2xi64> {onnxops.name="b"}) -> (tensor<1x?x!onnxops.string>) {

%r = "onnx.Reshape"(%a, %b)  : (tensor<3x!onnxops.string>, tensor<2xi64>) -> (tensor<1x?x!onnxops.string>)
return %r : tensor<1x?x!onnxops.string>
} }

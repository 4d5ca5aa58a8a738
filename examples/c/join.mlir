// What join.c reads where there is no ONNX model.

func.func @main(%left: tensor<?x2xf32>, %right: tensor<?x2xf32>)
    -> tensor<?x2xf32> {
  %both = onnxops.concat_v13 %left, %right axis = 0
      : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %both : tensor<?x2xf32>
}

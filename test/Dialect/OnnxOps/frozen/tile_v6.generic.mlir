"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2x3x!onnxops.string>, tensor<?x3xui32>, tensor<2xi64>, tensor<?xi64>) -> (), sym_name = "frozen"}> ({
  ^bb0(%arg0: tensor<2x3x!onnxops.string>, %arg1: tensor<?x3xui32>, %arg2: tensor<2xi64>, %arg3: tensor<?xi64>):
    %0 = "onnxops.tile_v6"(%arg0, %arg2) : (tensor<2x3x!onnxops.string>, tensor<2xi64>) -> tensor<?x?x!onnxops.string>
    %1 = "onnxops.tile_v6"(%arg1, %arg3) {note = "kept"} : (tensor<?x3xui32>, tensor<?xi64>) -> tensor<?x?xui32>
    "func.return"() : () -> ()
  }) : () -> ()
}) {onnxops.opset = 6 : i64} : () -> ()


"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2x3xbf16>, tensor<?x3xui32>, tensor<2xi64>, tensor<?xi64>) -> (), sym_name = "frozen"}> ({
  ^bb0(%arg0: tensor<2x3xbf16>, %arg1: tensor<?x3xui32>, %arg2: tensor<2xi64>, %arg3: tensor<?xi64>):
    %0 = "onnxops.tile_v13"(%arg0, %arg2) : (tensor<2x3xbf16>, tensor<2xi64>) -> tensor<?x?xbf16>
    %1 = "onnxops.tile_v13"(%arg1, %arg3) {note = "kept"} : (tensor<?x3xui32>, tensor<?xi64>) -> tensor<?x?xui32>
    "func.return"() : () -> ()
  }) : () -> ()
}) {onnxops.opset = 13 : i64} : () -> ()


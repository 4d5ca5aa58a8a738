"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2x3xbf16>, tensor<2x5xbf16>, tensor<?x3xi1>, tensor<*xi1>) -> (), sym_name = "frozen"}> ({
  ^bb0(%arg0: tensor<2x3xbf16>, %arg1: tensor<2x5xbf16>, %arg2: tensor<?x3xi1>, %arg3: tensor<*xi1>):
    %0 = "onnxops.concat_v13"(%arg0, %arg1) <{axis = -1 : i64}> : (tensor<2x3xbf16>, tensor<2x5xbf16>) -> tensor<2x8xbf16>
    %1 = "onnxops.concat_v13"(%arg2) <{axis = 0 : i64}> {note = "kept"} : (tensor<?x3xi1>) -> tensor<?x3xi1>
    %2 = "onnxops.concat_v13"(%arg2, %arg3) <{axis = 0 : i64}> : (tensor<?x3xi1>, tensor<*xi1>) -> tensor<?x3xi1>
    "func.return"() : () -> ()
  }) : () -> ()
}) {onnxops.opset = 13 : i64} : () -> ()


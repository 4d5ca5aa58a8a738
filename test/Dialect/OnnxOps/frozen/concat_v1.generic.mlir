"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2x3xf16>, tensor<2x5xf16>, tensor<?x3xf64>, tensor<*xf64>) -> (), sym_name = "frozen"}> ({
  ^bb0(%arg0: tensor<2x3xf16>, %arg1: tensor<2x5xf16>, %arg2: tensor<?x3xf64>, %arg3: tensor<*xf64>):
    %0 = "onnxops.concat_v1"(%arg0, %arg1) <{axis = 1 : i64}> : (tensor<2x3xf16>, tensor<2x5xf16>) -> tensor<2x8xf16>
    %1 = "onnxops.concat_v1"(%arg2) <{axis = 0 : i64}> {note = "kept"} : (tensor<?x3xf64>) -> tensor<?x3xf64>
    %2 = "onnxops.concat_v1"(%arg2, %arg3) <{axis = 0 : i64}> : (tensor<?x3xf64>, tensor<*xf64>) -> tensor<?x3xf64>
    %3 = "onnxops.concat_v1"(%arg0, %arg1) <{axis = 1 : i64}> : (tensor<2x3xf16>, tensor<2x5xf16>) -> tensor<2x8xf16>
    "func.return"() : () -> ()
  }) : () -> ()
}) {onnxops.opset = 1 : i64} : () -> ()


"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2x3xi4>, tensor<2x5xi4>, tensor<?x3xf32>, tensor<*xf32>) -> (), sym_name = "frozen"}> ({
  ^bb0(%arg0: tensor<2x3xi4>, %arg1: tensor<2x5xi4>, %arg2: tensor<?x3xf32>, %arg3: tensor<*xf32>):
    %0 = "onnxops.openvino_concat_v1"(%arg0, %arg1) <{axis = -1 : i64}> : (tensor<2x3xi4>, tensor<2x5xi4>) -> tensor<2x8xi4>
    %1 = "onnxops.openvino_concat_v1"(%arg2) <{axis = 0 : i64}> {note = "kept"} : (tensor<?x3xf32>) -> tensor<?x3xf32>
    %2 = "onnxops.openvino_concat_v1"(%arg2, %arg3) <{axis = 0 : i64}> : (tensor<?x3xf32>, tensor<*xf32>) -> tensor<?x3xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) {onnxops.opset = 1 : i64} : () -> ()


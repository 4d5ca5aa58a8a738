"builtin.module"() ({
  "func.func"() <{function_type = (!onnxops.seq<tensor<2x3xf32>>, !onnxops.seq<tensor<*x!onnxops.string>>, tensor<2x3xf32>, tensor<?x!onnxops.string>, tensor<i64>, tensor<1xi32>) -> (), sym_name = "frozen"}> ({
  ^bb0(%arg0: !onnxops.seq<tensor<2x3xf32>>, %arg1: !onnxops.seq<tensor<*x!onnxops.string>>, %arg2: tensor<2x3xf32>, %arg3: tensor<?x!onnxops.string>, %arg4: tensor<i64>, %arg5: tensor<1xi32>):
    %0 = "onnxops.sequence_length_v11"(%arg0) : (!onnxops.seq<tensor<2x3xf32>>) -> tensor<i64>
    %1 = "onnxops.sequence_length_v11"(%arg1) {note = "kept"} : (!onnxops.seq<tensor<*x!onnxops.string>>) -> tensor<i64>
    "func.return"() : () -> ()
  }) : () -> ()
}) {onnxops.opset = 11 : i64} : () -> ()


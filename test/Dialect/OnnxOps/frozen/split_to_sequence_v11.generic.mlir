"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2x3xi16>, tensor<?x3xf32>, tensor<i64>, tensor<2xi32>) -> (), sym_name = "frozen"}> ({
  ^bb0(%arg0: tensor<2x3xi16>, %arg1: tensor<?x3xf32>, %arg2: tensor<i64>, %arg3: tensor<2xi32>):
    %0 = "onnxops.split_to_sequence_v11"(%arg0) <{axis = 0 : i64, keepdims = 1 : i64}> : (tensor<2x3xi16>) -> !onnxops.seq<tensor<1x3xi16>>
    %1 = "onnxops.split_to_sequence_v11"(%arg0) <{axis = -1 : i64, keepdims = 0 : i64}> : (tensor<2x3xi16>) -> !onnxops.seq<tensor<2xi16>>
    %2 = "onnxops.split_to_sequence_v11"(%arg1, %arg2) <{axis = 1 : i64, keepdims = 1 : i64}> : (tensor<?x3xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x?xf32>>
    %3 = "onnxops.split_to_sequence_v11"(%arg1, %arg3) <{axis = 0 : i64, keepdims = 1 : i64}> {note = "kept"} : (tensor<?x3xf32>, tensor<2xi32>) -> !onnxops.seq<tensor<?x3xf32>>
    "func.return"() : () -> ()
  }) : () -> ()
}) {onnxops.opset = 11 : i64} : () -> ()


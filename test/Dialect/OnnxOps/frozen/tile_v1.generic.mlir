"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2x3xf32>, tensor<?xf64>, tensor<i64>, tensor<1xf32>, tensor<f64>) -> (), sym_name = "frozen"}> ({
  ^bb0(%arg0: tensor<2x3xf32>, %arg1: tensor<?xf64>, %arg2: tensor<i64>, %arg3: tensor<1xf32>, %arg4: tensor<f64>):
    %0 = "onnxops.tile_v1"(%arg0, %arg2, %arg3) : (tensor<2x3xf32>, tensor<i64>, tensor<1xf32>) -> tensor<?x?xf32>
    %1 = "onnxops.tile_v1"(%arg1, %arg4, %arg2) {note = "kept"} : (tensor<?xf64>, tensor<f64>, tensor<i64>) -> tensor<?xf64>
    "func.return"() : () -> ()
  }) : () -> ()
}) {onnxops.opset = 1 : i64} : () -> ()


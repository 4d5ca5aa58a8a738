// A sum with a concat, one of whose operands is computed.
func.func @main(%a: tensor<4x6xf32>, %b: tensor<4x?xf32>, %k: tensor<4x?xf32>, %n: index) -> tensor<4x?xf32> {
  %ea = tensor.empty() : tensor<4x6xf32>
  %na = linalg.negf ins(%a : tensor<4x6xf32>) outs(%ea : tensor<4x6xf32>) -> tensor<4x6xf32>
  %0 = tensor.concat dim(1) %na, %b : (tensor<4x6xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %1 = linalg.add {reader} ins(%0, %k : tensor<4x?xf32>, tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}

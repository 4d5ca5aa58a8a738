func.func @main(%a: tensor<2x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %joined = "my.join_twice"(%a, %b)
      : (tensor<2x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %joined : tensor<?x4xf32>
}

// What bench-calls calls: two operands of known rows, so small that the call is
// all there is to see.
func.func @main(%a: tensor<?x8xf32> {onnxops.name = "a", onnxops.dims = ["N", ""]},
                %b: tensor<?x8xf32> {onnxops.name = "b", onnxops.dims = ["M", ""]})
    -> (tensor<?x8xf32> {onnxops.name = "result"}) {
  %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

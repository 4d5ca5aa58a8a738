// What is returned is computed in blocks of four rows, with the producers of the
// operands of the concats.
func.func @joined(%a: tensor<8x16xf32>, %b: tensor<4x16xf32>) -> tensor<12x16xf32> {
  %e = tensor.empty() : tensor<8x16xf32>
  %n = linalg.negf ins(%a : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %0 = onnxops.concat_v13 %n, %b axis = 0 : (tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<12x16xf32>
  return %0 : tensor<12x16xf32>
}

// The reader of the concat is split: each part has loops of its own.
func.func @read(%a: tensor<8x16xf32>, %b: tensor<?x16xf32>, %e: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<8x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %1 = linalg.exp ins(%0 : tensor<?x16xf32>) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %1 : tensor<?x16xf32>
}

// RUN: onnxops-opt %s --convert-onnxops-to-tosa --split-input-file --verify-diagnostics

func.func @elements(%a: tensor<2xf64>) -> tensor<4xf64> {
  // expected-error @below {{'onnxops.concat_v13' op has no equivalent in TOSA: expected an element type of TOSA, but got 'f64'}}
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2xf64>, tensor<2xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @unsigned(%a: tensor<2xui8>) -> tensor<4xui8> {
  // expected-error @below {{expected an element type of TOSA, but got 'ui8'}}
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2xui8>, tensor<2xui8>) -> tensor<4xui8>
  return %0 : tensor<4xui8>
}

// -----

func.func @rank(%a: tensor<1x1x1x1x1x1x2xf32>) -> tensor<1x1x1x1x1x1x4xf32> {
  // expected-error @below {{expected at most rank 6, but got 7}}
  %0 = onnxops.concat_v13 %a, %a axis = 6 : (tensor<1x1x1x1x1x1x2xf32>, tensor<1x1x1x1x1x1x2xf32>) -> tensor<1x1x1x1x1x1x4xf32>
  return %0 : tensor<1x1x1x1x1x1x4xf32>
}

// -----

func.func @unranked(%a: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @below {{expected a ranked tensor, but got 'tensor<*xf32>'}}
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @empty(%a: tensor<0x3xf32>, %b: tensor<?x3xf32>) -> tensor<?x3xf32> {
  // expected-error @below {{expected an operand that is not known to be empty}}
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

func.func @empty_elsewhere(%a: tensor<2x0xf32>) -> tensor<4x0xf32> {
  // expected-error @below {{expected no dimension to be empty, but got 'tensor<4x0xf32>'}}
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x0xf32>, tensor<2x0xf32>) -> tensor<4x0xf32>
  return %0 : tensor<4x0xf32>
}

// -----

func.func @repeats(%a: tensor<2xf32>, %r: tensor<1xi64>) -> tensor<?xf32> {
  // expected-error @below {{'onnxops.tile_v13' op has no equivalent in TOSA: expected repeats[0] to be known}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @no_repeat(%a: tensor<2xf32>) -> tensor<?xf32> {
  %r = arith.constant dense<0> : tensor<1xi64>
  // expected-error @below {{expected repeats[0] to be 1 or more, but got 0}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @scalar(%a: tensor<f32>, %r: tensor<0xi64>) -> tensor<f32> {
  // expected-error @below {{expected rank 1 or more, but got rank 0}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<f32>, tensor<0xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @older(%a: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error @below {{'onnxops.concat_v11' op has no equivalent in TOSA: it is not the newest version (run --onnxops-upgrade first)}}
  %0 = onnxops.concat_v11 %a, %a axis = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @sequence(%a: tensor<2xf32>) -> !onnxops.seq<tensor<2xf32>> {
  // expected-error @below {{'onnxops.sequence_construct_v11' op has no equivalent in TOSA: it is neither Concat nor Tile}}
  %0 = onnxops.sequence_construct_v11 %a : (tensor<2xf32>) -> !onnxops.seq<tensor<2xf32>>
  return %0 : !onnxops.seq<tensor<2xf32>>
}

// Errors of the verifiers of Tile. The ids are those of docs/spec.md.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics

// Breaks types-r13: the number of repeats is the rank if the input has none.
func.func @repeats_length(%a: tensor<*xf32>, %r: tensor<1099511627776xi64>) {
  // expected-error @below {{expected the result to have rank 64 or less, but got rank 1099511627776}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<*xf32>, tensor<1099511627776xi64>) -> tensor<*xf32>
  return
}

// -----

// Breaks tile-c1, tile-r2.
func.func @repeats_rank_2(%a: tensor<2x3xf32>, %r: tensor<1x2xi64>) {
  // expected-error @below {{expected repeats to have rank 1, but got rank 2}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<2x3xf32>, tensor<1x2xi64>) -> tensor<*xf32>
  return
}

// -----

// Breaks tile-c1, tile-r2.
func.func @repeats_rank_0(%a: tensor<2x3xf32>, %r: tensor<i64>) {
  // expected-error @below {{expected repeats to have rank 1, but got rank 0}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<2x3xf32>, tensor<i64>) -> tensor<*xf32>
  return
}

// -----

// Breaks tile-c1, types-r5, by the type
func.func @repeats_i32(%a: tensor<2x3xf32>, %r: tensor<2xi32>) {
  // expected-error @below {{operand #1 must be tensor of 64-bit signless integer values, but got 'tensor<2xi32>'}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  return
}

// -----

// Breaks tile-c2, tile-r3.
func.func @too_few_repeats(%a: tensor<2x3xf32>, %r: tensor<1xi64>) {
  // expected-error @below {{expected repeats to have 2 elements, one for each dimension of input, but got 1}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<*xf32>
  return
}

// -----

// Breaks tile-c2, tile-r3: known values give their number if the type does not
func.func @too_few_known_repeats(%a: tensor<2x3xf32>) {
  %c = arith.constant dense<1> : tensor<1xi64>
  %r = tensor.cast %c : tensor<1xi64> to tensor<?xi64>
  // expected-error @below {{expected repeats to have 2 elements, one for each dimension of input, but got 1}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<2x3xf32>, tensor<?xi64>) -> tensor<*xf32>
  return
}

// -----

// Breaks tile-c2, tile-r3.
func.func @rank_0(%a: tensor<f32>, %r: tensor<1xi64>) {
  // expected-error @below {{expected repeats to have 0 elements, one for each dimension of input, but got 1}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<f32>, tensor<1xi64>) -> tensor<*xf32>
  return
}

// -----

// Breaks tile-c3, tile-r5: also where the rank is unknown
func.func @negative_repeat(%a: tensor<*xf32>) {
  %r = arith.constant dense<[1, -9223372036854775808]> : tensor<2xi64>
  // expected-error @below {{expected repeats[1] to be 0 or more, but got -9223372036854775808}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<*xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

// Breaks tile-c4, tile-r7.
func.func @overflow(%a: tensor<3xf32>) {
  %r = arith.constant dense<9223372036854775807> : tensor<1xi64>
  // expected-error @below {{expected dimension 0 of the result to be less than 2^63, but got 3 times 9223372036854775807}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<3xf32>, tensor<1xi64>) -> tensor<*xf32>
  return
}

// -----

// Breaks tile-c5, tile-r11.
func.func @result_type(%a: tensor<3xf32>) {
  %r = arith.constant dense<2> : tensor<1xi64>
  // expected-error @below {{expected a result of type 'tensor<6xf32>', but got 'tensor<5xf32>'}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<3xf32>, tensor<1xi64>) -> tensor<5xf32>
  return
}

// -----

// Breaks tile-c6, tile-r13.
func.func @v1_two_tiles(%a: tensor<3xf32>, %t: tensor<2xi64>, %x: tensor<f64>) {
  // expected-error @below {{expected tiles to be a scalar or to have one element, but got 'tensor<2xi64>'}}
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<3xf32>, tensor<2xi64>, tensor<f64>) -> tensor<5xf32>
  return
}

// -----

// Breaks tile-c6, tile-r13.
func.func @v1_axis_of_another_type(%a: tensor<3xf32>, %t: tensor<i64>, %x: tensor<f64>) {
  // expected-error @below {{expected axis to have element type 'i64' or 'f32', but got 'f64'}}
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<3xf32>, tensor<i64>, tensor<f64>) -> tensor<5xf32>
  return
}

// -----

// Breaks tile-c7, tile-r14.
func.func @v1_fraction(%a: tensor<3xf32>, %x: tensor<i64>) {
  %t = arith.constant dense<1.5> : tensor<1xf32>
  // expected-error @below {{expected tiles to be a whole number, 0 or more, but got 1.5}}
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<3xf32>, tensor<1xf32>, tensor<i64>) -> tensor<5xf32>
  return
}

// -----

// Breaks tile-c7, tile-r14.
func.func @v1_infinity(%a: tensor<3xf32>, %x: tensor<i64>) {
  %t = arith.constant dense<0xFF800000> : tensor<1xf32>
  // expected-error @below {{expected tiles to be a whole number, 0 or more, but got -inf}}
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<3xf32>, tensor<1xf32>, tensor<i64>) -> tensor<5xf32>
  return
}

// -----

// Breaks tile-c7, tile-r14.
func.func @v1_negative_tiles(%a: tensor<3xf32>, %x: tensor<i64>) {
  %t = arith.constant dense<-2.0> : tensor<1xf32>
  // expected-error @below {{expected tiles to be a whole number, 0 or more, but got -2}}
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<3xf32>, tensor<1xf32>, tensor<i64>) -> tensor<5xf32>
  return
}

// -----

// Breaks tile-c8, tile-r15: also where the rank is unknown
func.func @v1_negative_axis(%a: tensor<*xf32>, %t: tensor<i64>) {
  %x = arith.constant dense<-1> : tensor<i64>
  // expected-error @below {{expected axis to be a whole number, 0 or more, but got -1}}
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<*xf32>, tensor<i64>, tensor<i64>) -> tensor<5xf32>
  return
}

// -----

// Breaks tile-c8, tile-r15.
func.func @v1_axis_too_large(%a: tensor<3xf32>, %t: tensor<i64>) {
  %x = arith.constant dense<1> : tensor<i64>
  // expected-error @below {{expected axis to be in [0, 0], but got 1}}
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<3xf32>, tensor<i64>, tensor<i64>) -> tensor<5xf32>
  return
}

// -----

// Breaks tile-c8, tile-r15.
func.func @v1_rank_0(%a: tensor<f32>, %t: tensor<i64>) {
  // expected-error @below {{expected input to have rank 1 or more, since axis names a dimension, but got rank 0}}
  %0 = onnxops.tile_v1 %a, %t, %t : (tensor<f32>, tensor<i64>, tensor<i64>) -> tensor<5xf32>
  return
}

// -----

// Breaks tile-c4, tile-r7.
func.func @v1_overflow(%a: tensor<3xf32>) {
  %x = arith.constant dense<0> : tensor<i64> 
  %t = arith.constant dense<9223372036854775807> : tensor<i64>
  // expected-error @below {{expected dimension 0 of the result to be less than 2^63, but got 3 times 9223372036854775807}}
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<3xf32>, tensor<i64>, tensor<i64>) -> tensor<5xf32>
  return
}

// -----

// Breaks tile-c3, tile-r5: for version 6, too.
func.func @v6_negative_repeat(%a: tensor<?x3xf32>) {
  %r = arith.constant dense<[2, -1]> : tensor<2xi64>
  // expected-error @below {{expected repeats[1] to be 0 or more, but got -1}}
  %0 = onnxops.tile_v6 %a, %r : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

// Breaks tile-c3, tile-r5: values known through a cast and a concat are treated
// like constants.
func.func @negative_repeat_among_unknown(%a: tensor<?x3xf32>, %n: tensor<1xi64>) {
  %c = arith.constant dense<-1> : tensor<1xi64>
  %u = tensor.cast %c : tensor<1xi64> to tensor<?xi64>
  %r = onnxops.concat_v13 %n, %u axis = 0 : (tensor<1xi64>, tensor<?xi64>) -> tensor<2xi64>
  // expected-error @below {{expected repeats[1] to be 0 or more, but got -1}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

// Breaks tile-c8, tile-r15: a constant behind a cast.
func.func @v1_negative_axis_behind_cast(%a: tensor<?x3xf32>, %t: tensor<i64>) {
  %c = arith.constant dense<-1> : tensor<1xi64>
  %x = tensor.cast %c : tensor<1xi64> to tensor<*xi64>
  // expected-error @below {{expected axis to be a whole number, 0 or more, but got -1}}
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<?x3xf32>, tensor<i64>, tensor<*xi64>) -> tensor<*xf32>
  return
}

// -----

// Breaks types-r5, by the type, even if the values are known.
func.func @complex_tiles(%a: tensor<3xcomplex<f32>>) {
  %t = arith.constant dense<(1.0, 0.0)> : tensor<1xcomplex<f32>>
  // expected-error @below {{operand #0 must be tensor of f16, f32 or f64 values, but got 'tensor<3xcomplex<f32>>'}}
  %0 = onnxops.tile_v1 %a, %t, %t : (tensor<3xcomplex<f32>>, tensor<1xcomplex<f32>>, tensor<1xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  return
}

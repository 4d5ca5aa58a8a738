// RUN: onnxops-opt %s --convert-tosa-to-onnxops --split-input-file --verify-diagnostics

func.func @multiples(%a: tensor<3xf32>) -> tensor<?xf32> {
  %s = tosa.const_shape {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %t = tosa.add_shape %s, %s : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  // expected-error @below {{'tosa.tile' op expected multiples to be a tosa.const_shape, but got 'tosa.add_shape'}}
  %0 = tosa.tile %a, %t : (tensor<3xf32>, !tosa.shape<1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @unknown_multiple(%a: tensor<3xf32>) -> tensor<?xf32> {
  %s = tosa.const_shape {values = dense<-1> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @below {{'tosa.tile' op expected multiples[0] to be known, but got -1}}
  %0 = tosa.tile %a, %s : (tensor<3xf32>, !tosa.shape<1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @start(%a: tensor<?xf32>) -> tensor<?xf32> {
  %s = tosa.const_shape {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %t = tosa.add_shape %s, %s : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  // expected-error @below {{'tosa.slice' op expected start to be a tosa.const_shape, but got 'tosa.add_shape'}}
  %0 = tosa.slice %a, %t, %s : (tensor<?xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @unknown_start(%a: tensor<?xf32>) -> tensor<?xf32> {
  %s = tosa.const_shape {values = dense<-1> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @below {{'tosa.slice' op expected start[0] to be known, but got -1}}
  %0 = tosa.slice %a, %s, %s : (tensor<?xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @unranked(%a: tensor<*xf32>) -> tensor<*xf32> {
  %s = tosa.const_shape {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @below {{'tosa.slice' op expected ranked tensors, but got an unranked one}}
  %0 = tosa.slice %a, %s, %s : (tensor<*xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @elements(%a: tensor<2xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  // expected-error @below {{'onnxops.concat_v13' op operand #0 must be}}
  %0 = tosa.concat %a, %a {axis = 0 : i32} : (tensor<2xf8E4M3FN>, tensor<2xf8E4M3FN>) -> tensor<4xf8E4M3FN>
  return %0 : tensor<4xf8E4M3FN>
}

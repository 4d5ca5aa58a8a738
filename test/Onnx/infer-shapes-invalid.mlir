// A declared type that contradicts the inferred type of an operator, or of an op
// that reads its result: one error that names both.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -split-input-file -verify-diagnostics -onnxops-infer-shapes

// Breaks neighbour-r38.
func.func @element_type(%a: tensor<2x3xf32>) {
  // expected-error @below {{'onnx.Cast' op expected result #0 to have type 'tensor<2x3xi64>', but it is declared as 'tensor<2x3xi32>'}}
  %0 = "onnx.Cast"(%a) {to = 7 : i64} : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return
}

// -----

// Breaks neighbour-r38.
func.func @size(%a: tensor<2x3xf32>) {
  %s = "onnx.Constant"() {value_ints = [-1, 2]} : () -> tensor<2xi64>
  // expected-error @below {{'onnx.Reshape' op expected result #0 to have type 'tensor<3x2xf32>', but it is declared as 'tensor<4x2xf32>'}}
  %0 = "onnx.Reshape"(%a, %s) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<4x2xf32>
  return
}

// -----

func.func @slice(%a: tensor<5xf32>) {
  %start = "onnx.Constant"() {value_ints = [1]} : () -> tensor<1xi64>
  %end = "onnx.Constant"() {value_ints = [3]} : () -> tensor<1xi64>
  // expected-error @below {{'onnx.Slice' op expected result #0 to have type 'tensor<2xf32>', but it is declared as 'tensor<3xf32>'}}
  %0 = "onnx.Slice"(%a, %start, %end) : (tensor<5xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @second_result(%a: tensor<4xf32>) {
  // expected-error @below {{'onnx.Split' op expected result #1 to have type 'tensor<2xf32>', but it is declared as 'tensor<3xf32>'}}
  %0:2 = "onnx.Split"(%a) {num_outputs = 2 : i64} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<3xf32>)
  return
}

// -----

func.func @through_a_call(%a: tensor<2x3xf32>) {
  %0 = call @callee(%a) : (tensor<2x3xf32>) -> tensor<*xf32>
  // expected-error @below {{'onnx.Neg' op expected result #0 to have type 'tensor<3x2xf32>', but it is declared as 'tensor<?x3xf32>'}}
  %1 = "onnx.Neg"(%0) : (tensor<*xf32>) -> tensor<?x3xf32>
  return
}
func.func private @callee(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %s = "onnx.Constant"() {value_ints = [3, 2]} : () -> tensor<2xi64>
  %0 = "onnx.Reshape"(%a, %s) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Breaks neighbour-r38.
func.func @in_a_region(%a: tensor<2x3xf32>, %c: i1) {
  scf.if %c {
    %i = "onnx.Constant"() {value_int = 0 : i64} : () -> tensor<i64>
    // expected-error @below {{'onnx.Gather' op expected result #0 to have type 'tensor<2xf32>', but it is declared as 'tensor<3xf32>'}}
    %0 = "onnx.Gather"(%a, %i) {axis = 1 : i64} : (tensor<2x3xf32>, tensor<i64>) -> tensor<3xf32>
  }
  return
}

// -----

func.func @behind_a_region(%a: tensor<2x3xf32>, %b: tensor<*xf32>, %c: i1) {
  %s = "onnx.Shape"(%a) : (tensor<2x3xf32>) -> tensor<2xi64>
  %r = scf.if %c -> (tensor<*xf32>) {
    %0 = "onnx.Neg"(%a) : (tensor<2x3xf32>) -> tensor<*xf32>
    scf.yield %0 : tensor<*xf32>
  } else {
    %1 = "onnx.Add"(%a, %a) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
    scf.yield %1 : tensor<*xf32>
  }
  // expected-error @below {{'onnxops.tile_v13' op expected a result of type 'tensor<4x9xf32>', but got 'tensor<4x8xf32>'}}
  %2 = onnxops.tile_v13 %r, %s : (tensor<*xf32>, tensor<2xi64>) -> tensor<4x8xf32>
  return
}

// -----

// The parts do not sum to the size.
func.func @split(%a: tensor<7xf32>) {
  %two = "onnx.Constant"() {value_ints = [2]} : () -> tensor<1xi64>
  %s = "onnx.Shape"(%a) : (tensor<7xf32>) -> tensor<*xi64>
  %half = "onnx.Div"(%s, %two) : (tensor<*xi64>, tensor<1xi64>) -> tensor<*xi64>
  %split = onnxops.concat_v13 %half, %half axis = 0 : (tensor<*xi64>, tensor<*xi64>) -> tensor<*xi64>
  // expected-error @below {{expected split to sum to 7, the size of axis 0, but got 6}}
  %0 = onnxops.split_to_sequence_v24 %a, %split : (tensor<7xf32>, tensor<*xi64>) -> !onnxops.seq<tensor<*xf32>>
  return
}

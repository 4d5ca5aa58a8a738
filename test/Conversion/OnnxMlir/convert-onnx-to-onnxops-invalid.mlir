// An op that does not match onnx-mlir's definition is rejected under its own name.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-onnxops

func.func @concat_attribute_type(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.Concat' op expected attribute 'axis' to be an si64, but got 0 : i64}}
  %0 = "onnx.Concat"(%a, %a) {axis = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concat_no_axis(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.Concat' op requires attribute 'axis'}}
  %0 = "onnx.Concat"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concat_none(%a: tensor<2xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  // expected-error @below {{'onnx.Concat' op expected operand 'inputs', but got none}}
  %0 = "onnx.Concat"(%a, %none) {axis = 0 : si64} : (tensor<2xf32>, none) -> tensor<4xf32>
  return
}

// -----

func.func @concat_nothing() {
  // expected-error @below {{'onnx.Concat' op expected at least one input, but got none}}
  %0 = "onnx.Concat"() {axis = 0 : si64} : () -> tensor<4xf32>
  return
}

// -----

func.func @concat_axis(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.Concat' op expected axis to be in [-1, 0], but got -2}}
  %0 = "onnx.Concat"(%a, %a) <{axis = -2 : si64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

// onnx-mlir has types that the dialect lacks.
func.func @concat_element_type(%a: tensor<2xi4>) {
  // expected-error @below {{'onnx.Concat' op operand #0 must be variadic of tensor of ui8, ui16, ui32, ui64, i8, i16, i32, i64, bf16, f16, f32, f64, string, bool, complex64 or complex128 values, but got 'tensor<2xi4>'}}
  %0 = "onnx.Concat"(%a, %a) <{axis = 0 : si64}> : (tensor<2xi4>, tensor<2xi4>) -> tensor<4xi4>
  return
}

// -----

func.func @concat_unknown_attribute(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.Concat' op has no attribute 'axes'}}
  %0 = "onnx.Concat"(%a, %a) <{axes = [0], axis = 0 : si64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concat_node_name(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.Concat' op expected attribute 'onnx_node_name' to be a string, but got 1 : i64}}
  %0 = "onnx.Concat"(%a, %a) {axis = 0 : si64, onnx_node_name = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concat_results(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.Concat' op expected 1 result, but got 2}}
  %0:2 = "onnx.Concat"(%a, %a) {axis = 0 : si64} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @concat_region(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.Concat' op expected no region and no successor}}
  %0 = "onnx.Concat"(%a) ({
    "onnx.Yield"() : () -> ()
  }) {axis = 0 : si64} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @concat_result_type(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.Concat' op expected a result of type 'tensor<4xf32>', but got 'tensor<5xf32>'}}
  %0 = "onnx.Concat"(%a, %a) {axis = 0 : si64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @tile_operands(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.Tile' op expected 2 operands (input, repeats), but got 1}}
  %0 = "onnx.Tile"(%a) : (tensor<2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @tile_repeats(%a: tensor<2xf32>, %r: tensor<1xi32>) {
  // expected-error @below {{'onnx.Tile' op operand #1 must be tensor of 64-bit signless integer values, but got 'tensor<1xi32>'}}
  %0 = "onnx.Tile"(%a, %r) : (tensor<2xf32>, tensor<1xi32>) -> tensor<*xf32>
  return
}

// -----

func.func @split_operands(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.SplitToSequence' op expected 2 operands (input, split), but got 1}}
  %0 = "onnx.SplitToSequence"(%a) : (tensor<2xf32>) -> !onnx.Seq<tensor<1xf32>>
  return
}

// -----

func.func @split_keepdims(%a: tensor<2xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  // expected-error @below {{'onnx.SplitToSequence' op expected keepdims to be 0 or 1, but got 2}}
  %0 = "onnx.SplitToSequence"(%a, %none) <{keepdims = 2 : si64}> : (tensor<2xf32>, none) -> !onnx.Seq<tensor<1xf32>>
  return
}

// -----

// Version 24 supports it, 11 does not.
func.func @split_bf16(%a: tensor<2xbf16>, %n: tensor<i64>) {
  // expected-error @below {{'onnx.SplitToSequence' op operand #0 must be tensor of ui8, ui16, ui32, ui64, i8, i16, i32, i64, f16, f32, f64, string, bool, complex64 or complex128 values, but got 'tensor<2xbf16>'}}
  %0 = "onnx.SplitToSequence"(%a, %n) : (tensor<2xbf16>, tensor<i64>) -> !onnx.Seq<tensor<*xbf16>>
  return
}

// -----

// The inverse conversion could not restore it.
func.func @split_other_none(%a: tensor<2xf32>) {
  %none = "other.none"() : () -> none
  // expected-error @below {{'onnx.SplitToSequence' op expected an operand 'split' that is not given to be onnx.NoValue}}
  %0 = "onnx.SplitToSequence"(%a, %none) : (tensor<2xf32>, none) -> !onnx.Seq<tensor<*xf32>>
  return
}

// -----

func.func @split_result(%a: tensor<2xf32>, %n: tensor<i64>) {
  // expected-error @below {{'onnx.SplitToSequence' op result #0 must be sequence of tensor of}}
  %0 = "onnx.SplitToSequence"(%a, %n) : (tensor<2xf32>, tensor<i64>) -> tensor<*xf32>
  return
}

// -----

func.func @at_no_sequence(%a: tensor<2xf32>, %p: tensor<i64>) {
  // expected-error @below {{'onnx.SequenceAt' op expected operand 'input_sequence' to be a sequence of tensors, but got 'tensor<2xf32>'}}
  %0 = "onnx.SequenceAt"(%a, %p) : (tensor<2xf32>, tensor<i64>) -> tensor<*xf32>
  return
}

// -----

// A sequence of maps is a type of onnx-mlir only.
func.func @length_of_maps(%s: !onnx.Seq<tuple<i64, f32>>) {
  // expected-error @below {{'onnx.SequenceLength' op expected operand 'input_sequence' to be a sequence of tensors, but got '!onnx.Seq<tuple<i64, f32>>'}}
  %0 = "onnx.SequenceLength"(%s) : (!onnx.Seq<tuple<i64, f32>>) -> tensor<i64>
  return
}

// -----

func.func @construct(%s: !onnx.Seq<tensor<*xf32>>) {
  // expected-error @below {{'onnx.SequenceConstruct' op expected operand 'inputs' to be a tensor, but got '!onnxops.seq<tensor<*xf32>>'}}
  %0 = "onnx.SequenceConstruct"(%s) : (!onnx.Seq<tensor<*xf32>>) -> !onnx.Seq<tensor<*xf32>>
  return
}

// -----

func.func @empty_operands(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.SequenceEmpty' op expected 0 operands, but got 1}}
  %0 = "onnx.SequenceEmpty"(%a) : (tensor<2xf32>) -> !onnx.Seq<tensor<*xf32>>
  return
}

// -----

func.func @empty_type() {
  // expected-error @below {{'onnx.SequenceEmpty' op expected}}
  %0 = "onnx.SequenceEmpty"() <{dtype = 7 : si64}> : () -> !onnx.Seq<tensor<*xf32>>
  return
}

// -----

func.func @insert(%s: !onnx.Seq<tensor<*xf32>>, %a: tensor<2xi64>, %p: tensor<i64>) {
  // expected-error @below {{'onnx.SequenceInsert' op expected}}
  %0 = "onnx.SequenceInsert"(%s, %a, %p) : (!onnx.Seq<tensor<*xf32>>, tensor<2xi64>, tensor<i64>) -> !onnx.Seq<tensor<*xf32>>
  return
}

// -----

func.func @erase(%s: !onnx.Seq<tensor<*xf32>>) {
  // expected-error @below {{'onnx.SequenceErase' op expected 2 operands (input_sequence, position), but got 1}}
  %0 = "onnx.SequenceErase"(%s) : (!onnx.Seq<tensor<*xf32>>) -> !onnx.Seq<tensor<*xf32>>
  return
}

// -----

func.func @length_result(%s: !onnx.Seq<tensor<*xf32>>) {
  // expected-error @below {{'onnx.SequenceLength' op expected a result of type 'tensor<i64>', but got 'tensor<1xi64>'}}
  %0 = "onnx.SequenceLength"(%s) : (!onnx.Seq<tensor<*xf32>>) -> tensor<1xi64>
  return
}

// -----

func.func @concat_from_sequence(%s: !onnx.Seq<tensor<?x3xf32>>) {
  // expected-error @below {{'onnx.ConcatFromSequence' op expected axis to be in [-2, 1], but got 2}}
  %0 = "onnx.ConcatFromSequence"(%s) <{axis = 2 : si64, new_axis = 0 : si64}> : (!onnx.Seq<tensor<?x3xf32>>) -> tensor<*xf32>
  return
}

// -----

// As torch's exporter writes it, assuming that keepdims applies with a split too.
func.func @squeezed_by_torch(%a: tensor<1x1x100xf32>) {
  %0 = "onnx.Constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
  %1 = "onnx.Constant"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
  %2 = "onnx.SplitToSequence"(%a, %1) <{axis = 0 : si64, keepdims = 0 : si64}> : (tensor<1x1x100xf32>, tensor<i64>) -> !onnx.Seq<tensor<1x1x100xf32>>
  // expected-error @below {{'onnx.SequenceAt' op expected a result of type 'tensor<1x1x100xf32>', but got 'tensor<1x100xf32>'}}
  %3 = "onnx.SequenceAt"(%2, %0) : (!onnx.Seq<tensor<1x1x100xf32>>, tensor<i64>) -> tensor<1x100xf32>
  return
}

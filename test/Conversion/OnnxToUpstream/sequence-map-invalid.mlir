// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-upstream

func.func @no_sequence(%a: tensor<2xf32>) -> !onnxops.seq<tensor<2xf32>> {
  // expected-error @below {{'onnx.SequenceMap' op expected 'input_sequence' to be a sequence}}
  %0 = "onnx.SequenceMap"(%a) ({
  ^bb0(%x: tensor<2xf32>):
    "onnx.Yield"(%x) : (tensor<2xf32>) -> ()
  }) : (tensor<2xf32>) -> !onnxops.seq<tensor<2xf32>>
  return %0 : !onnxops.seq<tensor<2xf32>>
}

// -----

func.func @argument(%s: !onnxops.seq<tensor<2xf32>>) -> !onnxops.seq<tensor<2xf32>> {
  // expected-error @below {{'onnx.SequenceMap' op expected argument #0 of the body to have type 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  %0 = "onnx.SequenceMap"(%s) ({
  ^bb0(%x: tensor<3xf32>):
    "onnx.Yield"(%x) : (tensor<3xf32>) -> ()
  }) : (!onnxops.seq<tensor<2xf32>>) -> !onnxops.seq<tensor<2xf32>>
  return %0 : !onnxops.seq<tensor<2xf32>>
}

// -----

func.func @yields_sequence(%s: !onnxops.seq<tensor<2xf32>>) -> !onnxops.seq<tensor<2xf32>> {
  // expected-error @below {{'onnx.SequenceMap' op expected the body to yield a tensor as result #0, but got '!onnxops.seq<tensor<2xf32>>'}}
  %0 = "onnx.SequenceMap"(%s) ({
  ^bb0(%x: tensor<2xf32>):
    "onnx.Yield"(%s) : (!onnxops.seq<tensor<2xf32>>) -> ()
  }) : (!onnxops.seq<tensor<2xf32>>) -> !onnxops.seq<tensor<2xf32>>
  return %0 : !onnxops.seq<tensor<2xf32>>
}

// -----

func.func @results(%s: !onnxops.seq<tensor<2xf32>>) -> !onnxops.seq<tensor<2xf32>> {
  // expected-error @below {{'onnx.SequenceMap' op expected the body to yield 1 values, but got 2}}
  %0 = "onnx.SequenceMap"(%s) ({
  ^bb0(%x: tensor<2xf32>):
    "onnx.Yield"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (!onnxops.seq<tensor<2xf32>>) -> !onnxops.seq<tensor<2xf32>>
  return %0 : !onnxops.seq<tensor<2xf32>>
}

// -----

func.func @no_operand() -> !onnxops.seq<tensor<2xf32>> {
  // expected-error @below {{'onnx.SequenceMap' op expected operand 'input_sequence', but got none}}
  %0 = "onnx.SequenceMap"() ({
    "onnx.Yield"() : () -> ()
  }) : () -> !onnxops.seq<tensor<2xf32>>
  return %0 : !onnxops.seq<tensor<2xf32>>
}

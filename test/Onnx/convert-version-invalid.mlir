// What an opset cannot express is rejected by name, with the reason, and for all
// operators at once.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -onnxops-convert-version=target-opset=16

module attributes {onnxops.opset = 17 : i64} {
  // Breaks version-r16.
  func.func @too_old(%s: !onnxops.seq<tensor<2xf32>>, %a: tensor<2xf32>) {
    // expected-error @below {{'onnx.SequenceMap' op cannot be converted to opset 16: opset 17 is the first that has SequenceMap}}
    %0 = "onnx.SequenceMap"(%s) ({
    }) : (!onnxops.seq<tensor<2xf32>>) -> !onnxops.seq<tensor<2xf32>>
    // expected-error @below {{'onnx.LayerNormalization' op cannot be converted to opset 16: opset 17 is the first that has LayerNormalization}}
    %1 = "onnx.LayerNormalization"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    return
  }
}

// -----

module attributes {onnxops.opset = 8 : i64} {
  // Breaks version-r16.
  func.func @removed(%a: tensor<2xf32>, %i: tensor<2xi64>) {
    // expected-error @below {{'onnx.Unknown' op cannot be converted to opset 16: ONNX has no operator Unknown}}
    %0 = "onnx.Unknown"(%a) : (tensor<2xf32>) -> tensor<2xf32>
    // expected-error @below {{'onnx.Scan' op cannot be converted to opset 16: opset 9 redefined Scan}}
    %1 = "onnx.Scan"(%i, %a) ({
    }) {num_scan_inputs = 1 : i64, onnx.regions = ["body"]} : (tensor<2xi64>, tensor<2xf32>) -> tensor<2xf32>
    // Ops without the operands or results that rules read.
    // expected-error @below {{'onnx.Softmax' op cannot be converted to opset 16: operand #0 is required at opset 1}}
    "onnx.Softmax"() : () -> ()
    // expected-error @below {{'onnx.Softmax' op cannot be converted to opset 16: expected a result, but got none}}
    "onnx.Softmax"(%a) : (tensor<2xf32>) -> ()
    // expected-error @below {{'onnx.Clip' op cannot be converted to opset 16: operand #0 is required at opset 6}}
    %2 = "onnx.Clip"() {max = 1.0 : f32} : () -> tensor<2xf32>
    // expected-error @below {{'onnx.Slice' op cannot be converted to opset 16: attribute 'starts' cannot be an operand}}
    %3 = "onnx.Slice"(%a) {starts = ["0"], ends = [1]} : (tensor<2xf32>) -> tensor<?xf32>
    return
  }
}

// -----

// Types, operands and attributes of newer versions; in a region too.
module attributes {onnxops.opset = 27 : i64} {
  // Breaks version-r16.
  func.func @down(%c: tensor<i1>, %a: tensor<?xf32>, %b: tensor<4xbf16>, %n: tensor<i64>, %v: tensor<1xi64>) {
    // expected-error @below {{'onnx.Sin' op cannot be converted to opset 16: operand #0 cannot be of 'tensor<4xbf16>' at opset 7}}
    %0 = "onnx.Sin"(%b) : (tensor<4xbf16>) -> tensor<4xbf16>
    %1 = "onnx.If"(%c) ({
      // expected-error @below {{'onnx.Split' op cannot be converted to opset 16: opset 17 splits into equal parts, and it is not known that these are}}
      %2:2 = "onnx.Split"(%a) {num_outputs = 2 : i64} : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
      "onnx.Yield"(%2#0) : (tensor<?xf32>) -> ()
    }, {
      "onnx.Yield"(%a) : (tensor<?xf32>) -> ()
    }) : (tensor<i1>) -> tensor<?xf32>
    // expected-error @below {{'onnx.ReduceMax' op cannot be converted to opset 16: operand #1 is not constant, and opset 17 takes it as attribute 'axes'}}
    %3 = "onnx.ReduceMax"(%a, %v) : (tensor<?xf32>, tensor<1xi64>) -> tensor<*xf32>
    // expected-error @below {{'onnx.ScatterND' op cannot be converted to opset 16: opset 17 has no 'max' for attribute 'reduction'}}
    %4 = "onnx.ScatterND"(%a, %v, %a) {reduction = "max"} : (tensor<?xf32>, tensor<1xi64>, tensor<?xf32>) -> tensor<?xf32>
    // expected-error @below {{'onnx.AveragePool' op cannot be converted to opset 16: there is no attribute 'dilations' at opset 11}}
    %5 = "onnx.AveragePool"(%a) {kernel_shape = [1], dilations = [2]} : (tensor<?xf32>) -> tensor<?xf32>
    return
  }
}

// -----

// A module without an opset has the newest.
// Breaks version-r16.
func.func @untold(%a: tensor<2xf32>) {
  // expected-error @below {{'onnx.Gelu' op cannot be converted to opset 16: opset 20 is the first that has Gelu}}
  %0 = "onnx.Gelu"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

module attributes {onnxops.opset = 10 : i64} {
  // Breaks version-r25.
  func.func @grows_and_shrinks(%a: tensor<4x4xf32>) {
    %scales = arith.constant dense<[2.0, 0.5]> : tensor<2xf32>
    // expected-error @below {{'onnx.Resize' op cannot be converted to opset 16: opset 11 rounds positions in one direction, but here some dimensions grow and others shrink}}
    %0 = "onnx.Resize"(%a, %scales) : (tensor<4x4xf32>, tensor<2xf32>) -> tensor<8x2xf32>
    return
  }
}

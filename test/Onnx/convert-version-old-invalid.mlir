// Down to opset 6, where operands do not broadcast as in numpy, and indices and
// axes do not count from the end.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -onnxops-convert-version=target-opset=6

module attributes {onnxops.opset = 13 : i64} {
  // Breaks version-r16.
  func.func @old(%a: tensor<?x4xf32>, %b: tensor<3x1xf32>, %u: tensor<*xf32>, %i: tensor<2xi64>) {
    // expected-error @below {{'onnx.Add' op cannot be converted to opset 6: opset 6 only broadcasts an operand #1 that has the last sizes of operand #0, which is not known here}}
    %0 = "onnx.Add"(%a, %b) : (tensor<?x4xf32>, tensor<3x1xf32>) -> tensor<3x4xf32>
    // expected-error @below {{'onnx.Sum' op cannot be converted to opset 6: opset 7 does not broadcast, and the operands are not known to have the same sizes}}
    %1 = "onnx.Sum"(%a, %a) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    // expected-error @below {{'onnx.Gather' op cannot be converted to opset 6: opset 10 takes indices of 0 or more, which is not known here}}
    %2 = "onnx.Gather"(%a, %i) : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<2x4xf32>
    // expected-error @below {{'onnx.Flatten' op cannot be converted to opset 6: attribute 'axis' counts from the end of a tensor whose rank is not known, and opset 10 counts from the start only}}
    %3 = "onnx.Flatten"(%u) {axis = -1 : i64} : (tensor<*xf32>) -> tensor<?x?xf32>
    // expected-error @below {{'onnx.Softmax' op cannot be converted to opset 6: attribute 'axis' is not the last dimension, and the rank is not known}}
    %4 = "onnx.Softmax"(%u) {axis = 1 : i64} : (tensor<*xf32>) -> tensor<*xf32>
    return
  }
}

// -----

// Training, which opset 7 redefined.
module attributes {onnxops.opset = 5 : i64} {
  // Breaks version-r16.
  func.func @training(%a: tensor<2xf32>) {
    // expected-error @below {{'onnx.Dropout' op cannot be converted to opset 6: there is no attribute 'seed' at opset 6}}
    %0 = "onnx.Dropout"(%a) {seed = 1 : i64} : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
}

// -----

module attributes {onnxops.opset = 11 : i64} {
  // Breaks version-r25.
  func.func @rounds_down_to_reduce(%a: tensor<4xf32>, %roi: tensor<0xf32>) {
    %scales = arith.constant dense<0.5> : tensor<1xf32>
    // expected-error @below {{'onnx.Resize' op cannot be converted to opset 6: opset 10 has scales and asymmetric coordinates only, which are rounded down, or up to reduce}}
    %0 = "onnx.Resize"(%a, %roi, %scales) {coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"} : (tensor<4xf32>, tensor<0xf32>, tensor<1xf32>) -> tensor<2xf32>
    return
  }
}

// -----

// Before opset 10, the mask is a tensor of numbers.
module attributes {onnxops.opset = 10 : i64} {
  // Breaks version-r16.
  func.func @used_mask(%a: tensor<2xf32>) -> tensor<2xi1> {
    // expected-error @below {{'onnx.Dropout' op cannot be converted to opset 6: result #1 cannot be of 'tensor<2xi1>' at opset 7}}
    %0:2 = "onnx.Dropout"(%a) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi1>)
    return %0#1 : tensor<2xi1>
  }
}

// -----

// An unused result of an op with graphs is one of theirs too.
module attributes {onnxops.opset = 13 : i64} {
  // Breaks version-r16.
  func.func @unused_sequence(%p: tensor<i1>, %a: tensor<2xf32>, %s: !onnxops.seq<tensor<2xf32>>) -> tensor<2xf32> {
    // expected-error @below {{'onnx.If' op cannot be converted to opset 6: result #1 cannot be of '!onnxops.seq<tensor<2xf32>>' at opset 11}}
    %0:2 = "onnx.If"(%p) ({
      "onnx.Yield"(%a, %s) : (tensor<2xf32>, !onnxops.seq<tensor<2xf32>>) -> ()
    }, {
      "onnx.Yield"(%a, %s) : (tensor<2xf32>, !onnxops.seq<tensor<2xf32>>) -> ()
    }) : (tensor<i1>) -> (tensor<2xf32>, !onnxops.seq<tensor<2xf32>>)
    return %0#0 : tensor<2xf32>
  }
}

// A step over an opset at which ONNX changed an operator is rejected by name.
//
// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -onnxops-convert-version=target-opset=16

module attributes {onnxops.opset = 10 : i64} {
  // Breaks version-r16.
  func.func @up(%a: tensor<2xf32>) {
    // expected-error @below {{'onnx.Identity' op cannot be converted to opset 16: the module has opset 10, and opset 13 has a newer version of Identity}}
    %0 = "onnx.Identity"(%a) : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
}

// -----

module attributes {onnxops.opset = 18 : i64} {
  // Breaks version-r16.
  func.func @down(%a: tensor<2xf32>) {
    // expected-error @below {{'onnx.Split' op cannot be converted to opset 16: the module has opset 18, and opset 18 has a newer version of Split}}
    %0 = "onnx.Split"(%a) : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
}

// -----

module attributes {onnxops.opset = 17 : i64} {
  // Breaks version-r16.
  func.func @too_old(%s: !onnxops.seq<tensor<2xf32>>) {
    // expected-error @below {{'onnx.SequenceMap' op cannot be converted to opset 16: opset 17 is the first that has SequenceMap}}
    %0 = "onnx.SequenceMap"(%s) ({
    }) : (!onnxops.seq<tensor<2xf32>>) -> !onnxops.seq<tensor<2xf32>>
    return
  }
}

// -----

module attributes {onnxops.opset = 15 : i64} {
  // Breaks version-r16.
  func.func @unknown(%a: tensor<2xf32>) {
    // expected-error @below {{'onnx.Dropout' op cannot be converted to opset 16: the module has opset 15, and the versions of Dropout are not known}}
    %0 = "onnx.Dropout"(%a) {onnx.domain = "ai.onnx"} : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
}

// -----

// Within a region of an operator that itself may stay.
module attributes {onnxops.opset = 18 : i64} {
  // Breaks version-r16.
  func.func @region(%c: tensor<i1>, %a: tensor<4xf32>) {
    %0 = "onnx.If"(%c) ({
      // expected-error @below {{'onnx.Split' op cannot be converted to opset 16: the module has opset 18}}
      %1 = "onnx.Split"(%a) : (tensor<4xf32>) -> tensor<4xf32>
      "onnx.Yield"(%1) : (tensor<4xf32>) -> ()
    }, {
      "onnx.Yield"(%a) : (tensor<4xf32>) -> ()
    }) : (tensor<i1>) -> tensor<4xf32>
    return
  }
}

// -----

// A module without an opset has the newest.
// Breaks version-r16.
func.func @untold(%a: tensor<2xf32>) {
  // expected-error-re @below {{'onnx.Shape' op cannot be converted to opset 16: the module has opset {{[0-9]+}}, and opset 19 has a newer version of Shape}}
  %0 = "onnx.Shape"(%a) : (tensor<2xf32>) -> tensor<1xi64>
  return
}

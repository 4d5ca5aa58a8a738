// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -verify-diagnostics

// Breaks neighbour-r69.
module attributes {onnxops.opset = 13 : i64} {
  func.func @scalar_scales(%x: tensor<3xf32>, %b: tensor<f32>) -> tensor<*xf32> {
    %none = "onnx.NoValue"() : () -> none
    // expected-error @below {{'onnx.Resize' op expected scales to be a vector, but got 'tensor<f32>'}}
    %0 = "onnx.Resize"(%x, %none, %b) : (tensor<3xf32>, none, tensor<f32>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

// -----

// Breaks neighbour-r69.
module attributes {onnxops.opset = 13 : i64} {
  func.func @no_scales(%x: tensor<3xf32>) -> tensor<*xf32> {
    %none = "onnx.NoValue"() : () -> none
    // expected-error @below {{'onnx.Resize' op expected operand 'scales', but got none}}
    %0 = "onnx.Resize"(%x, %none) : (tensor<3xf32>, none) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

// -----

// Breaks neighbour-r69.
module attributes {onnxops.opset = 13 : i64} {
  func.func @few_scales(%x: tensor<3x4xf32>, %b: tensor<1xf32>) -> tensor<*xf32> {
    %none = "onnx.NoValue"() : () -> none
    // expected-error @below {{'onnx.Resize' op expected scales to have 2 elements, one for each resized dimension, but got 1}}
    %0 = "onnx.Resize"(%x, %none, %b) : (tensor<3x4xf32>, none, tensor<1xf32>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

// -----

// Breaks neighbour-r69.
module attributes {onnxops.opset = 13 : i64} {
  func.func @both(%x: tensor<3xf32>, %b: tensor<1xf32>, %c: tensor<1xi64>) -> tensor<*xf32> {
    %none = "onnx.NoValue"() : () -> none
    // expected-error @below {{'onnx.Resize' op expected no scales beside sizes, but got 1}}
    %0 = "onnx.Resize"(%x, %none, %b, %c) : (tensor<3xf32>, none, tensor<1xf32>, tensor<1xi64>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

// -----

// Breaks neighbour-r69.
module attributes {onnxops.opset = 18 : i64} {
  func.func @axes(%x: tensor<3x4xf32>, %c: tensor<1xi64>) -> tensor<*xf32> {
    %none = "onnx.NoValue"() : () -> none
    // expected-error @below {{'onnx.Resize' op expected axes[0] to be in [-2, 1], but got 2}}
    %0 = "onnx.Resize"(%x, %none, %none, %c) {axes = [2]} : (tensor<3x4xf32>, none, none, tensor<1xi64>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

// -----

// Breaks neighbour-r69.
module attributes {onnxops.opset = 13 : i64} {
  func.func @strings(%x: tensor<3x!onnxops.string>, %b: tensor<1xf32>) -> tensor<*x!onnxops.string> {
    %none = "onnx.NoValue"() : () -> none
    // expected-error @below {{'onnx.Resize' op is not supported on element type '!onnxops.string'}}
    %0 = "onnx.Resize"(%x, %none, %b) : (tensor<3x!onnxops.string>, none, tensor<1xf32>) -> tensor<*x!onnxops.string>
    return %0 : tensor<*x!onnxops.string>
  }
}

// -----

// Breaks neighbour-r69.
module attributes {onnxops.opset = 13 : i64} {
  func.func @linear(%x: tensor<3xf32>, %b: tensor<1xf32>) -> tensor<*xf32> {
    %none = "onnx.NoValue"() : () -> none
    // expected-error @below {{'onnx.Resize' op is not supported in mode "linear"}}
    %0 = "onnx.Resize"(%x, %none, %b) {mode = "linear"} : (tensor<3xf32>, none, tensor<1xf32>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

// -----

// Breaks neighbour-r69.
module attributes {onnxops.opset = 13 : i64} {
  func.func @mode(%x: tensor<3xf32>, %b: tensor<1xf32>) -> tensor<*xf32> {
    %none = "onnx.NoValue"() : () -> none
    // expected-error @below {{'onnx.Resize' op expected mode to be "nearest", "linear" or "cubic", but got "near"}}
    %0 = "onnx.Resize"(%x, %none, %b) {mode = "near"} : (tensor<3xf32>, none, tensor<1xf32>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

// -----

// Breaks neighbour-r69.
module attributes {onnxops.opset = 18 : i64} {
  func.func @policy(%x: tensor<3xf32>, %c: tensor<1xi64>) -> tensor<*xf32> {
    %none = "onnx.NoValue"() : () -> none
    // expected-error @below {{'onnx.Resize' op expected keep_aspect_ratio_policy to be "stretch", "not_larger" or "not_smaller", but got "crop"}}
    %0 = "onnx.Resize"(%x, %none, %none, %c) {keep_aspect_ratio_policy = "crop"} : (tensor<3xf32>, none, none, tensor<1xi64>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

// -----

// Breaks neighbour-r70.
module attributes {onnxops.opset = 13 : i64} {
  func.func @coordinates(%x: tensor<3xf32>, %b: tensor<1xf32>) -> tensor<*xf32> {
    %none = "onnx.NoValue"() : () -> none
    // expected-error @below {{'onnx.Resize' op expected coordinate_transformation_mode to be "half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric", "tf_half_pixel_for_nn", "half_pixel_symmetric" or "tf_crop_and_resize", but got "corners"}}
    %0 = "onnx.Resize"(%x, %none, %b) {coordinate_transformation_mode = "corners"} : (tensor<3xf32>, none, tensor<1xf32>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

// -----

// Breaks neighbour-r70.
module attributes {onnxops.opset = 13 : i64} {
  func.func @crop(%x: tensor<3xf32>, %b: tensor<1xf32>) -> tensor<*xf32> {
    %none = "onnx.NoValue"() : () -> none
    // expected-error @below {{'onnx.Resize' op is not supported with coordinate_transformation_mode "tf_crop_and_resize"}}
    %0 = "onnx.Resize"(%x, %none, %b) {coordinate_transformation_mode = "tf_crop_and_resize"} : (tensor<3xf32>, none, tensor<1xf32>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

// -----

// Breaks neighbour-r70.
module attributes {onnxops.opset = 13 : i64} {
  func.func @rounding(%x: tensor<3xf32>, %b: tensor<1xf32>) -> tensor<*xf32> {
    %none = "onnx.NoValue"() : () -> none
    // expected-error @below {{'onnx.Resize' op expected nearest_mode to be "round_prefer_floor", "round_prefer_ceil", "floor" or "ceil", but got "round"}}
    %0 = "onnx.Resize"(%x, %none, %b) {nearest_mode = "round"} : (tensor<3xf32>, none, tensor<1xf32>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

// -----

// Breaks neighbour-r69.
module attributes {onnxops.opset = 6 : i64} {
  func.func @image(%x: tensor<3xf32>) -> tensor<*xf32> {
    // expected-error @below {{'onnx.Upsample' op expected X to have rank 4, but got rank 1}}
    %0 = "onnx.Upsample"(%x) {height_scale = 2.0 : f32, width_scale = 2.0 : f32} : (tensor<3xf32>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

// -----

// Breaks neighbour-r69.
module attributes {onnxops.opset = 7 : i64} {
  func.func @list(%x: tensor<3xf32>) -> tensor<*xf32> {
    // expected-error @below {{'onnx.Upsample' op expected scales to be a list of 1 floats, one for each dimension, but got [1.000000e+00 : f32, 2.000000e+00 : f32]}}
    %0 = "onnx.Upsample"(%x) {scales = [1.0 : f32, 2.0 : f32]} : (tensor<3xf32>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

// -----

// Breaks neighbour-r69.
module attributes {onnxops.opset = 7 : i64} {
  func.func @reduces(%x: tensor<3xf32>) -> tensor<*xf32> {
    // expected-error @below {{'onnx.Upsample' op expected scales to be 1 or more}}
    %0 = "onnx.Upsample"(%x) {scales = [0.5 : f32]} : (tensor<3xf32>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

// -----

// Breaks neighbour-r69.
module attributes {onnxops.opset = 7 : i64} {
  func.func @region_for_scales(%x: tensor<3xf32>) -> tensor<*xf32> {
    // expected-error @below {{'onnx.Upsample' op expected no regions, but got 1}}
    %0 = "onnx.Upsample"(%x) ({
    }) {onnx.regions = ["scales"]} : (tensor<3xf32>) -> tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

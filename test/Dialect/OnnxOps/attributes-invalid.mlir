// RUN: onnxops-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{argument 0: expected onnxops.name to be a string, but got 3 : i64}}
func.func private @name(tensor<2xf32> {onnxops.name = 3})

// -----

// expected-error @+1 {{argument 0: expected onnxops.dims to be an array of strings, but got ["N", 3]}}
func.func private @dims_elements(tensor<?x3xf32> {onnxops.dims = ["N", 3]})

// -----

// expected-error @+1 {{argument 0: expected onnxops.dims to be an array of strings, but got unit}}
func.func private @dims_kind(tensor<?x3xf32> {onnxops.dims})

// -----

// expected-error @+1 {{argument 1: expected onnxops.dims to have 2 strings, one for each dimension, but got 1}}
func.func private @dims_short(tensor<?xf32>, tensor<?x3xf32> {onnxops.dims = ["N"]})

// -----

// expected-error @+1 {{argument 0: expected onnxops.dims to have 1 strings, one for each dimension, but got 2}}
func.func private @dims_of_original(tensor<?x2xi64> {onnxops.dims = ["N", ""], onnxops.type = tensor<?xcomplex<f64>>})

// -----

// expected-error @+1 {{argument 0: expected onnxops.dims at a tensor, but got '!onnxops.seq<tensor<?xf32>>'}}
func.func private @dims_of_sequence(!onnxops.seq<tensor<?xf32>> {onnxops.dims = ["N"]})

// -----

// expected-error @+1 {{argument 0: expected onnxops.default to be elements of a tensor, but got 1.000000e+00 : f32}}
func.func private @default_kind(tensor<1xf32> {onnxops.default = 1.0 : f32})

// -----

// expected-error @+1 {{argument 0: expected onnxops.default to have type 'tensor<?x3xf32>', but got 'tensor<2x4xf32>'}}
func.func private @default_shape(tensor<?x3xf32> {onnxops.default = dense<0.0> : tensor<2x4xf32>})

// -----

// expected-error @+1 {{argument 0: expected onnxops.default to have type 'tensor<2xf32>', but got 'tensor<2xf64>'}}
func.func private @default_element(tensor<2xf32> {onnxops.default = dense<0.0> : tensor<2xf64>})

// -----

// expected-error @+1 {{argument 0: expected onnxops.default to have type '!onnxops.seq<tensor<2xf32>>', but got 'tensor<2xf32>'}}
func.func private @default_of_sequence(!onnxops.seq<tensor<2xf32>> {onnxops.default = dense<0.0> : tensor<2xf32>})

// -----

// expected-error @+1 {{argument 0: expected onnxops.type to be a type, but got "f32"}}
func.func private @type(tensor<2xf32> {onnxops.type = "f32"})

// -----

// expected-error @+1 {{result 1: expected onnxops.dims to have 0 strings, one for each dimension, but got 1}}
func.func private @result_dims() -> (tensor<f32>, tensor<f32> {onnxops.dims = ["N"]})

// -----

// expected-error @+1 {{result 0: expected onnxops.default at an argument}}
func.func private @result_default() -> (tensor<1xf32> {onnxops.default = dense<0.0> : tensor<1xf32>})

// -----

// expected-error @+1 {{expected onnxops.opset to be an i64 of 1 or more, but got 0 : i64}}
module attributes {onnxops.opset = 0} {}

// -----

// expected-error @+1 {{expected onnxops.opset to be an i64 of 1 or more, but got 13 : i32}}
module attributes {onnxops.opset = 13 : i32} {}

// -----

// expected-error @+1 {{expected onnxops.opset to be an i64 of 1 or more, but got "13"}}
module attributes {onnxops.opset = "13"} {}

// -----

// expected-error @+1 {{expected onnxops.opset at a module}}
func.func private @opset() attributes {onnxops.opset = 13}

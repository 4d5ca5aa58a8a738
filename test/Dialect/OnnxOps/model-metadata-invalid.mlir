// Invalid metadata attributes of models.

// RUN: onnxops-opt %s -split-input-file -verify-diagnostics

module attributes {onnxops.doc = "d", onnxops.domains = {a = 1 : i64},
    onnxops.model = {domain = "", calls = [""], external_data, functions = [""], graph = "g", metadata = [["k", "v"]],
                     producer = "p", producer_version = "1", version = 1 : i64}} {
  func.func private @right() -> (tensor<*xf32> {onnxops.declared = tensor<?xf32>, onnxops.doc = "d"})
}

// -----

// expected-error @+1 {{expected onnxops.doc to be a string, but got 1 : i64}}
module attributes {onnxops.doc = 1} {}

// -----

// expected-error @+1 {{argument 0: expected onnxops.doc to be a string, but got unit}}
func.func private @doc(tensor<1xf32> {onnxops.doc})

// -----

// expected-error @+1 {{result 0: expected onnxops.declared to be a type, but got "x"}}
func.func private @declared() -> (tensor<1xf32> {onnxops.declared = "x"})

// -----

// expected-error @+1 {{expected onnxops.domains at a module}}
func.func private @domains() attributes {onnxops.domains = {}}

// -----

// expected-error @+1 {{expected onnxops.domains to be a dictionary, but got "x"}}
module attributes {onnxops.domains = "x"} {}

// -----

// expected-error @+1 {{expected onnxops.domains of 'a' to be an i64, but got 1 : i32}}
module attributes {onnxops.domains = {a = 1 : i32}} {}

// -----

// expected-error @+1 {{expected onnxops.opset to hold the opset of 'ai.onnx', but got it in onnxops.domains}}
module attributes {onnxops.domains = {ai.onnx = 1 : i64}} {}

// -----

// expected-error @+1 {{expected onnxops.model at a module}}
func.func private @model() attributes {onnxops.model = {}}

// -----

// expected-error @+1 {{expected onnxops.model to be a dictionary, but got 1 : i64}}
module attributes {onnxops.model = 1} {}

// -----

// expected-error @+1 {{expected onnxops.model to have a string as 'graph', but got 1 : i64}}
module attributes {onnxops.model = {graph = 1}} {}

// -----

// expected-error @+1 {{expected onnxops.model to have strings as 'functions', but got [1]}}
module attributes {onnxops.model = {functions = [1]}} {}

// -----

// expected-error @+1 {{expected onnxops.model to have a unit as 'external_data', but got true}}
module attributes {onnxops.model = {external_data = true}} {}

// -----

// expected-error @+1 {{expected onnxops.model to have an i64 as 'version', but got "1"}}
module attributes {onnxops.model = {version = "1"}} {}

// -----

// expected-error @+1 {{expected onnxops.model to have pairs of strings as 'metadata', but got [["a"]]}}
module attributes {onnxops.model = {metadata = [["a"]]}} {}

// -----

// expected-error @+1 {{onnxops.model has no entry 'colour'}}
module attributes {onnxops.model = {colour = "red"}} {}

// -----

func.func @absent(%a: tensor<2xf32>) {
  // expected-error @below {{expected onnxops.absent to be a dictionary, but got ["axis"]}}
  %0 = onnxops.concat_v13 %a axis = 0 {onnxops.absent = ["axis"]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected-error @below {{expected onnxops.properties to be a unit, but got 1 : i64}}
module attributes {onnxops.properties = 1 : i64} {}

// -----

// expected-error @below {{expected onnxops.properties at a module}}
func.func private @properties() attributes {onnxops.properties}

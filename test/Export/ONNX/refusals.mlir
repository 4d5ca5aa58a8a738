// Modules without an ONNX equivalent are one error that names the op and its
// location, and no file is written.

// RUN: rm -rf %t && split-file %s %t
// DEFINE: %{name} =
// DEFINE: %{refuse} = not onnxops-translate --export-onnx %t/%{name}.mlir -o %t/%{name}.onnx 2>&1 | FileCheck %s --check-prefix=%{name} --implicit-check-not=error && not ls %t/%{name}.onnx
// REDEFINE: %{name} = upstream
// RUN: %{refuse}
// REDEFINE: %{name} = runtime-tiles
// RUN: %{refuse}
// REDEFINE: %{name} = scalar
// RUN: %{refuse}
// REDEFINE: %{name} = element
// RUN: %{refuse}
// REDEFINE: %{name} = constant-element
// RUN: %{refuse}
// REDEFINE: %{name} = port
// RUN: %{refuse}
// REDEFINE: %{name} = attribute
// RUN: %{refuse}
// REDEFINE: %{name} = unknown-type
// RUN: %{refuse}
// REDEFINE: %{name} = regions
// RUN: %{refuse}
// REDEFINE: %{name} = end
// RUN: %{refuse}
// REDEFINE: %{name} = early-end
// RUN: %{refuse}
// REDEFINE: %{name} = order
// RUN: %{refuse}
// REDEFINE: %{name} = inputs
// RUN: %{refuse}
// REDEFINE: %{name} = outputs
// RUN: %{refuse}
// REDEFINE: %{name} = both
// RUN: %{refuse}
// REDEFINE: %{name} = sequence-names
// RUN: %{refuse}
// REDEFINE: %{name} = no-main
// RUN: %{refuse}
// REDEFINE: %{name} = second
// RUN: %{refuse}
// REDEFINE: %{name} = private
// RUN: %{refuse}
// REDEFINE: %{name} = blocks
// RUN: %{refuse}
// REDEFINE: %{name} = no-result
// RUN: %{refuse}
// REDEFINE: %{name} = size
// RUN: %{refuse}
// REDEFINE: %{name} = elided
// RUN: %{refuse}
// REDEFINE: %{name} = syntax
// RUN: %{refuse}
// REDEFINE: %{name} = narrow
// RUN: %{refuse}
// REDEFINE: %{name} = narrow-sequence
// RUN: %{refuse}
// REDEFINE: %{name} = properties
// RUN: %{refuse}
// REDEFINE: %{name} = encoding
// RUN: %{refuse}
// REDEFINE: %{name} = domain
// RUN: %{refuse}
// REDEFINE: %{name} = function
// RUN: %{refuse}
// REDEFINE: %{name} = call
// RUN: %{refuse}
// REDEFINE: %{name} = nameless
// RUN: %{refuse}
// REDEFINE: %{name} = absent
// RUN: %{refuse}

// absent: error: {{.*}}absent.mlir

//--- upstream.mlir
// Breaks export-r17.
// upstream: error: {{.*}}upstream.mlir:4:8: 'arith.addf' op cannot be written to ONNX: it has no ONNX equivalent
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = arith.addf %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- runtime-tiles.mlir
// Breaks export-r17.
// The ops that an upgrade of Tile-1 to 6 builds for a non-constant tiles.
// runtime-tiles: error: {{.*}}: 'tensor.extract' op cannot be written to ONNX: it has no ONNX equivalent
func.func @main(%a: tensor<2xf32>, %t: tensor<i64>) -> tensor<?xf32> {
  %0 = tensor.extract %t[] : tensor<i64>
  %1 = tensor.from_elements %0 : tensor<1xi64>
  %2 = onnxops.tile_v6 %a, %1 : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

//--- scalar.mlir
// Breaks export-r17.
// scalar: error: {{.*}}: 'arith.constant' op cannot be written to ONNX: expected a constant to be a tensor, but got 'i64'
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = arith.constant 1 : i64
  return %a : tensor<2xf32>
}

//--- element.mlir
// Breaks export-r18.
// element: error: {{.*}}: 'onnx.Thing' op cannot be written to ONNX: ONNX has no element type 'i5'
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "onnx.Thing"(%a) : (tensor<2xf32>) -> tensor<2xi5>
  return %a : tensor<2xf32>
}

//--- constant-element.mlir
// Breaks export-r18.
// constant-element: error: {{.*}}: 'arith.constant' op cannot be written to ONNX: expected elements of 'i4' to be a resource with data
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = arith.constant dense<1> : tensor<2xi4>
  return %a : tensor<2xf32>
}

//--- port.mlir
// Breaks export-r18.
// port: error: {{.*}}: 'func.func' op cannot be written to ONNX: 'a': ONNX has no type 'index'
func.func @main(%a: index {onnxops.name = "a"}) -> index {
  return %a : index
}

//--- unknown-type.mlir
// Breaks export-r18.
// unknown-type: error: {{.*}}: 'onnx.Optional' op cannot be written to ONNX: expected attribute 'type' to be an i64, an f32, a string, a tensor, a type or a list, but got !onnxops.any
func.func @main(%a: tensor<2xf32>) -> !onnxops.optional<tensor<2xf32>> {
  %0 = "onnx.Optional"(%a) {type = !onnxops.any} : (tensor<2xf32>) -> !onnxops.optional<tensor<2xf32>>
  return %0 : !onnxops.optional<tensor<2xf32>>
}

//--- attribute.mlir
// Breaks export-r18.
// attribute: error: {{.*}}: 'onnx.Thing' op cannot be written to ONNX: expected attribute 'a' to be an i64, an f32, a string, a tensor, a type or a list, but got 1 : i32
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "onnx.Thing"(%a) {a = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- regions.mlir
// Breaks export-r13.
// regions: error: {{.*}}: 'onnx.Thing' op cannot be written to ONNX: expected onnx.regions to have 1 names, one for each region
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "onnx.Thing"(%a) ({ "onnx.Yield"(%a) : (tensor<2xf32>) -> () }) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- end.mlir
// Breaks export-r17.
// end: error: {{.*}}: 'onnx.Thing' op cannot be written to ONNX: expected region 'r' to be one block that ends in 'onnx.Yield'
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "onnx.Thing"(%a) ({ "onnx.Relu"(%a) : (tensor<2xf32>) -> () }) {onnx.regions = ["r"]} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- early-end.mlir
// Breaks export-r17.
// early-end: error: {{.*}}: 'onnx.Yield' op cannot be written to ONNX: it has no ONNX equivalent
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
  return %a : tensor<2xf32>
}

//--- order.mlir
// Breaks export-r17.
// order: error: {{.*}}: 'onnx.Relu' op expected operand #0 to be defined before its use
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "onnx.Thing"(%a) ({
    %1 = "onnx.Relu"(%2) : (tensor<2xf32>) -> tensor<2xf32>
    %2 = "onnx.Relu"(%a) : (tensor<2xf32>) -> tensor<2xf32>
    "onnx.Yield"(%1) : (tensor<2xf32>) -> ()
  }) {onnx.regions = ["r"]} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- inputs.mlir
// Breaks export-r6.
// inputs: error: {{.*}}: 'func.func' op cannot be written to ONNX: two inputs are called 'x'
func.func @main(%a: tensor<2xf32> {onnxops.name = "x"}, %b: tensor<2xf32> {onnxops.name = "x"}) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

//--- outputs.mlir
// Breaks export-r6.
// outputs: error: {{.*}}: 'func.func' op cannot be written to ONNX: two outputs are called 'y'
func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32> {onnxops.name = "y"}, tensor<2xf32> {onnxops.name = "y"}) {
  return %a, %a : tensor<2xf32>, tensor<2xf32>
}

//--- both.mlir
// Breaks export-r6.
// both: error: {{.*}}: 'func.func' op cannot be written to ONNX: an input and another output are both called 'b'
func.func @main(%a: tensor<2xf32> {onnxops.name = "a"}, %b: tensor<2xf32> {onnxops.name = "b"}) -> (tensor<2xf32> {onnxops.name = "b"}) {
  return %a : tensor<2xf32>
}

//--- sequence-names.mlir
// Breaks export-r8.
// sequence-names: error: {{.*}}: 'func.func' op cannot be written to ONNX: output 'y' is also 's', and below opset 14 a sequence cannot have two names
module attributes {onnxops.opset = 13 : i64} {
  func.func @main(%s: !onnxops.seq<tensor<2xf32>> {onnxops.name = "s"}) -> (!onnxops.seq<tensor<2xf32>> {onnxops.name = "y"}) {
    return %s : !onnxops.seq<tensor<2xf32>>
  }
}

//--- no-main.mlir
// Breaks export-r20.
// no-main: error: {{.*}}: 'builtin.module' op cannot be written to ONNX: expected a function 'main', but got none
module {}

//--- second.mlir
// Breaks export-r20.
// second: error: {{.*}}second.mlir:6:1: 'func.func' op cannot be written to ONNX: expected nothing beside the function 'main'
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func private @other()

//--- private.mlir
// Breaks export-r20.
// private: error: {{.*}}: 'func.func' op cannot be written to ONNX: expected 'main' to be public and to have one block
func.func private @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

//--- blocks.mlir
// Breaks export-r20.
// blocks: error: {{.*}}: 'func.func' op cannot be written to ONNX: expected 'main' to be public and to have one block
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  cf.br ^bb1
^bb1:
  return %a : tensor<2xf32>
}

//--- no-result.mlir
// Breaks export-r20.
// no-result: error: {{.*}}: 'func.func' op cannot be written to ONNX: expected 'main' to have a result
func.func @main(%a: tensor<2xf32>) {
  return
}

//--- size.mlir
// Breaks export-r19.
// Splats, so that they take no memory here.
// size: error: {{.*}}size.mlir:6:8: 'arith.constant' op cannot be written to ONNX: expected constants of less than 2 GiB in all, but got 1073741824 bytes after 1073741824
func.func @main() -> (tensor<1073741824xi8>, tensor<1073741824xi8>) {
  %0 = arith.constant dense<0> : tensor<1073741824xi8>
  %1 = arith.constant dense<1> : tensor<1073741824xi8>
  return %0, %1 : tensor<1073741824xi8>, tensor<1073741824xi8>
}

//--- elided.mlir
// elided: error: {{.*}}: 'arith.constant' op cannot be written to ONNX: the constant's elements are not there
func.func @main() -> tensor<2xf32> {
  %0 = arith.constant dense_resource<__elided__> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- syntax.mlir
// syntax: error: {{.*}}syntax.mlir:3:3: {{.*}}
func.func @main() -> tensor<2xf32> {
  nonsense
}

//--- narrow.mlir
// Breaks export-r11.
// narrow: error: {{.*}}narrow.mlir:4:8: 'tensor.cast' op cannot be written to ONNX: expected a cast to a type no more precise than 'tensor<?xf32>', but got 'tensor<3xf32>'
func.func @main(%a: tensor<?xf32>) -> tensor<3xf32> {
  %0 = tensor.cast %a : tensor<?xf32> to tensor<3xf32>
  return %0 : tensor<3xf32>
}

//--- narrow-sequence.mlir
// Breaks export-r11.
// narrow-sequence: error: {{.*}}: 'onnxops.sequence_cast' op cannot be written to ONNX: expected a cast to a type no more precise than '!onnxops.seq<tensor<*xf32>>', but got '!onnxops.seq<tensor<3xf32>>'
func.func @main(%a: !onnxops.seq<tensor<*xf32>>) -> !onnxops.seq<tensor<3xf32>> {
  %0 = onnxops.sequence_cast %a : !onnxops.seq<tensor<*xf32>> to !onnxops.seq<tensor<3xf32>>
  return %0 : !onnxops.seq<tensor<3xf32>>
}

//--- properties.mlir
// Breaks export-r18.
// properties: error: {{.*}}: 'onnx.Foo' op cannot be written to ONNX: expected attributes, but got properties
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "onnx.Foo"(%a) <{alpha = 3 : i64}> {beta = 4 : i64} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- encoding.mlir
// Breaks export-r18.
// encoding: error: {{.*}}: 'func.func' op cannot be written to ONNX: 'a': ONNX has no type 'tensor<2xf32, "note">'
func.func @main(%a: tensor<2xf32, "note"> {onnxops.name = "a"}) -> tensor<2xf32, "note"> {
  return %a : tensor<2xf32, "note">
}

//--- domain.mlir
// Breaks export-r13.
// domain: error: {{.*}}: 'onnx.Foo' op cannot be written to ONNX: expected onnx.domain to be a string, but got 3 : i64
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "onnx.Foo"(%a) {onnx.domain = 3 : i64} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- nameless.mlir
// Breaks export-r17.
// nameless: error: {{.*}}: 'onnx.' op cannot be written to ONNX: expected the name of an operator, but got none
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "onnx."(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- function.mlir
// Breaks export-r23.
// function: error: {{.*}}: 'builtin.module' op cannot be written to ONNX: element #0 of 'functions' of onnxops.model: not an onnx.FunctionProto, or not all of one
module attributes {onnxops.model = {functions = ["?"]}} {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    return %a : tensor<2xf32>
  }
}

//--- call.mlir
// Breaks export-r23.
// call: error: {{.*}}: 'builtin.module' op cannot be written to ONNX: element #0 of 'calls' of onnxops.model: not an onnx.GraphProto, or not all of one
module attributes {onnxops.model = {calls = ["?"]}} {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    return %a : tensor<2xf32>
  }
}

// The opset of the model: that of the module, otherwise the lowest that selects all
// its ops.

// RUN: split-file %s %t
// DEFINE: %{name} =
// DEFINE: %{show} = onnxops-translate --export-onnx %t/%{name}.mlir -o %t/%{name}.onnx && %python -B %S/Inputs/show-model.py %t/%{name}.onnx | FileCheck %s --check-prefix=%{name}
// DEFINE: %{refuse} = not onnxops-translate --export-onnx %t/%{name}.mlir -o %t/%{name}.onnx 2>&1 | FileCheck %s --check-prefix=%{name} && not ls %t/%{name}.onnx
// REDEFINE: %{name} = lowest
// RUN: %{show}
// REDEFINE: %{name} = meant
// RUN: %{show}
// REDEFINE: %{name} = newer
// RUN: %{show}
// REDEFINE: %{name} = operators
// RUN: %{show}
// REDEFINE: %{name} = domains
// RUN: %{show}
// REDEFINE: %{name} = other
// RUN: %{show}
// REDEFINE: %{name} = too-old
// RUN: %{refuse}
// REDEFINE: %{name} = two
// RUN: %{refuse}
// REDEFINE: %{name} = openvino
// RUN: %{refuse}
// REDEFINE: %{name} = unknown-domain
// RUN: %{refuse}

//--- lowest.mlir
// Shows export-r3.
// lowest: opsets {'': 11}
func.func @main(%a: tensor<2x3xf32>, %r: tensor<2xi64>) -> (tensor<?x?xf32>, tensor<2x6xf32>) {
  %0 = onnxops.tile_v6 %a, %r : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = onnxops.concat_v11 %a, %a axis = -1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<2x6xf32>
}

//--- meant.mlir
// Shows export-r2.
// meant: opsets {'': 12}
module attributes {onnxops.opset = 12 : i64} {
  func.func @main(%a: tensor<2xf32>) -> tensor<4xf32> {
    %0 = onnxops.concat_v11 %a, %a axis = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

//--- newer.mlir
// As imported with --allow-newer-opset. Shows export-r2.
// newer: opsets {'': 30}
module attributes {onnxops.opset = 30 : i64} {
  func.func @main(%a: tensor<2xf32>) -> tensor<4xf32> {
    %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

//--- operators.mlir
// ONNX operators outside of the dialect have the newest opset. Shows export-r3.
// operators: opsets {'': {{[0-9]+}}}
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "onnx.Relu"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- domains.mlir
// Shows export-r13, export-r21.
// domains: opsets {'': 1, 'com.example': 3}
// domains: = com.example.Thing(arg0)
// domains: axes: INTS = []
module attributes {onnxops.domains = {com.example = 3 : i64}} {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "onnx.Thing"(%a) {axes = [], onnx.domain = "com.example"} : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

//--- other.mlir
// A copy of the module gets the versions of its opset, as after --onnxops-upgrade.
// Shows export-r4.
// other: opsets {'': 11}
module attributes {onnxops.opset = 11 : i64} {
  func.func @main(%a: tensor<2xf32>) -> tensor<4xf32> {
    %0 = onnxops.concat_v13 %a, %a axis = -1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

//--- too-old.mlir
// Breaks export-r4.
// too-old: error: {{.*}}too-old.mlir:6:10: 'onnxops.sequence_at_v11' op cannot be converted to opset 10: opset 11 is the first that has this operator
// too-old-NOT: {{.}}
module attributes {onnxops.opset = 10 : i64} {
  func.func @main(%s: !onnxops.seq<tensor<2xf32>>, %i: tensor<i64>) -> tensor<2xf32> {
    %0 = onnxops.sequence_at_v11 %s, %i : (!onnxops.seq<tensor<2xf32>>, tensor<i64>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

//--- two.mlir
// Breaks export-r4.
// two: error: {{.*}}two.mlir:8:8: 'onnxops.concat_v13' op cannot be written to ONNX: opsets 13 to {{[0-9]+}} select 'onnxops.concat_v13', but opsets 6 to 12 select 'onnxops.tile_v6'
// two: note: {{.*}}two.mlir:6:8: 'onnxops.tile_v6' is here
// two-NOT: {{.}}
func.func @main(%a: tensor<2xf32>, %r: tensor<1xi64>) -> tensor<?xf32> {
  %0 = onnxops.tile_v6 %a, %r : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>

  %1 = onnxops.concat_v13 %0, %a axis = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

//--- openvino.mlir
// Breaks export-r5.
// openvino: error: {{.*}}: 'onnxops.openvino_concat_v1' op cannot be written to ONNX: it is OpenVINO's; --onnxops-convert-version makes it ONNX's
// openvino-NOT: {{.}}
func.func @main(%a: tensor<2xf32>) -> tensor<4xf32> {
  %0 = onnxops.openvino_concat_v1 %a, %a axis = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- unknown-domain.mlir
// Breaks export-r13.
// unknown-domain: error: {{.*}}: 'onnx.Thing' op cannot be written to ONNX: expected onnxops.domains to have the opset of domain 'com.example', but got none
// unknown-domain-NOT: {{.}}
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "onnx.Thing"(%a) {onnx.domain = "com.example"} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Other ONNX operators in onnx-mlir's syntax, and auxiliary ops of its modules.
//
// RUN: onnxops-opt %s -split-input-file -allow-unregistered-dialect -convert-onnx-to-upstream -canonicalize | FileCheck %s --implicit-check-not="\"onnx." --implicit-check-not=onnx_node_name

// CHECK-LABEL: func @properties(
//  CHECK-SAME:   %[[A:.*]]: tensor<2x3xf32>)
func.func @properties(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // CHECK: %[[T:.*]] = linalg.transpose ins(%[[A]]
  %0 = "onnx.Transpose"(%a) <{perm = [1, 0]}> {onnx_node_name = "t"} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK: return %[[T]]
  return %0 : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func @cast
func.func @cast(%a: tensor<2xi64>) -> tensor<2xf32> {
  // CHECK: arith.sitofp %{{.*}} : i64 to f32
  %0 = "onnx.Cast"(%a) <{saturate = 1 : si64, to = f32}> : (tensor<2xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Integer attributes are signed.
// CHECK-LABEL: func @constant
func.func @constant() -> (tensor<i64>, tensor<*xi64>) {
  // CHECK: arith.constant dense<-3> : tensor<i64>
  %0 = "onnx.Constant"() <{value_int = -3 : si64}> : () -> tensor<i64>
  %1 = "onnx.Constant"() <{value_int = -3 : si64}> : () -> tensor<*xi64>
  return %0, %1 : tensor<i64>, tensor<*xi64>
}

// -----

// CHECK-LABEL: func @dim(
//  CHECK-SAME:   %[[A:.*]]: tensor<2x?xf32>)
func.func @dim(%a: tensor<2x?xf32>) -> (tensor<1xi64>, tensor<1xi64>) {
  // CHECK: %[[TWO:.*]] = arith.constant dense<2> : tensor<1xi64>
  %0 = "onnx.Dim"(%a) {axis = 0 : si64, onnx_node_name = "onnx.Dim_0"} : (tensor<2x?xf32>) -> tensor<1xi64>
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[A]], %c1
  // CHECK: %[[CAST:.*]] = arith.index_cast %[[SIZE]]
  // CHECK: %[[DIM:.*]] = tensor.from_elements %[[CAST]] : tensor<1xi64>
  %1 = "onnx.Dim"(%a) <{axis = 1 : si64}> : (tensor<2x?xf32>) -> tensor<1xi64>
  // CHECK: return %[[TWO]], %[[DIM]]
  return %0, %1 : tensor<1xi64>, tensor<1xi64>
}

// -----

// Returned types may be more precise than those of the function.
// CHECK-LABEL: func @main_graph(
//  CHECK-SAME:   %[[A:.*]]: tensor<2xf32>, %[[S:.*]]: !onnxops.seq<tensor<2xf32>>)
func.func @main_graph(%a: tensor<2xf32>, %s: !onnxops.seq<tensor<2xf32>>) -> (tensor<*xf32>, !onnxops.seq<tensor<*xf32>>) {
  // CHECK: %[[X:.*]] = tensor.cast %[[A]] : tensor<2xf32> to tensor<*xf32>
  // CHECK: %[[Y:.*]] = onnxops.sequence_cast %[[S]] : !onnxops.seq<tensor<2xf32>> to !onnxops.seq<tensor<*xf32>>
  // CHECK: return %[[X]], %[[Y]]
  "onnx.Return"(%a, %s) : (tensor<2xf32>, !onnxops.seq<tensor<2xf32>>) -> ()
}
"onnx.EntryPoint"() <{func = @main_graph}> : () -> ()

// -----

// Names of nodes are dropped, so that equal ops are merged.
module attributes {onnxops.properties} {
// CHECK: module {{[{]$}}
// CHECK-LABEL: func @names
func.func @names(%a: tensor<2xf32>) -> tensor<4xf32> {
  // CHECK: onnxops.concat_v13 %{{.*}}, %{{.*}} axis = 0 : (tensor<2xf32>, tensor<2xf32>)
  %0 = onnxops.concat_v13 %a, %a axis = 0 {onnx_node_name = "cat", onnxops.absent = {}} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
}

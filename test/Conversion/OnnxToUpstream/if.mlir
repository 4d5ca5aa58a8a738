// Branches are lowered; the type of a result is the join of both.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -canonicalize | FileCheck %s

// Shows neighbour-r4.
// CHECK-LABEL: func @joined(
//  CHECK-SAME:   %[[C:.*]]: tensor<i1>, %[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<2x?xf32>
func.func @joined(%c: tensor<i1>, %a: tensor<2x3xf32>, %b: tensor<2x?xf32>) -> tensor<*xf32> {
  // CHECK: %[[COND:.*]] = tensor.extract %[[C]][] : tensor<i1>
  // CHECK: %[[R:.*]] = scf.if %[[COND]] -> (tensor<2x?xf32>) {
  // CHECK:   %[[CAST:.*]] = tensor.cast %[[A]] : tensor<2x3xf32> to tensor<2x?xf32>
  // CHECK:   scf.yield %[[CAST]]
  // CHECK: } else {
  // CHECK:   scf.yield %[[B]]
  // CHECK: tensor.cast %[[R]] : tensor<2x?xf32> to tensor<*xf32>
  %0 = "onnx.If"(%c) ({
    %1 = "onnx.Identity"(%a) : (tensor<2x3xf32>) -> tensor<*xf32>
    "onnx.Yield"(%1) : (tensor<*xf32>) -> ()
  }, {
    "onnx.Yield"(%b) : (tensor<2x?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// If the condition is known, the other branch is not lowered.
// Shows neighbour-r5.
// CHECK-LABEL: func @known(
//  CHECK-SAME:   %[[A:.*]]: tensor<2x3xf32>
func.func @known(%a: tensor<2x3xf32>) -> (tensor<*xf32>, tensor<2x3xf32>) {
  // CHECK-NEXT: %[[CAST:.*]] = tensor.cast %[[A]] : tensor<2x3xf32> to tensor<*xf32>
  // CHECK-NEXT: return %[[CAST]], %[[A]]
  %false = "onnx.Constant"() {value = dense<false> : tensor<1xi1>} : () -> tensor<1xi1>
  %0:2 = "onnx.If"(%false) ({
    %1 = "onnx.Softsign"(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    "onnx.Yield"(%1, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  }, {
    "onnx.Yield"(%a, %a) : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  }) : (tensor<1xi1>) -> (tensor<*xf32>, tensor<2x3xf32>)
  return %0#0, %0#1 : tensor<*xf32>, tensor<2x3xf32>
}

// -----

// A condition may be a vector of one element; the lowered op has no results that
// are unused.
// CHECK-LABEL: func @vector(
//  CHECK-SAME:   %[[C:.*]]: tensor<?xi1>, %[[A:.*]]: tensor<2xf32>
func.func @vector(%c: tensor<?xi1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[C]], %c0
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: If: expected cond to be a scalar or to have one element, but got {0} in dimension 0"(%[[SIZE]])
  // CHECK: tensor.extract %[[C]][%c0]
  // CHECK: scf.if %{{.*}} -> (tensor<2xf32>) {
  %0:3 = "onnx.If"(%c) ({
    %1 = "onnx.Add"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>
    "onnx.Yield"(%a, %1, %a) : (tensor<2xf32>, tensor<*xf32>, tensor<2xf32>) -> ()
  }, {
    "onnx.Yield"(%a, %a, %a) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<?xi1>) -> (tensor<2xf32>, tensor<2xf32>, none)
  return %0#1 : tensor<2xf32>
}

// -----

// An empty sequence takes the element type of the other one.
// CHECK-LABEL: func @empty_sequence(
//  CHECK-SAME:   %[[C:.*]]: tensor<i1>, %[[S:.*]]: !onnxops.seq<tensor<?x3xf32>>
func.func @empty_sequence(%c: tensor<i1>, %s: !onnxops.seq<tensor<?x3xf32>>) -> !onnxops.seq<tensor<*xf32>> {
  // CHECK: %[[E:.*]] = onnxops.sequence_empty_v11
  // CHECK: %[[R:.*]] = scf.if %{{.*}} -> (!onnxops.seq<tensor<?x3xf32>>) {
  // CHECK:   %[[CAST:.*]] = onnxops.sequence_cast %[[E]] : !onnxops.seq<tensor<*xf32>> to !onnxops.seq<tensor<?x3xf32>>
  // CHECK:   scf.yield %[[CAST]]
  // CHECK: } else {
  // CHECK:   scf.yield %[[S]]
  // CHECK: onnxops.sequence_cast %[[R]] : !onnxops.seq<tensor<?x3xf32>> to !onnxops.seq<tensor<*xf32>>
  %e = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
  %0 = "onnx.If"(%c) ({
    "onnx.Yield"(%e) : (!onnxops.seq<tensor<*xf32>>) -> ()
  }, {
    "onnx.Yield"(%s) : (!onnxops.seq<tensor<?x3xf32>>) -> ()
  }) : (tensor<i1>) -> !onnxops.seq<tensor<*xf32>>
  return %0 : !onnxops.seq<tensor<*xf32>>
}

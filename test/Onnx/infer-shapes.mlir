// Inferred types of operators outside of the dialect, as generic ops.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-infer-shapes -split-input-file | FileCheck %s

// Shows neighbour-r38.
// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<2x?xf32>, %b: tensor<3xf32>, %u: tensor<*xf32>, %s: !onnxops.seq<tensor<2xf32>>) {
  // An unknown size is 1 or equal to the other.
  // CHECK: "onnx.Add"({{.*}} -> tensor<2x3xf32>
  %0 = "onnx.Add"(%a, %b) : (tensor<2x?xf32>, tensor<3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Div"({{.*}} -> tensor<*xf32>
  %1 = "onnx.Div"(%a, %u) : (tensor<2x?xf32>, tensor<*xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Neg"({{.*}} -> tensor<2x3xf32>
  %2 = "onnx.Neg"(%0) : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Cast"({{.*}} -> tensor<2x3xui8>
  %3 = "onnx.Cast"(%2) {to = 2 : i64} : (tensor<*xf32>) -> tensor<*xui8>
  // Declared types are used too.
  // CHECK: "onnx.Neg"({{.*}} -> tensor<2x7xf32>
  %4 = "onnx.Neg"(%a) : (tensor<2x?xf32>) -> tensor<?x7xf32>
  // CHECK: "onnx.Identity"({{.*}} -> !onnxops.seq<tensor<2xf32>>
  %5 = "onnx.Identity"(%s) : (!onnxops.seq<tensor<2xf32>>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: "onnx.ReduceMean"({{.*}} -> tensor<1x?xf32>
  %6 = "onnx.ReduceMean"(%a) {axes = [-2]} : (tensor<2x?xf32>) -> tensor<*xf32>
  // CHECK: "onnx.ReduceMean"({{.*}} -> tensor<2xf32>
  %7 = "onnx.ReduceMean"(%a) {axes = [1], keepdims = 0 : i64} : (tensor<2x?xf32>) -> tensor<*xf32>
  // CHECK: "onnx.ReduceMean"({{.*}} -> tensor<1x1xf32>
  %8 = "onnx.ReduceMean"(%a) : (tensor<2x?xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Relu"({{.*}} -> tensor<2x?xf32>
  %9 = "onnx.Relu"(%a) : (tensor<2x?xf32>) -> tensor<*xf32>
  return
}

// -----

// Shows neighbour-r38.
// CHECK-LABEL: func @moves
func.func @moves(%a: tensor<2x?x4xf32>, %i: tensor<?x5xi32>, %x: tensor<2x3x1xf32>) {
  // CHECK: "onnx.Gather"({{.*}} -> tensor<2x?x5x4xf32>
  %0 = "onnx.Gather"(%a, %i) {axis = -2 : i64} : (tensor<2x?x4xf32>, tensor<?x5xi32>) -> tensor<*xf32>
  // An axis that is out of range: only the rank is known.
  // CHECK: "onnx.Gather"({{.*}} -> tensor<?x?x?x?xf32>
  %1 = "onnx.Gather"(%a, %i) {axis = 3 : i64} : (tensor<2x?x4xf32>, tensor<?x5xi32>) -> tensor<*xf32>
  // CHECK: "onnx.Flatten"({{.*}} -> tensor<?x4xf32>
  %2 = "onnx.Flatten"(%a) {axis = -1 : i64} : (tensor<2x?x4xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Flatten"({{.*}} -> tensor<1x6xf32>
  %3 = "onnx.Flatten"(%x) {axis = 0 : i64} : (tensor<2x3x1xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Squeeze"({{.*}} -> tensor<2x3xf32>
  %4 = "onnx.Squeeze"(%x) : (tensor<2x3x1xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Slice"({{.*}} -> tensor<2x?x2xf32>
  %one = "onnx.Constant"() {value_ints = [1, 1]} : () -> tensor<*xi64>
  %end = "onnx.Constant"() {value_ints = [9, -1]} : () -> tensor<*xi64>
  %axes = "onnx.Constant"() {value_ints = [1, 2]} : () -> tensor<*xi64>
  %5 = "onnx.Slice"(%a, %one, %end, %axes) : (tensor<2x?x4xf32>, tensor<*xi64>, tensor<*xi64>, tensor<*xi64>) -> tensor<*xf32>
  // CHECK: "onnx.Split"({{.*}} -> (tensor<2x?x1xf32>, tensor<2x?x3xf32>)
  %split = "onnx.Constant"() {value_ints = [1, 3]} : () -> tensor<*xi64>
  %6:2 = "onnx.Split"(%a, %split) {axis = 2 : i64} : (tensor<2x?x4xf32>, tensor<*xi64>) -> (tensor<*xf32>, tensor<*xf32>)
  // CHECK: "onnx.Transpose"({{.*}} -> tensor<4x2x?xf32>
  %7 = "onnx.Transpose"(%a) {perm = [2, 0, 1]} : (tensor<2x?x4xf32>) -> tensor<*xf32>
  // Neither do 3 and 9 match, nor is -1 a size.
  // CHECK: "onnx.Expand"({{.*}} -> tensor<2x?x?xf32>
  %wide = "onnx.Constant"() {value_ints = [9, -1]} : () -> tensor<*xi64>
  %8 = "onnx.Expand"(%x, %wide) : (tensor<2x3x1xf32>, tensor<*xi64>) -> tensor<*xf32>
  return
}

// -----

// Shows neighbour-r38.
// CHECK-LABEL: func @reshapes
func.func @reshapes(%a: tensor<2x?x4xf32>, %x: tensor<2x3x4xf32>, %n: tensor<1xi64>, %v: tensor<?xi64>) {
  %copy = "onnx.Constant"() {value_ints = [2, 0, -1]} : () -> tensor<3xi64>
  // The unknown size is inferred, since the copied one cancels out.
  // CHECK: "onnx.Reshape"({{.*}} -> tensor<2x?x4xf32>
  %0 = "onnx.Reshape"(%a, %copy) : (tensor<2x?x4xf32>, tensor<3xi64>) -> tensor<*xf32>
  // CHECK: "onnx.Reshape"({{.*}} -> tensor<2x0x?xf32>
  %1 = "onnx.Reshape"(%a, %copy) {allowzero = 1 : i64} : (tensor<2x?x4xf32>, tensor<3xi64>) -> tensor<*xf32>
  // The last unknown size need not be -1 either.
  // CHECK: "onnx.Reshape"({{.*}} -> tensor<8x3xf32>
  %three = "onnx.Constant"() {value_ints = [3]} : () -> tensor<1xi64>
  %s = onnxops.concat_v13 %n, %three axis = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<*xi64>
  %2 = "onnx.Reshape"(%x, %s) : (tensor<2x3x4xf32>, tensor<*xi64>) -> tensor<*xf32>
  // Sizes that do not match are unknown.
  // CHECK: "onnx.Reshape"({{.*}} -> tensor<?x5xf32>
  %five = "onnx.Constant"() {value_ints = [-1, 5]} : () -> tensor<2xi64>
  %3 = "onnx.Reshape"(%x, %five) : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<*xf32>
  // CHECK: "onnx.Reshape"({{.*}} -> tensor<*xf32>
  %4 = "onnx.Reshape"(%x, %v) : (tensor<2x3x4xf32>, tensor<?xi64>) -> tensor<*xf32>
  // CHECK: "onnx.ConstantOfShape"({{.*}} -> tensor<?x3xf32>
  %5 = "onnx.ConstantOfShape"(%s) : (tensor<*xi64>) -> tensor<*xf32>
  return
}

// -----

// Types are refined through calls and regions, back to the operators after them.
// CHECK-LABEL: func @through
func.func @through(%x: tensor<2x3xf32>, %c: i1) -> tensor<*xf32> {
  // CHECK: call @callee({{.*}} -> tensor<6xf32>
  %0 = call @callee(%x) : (tensor<2x3xf32>) -> tensor<*xf32>
  // CHECK: scf.if %{{.*}} -> (tensor<6xf32>)
  %1 = scf.if %c -> (tensor<*xf32>) {
    // CHECK: "onnx.Neg"({{.*}} -> tensor<6xf32>
    %2 = "onnx.Neg"(%0) : (tensor<*xf32>) -> tensor<*xf32>
    scf.yield %2 : tensor<*xf32>
  } else {
    scf.yield %0 : tensor<*xf32>
  }
  // CHECK: "onnx.Shape"({{.*}} -> tensor<1xi64>
  %3 = "onnx.Shape"(%1) : (tensor<*xf32>) -> tensor<*xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<36xf32>
  %4 = onnxops.tile_v13 %1, %3 : (tensor<*xf32>, tensor<*xi64>) -> tensor<*xf32>
  return %4 : tensor<*xf32>
}
func.func private @callee(%x: tensor<2x3xf32>) -> tensor<*xf32> {
  %minus = "onnx.Constant"() {value_ints = [-1]} : () -> tensor<1xi64>
  %0 = "onnx.Reshape"(%x, %minus) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

module attributes {onnxops.opset = 6 : i64} {
// Nothing broadcasts before opset 7; ConstantOfShape did not exist before 9.
// CHECK-LABEL: func @opset_6
func.func @opset_6(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %s: tensor<2xi64>) {
  // CHECK: "onnx.Add"({{.*}} -> tensor<2x3xf32>
  %0 = "onnx.Add"(%a, %b) {axis = 1 : i64, broadcast = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.ConstantOfShape"({{.*}} -> tensor<*xf32>
  %1 = "onnx.ConstantOfShape"(%s) : (tensor<2xi64>) -> tensor<*xf32>
  return
}
}

// -----

// There are no rules for operators of other domains, nor for ops that do not match
// an operator.
// CHECK-LABEL: func @others
func.func @others(%a: tensor<2x3xf32>, %s: !onnxops.seq<tensor<2xf32>>) {
  // CHECK: "onnx.Neg"({{.*}} -> tensor<*xf32>
  %0 = "onnx.Neg"(%a) {onnx.domain = "com.example"} : (tensor<2x3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Add"({{.*}} -> tensor<*xf32>
  %1 = "onnx.Add"(%a) : (tensor<2x3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Add"({{.*}} -> tensor<*xf32>
  %2 = "onnx.Add"(%a, %s) : (tensor<2x3xf32>, !onnxops.seq<tensor<2xf32>>) -> tensor<*xf32>
  // CHECK: "onnx.Cast"({{.*}} -> tensor<*xf32>
  %3 = "onnx.Cast"(%a) {to = 99 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Multinomial"({{.*}} -> tensor<*xi32>
  %4 = "onnx.Multinomial"(%a) : (tensor<2x3xf32>) -> tensor<*xi32>
  // Unknown types stay so, and nothing follows from them.
  // CHECK: "onnx.Neg"({{.*}} -> !onnxops.any
  %5 = "onnx.Neg"(%a) : (tensor<2x3xf32>) -> !onnxops.any
  // CHECK: "onnx.Identity"({{.*}} -> tensor<2xf32>
  %6 = "onnx.Identity"(%5) : (!onnxops.any) -> tensor<2xf32>
  return
}

// -----

// An unregistered op with one region, such as onnx-mlir's Loop, is not a symbol
// table. Functions that it references keep their types, others are refined.
// CHECK-LABEL: func @with_loop
func.func @with_loop(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  // CHECK: "onnx.Loop"
  %0 = "onnx.Loop"(%a) ({
  ^bb0(%b: tensor<*xf32>):
    // CHECK: "onnx.Relu"({{.*}} -> tensor<2x3xf32>
    %1 = "onnx.Relu"(%a) : (tensor<2x3xf32>) -> tensor<*xf32>
    "onnx.Call"() {callee = @named} : () -> ()
    "onnx.Yield"(%1) : (tensor<*xf32>) -> ()
  }) : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// CHECK-LABEL: func @named
//  CHECK-SAME: -> tensor<*xf32>
func.func @named(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %0 = "onnx.Relu"(%a) : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// CHECK-LABEL: func @not_named
//  CHECK-SAME: -> tensor<2x3xf32>
func.func @not_named(%a: tensor<2x3xf32>) -> tensor<*xf32> {
  %0 = "onnx.Relu"(%a) : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// CHECK-LABEL: func @selection
func.func @selection(%c: tensor<2x1xi1>, %a: tensor<3xf32>, %b: tensor<?x1xf32>, %u: tensor<*xf32>) {
  // CHECK: "onnx.Less"({{.*}} -> tensor<?x3xi1>
  %0 = "onnx.Less"(%a, %b) : (tensor<3xf32>, tensor<?x1xf32>) -> tensor<*xi1>
  // CHECK: "onnx.Where"({{.*}} -> tensor<2x3xf32>
  %1 = "onnx.Where"(%c, %a, %b) : (tensor<2x1xi1>, tensor<3xf32>, tensor<?x1xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Where"({{.*}} -> tensor<*xf32>
  %2 = "onnx.Where"(%c, %a, %u) : (tensor<2x1xi1>, tensor<3xf32>, tensor<*xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Max"({{.*}} -> tensor<?x3xf32>
  %3 = "onnx.Max"(%a, %b, %a) : (tensor<3xf32>, tensor<?x1xf32>, tensor<3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Pow"({{.*}} -> tensor<?x3xf32>
  %4 = "onnx.Pow"(%a, %b) : (tensor<3xf32>, tensor<?x1xf32>) -> tensor<*xf32>
  // CHECK: "onnx.And"({{.*}} -> tensor<2x1xi1>
  %5 = "onnx.And"(%c, %c) : (tensor<2x1xi1>, tensor<2x1xi1>) -> tensor<*xi1>
  return
}

// -----

// CHECK-LABEL: func @pad
func.func @pad(%a: tensor<2x?x4xf32>, %p: tensor<6xi64>) {
  %pads = "onnx.Constant"() {value_ints = [1, 0, -1, 2, 3, 0]} : () -> tensor<6xi64>
  // CHECK: "onnx.Pad"({{.*}} -> tensor<5x?x3xf32>
  %0 = "onnx.Pad"(%a, %pads) : (tensor<2x?x4xf32>, tensor<6xi64>) -> tensor<*xf32>
  // CHECK: "onnx.Pad"({{.*}} -> tensor<?x?x?xf32>
  %1 = "onnx.Pad"(%a, %p) : (tensor<2x?x4xf32>, tensor<6xi64>) -> tensor<*xf32>
  %none = "onnx.NoValue"() : () -> none
  %axis = "onnx.Constant"() {value_ints = [-1]} : () -> tensor<1xi64>
  %two = "onnx.Constant"() {value_ints = [1, 9]} : () -> tensor<2xi64>
  // CHECK: "onnx.Pad"({{.*}} -> tensor<2x?x14xf32>
  %2 = "onnx.Pad"(%a, %two, %none, %axis) : (tensor<2x?x4xf32>, tensor<2xi64>, none, tensor<1xi64>) -> tensor<*xf32>
  %far = "onnx.Constant"() {value_ints = [0, 0, 9223372036854775807, 0, 0, 9]} : () -> tensor<6xi64>
  // CHECK: "onnx.Pad"({{.*}} -> tensor<2x?x?xf32>
  %3 = "onnx.Pad"(%a, %far) : (tensor<2x?x4xf32>, tensor<6xi64>) -> tensor<*xf32>
  return
}

// -----

// CHECK-LABEL: func @range
func.func @range(%n: tensor<i64>) {
  %zero = "onnx.Constant"() {value_int = 0 : i64} : () -> tensor<i64>
  %nine = "onnx.Constant"() {value_int = 9 : i64} : () -> tensor<i64>
  %two = "onnx.Constant"() {value_int = 2 : i64} : () -> tensor<i64>
  // CHECK: "onnx.Range"({{.*}} -> tensor<5xi64>
  %0 = "onnx.Range"(%zero, %nine, %two) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
  // CHECK: "onnx.Range"({{.*}} -> tensor<0xi64>
  %1 = "onnx.Range"(%nine, %zero, %two) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
  // CHECK: "onnx.Range"({{.*}} -> tensor<?xi64>
  %2 = "onnx.Range"(%zero, %n, %two) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
  // CHECK: "onnx.Range"({{.*}} -> tensor<?xi64>
  %3 = "onnx.Range"(%zero, %nine, %zero) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
  return
}

// -----

// An absent operand, which the operator does not allow.
// CHECK-LABEL: func @absent
func.func @absent(%a: tensor<3xf32>, %b: tensor<2xi64>) {
  %none = "onnx.NoValue"() : () -> none
  // CHECK: "onnx.Max"({{.*}} -> tensor<*xf32>
  %0 = "onnx.Max"(%a, %none, %a) : (tensor<3xf32>, none, tensor<3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Min"({{.*}} -> tensor<*xi64>
  %1 = "onnx.Min"(%b, %none) : (tensor<2xi64>, none) -> tensor<*xi64>
  %2 = "onnx.ConstantOfShape"(%1) : (tensor<*xi64>) -> tensor<*xf32>
  return
}

// -----

// CHECK-LABEL: func @blocks
func.func @blocks(%a: tensor<?x8x2x?xf32>) {
  // CHECK: "onnx.DepthToSpace"({{.*}} -> tensor<?x2x4x?xf32>
  %0 = "onnx.DepthToSpace"(%a) {blocksize = 2 : i64} : (tensor<?x8x2x?xf32>) -> tensor<*xf32>
  // CHECK: "onnx.SpaceToDepth"({{.*}} -> tensor<?x32x1x?xf32>
  %1 = "onnx.SpaceToDepth"(%a) {blocksize = 2 : i64} : (tensor<?x8x2x?xf32>) -> tensor<*xf32>
  return
}

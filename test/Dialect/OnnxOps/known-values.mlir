// Known integers, shown by the sizes of a Tile of ones: each rule on generic ops of
// the dialect onnx, as importers create them.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-infer-shapes | FileCheck %s

// Shows known-r1, known-r2.
// CHECK-LABEL: func @shape
func.func @shape(%x: tensor<2x?x4xf32>, %o: tensor<1x1x1xf32>, %p: tensor<1x1xf32>) {
  %0 = "onnx.Shape"(%x) : (tensor<2x?x4xf32>) -> tensor<*xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<2x?x4xf32>
  %1 = onnxops.tile_v13 %o, %0 : (tensor<1x1x1xf32>, tensor<*xi64>) -> tensor<*xf32>
  %2 = "onnx.Shape"(%x) {start = -2 : i64, end = 9 : i64} : (tensor<2x?x4xf32>) -> tensor<*xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<?x4xf32>
  %3 = onnxops.tile_v13 %p, %2 : (tensor<1x1xf32>, tensor<*xi64>) -> tensor<*xf32>
  return
}

// Shows known-r1.
// CHECK-LABEL: func @gather
func.func @gather(%x: tensor<2x?x4xf32>, %o: tensor<1x1x1xf32>, %i: tensor<i64>) {
  %shape = "onnx.Shape"(%x) : (tensor<2x?x4xf32>) -> tensor<3xi64>
  %at = "onnx.Constant"() {value_ints = [-1, 1, 0]} : () -> tensor<3xi64>
  %0 = "onnx.Gather"(%shape, %at) {axis = 0 : i64} : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<4x?x2xf32>
  %1 = onnxops.tile_v13 %o, %0 : (tensor<1x1x1xf32>, tensor<3xi64>) -> tensor<*xf32>
  // The ops that exporters write, one of them from an unknown position.
  %two = "onnx.Constant"() {value_int = 2 : i64} : () -> tensor<i64>
  %zero = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %a = "onnx.Gather"(%shape, %two) : (tensor<3xi64>, tensor<i64>) -> tensor<*xi64>
  %b = "onnx.Unsqueeze"(%a, %zero) : (tensor<*xi64>, tensor<1xi64>) -> tensor<*xi64>
  %c = "onnx.Gather"(%shape, %i) : (tensor<3xi64>, tensor<i64>) -> tensor<*xi64>
  %d = "onnx.Unsqueeze"(%c, %zero) : (tensor<*xi64>, tensor<1xi64>) -> tensor<*xi64>
  %e = "onnx.Constant"() {value_ints = [7]} : () -> tensor<1xi64>
  %f = onnxops.concat_v13 %b, %d, %e axis = 0 : (tensor<*xi64>, tensor<*xi64>, tensor<1xi64>) -> tensor<*xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<4x?x7xf32>
  %2 = onnxops.tile_v13 %o, %f : (tensor<1x1x1xf32>, tensor<*xi64>) -> tensor<*xf32>
  return
}

// An index that is out of range is left to the lowering.
// Shows known-r5.
// CHECK-LABEL: func @gather_outside
func.func @gather_outside(%o: tensor<1x1xf32>) {
  %v = "onnx.Constant"() {value_ints = [5, 6]} : () -> tensor<2xi64>
  %at = "onnx.Constant"() {value_ints = [1, 2]} : () -> tensor<2xi64>
  %0 = "onnx.Gather"(%v, %at) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<6x?xf32>
  %1 = onnxops.tile_v13 %o, %0 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// Shows known-r1.
// CHECK-LABEL: func @slice
func.func @slice(%x: tensor<2x?x4x5xf32>, %o: tensor<1x1xf32>, %n: tensor<1xi64>) {
  %shape = "onnx.Shape"(%x) : (tensor<2x?x4x5xf32>) -> tensor<4xi64>
  %one = "onnx.Constant"() {value_ints = [1]} : () -> tensor<1xi64>
  %three = "onnx.Constant"() {value_ints = [3]} : () -> tensor<1xi64>
  %0 = "onnx.Slice"(%shape, %one, %three) : (tensor<4xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<*xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<?x4xf32>
  %1 = onnxops.tile_v13 %o, %0 : (tensor<1x1xf32>, tensor<*xi64>) -> tensor<*xf32>
  // Every second element, backwards.
  %first = "onnx.Constant"() {value_ints = [-1]} : () -> tensor<1xi64>
  %last = "onnx.Constant"() {value_ints = [-9223372036854775808]} : () -> tensor<1xi64>
  %zero = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %step = "onnx.Constant"() {value_ints = [-2]} : () -> tensor<1xi64>
  %2 = "onnx.Slice"(%shape, %first, %last, %zero, %step) : (tensor<4xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<*xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<5x?xf32>
  %3 = onnxops.tile_v13 %o, %2 : (tensor<1x1xf32>, tensor<*xi64>) -> tensor<*xf32>
  // If the bounds are unknown, the length is that of the type.
  %4 = "onnx.Slice"(%shape, %n, %three) : (tensor<4xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<?x?xf32>
  %5 = onnxops.tile_v13 %o, %4 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// Shows known-r1, known-r3.
// CHECK-LABEL: func @arithmetic
func.func @arithmetic(%x: tensor<7x?xf32>, %o: tensor<1x1xf32>) {
  %shape = "onnx.Shape"(%x) : (tensor<7x?xf32>) -> tensor<2xi64>
  %two = "onnx.Constant"() {value_int = 2 : i64} : () -> tensor<i64>
  %mixed = "onnx.Constant"() {value_ints = [-2, 0]} : () -> tensor<2xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<9x?xf32>
  %0 = "onnx.Add"(%shape, %two) : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  %1 = onnxops.tile_v13 %o, %0 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<5x?xf32>
  %2 = "onnx.Sub"(%shape, %two) : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  %3 = onnxops.tile_v13 %o, %2 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  // A quotient is truncated; there is none by 0.
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<3x?xf32>
  %4 = "onnx.Div"(%shape, %mixed) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %5 = "onnx.Neg"(%4) : (tensor<2xi64>) -> tensor<2xi64>
  %6 = onnxops.tile_v13 %o, %5 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  // 0 times anything is 0.
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<14x0xf32>
  %7 = "onnx.Mul"(%shape, %mixed) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %8 = "onnx.Neg"(%7) : (tensor<2xi64>) -> tensor<2xi64>
  %9 = onnxops.tile_v13 %o, %8 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<2x0xf32>
  %10 = "onnx.Abs"(%mixed) : (tensor<2xi64>) -> tensor<2xi64>
  %11 = onnxops.tile_v13 %o, %10 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  // 2 - 7 is not a size, and 2 minus an unknown number is unknown.
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<0x?xf32>
  %12 = "onnx.Sub"(%two, %shape) : (tensor<i64>, tensor<2xi64>) -> tensor<2xi64>
  %13 = "onnx.Relu"(%12) : (tensor<2xi64>) -> tensor<2xi64>
  %14 = onnxops.tile_v13 %o, %13 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<2x2xf32>
  %length = "onnx.Constant"() {value_ints = [2]} : () -> tensor<1xi64>
  %15 = "onnx.Expand"(%two, %length) : (tensor<i64>, tensor<1xi64>) -> tensor<2xi64>
  %16 = "onnx.Transpose"(%15) : (tensor<2xi64>) -> tensor<2xi64>
  %17 = onnxops.tile_v13 %o, %16 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// Shows known-r3.
// CHECK-LABEL: func @wraps
func.func @wraps(%o: tensor<1x1xf32>) {
  %v = "onnx.Constant"() {value = dense<[200, 255]> : tensor<2xui8>} : () -> tensor<2xui8>
  %w = "onnx.Constant"() {value = dense<[100, 3]> : tensor<2xui8>} : () -> tensor<2xui8>
  // 300 of 8 bits, and 258.
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<44x2xf32>
  %0 = "onnx.Add"(%v, %w) : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  %1 = "onnx.Cast"(%0) {to = 7 : i64} : (tensor<2xui8>) -> tensor<2xi64>
  %2 = onnxops.tile_v13 %o, %1 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  // 200 and 255 are -56 and -1 of 8 bits.
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<56x1xf32>
  %3 = "onnx.Cast"(%v) {to = 3 : i64} : (tensor<2xui8>) -> tensor<2xi8>
  %4 = "onnx.Cast"(%3) {to = 7 : i64} : (tensor<2xi8>) -> tensor<2xi64>
  %5 = "onnx.Neg"(%4) : (tensor<2xi64>) -> tensor<2xi64>
  %6 = onnxops.tile_v13 %o, %5 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  // The smallest number divided by -1 is itself.
  %min = "onnx.Constant"() {value = dense<[-128, 9]> : tensor<2xi8>} : () -> tensor<2xi8>
  %minus = "onnx.Constant"() {value = dense<-1> : tensor<i8>} : () -> tensor<i8>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<128x9xf32>
  %7 = "onnx.Div"(%min, %minus) : (tensor<2xi8>, tensor<i8>) -> tensor<2xi8>
  %8 = "onnx.Cast"(%7) {to = 7 : i64} : (tensor<2xi8>) -> tensor<2xi64>
  %9 = "onnx.Neg"(%8) : (tensor<2xi64>) -> tensor<2xi64>
  %10 = onnxops.tile_v13 %o, %9 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// Through floats where they are exact, to booleans and back.
// Shows known-r1, known-r4.
// CHECK-LABEL: func @casts
func.func @casts(%o: tensor<1x1x1xf32>) {
  %v = "onnx.Constant"() {value_ints = [3, 0, 16777217]} : () -> tensor<3xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<3x0x?xf32>
  %0 = "onnx.Cast"(%v) {to = 1 : i64} : (tensor<3xi64>) -> tensor<3xf32>
  %1 = "onnx.Cast"(%0) {to = 7 : i64} : (tensor<3xf32>) -> tensor<3xi64>
  %2 = onnxops.tile_v13 %o, %1 : (tensor<1x1x1xf32>, tensor<3xi64>) -> tensor<*xf32>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<1x0x1xf32>
  %3 = "onnx.Cast"(%v) {to = 9 : i64} : (tensor<3xi64>) -> tensor<3xi1>
  %4 = "onnx.Cast"(%3) {to = 7 : i64} : (tensor<3xi1>) -> tensor<3xi64>
  %5 = onnxops.tile_v13 %o, %4 : (tensor<1x1x1xf32>, tensor<3xi64>) -> tensor<*xf32>
  return
}

// Shows known-r1, known-r2.
// CHECK-LABEL: func @fills
func.func @fills(%x: tensor<2x3xf32>, %u: tensor<?x3xf32>, %o: tensor<1x1xf32>, %n: tensor<1xi64>) {
  %rank = "onnx.Constant"() {value_ints = [2]} : () -> tensor<1xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<5x5xf32>
  %0 = "onnx.ConstantOfShape"(%rank) {value = dense<5> : tensor<1xi64>} : (tensor<1xi64>) -> tensor<*xi64>
  %1 = onnxops.tile_v13 %o, %0 : (tensor<1x1xf32>, tensor<*xi64>) -> tensor<*xf32>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<?x?xf32>
  %2 = "onnx.ConstantOfShape"(%n) {value = dense<5> : tensor<1xi64>} : (tensor<1xi64>) -> tensor<?xi64>
  %3 = onnxops.tile_v13 %o, %2 : (tensor<1x1xf32>, tensor<?xi64>) -> tensor<*xf32>
  // Sizes in two reshapes.
  %size = "onnx.Size"(%x) : (tensor<2x3xf32>) -> tensor<i64>
  %some = "onnx.Size"(%u) : (tensor<?x3xf32>) -> tensor<i64>
  %minus = "onnx.Constant"() {value_ints = [-1]} : () -> tensor<1xi64>
  %a = "onnx.Reshape"(%size, %minus) : (tensor<i64>, tensor<1xi64>) -> tensor<*xi64>
  %b = "onnx.Reshape"(%some, %minus) : (tensor<i64>, tensor<1xi64>) -> tensor<*xi64>
  %c = onnxops.concat_v13 %a, %b axis = 0 : (tensor<*xi64>, tensor<*xi64>) -> tensor<*xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<6x?xf32>
  %4 = onnxops.tile_v13 %o, %c : (tensor<1x1xf32>, tensor<*xi64>) -> tensor<*xf32>
  return
}

// Ops of other domains and ops that do not match an operator are not evaluated.
// CHECK-LABEL: func @others
func.func @others(%o: tensor<1x1xf32>) {
  %v = "onnx.Constant"() {value_ints = [2, 3]} : () -> tensor<2xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<?x?xf32>
  %0 = "onnx.Neg"(%v) {onnx.domain = "com.example"} : (tensor<2xi64>) -> tensor<2xi64>
  %1 = onnxops.tile_v13 %o, %0 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<?x?xf32>
  %2 = "onnx.Identity"(%v, %v) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %3 = onnxops.tile_v13 %o, %2 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// Shows known-r1.
// CHECK-LABEL: func @selection
func.func @selection(%x: tensor<2x?x4xf32>, %o: tensor<1x1x1xf32>, %p: tensor<1xf32>) {
  %shape = "onnx.Shape"(%x) : (tensor<2x?x4xf32>) -> tensor<3xi64>
  %wanted = "onnx.Constant"() {value_ints = [-1, -1, 7]} : () -> tensor<3xi64>
  %minus = "onnx.Constant"() {value_int = -1 : i64} : () -> tensor<i64>
  %isOpen = "onnx.Equal"(%wanted, %minus) : (tensor<3xi64>, tensor<i64>) -> tensor<3xi1>
  %0 = "onnx.Where"(%isOpen, %shape, %wanted) : (tensor<3xi1>, tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<2x?x7xf32>
  %1 = onnxops.tile_v13 %o, %0 : (tensor<1x1x1xf32>, tensor<3xi64>) -> tensor<*xf32>
  %isClosed = "onnx.Not"(%isOpen) : (tensor<3xi1>) -> tensor<3xi1>
  %none = "onnx.And"(%isOpen, %isClosed) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  %all = "onnx.Or"(%isOpen, %isClosed) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  %differs = "onnx.Xor"(%none, %all) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  %ones = "onnx.Cast"(%differs) {to = 7 : i64} : (tensor<3xi1>) -> tensor<3xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<1x1x1xf32>
  %2 = onnxops.tile_v13 %o, %ones : (tensor<1x1x1xf32>, tensor<3xi64>) -> tensor<*xf32>
  return
}

// Shows known-r1.
// CHECK-LABEL: func @compare_unsigned
func.func @compare_unsigned(%o: tensor<1x1xf32>) {
  %large = "onnx.Constant"() {value = dense<[18446744073709551615, 1]> : tensor<2xui64>} : () -> tensor<2xui64>
  %two = "onnx.Constant"() {value = dense<2> : tensor<ui64>} : () -> tensor<ui64>
  %0 = "onnx.Greater"(%large, %two) : (tensor<2xui64>, tensor<ui64>) -> tensor<2xi1>
  %1 = "onnx.Cast"(%0) {to = 7 : i64} : (tensor<2xi1>) -> tensor<2xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<1x0xf32>
  %2 = onnxops.tile_v13 %o, %1 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  %3 = "onnx.Max"(%large, %two) : (tensor<2xui64>, tensor<ui64>) -> tensor<2xui64>
  %4 = "onnx.Min"(%3, %two) : (tensor<2xui64>, tensor<ui64>) -> tensor<2xui64>
  %5 = "onnx.Cast"(%4) {to = 7 : i64} : (tensor<2xui64>) -> tensor<2xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<2x2xf32>
  %6 = onnxops.tile_v13 %o, %5 : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// Shows known-r1.
// CHECK-LABEL: func @series
func.func @series(%x: tensor<2x?x4xf32>, %o: tensor<1x1x1xf32>, %p: tensor<1xf32>) {
  %start = "onnx.Constant"() {value_int = 9 : i64} : () -> tensor<i64>
  %limit = "onnx.Constant"() {value_int = 2 : i64} : () -> tensor<i64>
  %delta = "onnx.Constant"() {value_int = -3 : i64} : () -> tensor<i64>
  %0 = "onnx.Range"(%start, %limit, %delta) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<9x6x3xf32>
  %1 = onnxops.tile_v13 %o, %0 : (tensor<1x1x1xf32>, tensor<*xi64>) -> tensor<*xf32>
  %4 = "onnx.Constant"() {value_int = 4 : i64} : () -> tensor<i64>
  %5 = "onnx.Mod"(%0, %4) : (tensor<*xi64>, tensor<i64>) -> tensor<*xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<1x2x3xf32>
  %6 = onnxops.tile_v13 %o, %5 : (tensor<1x1x1xf32>, tensor<*xi64>) -> tensor<*xf32>
  %7 = "onnx.Pow"(%5, %limit) : (tensor<*xi64>, tensor<i64>) -> tensor<*xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<1x4x9xf32>
  %8 = onnxops.tile_v13 %o, %7 : (tensor<1x1x1xf32>, tensor<*xi64>) -> tensor<*xf32>
  %9 = "onnx.Clip"(%7, %limit, %4) : (tensor<*xi64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<2x4x4xf32>
  %10 = onnxops.tile_v13 %o, %9 : (tensor<1x1x1xf32>, tensor<*xi64>) -> tensor<*xf32>
  return
}

// Shows known-r1.
// CHECK-LABEL: func @reduce
func.func @reduce(%x: tensor<2x3x4xf32>, %u: tensor<2x?xf32>, %o: tensor<1xf32>) {
  %shape = "onnx.Shape"(%x) : (tensor<2x3x4xf32>) -> tensor<3xi64>
  %0 = "onnx.ReduceProd"(%shape) {keepdims = 1 : i64} : (tensor<3xi64>) -> tensor<1xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<24xf32>
  %1 = onnxops.tile_v13 %o, %0 : (tensor<1xf32>, tensor<1xi64>) -> tensor<*xf32>
  %2 = "onnx.ReduceSum"(%shape) : (tensor<3xi64>) -> tensor<1xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<9xf32>
  %3 = onnxops.tile_v13 %o, %2 : (tensor<1xf32>, tensor<1xi64>) -> tensor<*xf32>
  %4 = "onnx.ReduceMax"(%shape) : (tensor<3xi64>) -> tensor<1xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<4xf32>
  %5 = onnxops.tile_v13 %o, %4 : (tensor<1xf32>, tensor<1xi64>) -> tensor<*xf32>
  %6 = "onnx.ReduceMin"(%shape) : (tensor<3xi64>) -> tensor<1xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<2xf32>
  %7 = onnxops.tile_v13 %o, %6 : (tensor<1xf32>, tensor<1xi64>) -> tensor<*xf32>
  %open = "onnx.Shape"(%u) : (tensor<2x?xf32>) -> tensor<2xi64>
  %8 = "onnx.ReduceSum"(%open) : (tensor<2xi64>) -> tensor<1xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<?xf32>
  %9 = onnxops.tile_v13 %o, %8 : (tensor<1xf32>, tensor<1xi64>) -> tensor<*xf32>
  return
}

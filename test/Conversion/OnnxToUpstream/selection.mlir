// Comparisons, booleans, Where, Max, Clip, Mod, Range, reductions, Pad, Flatten.

// RUN: onnxops-opt %s -split-input-file -allow-unregistered-dialect -convert-onnx-to-upstream -canonicalize | FileCheck %s

// CHECK-LABEL: func @compare
func.func @compare(%a: tensor<20xui8>, %b: tensor<20xf32>) -> (tensor<20xi1>, tensor<20xi1>) {
  // CHECK: linalg.generic
  // CHECK: arith.cmpi ult, {{.*}} : i8
  %0 = "onnx.Less"(%a, %a) : (tensor<20xui8>, tensor<20xui8>) -> tensor<20xi1>
  // CHECK: linalg.generic
  // CHECK: arith.cmpf oge, {{.*}} : f32
  %1 = "onnx.GreaterOrEqual"(%b, %b) : (tensor<20xf32>, tensor<20xf32>) -> tensor<20xi1>
  return %0, %1 : tensor<20xi1>, tensor<20xi1>
}

// -----

// The sizes that an Expand of torch computes: constants, once a size is known.
// CHECK-LABEL: func @shape_of_expand
// CHECK: %[[C:.*]] = arith.constant dense<[4, 3]> : tensor<2xi64>
// CHECK: return %[[C]]
func.func @shape_of_expand(%a: tensor<4x3xf32>) -> tensor<2xi64> {
  %shape = "onnx.Shape"(%a) : (tensor<4x3xf32>) -> tensor<2xi64>
  %wanted = "onnx.Constant"() {value = dense<[-1, 3]> : tensor<2xi64>} : () -> tensor<2xi64>
  %minus = "onnx.Constant"() {value = dense<-1> : tensor<2xi64>} : () -> tensor<2xi64>
  %isOpen = "onnx.Equal"(%wanted, %minus) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  %0 = "onnx.Where"(%isOpen, %shape, %wanted) : (tensor<2xi1>, tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

// Three operands broadcast in one op.
// CHECK-LABEL: func @where
//   CHECK-NOT: onnxops.check
//       CHECK: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}, #{{.*}}], {{.*}}} ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<20x1xi1>, tensor<3xf32>, tensor<f32>) outs(%{{.*}} : tensor<20x3xf32>)
//       CHECK: arith.select
func.func @where(%c: tensor<20x1xi1>, %a: tensor<3xf32>, %b: tensor<f32>) -> tensor<20x3xf32> {
  %0 = "onnx.Where"(%c, %a, %b) : (tensor<20x1xi1>, tensor<3xf32>, tensor<f32>) -> tensor<20x3xf32>
  return %0 : tensor<20x3xf32>
}

// -----

// 16-bit floats are selected as integers, which keeps the bits of a NaN.
// CHECK-LABEL: func @where_f16
//       CHECK: arith.select {{.*}} : i16
func.func @where_f16(%c: tensor<20xi1>, %a: tensor<20xf16>) -> tensor<20xf16> {
  %0 = "onnx.Where"(%c, %a, %a) : (tensor<20xi1>, tensor<20xf16>, tensor<20xf16>) -> tensor<20xf16>
  return %0 : tensor<20xf16>
}

// -----

// CHECK-LABEL: func @max
//       CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<20xi16>, tensor<20xi16>, tensor<20xi16>)
// CHECK-COUNT-2: arith.maxsi
func.func @max(%a: tensor<20xi16>, %b: tensor<20xi16>) -> tensor<20xi16> {
  %0 = "onnx.Max"(%a, %b, %a) : (tensor<20xi16>, tensor<20xi16>, tensor<20xi16>) -> tensor<20xi16>
  return %0 : tensor<20xi16>
}

// -----

// CHECK-LABEL: func @range
//       CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1000xi64>)
//       CHECK: linalg.index 0
func.func @range() -> tensor<?xi64> {
  %zero = "onnx.Constant"() {value = dense<0> : tensor<i64>} : () -> tensor<i64>
  %limit = "onnx.Constant"() {value = dense<1999> : tensor<i64>} : () -> tensor<i64>
  %two = "onnx.Constant"() {value = dense<2> : tensor<i64>} : () -> tensor<i64>
  %0 = "onnx.Range"(%zero, %limit, %two) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// -----

// CHECK-LABEL: func @reduce
//  CHECK-SAME: %[[A:.*]]: tensor<?x7xf16>
//       CHECK: %[[R:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} ins(%[[A]] : tensor<?x7xf16>) outs(%{{.*}} : tensor<?xf32>)
//       CHECK: arith.extf
//       CHECK: arith.addf {{.*}} : f32
//       CHECK: linalg.generic {{.*}} ins(%[[R]] : tensor<?xf32>)
//       CHECK: arith.truncf
//       CHECK: tensor.expand_shape {{.*}} : tensor<?xf16> into tensor<?x1xf16>
func.func @reduce(%a: tensor<?x7xf16>) -> tensor<?x1xf16> {
  %axes = "onnx.Constant"() {value = dense<-1> : tensor<1xi64>} : () -> tensor<1xi64>
  %0 = "onnx.ReduceSum"(%a, %axes) : (tensor<?x7xf16>, tensor<1xi64>) -> tensor<?x1xf16>
  return %0 : tensor<?x1xf16>
}

// -----

// CHECK-LABEL: func @pad
//  CHECK-SAME: %[[A:.*]]: tensor<5x?xf32>
//       CHECK: %[[C:.*]] = tensor.extract_slice %[[A]][1, 0] [4, %{{.*}}] [1, 1]
//       CHECK: linalg.fill
//       CHECK: tensor.insert_slice %[[C]] into %{{.*}}[0, 2] [4, %{{.*}}] [1, 1]
func.func @pad(%a: tensor<5x?xf32>) -> tensor<*xf32> {
  %pads = "onnx.Constant"() {value = dense<[-1, 2, 0, 0]> : tensor<4xi64>} : () -> tensor<4xi64>
  %0 = "onnx.Pad"(%a, %pads) : (tensor<5x?xf32>, tensor<4xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Nothing is added: the data itself.
// CHECK-LABEL: func @pad_nothing
//  CHECK-SAME: %[[A:.*]]: tensor<5xf32>
//  CHECK-NEXT: return %[[A]]
func.func @pad_nothing(%a: tensor<5xf32>) -> tensor<5xf32> {
  %pads = "onnx.Constant"() {value = dense<0> : tensor<2xi64>} : () -> tensor<2xi64>
  %0 = "onnx.Pad"(%a, %pads) : (tensor<5xf32>, tensor<2xi64>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// CHECK-LABEL: func @flatten
//  CHECK-SAME: %[[A:.*]]: tensor<2x3x4xf32>
//       CHECK: tensor.collapse_shape %[[A]] {{\[\[}}0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
func.func @flatten(%a: tensor<2x3x4xf32>) -> tensor<6x4xf32> {
  %0 = "onnx.Flatten"(%a) {axis = -1 : i64} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

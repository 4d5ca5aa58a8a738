// Known integers, evaluated through the lowered form of other ONNX operators.
//
// RUN: onnxops-opt %s -onnxops-infer-shapes | FileCheck %s

// Shows known-r1.
// CHECK-LABEL: func @scalars
func.func @scalars(%x: tensor<7x?xf32>, %o: tensor<1x1x1x1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %minus = arith.constant -2 : i64
  %rows = tensor.dim %x, %c0 : tensor<7x?xf32>
  %columns = tensor.dim %x, %c1 : tensor<7x?xf32>
  %a = arith.index_cast %rows : index to i64
  %b = arith.index_cast %columns : index to i64
  %q = arith.divsi %a, %minus : i64
  %is = arith.cmpi slt, %q, %minus : i64
  %c = arith.select %is, %a, %b : i64
  %d = arith.trunci %a : i64 to i2
  %e = arith.extsi %d : i2 to i64
  %f = arith.maxsi %e, %q : i64
  %g = arith.muli %f, %minus : i64
  %h = arith.addi %g, %b : i64
  %i = arith.subi %a, %f : i64
  %r = tensor.from_elements %c, %g, %h, %i : tensor<4xi64>
  // 7 of 2 bits is -1, which is greater than -3.
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<7x2x?x8xf32>
  %0 = onnxops.tile_v13 %o, %r : (tensor<1x1x1x1xf32>, tensor<4xi64>) -> tensor<*xf32>
  return
}

// Shows known-r1, known-r5.
// CHECK-LABEL: func @vectors
func.func @vectors(%x: tensor<7x?xf32>, %o: tensor<1x1x1xf32>, %n: i64, %at: index) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %v = arith.constant dense<[4, 5, 6, 7]> : tensor<4xi64>
  %w = tensor.from_elements %n : tensor<i64>
  %e = tensor.expand_shape %w [] output_shape [1] : tensor<i64> into tensor<1xi64>
  %s = tensor.extract_slice %v[%c1] [2] [2] : tensor<4xi64> to tensor<2xi64>
  %r = onnxops.concat_v13 %s, %e axis = 0 : (tensor<2xi64>, tensor<1xi64>) -> tensor<3xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<5x7x?xf32>
  %0 = onnxops.tile_v13 %o, %r : (tensor<1x1x1xf32>, tensor<3xi64>) -> tensor<*xf32>
  // Elements of a concat, one of them at an unknown position.
  %c0 = arith.constant 0 : index
  %f = tensor.extract %r[%c1] : tensor<3xi64>
  %g = tensor.extract %r[%at] : tensor<3xi64>
  %h = tensor.extract %v[%c3] : tensor<4xi64>
  %t = tensor.from_elements %f, %g, %h : tensor<3xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<7x?x7xf32>
  %1 = onnxops.tile_v13 %o, %t : (tensor<1x1x1xf32>, tensor<3xi64>) -> tensor<*xf32>
  // A slice from an unknown position has the length of its type.
  %u = tensor.extract_slice %v[%at] [3] [1] : tensor<4xi64> to tensor<3xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<?x?x?xf32>
  %2 = onnxops.tile_v13 %o, %u : (tensor<1x1x1xf32>, tensor<3xi64>) -> tensor<*xf32>
  return
}

// CHECK-LABEL: func @signs
func.func @signs(%o: tensor<1x1xf32>) {
  %v = arith.constant dense<[-56, 3]> : tensor<2xi8>
  %u = tensor.bitcast %v : tensor<2xi8> to tensor<2xui8>
  %s = tensor.bitcast %u : tensor<2xui8> to tensor<2xi8>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %s[%c0] : tensor<2xi8>
  %b = tensor.extract %s[%c1] : tensor<2xi8>
  %wide = arith.extui %a : i8 to i64
  %same = arith.extsi %b : i8 to i64
  %r = tensor.from_elements %wide, %same : tensor<2xi64>
  // CHECK: onnxops.tile_v13 {{.*}} -> tensor<200x3xf32>
  %0 = onnxops.tile_v13 %o, %r : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

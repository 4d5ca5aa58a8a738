// Sizes and lengths are 0 or more.
//
// RUN: onnxops-opt %s --int-range-optimizations | FileCheck %s

// CHECK-LABEL: func @lengths
//       CHECK:   %[[TRUE:.*]] = arith.constant true
//       CHECK:   return %[[TRUE]], %[[TRUE]]
func.func @lengths(%h: !onnxops.handle, %i: index) -> (i1, i1) {
  %c0 = arith.constant 0 : index
  %n = onnxops.rt.sequence_length %h
  %0 = arith.cmpi sge, %n, %c0 : index
  %m = onnxops.rt.argument_size %i, 0
  %1 = arith.cmpi sge, %m, %c0 : index
  return %0, %1 : i1, i1
}

// CHECK-LABEL: func @sequence_length
//       CHECK:   %[[TRUE:.*]] = arith.constant dense<true> : tensor<i1>
//       CHECK:   return %[[TRUE]]
func.func @sequence_length(%s: !onnxops.seq<tensor<*xf32>>) -> tensor<i1> {
  %c0 = arith.constant dense<0> : tensor<i64>
  %n = onnxops.sequence_length_v11 %s : (!onnxops.seq<tensor<*xf32>>) -> tensor<i64>
  %0 = arith.cmpi sge, %n, %c0 : tensor<i64>
  return %0 : tensor<i1>
}

// Which ops may run although nothing needs them: those that cannot fail.
//
// RUN: onnxops-opt %s --loop-invariant-code-motion --split-input-file | FileCheck %s

// CHECK-LABEL: func @known
//       CHECK:   onnxops.concat_v13
//       CHECK:   onnxops.concat_v1
//       CHECK:   onnxops.openvino_concat_v1
//       CHECK:   onnxops.tile_v13
//       CHECK:   onnxops.tile_v1
//       CHECK:   scf.for
//  CHECK-NEXT:     func.call
//  CHECK-NEXT:   }
func.func private @use(tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
func.func @known(%a: tensor<2xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %twice = arith.constant dense<2> : tensor<1xi64>
    %two = arith.constant dense<2> : tensor<i64>
    %zero = arith.constant dense<0> : tensor<i64>
    %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    %1 = onnxops.concat_v1 %a, %a axis = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    %2 = onnxops.openvino_concat_v1 %a, %a axis = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    %3 = onnxops.tile_v13 %a, %twice : (tensor<2xf32>, tensor<1xi64>) -> tensor<4xf32>
    %4 = onnxops.tile_v1 %a, %two, %zero : (tensor<2xf32>, tensor<i64>, tensor<i64>) -> tensor<4xf32>
    func.call @use(%0, %1, %2, %3, %4) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
  }
  return
}

// -----

// A declared size that may be wrong, operands that may not fit, repeats that may be
// negative.
//
// CHECK-LABEL: func @may_fail
//       CHECK:   scf.for
//       CHECK:     onnxops.concat_v13
//       CHECK:     onnxops.concat_v13
//       CHECK:     onnxops.tile_v13
//       CHECK:     onnxops.tile_v13
//       CHECK:     func.call
func.func private @use(tensor<4xf32>, tensor<4x?xf32>, tensor<?xf32>, tensor<4xf32>)
func.func @may_fail(%a: tensor<2xf32>, %b: tensor<?xf32>, %c: tensor<2x?xf32>, %r: tensor<1xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %twice = arith.constant dense<2> : tensor<1xi64>
  scf.for %i = %c0 to %n step %c1 {
    %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<2xf32>, tensor<?xf32>) -> tensor<4xf32>
    %1 = onnxops.concat_v13 %c, %c axis = 0 : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<4x?xf32>
    %2 = onnxops.tile_v13 %a, %r : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
    %3 = onnxops.tile_v13 %b, %twice : (tensor<?xf32>, tensor<1xi64>) -> tensor<4xf32>
    func.call @use(%0, %1, %2, %3) : (tensor<4xf32>, tensor<4x?xf32>, tensor<?xf32>, tensor<4xf32>) -> ()
  }
  return
}

// -----

// The length of a sequence is always there, an element is not.
//
// CHECK-LABEL: func @sequences
//       CHECK:   onnxops.sequence_length_v11
//       CHECK:   onnxops.sequence_empty_v11
//       CHECK:   scf.for
//   CHECK-NOT:     onnxops.sequence_length_v11
//       CHECK:     onnxops.sequence_at_v11
func.func private @use(tensor<i64>, !onnxops.seq<tensor<*xf32>>, tensor<*xf32>)
func.func @sequences(%s: !onnxops.seq<tensor<*xf32>>, %p: tensor<i64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = onnxops.sequence_length_v11 %s : (!onnxops.seq<tensor<*xf32>>) -> tensor<i64>
    %1 = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
    %2 = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
    func.call @use(%0, %1, %2) : (tensor<i64>, !onnxops.seq<tensor<*xf32>>, tensor<*xf32>) -> ()
  }
  return
}

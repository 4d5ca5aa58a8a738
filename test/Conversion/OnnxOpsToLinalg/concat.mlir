// RUN: onnxops-opt %s --onnxops-upgrade --convert-onnxops-to-linalg | FileCheck %s
// RUN: onnxops-opt %s --onnxops-upgrade --convert-onnxops-to-linalg="checks=assert" | FileCheck %s --check-prefix=ASSERT
// RUN: onnxops-opt %s --onnxops-upgrade --convert-onnxops-to-linalg="checks=none" | FileCheck %s --check-prefix=NONE

// Static sizes are not checked.
// CHECK-LABEL: func @static
//   CHECK-NOT:   onnxops.check
//       CHECK:   tensor.concat dim(1) %{{.*}}, %{{.*}} : (tensor<2x3xi32>, tensor<2x5xi32>) -> tensor<2x8xi32>
func.func @static(%a: tensor<2x3xf32>, %b: tensor<2x5xf32>) -> tensor<2x8xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = -1 : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// The static size of one input is compared with the dynamic size of the other.
//  CHECK-LABEL: func @dynamic
//   CHECK-SAME:   (%[[A:.*]]: tensor<?x3xi32> {{.*}}, %[[B:.*]]: tensor<?x?xi32>
//        CHECK:   %[[DIM:.*]] = tensor.dim %[[B]], %{{.*}}
//        CHECK:   %[[SAME:.*]] = arith.cmpi eq, %[[DIM]], %[[THREE:.*]] : index
//        CHECK:   onnxops.check %[[SAME]], "{{.*}}concat.mlir:[[#@LINE+9]]:8: concat: expected inputs[{0}] to have size {1} in dimension 1, as inputs[0] has, but got {2}"(%{{.*}}, %[[THREE]], %[[DIM]])
//        CHECK:   onnxops.check %{{.*}}, "{{.*}}expected the sizes along axis 0 to sum to less than 2^63
//        CHECK:   tensor.concat dim(0) %[[A]], %[[B]]
// ASSERT-LABEL: func @dynamic
//       ASSERT:   cf.assert %{{.*}}, "{{.*}}concat: expected inputs[1] to have size 3 in dimension 1, as inputs[0] has, but got ?"
//   NONE-LABEL: func @dynamic
//     NONE-NOT:   check
//         NONE:   return
func.func @dynamic(%a: tensor<?x3xf32>, %b: tensor<?x?xf32>) -> tensor<?x3xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// A size that is static only in the declared result type is checked before its use.
// CHECK-LABEL: func @declared
//       CHECK:   %[[C:.*]] = tensor.concat
//       CHECK:   %[[DIM:.*]] = tensor.dim %[[C]]
//       CHECK:   %[[SAME:.*]] = arith.cmpi eq, %[[DIM]]
//       CHECK:   onnxops.check %[[SAME]], "{{.*}}expected dimension 0 of the result to be {0}, but got {1}"
//       CHECK:   tensor.cast %[[C]] : tensor<?xi32> to tensor<8xi32>
func.func @declared(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<8xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

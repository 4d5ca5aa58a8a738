// RUN: onnxops-opt %s --convert-tosa-to-onnxops | FileCheck %s
// The packaged mlir-opt, with the plugin.
// RUN: %mlir_opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(convert-tosa-to-onnxops)' %s | FileCheck %s

// CHECK-LABEL: func @concat(
//       CHECK:   onnxops.concat_v13 %arg0, %arg1 axis = 0 : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
func.func @concat(%a: tensor<2x3xf32>, %b: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = tosa.concat %a, %b {axis = 0 : i32} : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func @tile(
//   CHECK-NOT:   tosa
//       CHECK:   %[[R:.*]] = arith.constant dense<[2, 1]> : tensor<2xi64>
//       CHECK:   onnxops.tile_v13 %arg0, %[[R]] : (tensor<?x3xi8>, tensor<2xi64>) -> tensor<?x3xi8>
func.func @tile(%a: tensor<?x3xi8>) -> tensor<?x3xi8> {
  %s = tosa.const_shape {values = dense<[2, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.tile %a, %s : (tensor<?x3xi8>, !tosa.shape<2>) -> tensor<?x3xi8>
  return %0 : tensor<?x3xi8>
}

// Nothing to check.
//
// CHECK-LABEL: func @slice(
//   CHECK-NOT:   onnxops.check
//       CHECK:   tensor.extract_slice %arg0[1, 1] [1, 2] [1, 1] : tensor<2x3xf32> to tensor<1x2xf32>
func.func @slice(%a: tensor<2x3xf32>) -> tensor<1x2xf32> {
  %s = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %n = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.slice %a, %s, %n : (tensor<2x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// To the end, and out of bounds at run time.
//
// CHECK-LABEL: func @slice_dynamic(
//       CHECK:   %[[ALL:.*]] = tensor.dim %arg0, %c0
//       CHECK:   %[[REST:.*]] = arith.subi %[[ALL]], %c1
//       CHECK:   onnxops.check %{{.*}}, "{{.*}}slice: expected elements {0} to {1} of dimension 0 to be among {2}"
//       CHECK:   onnxops.check %{{.*}}, "{{.*}}slice: expected elements {0} to {1} of dimension 1 to be among {2}"
//       CHECK:   tensor.extract_slice %arg0[1, 2] [%[[REST]], 2] [1, 1]
func.func @slice_dynamic(%a: tensor<?x?xf32>) -> tensor<?x2xf32> {
  %s = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %n = tosa.const_shape {values = dense<[-1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.slice %a, %s, %n : (tensor<?x?xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// Other ops stay.
//
// CHECK-LABEL: func @others(
//       CHECK:   tosa.abs
func.func @others(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tosa.abs %a : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

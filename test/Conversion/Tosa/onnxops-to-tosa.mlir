// RUN: onnxops-opt %s --convert-onnxops-to-tosa | FileCheck %s
// What upstream's validation of TOSA accepts.
// RUN: onnxops-opt %s --convert-onnxops-to-tosa --canonicalize | %mlir_opt --tosa-attach-target="specification_version=1.1.draft profiles=pro_int,pro_fp extensions=int64,bf16" --tosa-validate
// The packaged mlir-opt, with the plugin.
// RUN: %mlir_opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(convert-onnxops-to-tosa)' %s | FileCheck %s

// CHECK-LABEL: func @concat(
//       CHECK:   tosa.concat %arg0, %arg2 {axis = 1 : i32} : (tensor<2x3xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
func.func @concat(%a: tensor<2x3xf32>, %none: tensor<2x0xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = onnxops.concat_v13 %a, %none, %b axis = -1 : (tensor<2x3xf32>, tensor<2x0xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @tile(
//  CHECK-NEXT:   %[[S:.*]] = tosa.const_shape {values = dense<[2, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
//  CHECK-NEXT:   tosa.tile %arg0, %[[S]] : (tensor<?x3xi64>, !tosa.shape<2>) -> tensor<?x3xi64>
func.func @tile(%a: tensor<?x3xi64>) -> tensor<?x3xi64> {
  %r = arith.constant dense<[2, 1]> : tensor<2xi64>
  %0 = onnxops.tile_v13 %a, %r : (tensor<?x3xi64>, tensor<2xi64>) -> tensor<?x3xi64>
  return %0 : tensor<?x3xi64>
}

// Known bounds, and all of a dimension whose size is not known.
//
// CHECK-LABEL: func @slice(
//       CHECK:   %[[START:.*]] = tosa.const_shape {values = dense<[0, 1]>
//       CHECK:   %[[SIZE:.*]] = tosa.const_shape {values = dense<[-1, 2]>
//       CHECK:   tosa.slice %arg0, %[[START]], %[[SIZE]] : (tensor<?x3xbf16>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x2xbf16>
func.func @slice(%a: tensor<?x3xbf16>) -> tensor<?x2xbf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x3xbf16>
  %0 = tensor.extract_slice %a[0, 1] [%n, 2] [1, 1] : tensor<?x3xbf16> to tensor<?x2xbf16>
  return %0 : tensor<?x2xbf16>
}

// Slices that TOSA has not: of steps, and of bounds that are computed.
//
// CHECK-LABEL: func @others(
//       CHECK:   tensor.extract_slice
//       CHECK:   tensor.extract_slice
func.func @others(%a: tensor<8xf32>, %i: index) -> (tensor<4xf32>, tensor<2xf32>) {
  %0 = tensor.extract_slice %a[0] [4] [2] : tensor<8xf32> to tensor<4xf32>
  %1 = tensor.extract_slice %a[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
  return %0, %1 : tensor<4xf32>, tensor<2xf32>
}

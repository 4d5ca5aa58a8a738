// RUN: onnxops-opt %s --onnxops-upgrade --convert-onnxops-to-linalg | FileCheck %s

// A type that is used in arithmetic is kept, everywhere in the module.
// CHECK-LABEL: func @added
//       CHECK:   arith.addf %{{.*}}, %{{.*}} : tensor<4xf32>
//       CHECK:   tensor.concat dim(0) %{{.*}} -> tensor<8xf32>
func.func @added(%a: tensor<4xf32>) -> tensor<8xf32> {
  %0 = arith.addf %a, %a : tensor<4xf32>
  %1 = onnxops.concat_v13 %0, %a axis = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

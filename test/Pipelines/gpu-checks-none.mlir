// RUN: onnxops-opt %s --onnxops-to-gpu-launches-pipeline=checks=none | FileCheck %s

// CHECK-NOT: cf.assert
// CHECK:     gpu.launch
// CHECK-NOT: cf.assert
func.func @concat(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %0 = onnxops.concat_v13 %a, %b axis = 1 : (tensor<?x?xi8>, tensor<?x?xi8>) -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

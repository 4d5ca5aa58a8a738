// Symbolic dimensions of arguments get a size.
//
// RUN: onnxops-opt %s -split-input-file -onnxops-bind-dimensions=dims=N=8,M=0 | FileCheck %s

// Every argument of the name; other names stay, and so do sizes that are known.
// CHECK-LABEL: func @main
//  CHECK-SAME:   (%[[A:.*]]: tensor<8x?x4xf32> {onnxops.dims = ["", "K", ""]}, %[[B:.*]]: tensor<0xf32>, %{{.*}}: tensor<2xf32>, %{{.*}}: tensor<*xf32>)
//  CHECK-SAME:   -> (tensor<?x?x?xf32> {onnxops.dims = ["", "K", ""]}, tensor<?xf32>)
func.func @main(%a: tensor<?x?x4xf32> {onnxops.dims = ["N", "K", ""]}, %b: tensor<?xf32> {onnxops.dims = ["M"]}, %c: tensor<2xf32>, %d: tensor<*xf32>)
    -> (tensor<?x?x?xf32> {onnxops.dims = ["N", "K", ""]}, tensor<?xf32> {onnxops.dims = ["M"]}) {
  // CHECK-DAG: %[[X:.*]] = tensor.cast %[[A]]
  // CHECK-DAG: %[[Y:.*]] = tensor.cast %[[B]]
  %0 = tensor.cast %a : tensor<?x?x4xf32> to tensor<?x?x?xf32>
  // CHECK: return %{{.*}}, %[[Y]]
  return %0, %b : tensor<?x?x?xf32>, tensor<?xf32>
}

// CHECK: func private @declared(tensor<8xf32>)
func.func private @declared(%a: tensor<?xf32> {onnxops.dims = ["N"]})

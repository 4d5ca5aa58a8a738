// RUN: onnxops-opt %s -allow-unregistered-dialect --onnxops-infer-shapes \
// RUN:   --onnxops-resolve-sequences --onnxops-fuse | FileCheck %s

// The body of a module is a graph region: upstream ops may use each other's results
// there. Such a cycle is followed once.

// CHECK: "test.use"
%from = tensor.cast %to : tensor<2xf32> to tensor<?xf32>
%to = tensor.cast %from : tensor<?xf32> to tensor<2xf32>
%joined = tensor.concat dim(0) %from, %to : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
"test.use"(%joined) : (tensor<?xf32>) -> ()

// For every effect of a failed check and every place of the operands, the checks
// that operands fit, and that a result is as declared, come first.

// RUN: onnxops-opt %s -allow-unregistered-dialect --onnxops-to-buffers-pipeline | FileCheck %s -DCHECK=onnxops.check
// RUN: onnxops-opt %s -allow-unregistered-dialect --onnxops-to-buffers-pipeline="checks=assert" | FileCheck %s -DCHECK=cf.assert
// RUN: onnxops-opt %s -allow-unregistered-dialect --onnxops-to-gpu-launches-pipeline | FileCheck %s --check-prefix=GPU

// CHECK-LABEL: func.func @onnxops_concat
// CHECK: [[CHECK]] {{.*}}to have size
// CHECK: [[CHECK]] {{.*}}to sum to
// CHECK: linalg.generic
// CHECK: linalg.generic
// CHECK-NOT: [[CHECK]]
// CHECK-NOT: memref.copy
// GPU-LABEL: func.func @onnxops_concat
// GPU: onnxops.check {{.*}}to have size
// GPU: onnxops.check {{.*}}to sum to
// GPU: gpu.launch_func
// GPU-NOT: onnxops.check
func.func @concat(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %p = "onnx.Neg"(%a) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %q = "onnx.Neg"(%b) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = onnxops.concat_v13 %p, %q axis = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// For a chain, too; all of it is computed in the declared size.
// CHECK-LABEL: func.func @onnxops_declared
// CHECK: [[CHECK]] {{.*}}to be
// CHECK: [[CHECK]] {{.*}}to be
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<16x5xf32
// CHECK-NOT: [[CHECK]]
// GPU-LABEL: func.func @onnxops_declared
// GPU: onnxops.check {{.*}}to be
// GPU: onnxops.check {{.*}}to be
// GPU: gpu.launch_func
// GPU-NOT: onnxops.check
func.func @declared(%a: tensor<?x?xf32>) -> tensor<16x5xf32> {
  %p = "onnx.Neg"(%a) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %q = "onnx.Exp"(%p) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = "onnx.Neg"(%q) : (tensor<?x?xf32>) -> tensor<16x5xf32>
  return %r : tensor<16x5xf32>
}

// A tensor that a check depends on is computed in its own size, not as declared.
// CHECK-LABEL: func.func @onnxops_waits
// CHECK: [[CHECK]] {{.*}}indices
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<?xf32>) outs(%{{.*}} : memref<?xf32>)
// CHECK: [[CHECK]] {{.*}}indices
// CHECK: [[CHECK]] {{.*}}to be
// GPU-LABEL: func.func @onnxops_waits
func.func @waits(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<4xf32>, tensor<1xf32>) {
  %p = "onnx.Neg"(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %zero = arith.constant dense<0> : tensor<1xi64>
  %f = "onnx.Gather"(%p, %zero) : (tensor<?xf32>, tensor<1xi64>) -> tensor<1xf32>
  %i = "onnx.Cast"(%f) {to = 7 : si64} : (tensor<1xf32>) -> tensor<1xi64>
  %g = "onnx.Gather"(%b, %i) : (tensor<?xf32>, tensor<1xi64>) -> tensor<1xf32>
  %r = "onnx.Neg"(%p) : (tensor<?xf32>) -> tensor<4xf32>
  return %r, %g : tensor<4xf32>, tensor<1xf32>
}

// RUN: onnxops-opt %s --onnxops-to-llvm-pipeline | FileCheck %s

// Only LLVM is left; no copy is element by element or makes an allocation.
// CHECK-NOT: {{^ *(%.* = )?onnxops\.}}
// CHECK-NOT: @memrefCopy
// CHECK-NOT: @malloc
// CHECK-NOT: unrealized_conversion_cast
//     CHECK: llvm.func @onnxops_main(%{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: !llvm.ptr) -> i32
// CHECK-NOT: @onnxopsRtAllocate
//     CHECK: llvm.call @onnxopsRtEnter
//     CHECK: llvm.call @onnxopsRtOutput
//     CHECK: llvm.call @onnxops_table(
//     CHECK: llvm.call @onnxopsRtLeave
func.func @main(%a: tensor<?x3xcomplex<f64>>, %b: tensor<?x?xcomplex<f64>>) -> tensor<?x3xcomplex<f64>> {
  %0 = onnxops.concat_v4 %a, %b axis = 0 : (tensor<?x3xcomplex<f64>>, tensor<?x?xcomplex<f64>>) -> tensor<?x3xcomplex<f64>>
  return %0 : tensor<?x3xcomplex<f64>>
}

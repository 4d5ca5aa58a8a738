// A loop appends to a cache: all of it is in the caller's memory, and an iteration
// writes only the rows that it adds. Nothing is allocated or copied as a whole,
// whether the cache is read before or after the append.
//
// RUN: onnxops-opt %s --onnxops-to-buffers-pipeline -split-input-file | FileCheck %s
// RUN: onnxops-opt %s --onnxops-to-gpu-launches-pipeline -split-input-file | FileCheck %s --check-prefix=GPU

// CHECK-LABEL: func @onnxops_main
// CHECK: %[[K:.*]] = onnxops.rt.argument 0
// CHECK: %[[V:.*]] = onnxops.rt.argument 1
// CHECK: %[[X:.*]] = onnxops.rt.argument 2
// CHECK: %[[A:.*]] = onnxops.rt.output 0
// CHECK: memref.copy %[[K]], %{{.*}}
// CHECK: %[[B:.*]] = onnxops.rt.output 1
// CHECK: memref.copy %[[V]], %{{.*}}
// CHECK: scf.for {{.*}} -> (f32) {
// CHECK-NOT: memref.alloc
// CHECK: %[[OLD:.*]] = memref.subview %[[B]][0, 0, 0, 0]
// CHECK: memref.load %[[OLD]]
// CHECK: %[[LAST:.*]] = memref.subview %[[A]][0, 0, %{{.*}}, 0] [1, 2, 1, 4] [1, 1, 1, 1]
// CHECK-NEXT: memref.copy %[[X]], %[[LAST]]
// CHECK: %[[NEW:.*]] = memref.subview %[[A]][0, 0, 0, 0]
// CHECK: memref.load %[[NEW]]
// CHECK: %[[LAST:.*]] = memref.subview %[[B]][0, 0, %{{.*}}, 0] [1, 2, 1, 4] [1, 1, 1, 1]
// CHECK-NEXT: memref.copy %[[X]], %[[LAST]]
// CHECK-NOT: memref.{{alloc|copy}}
// CHECK: scf.yield
//
// GPU-LABEL: func @onnxops_main
// GPU-COUNT-2: gpu.launch_func
// GPU: scf.for
// GPU-NOT: memref.alloc
// GPU-COUNT-2: gpu.launch_func
// GPU-NOT: memref.alloc
// GPU: scf.yield
func.func @main(%k: tensor<1x2x?x4xf32>, %v: tensor<1x2x?x4xf32>, %x: tensor<1x2x1x4xf32>, %n: tensor<1xi64>)
    -> (tensor<1x2x?x4xf32>, tensor<1x2x?x4xf32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %given = tensor.extract %n[%c0] : tensor<1xi64>
  %iterations = arith.index_cast %given : i64 to index
  %r:3 = scf.for %i = %c0 to %iterations step %c1 iter_args(%a = %k, %b = %v, %s = %zero)
      -> (tensor<1x2x?x4xf32>, tensor<1x2x?x4xf32>, f32) {
    %d = tensor.extract %b[%c0, %c0, %i, %c0] : tensor<1x2x?x4xf32>
    %p = onnxops.concat_v13 %a, %x axis = 2 : (tensor<1x2x?x4xf32>, tensor<1x2x1x4xf32>) -> tensor<1x2x?x4xf32>
    %e = tensor.extract %p[%c0, %c0, %i, %c0] : tensor<1x2x?x4xf32>
    %q = onnxops.concat_v13 %b, %x axis = 2 : (tensor<1x2x?x4xf32>, tensor<1x2x1x4xf32>) -> tensor<1x2x?x4xf32>
    %t = arith.addf %d, %e : f32
    %u = arith.addf %s, %t : f32
    scf.yield %p, %q, %u : tensor<1x2x?x4xf32>, tensor<1x2x?x4xf32>, f32
  }
  %f = tensor.from_elements %r#2 : tensor<f32>
  return %r#0, %r#1, %f : tensor<1x2x?x4xf32>, tensor<1x2x?x4xf32>, tensor<f32>
}

// RUN: onnxops-opt %s -onnxops-outline-loops=out-of-line-threshold=2 | FileCheck %s
// RUN: onnxops-opt %s -onnxops-outline-loops | FileCheck %s --check-prefix=FEW

#map = affine_map<(d0) -> (d0)>

// Ops that differ in memory alone are one function, wherever a view begins.
// FEW-NOT: call
// CHECK-LABEL: func @views(
// CHECK-SAME: %[[A:.*]]: memref<8xf32>, %[[M:.*]]: memref<32xf32>)
// CHECK: %[[V:.*]] = memref.subview %[[M]][8]
// CHECK: %[[C:.*]] = memref.cast %[[V]] : memref<8xf32, strided<[1], offset: 8>> to memref<8xf32, strided<[1], offset: ?>>
// CHECK: call @onnxops_loops(%[[A]], %[[C]])
// CHECK: memref.subview %[[M]][16]
// CHECK: call @onnxops_loops(%[[A]], %{{.*}})
// CHECK-NOT: linalg
// CHECK: return
func.func @views(%a: memref<8xf32>, %m: memref<32xf32>) {
  %zero = arith.constant 0.0 : f32
  %first = memref.subview %m[8] [8] [1] : memref<32xf32> to memref<8xf32, strided<[1], offset: 8>>
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<8xf32>) outs(%first : memref<8xf32, strided<[1], offset: 8>>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  }
  %second = memref.subview %m[16] [8] [1] : memref<32xf32> to memref<8xf32, strided<[1], offset: 16>>
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<8xf32>) outs(%second : memref<8xf32, strided<[1], offset: 16>>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  }
  return
}

// Another constant, another body, an operand given twice: other functions. What
// a body reads from outside is given too.
// CHECK-LABEL: func @different(
// CHECK-SAME: %[[A:.*]]: memref<8xf32>, %[[B:.*]]: memref<8xf32>, %[[F:.*]]: f32)
// CHECK: call @onnxops_loops_0(%[[B]])
// CHECK-NEXT: call @onnxops_loops_1(%[[B]])
// CHECK-NEXT: call @onnxops_loops_2(%[[A]], %[[B]], %[[F]])
// CHECK-NEXT: call @onnxops_loops_3(%[[A]], %[[B]], %[[F]])
// CHECK-NEXT: call @onnxops_loops_4(%[[A]], %[[F]])
// CHECK-NEXT: return
func.func @different(%a: memref<8xf32>, %b: memref<8xf32>, %f: f32) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%zero : f32) outs(%b : memref<8xf32>)
  linalg.fill ins(%one : f32) outs(%b : memref<8xf32>)
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %f : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %f : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<8xf32>) outs(%a : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %f : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK: func private @onnxops_loops(%[[A:.*]]: memref<8xf32>, %[[O:.*]]: memref<8xf32, strided<[1], offset: ?>>)
// CHECK-SAME: internal{{.*}}no_inline{{.*}}noinline
// CHECK-NEXT: arith.constant 0.0
// CHECK-NEXT: linalg.generic {{.*}} ins(%[[A]] {{.*}} outs(%[[O]]

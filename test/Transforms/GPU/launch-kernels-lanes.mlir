// A thread runs as many iterations as one memory access has elements, if addresses,
// strides and sizes allow it.
//
// RUN: onnxops-opt %s --onnxops-launch-kernels=target=spirv --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,SPIRV
// RUN: onnxops-opt %s --onnxops-launch-kernels=target=nvptx --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,LLVM

#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d0)>
#turned = affine_map<(d0, d1) -> (d1, d0)>

// 32 elements are 8 units.

// CHECK-LABEL: func.func @wide
// CHECK:         gpu.launch_func @onnxops.kernels::@loop_0 blocks in (%c1, %c1, %c1)
func.func @wide(%a: memref<4x8xf32>, %b: memref<4xf32>, %r: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<4x8xf32>, memref<4xf32>) outs(%r : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  }
  return
}

// The widest element type determines their number.

// CHECK-LABEL: func.func @two_widths
// CHECK:         gpu.launch_func @onnxops.kernels::@loop_1
func.func @two_widths(%a: memref<?x?xf64>, %r: memref<?x?xi1>) {
  %zero = arith.constant 0.0 : f64
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x?xf64>) outs(%r : memref<?x?xi1>) {
  ^bb0(%x: f64, %z: i1):
    %0 = arith.cmpf olt, %x, %zero : f64
    linalg.yield %0 : i1
  }
  return
}

// Not if the length, a stride, a map or a loop prevents it.

// CHECK-LABEL: func.func @one_by_one
// CHECK:         gpu.launch_func @onnxops.kernels::@loop_2
// CHECK:         gpu.launch_func @onnxops.kernels::@loop_3
// CHECK:         gpu.launch_func @onnxops.kernels::@loop_4
// CHECK:         gpu.launch_func @onnxops.kernels::@loop_5
func.func @one_by_one(%a: memref<8x6xf32>, %b: memref<8x6xf32, strided<[6, 2]>>, %c: memref<8x8xf32, strided<[9, 1]>>,
                      %d: memref<8x8xf32>, %r: memref<8x6xf32>, %s: memref<8x8xf32>, %t: memref<8xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : memref<8x6xf32, strided<[6, 2]>>) outs(%r : memref<8x6xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : memref<8x8xf32, strided<[9, 1]>>) outs(%s : memref<8x8xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d : memref<8x8xf32>) outs(%s : memref<8x8xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #column], iterator_types = ["parallel", "reduction"]}
      ins(%d : memref<8x8xf32>) outs(%t : memref<8xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.addf %x, %z : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: gpu.func @loop_0
// CHECK:         %[[FREE:.*]] = arith.cmpi eq, %{{.*}}, %c0_i64 : i64
// CHECK:         scf.if %[[FREE]] {
// CHECK:           scf.for %{{.*}} to %c8_i32 step
// SPIRV:           %[[X:.*]] = spirv.Load {{.*}} ["Aligned", 16] : vector<4xf32>
// LLVM:            %[[X:.*]] = llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// SPIRV:           %[[Y:.*]] = spirv.Load {{.*}} ["Aligned", 4] : f32
// LLVM:            %[[Y:.*]] = llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
// CHECK-COUNT-4:   arith.addf %{{.*}}, %[[Y]] : f32
// SPIRV:           spirv.Store {{.*}} ["Aligned", 16] : vector<4xf32>
// LLVM:            llvm.store {{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
// CHECK:         } else {
// SPIRV:           spirv.Store {{.*}} ["Aligned", 4] : f32
// LLVM:            llvm.store {{.*}} {alignment = 4 : i64} : f32, !llvm.ptr<1>

// CHECK-LABEL: gpu.func @loop_1
// LLVM:          llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<2xf64>
// CHECK-COUNT-2: arith.extui %{{.*}} : i1 to i8
// LLVM:          llvm.store {{.*}} {alignment = 2 : i64} : vector<2xi8>, !llvm.ptr<1>
// LLVM:          llvm.store {{.*}} {alignment = 1 : i64} : i8, !llvm.ptr<1>

// CHECK-LABEL: gpu.func @loop_2
// CHECK-NOT:     vector<

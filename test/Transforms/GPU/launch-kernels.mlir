// RUN: onnxops-opt %s --onnxops-launch-kernels=target=spirv --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,SPIRV
// RUN: onnxops-opt %s --onnxops-launch-kernels=target=nvptx --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,LLVM

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#none = affine_map<(d0, d1) -> ()>

// Copies into adjacent slices of one memref are one launch.

// CHECK-LABEL: func.func @concat
// CHECK:         gpu.launch_func @onnxops.kernels::@move_0 blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
// CHECK-NOT:     gpu.launch_func
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @concat(%a: memref<4x3xf32>, %b: memref<4x5xf32>) -> memref<4x8xf32> {
  %r = memref.alloc() : memref<4x8xf32>
  %0 = memref.subview %r[0, 0] [4, 3] [1, 1] : memref<4x8xf32> to memref<4x3xf32, strided<[8, 1]>>
  memref.copy %a, %0 : memref<4x3xf32> to memref<4x3xf32, strided<[8, 1]>>
  %1 = memref.subview %r[0, 3] [4, 5] [1, 1] : memref<4x8xf32> to memref<4x5xf32, strided<[8, 1], offset: 3>>
  memref.copy %b, %1 : memref<4x5xf32> to memref<4x5xf32, strided<[8, 1], offset: 3>>
  return %r : memref<4x8xf32>
}

// The same kernel for other sizes of the same number of operands.

// CHECK-LABEL: func.func @same
// CHECK:         gpu.launch_func @onnxops.kernels::@move_0
// CHECK:         return
func.func @same(%a: memref<7x1xf32>, %b: memref<7x2xf32>) -> memref<7x3xf32> {
  %r = memref.alloc() : memref<7x3xf32>
  %0 = memref.subview %r[0, 0] [7, 1] [1, 1] : memref<7x3xf32> to memref<7x1xf32, strided<[3, 1]>>
  memref.copy %a, %0 : memref<7x1xf32> to memref<7x1xf32, strided<[3, 1]>>
  %1 = memref.subview %r[0, 1] [7, 2] [1, 1] : memref<7x3xf32> to memref<7x2xf32, strided<[3, 1], offset: 1>>
  memref.copy %b, %1 : memref<7x2xf32> to memref<7x2xf32, strided<[3, 1], offset: 1>>
  return %r : memref<7x3xf32>
}

// At most as many blocks as a device takes.

// CHECK-LABEL: func.func @tile
// CHECK:         %[[BLOCKS:.*]] = arith.minsi %{{.*}}, %c65535_i64
// CHECK:         arith.index_cast %[[BLOCKS]]
// CHECK:         gpu.launch_func @onnxops.kernels::@move_1
// CHECK:         return
func.func @tile(%a: memref<?xf32>, %r: memref<?x?xf32>) {
  linalg.broadcast ins(%a : memref<?xf32>) outs(%r : memref<?x?xf32>) dimensions = [0]
  return
}

// CHECK-LABEL: func.func @loop
// CHECK:         gpu.launch_func @onnxops.kernels::@loop_2
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @loop(%a: memref<4x8xf32>, %b: memref<8xf32>, %s: f32, %r: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<4x8xf32>, memref<8xf32>) outs(%r : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %0 = arith.mulf %x, %s : f32
    %1 = arith.addf %0, %y : f32
    linalg.yield %1 : f32
  }
  return
}

// Without a parallel loop there is one thread.

// CHECK-LABEL: func.func @reduction
// CHECK:         gpu.launch_func @onnxops.kernels::@loop_3 blocks in (%c1, %c1, %c1)
// CHECK:         return
func.func @reduction(%a: memref<4x8xi1>, %r: memref<i1>) {
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%a : memref<4x8xi1>) outs(%r : memref<i1>) {
  ^bb0(%x: i1, %all: i1):
    %0 = arith.andi %all, %x : i1
    linalg.yield %0 : i1
  }
  return
}

// CHECK-LABEL: func.func @table
// CHECK:         gpu.launch_func @onnxops.kernels::@loop_4
// CHECK:         return
func.func @table(%a: memref<4xindex>, %t: memref<?xf32>, %r: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%a : memref<4xindex>) outs(%r : memref<4xf32>) {
  ^bb0(%x: index, %out: f32):
    %isInside = arith.cmpi sge, %x, %c0 : index
    %0 = scf.if %isInside -> f32 {
      %1 = memref.load %t[%x] : memref<?xf32>
      scf.yield %1 : f32
    } else {
      scf.yield %out : f32
    }
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: gpu.module @onnxops.kernels

// Static sizes: indices of 32 bits. Runs are not a multiple of 16 bytes: a thread
// loads the words of a block, from one run after the other, without a division,
// and stores them at once; at an end of the target it stores single words.
// SPIRV:       gpu.func @move_0(%{{.*}}: memref<?xi64>) kernel
// SPIRV-SAME:    spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [256, 1, 1]>
// LLVM:        gpu.func @move_0(%{{.*}}: !llvm.ptr, %{{.*}}: i64) kernel
// CHECK-NOT:     scf.if
// CHECK-NOT:     arith.divui
// CHECK:         scf.for {{.*}} : i32 {
// CHECK:           %[[WORDS:.*]]:5 = scf.while
// CHECK-NOT:         arith.divui
// SPIRV-COUNT-4:     spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 4] : i32
// SPIRV-NOT:         spirv.Load
// LLVM-COUNT-4:      llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> i32
// LLVM-NOT:          llvm.load %{{.*}} : !llvm.ptr<1>
// CHECK:             scf.yield
// CHECK:           scf.if
// CHECK:             %[[BLOCK:.*]] = vector.from_elements %[[WORDS]]#1, %[[WORDS]]#2, %[[WORDS]]#3, %[[WORDS]]#4 : vector<4xi32>
// SPIRV:             spirv.Store "PhysicalStorageBuffer" %{{.*}}, %[[BLOCK]] ["Aligned", 16] : vector<4xi32>
// LLVM:              llvm.store %[[BLOCK]], %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// CHECK:           } else {
// CHECK:             scf.for
// SPIRV:               spirv.Store "PhysicalStorageBuffer" %{{.*}}, %{{.*}} ["Aligned", 4] : i32
// LLVM:                llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64} : i32, !llvm.ptr<1>

// Dynamic sizes: the widest units that alignments allow, and indices as wide as
// necessary.
// CHECK:       gpu.func @move_1
// CHECK:         %[[BITS:.*]] = arith.andi %{{.*}}, %c15_i64
// CHECK:         %[[FITS:.*]] = arith.cmpi eq, %[[BITS]], %c0_i64
// CHECK:         scf.if %[[FITS]] {
// CHECK:           scf.if
// CHECK:             scf.for {{.*}} : i32 {
// SPIRV:               spirv.Store {{.*}} ["Aligned", 16] : vector<4xi32>
// LLVM:                llvm.store {{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// CHECK:             scf.for {{.*}} : i64 {
// SPIRV:               spirv.Store {{.*}} ["Aligned", 16] : vector<4xi32>
// CHECK:           scf.if
// SPIRV:               spirv.Store {{.*}} ["Aligned", 4] : i32
// LLVM:                llvm.store {{.*}} {alignment = 4 : i64} : i32, !llvm.ptr<1>

// A scalar is a kernel argument.
// CHECK:       gpu.func @loop_2
// CHECK:         arith.bitcast %{{.*}} : i32 to f32
// CHECK:         arith.mulf
// CHECK:         arith.addf

// A thread runs loops that are not parallel. Booleans are bytes.
// CHECK:       gpu.func @loop_3
// CHECK:         scf.for
// CHECK:           scf.for {{.*}} : i64 {
// CHECK:             scf.for {{.*}} : i64 {
// SPIRV:               spirv.Load {{.*}} ["Aligned", 1] : i8
// CHECK:               arith.andi
// CHECK:               arith.extui %{{.*}} : i1 to i8

// Memory that a branch of the body reads is on the device as well.
// CHECK:       gpu.func @loop_4
// CHECK:         scf.if
// CHECK-NOT:     memref.load
// SPIRV:           spirv.Load {{.*}} ["Aligned", 4] : f32
// LLVM:            llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
// CHECK:         } else {

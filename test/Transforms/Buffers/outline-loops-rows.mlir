// RUN: onnxops-opt %s --onnxops-outline-loops --split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

// The operands of a concat are computed row by row, also for one thread.

// CHECK-LABEL: func.func @together
// CHECK-NOT: linalg
// CHECK: call @onnxops_loops(%{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NOT: call
// CHECK: func.func private @onnxops_loops(%{{.*}}: !llvm.ptr, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64)
// CHECK: scf.for %[[ROW:.*]] = %[[BEGIN]] to %[[END]]
// CHECK: %[[AT:.*]] = arith.index_cast %[[ROW]]
// CHECK: memref.subview %{{.*}}[%[[AT]], 0] [1, 8] [1, 1] : memref<16x8xf32> to
// CHECK: linalg.generic
// CHECK: arith.negf
// CHECK: linalg.generic
// CHECK: math.absf
// CHECK: }
func.func @together(%a: memref<16x8xf32>, %b: memref<16x8xf32>) -> memref<16x16xf32> {
  %r = memref.alloc() : memref<16x16xf32>
  %left = memref.subview %r[0, 0] [16, 8] [1, 1] : memref<16x16xf32> to memref<16x8xf32, strided<[16, 1]>>
  %right = memref.subview %r[0, 8] [16, 8] [1, 1] : memref<16x16xf32> to memref<16x8xf32, strided<[16, 1], offset: 8>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<16x8xf32>) outs(%left : memref<16x8xf32, strided<[16, 1]>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : memref<16x8xf32>) outs(%right : memref<16x8xf32, strided<[16, 1], offset: 8>>) {
  ^bb0(%x: f32, %out: f32):
    %y = math.absf %x : f32
    linalg.yield %y : f32
  }
  return %r : memref<16x16xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// The second loop reads memory that the first one writes.

// CHECK-LABEL: func.func @reads_what_is_written
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: call @onnxops_loops
func.func @reads_what_is_written(%a: memref<16x8xf32>, %b: memref<16x8xf32>) -> memref<16x16xf32> {
  %r = memref.alloc() : memref<16x16xf32>
  %left = memref.subview %r[0, 0] [16, 8] [1, 1] : memref<16x16xf32> to memref<16x8xf32, strided<[16, 1]>>
  %right = memref.subview %r[0, 8] [16, 8] [1, 1] : memref<16x16xf32> to memref<16x8xf32, strided<[16, 1], offset: 8>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<16x8xf32>) outs(%left : memref<16x8xf32, strided<[16, 1]>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%left : memref<16x8xf32, strided<[16, 1]>>) outs(%right : memref<16x8xf32, strided<[16, 1], offset: 8>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  return %r : memref<16x16xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// The target is read.

// CHECK-LABEL: func.func @reads_its_target
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: call @onnxops_loops
func.func @reads_its_target(%a: memref<16x8xf32>, %b: memref<16x8xf32>) -> memref<16x16xf32> {
  %r = memref.alloc() : memref<16x16xf32>
  %left = memref.subview %r[0, 0] [16, 8] [1, 1] : memref<16x16xf32> to memref<16x8xf32, strided<[16, 1]>>
  %right = memref.subview %r[0, 8] [16, 8] [1, 1] : memref<16x16xf32> to memref<16x8xf32, strided<[16, 1], offset: 8>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<16x8xf32>) outs(%left : memref<16x8xf32, strided<[16, 1]>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : memref<16x8xf32>) outs(%right : memref<16x8xf32, strided<[16, 1], offset: 8>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.addf %x, %out : f32
    linalg.yield %y : f32
  }
  return %r : memref<16x16xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// There is a store in between.

// CHECK-LABEL: func.func @disturbed
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: call @onnxops_loops
func.func @disturbed(%a: memref<16x8xf32>, %b: memref<16x8xf32>) -> memref<16x16xf32> {
  %r = memref.alloc() : memref<16x16xf32>
  %left = memref.subview %r[0, 0] [16, 8] [1, 1] : memref<16x16xf32> to memref<16x8xf32, strided<[16, 1]>>
  %right = memref.subview %r[0, 8] [16, 8] [1, 1] : memref<16x16xf32> to memref<16x8xf32, strided<[16, 1], offset: 8>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<16x8xf32>) outs(%left : memref<16x8xf32, strided<[16, 1]>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  memref.store %f, %b[%c0, %c0] : memref<16x8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : memref<16x8xf32>) outs(%right : memref<16x8xf32, strided<[16, 1], offset: 8>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  return %r : memref<16x16xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// An unknown memref may alias the target.

// CHECK-LABEL: func.func @unknown_memory
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: call @onnxops_loops
func.func private @view(memref<16x16xf32>) -> memref<16x8xf32>
func.func @unknown_memory(%a: memref<16x8xf32>, %b: memref<16x8xf32>) -> memref<16x16xf32> {
  %r = memref.alloc() : memref<16x16xf32>
  %left = memref.subview %r[0, 0] [16, 8] [1, 1] : memref<16x16xf32> to memref<16x8xf32, strided<[16, 1]>>
  %right = memref.subview %r[0, 8] [16, 8] [1, 1] : memref<16x16xf32> to memref<16x8xf32, strided<[16, 1], offset: 8>>
  %u = func.call @view(%r) : (memref<16x16xf32>) -> memref<16x8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<16x8xf32>) outs(%left : memref<16x8xf32, strided<[16, 1]>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u : memref<16x8xf32>) outs(%right : memref<16x8xf32, strided<[16, 1], offset: 8>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  return %r : memref<16x16xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// Different rows of the target, and too few to share.

// CHECK-LABEL: func.func @other_rows
// CHECK-COUNT-4: linalg.generic
// CHECK-NOT: call @onnxops_loops
func.func @other_rows(%a: memref<16x8xf32>, %b: memref<2x8xf32>) -> (memref<40x8xf32>, memref<2x16xf32>) {
  %r = memref.alloc() : memref<40x8xf32>
  %s = memref.alloc() : memref<2x16xf32>
  %0 = memref.subview %r[0, 0] [16, 8] [1, 1] : memref<40x8xf32> to memref<16x8xf32, strided<[8, 1]>>
  %1 = memref.subview %r[20, 0] [16, 8] [1, 1] : memref<40x8xf32> to memref<16x8xf32, strided<[8, 1], offset: 160>>
  %2 = memref.subview %s[0, 0] [2, 8] [1, 1] : memref<2x16xf32> to memref<2x8xf32, strided<[16, 1]>>
  %3 = memref.subview %s[0, 8] [2, 8] [1, 1] : memref<2x16xf32> to memref<2x8xf32, strided<[16, 1], offset: 8>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<16x8xf32>) outs(%0 : memref<16x8xf32, strided<[8, 1]>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<16x8xf32>) outs(%1 : memref<16x8xf32, strided<[8, 1], offset: 160>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : memref<2x8xf32>) outs(%2 : memref<2x8xf32, strided<[16, 1]>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : memref<2x8xf32>) outs(%3 : memref<2x8xf32, strided<[16, 1], offset: 8>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  return %r, %s : memref<40x8xf32>, memref<2x16xf32>
}

// RUN: onnxops-opt %s --onnxops-outline-loops="threads=4 parallel-threshold=4096" --canonicalize --split-input-file | FileCheck %s
// RUN: onnxops-opt %s --onnxops-outline-loops="threads=1 parallel-threshold=0" --split-input-file | FileCheck %s --check-prefix=ALONE --implicit-check-not=onnxops.rt.parallel_for
// For one thread, only what may go past the caches is a kernel.
// ALONE-NOT:   call @
// ALONE-LABEL: func.func @unknown
// ALONE:       call @onnxops_loops(
// ALONE-NOT:   call @
// ALONE:       return
// ALONE-LABEL: func.func @few
// ALONE-NOT:   call @
// RUN: onnxops-opt %s --onnxops-outline-loops="out-of-line-threshold=2" --canonicalize --split-input-file | FileCheck %s --check-prefix=MANY

// Many loops become kernels whatever they write, for one thread too.
// MANY-LABEL: func.func @halves
// MANY: call @onnxops_loops(%{{.*}}, %c0_i64, %c2048_i64)
// MANY: call @onnxops_loops(%{{.*}}, %c0_i64, %c2048_i64)
// MANY-LABEL: func.func @few
// MANY: linalg.generic
// MANY-LABEL: func.func @left
// MANY-COUNT-4: linalg.generic

#id = affine_map<(d0) -> (d0)>

// The halves of a sum differ only in addresses: they share a kernel, and the
// argument array.

// CHECK-LABEL: func.func @halves
// CHECK-SAME: (%[[A:.*]]: memref<2048xf32>, %[[R:.*]]: memref<4096xf32>)
// CHECK: %[[TABLE:.*]] = llvm.alloca %c2_i64
// CHECK: %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
// CHECK: onnxops.rt.parallel_for @[[KERNEL:onnxops_loops]](%[[TABLE]], %c2048) words {{[0-9]+}} grain %c1024 threads 4
// CHECK: onnxops.rt.parallel_for @[[KERNEL]](%[[TABLE]], %c2048) words {{[0-9]+}} grain %c1024 threads 4
// CHECK-NOT: linalg.generic
// CHECK: return

// CHECK: func.func private @[[KERNEL]](%[[TABLE:.*]]: !llvm.ptr, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64)
// CHECK-DAG: %[[FROM:.*]] = arith.index_cast %[[BEGIN]]
// CHECK-DAG: %[[COUNT:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK-DAG: %[[SIZE:.*]] = arith.index_cast %[[COUNT]]
// CHECK: %[[IN:.*]] = memref.subview %{{.*}}[%[[FROM]]] [%[[SIZE]]] [1]
// CHECK: %[[OUT:.*]] = memref.subview %{{.*}}[%[[FROM]]] [%[[SIZE]]] [1]
// CHECK: linalg.generic {{.*}} ins(%[[IN]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NOT: @onnxops_loops_0
func.func @halves(%a: memref<2048xf32>, %r: memref<4096xf32>) {
  %0 = memref.subview %r[0] [2048] [1] : memref<4096xf32> to memref<2048xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<2048xf32>) outs(%0 : memref<2048xf32, strided<[1]>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  %1 = memref.subview %r[2048] [2048] [1] : memref<4096xf32> to memref<2048xf32, strided<[1], offset: 2048>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<2048xf32>) outs(%1 : memref<2048xf32, strided<[1], offset: 2048>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>

// The same text, but different values: two kernels.

// CHECK-LABEL: func.func @captured
// CHECK: onnxops.rt.parallel_for @onnxops_loops(
// CHECK: onnxops.rt.parallel_for @onnxops_loops_0(
// CHECK: func.func private @onnxops_loops(
// CHECK: %[[S:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: arith.subf %{{.*}}, %{{.*}} : f32
func.func @captured(%s: f32, %t: f32, %r: memref<4096xf32>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%r : memref<4096xf32>) {
  ^bb0(%out: f32):
    %x = arith.subf %s, %t : f32
    %y = arith.mulf %x, %s : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%r : memref<4096xf32>) {
  ^bb0(%out: f32):
    %x = arith.subf %s, %t : f32
    %y = arith.mulf %x, %t : f32
    linalg.yield %y : f32
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// Dynamic sizes: the bytes decide at run time whether threads share the loop. The
// index is that of the whole loop.

// CHECK-LABEL: func.func @unknown
// CHECK: %[[ROW:.*]] = arith.muli %{{.*}}, %c8_i64
// CHECK: %[[BYTES:.*]] = arith.muli %[[ROW]], %{{.*}}
// CHECK: %[[SMALL:.*]] = arith.cmpi slt, %[[BYTES]], %c4096_i64
// CHECK: arith.select %[[SMALL]]
// CHECK: onnxops.rt.parallel_for
// CHECK: func.func private @onnxops_loops(%{{.*}}: !llvm.ptr, %[[BEGIN:.*]]: i64, %{{.*}}: i64)
// CHECK: %[[FROM:.*]] = arith.index_cast %[[BEGIN]]
// CHECK: linalg.generic
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: affine.apply #{{.*}}(%[[FROM]])[%[[I]]]
func.func @unknown(%r: memref<?x?xi64>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%r : memref<?x?xi64>) {
  ^bb0(%out: i64):
    %i = linalg.index 0 : index
    %y = arith.index_cast %i : index to i64
    linalg.yield %y : i64
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// The first loop has too little to share.

// CHECK-LABEL: func.func @few
// CHECK: onnxops.rt.parallel_for @onnxops_loops(%{{.*}}, %c4096) words {{[0-9]+}} grain %c1024
// CHECK: memref.subview %{{.*}}[0, %{{.*}}] [2, %{{.*}}] [1, 1]
func.func @few(%r: memref<2x4096xf32>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%r : memref<2x4096xf32>) {
  ^bb0(%out: f32):
    %y = arith.negf %out : f32
    linalg.yield %y : f32
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#double = affine_map<(d0, d1) -> (d0 * 2, d1)>

// Not outlined: small loops, reductions, loops that skip elements, and elements
// that are not whole bytes.

// CHECK-LABEL: func.func @left
// CHECK-COUNT-4: linalg.generic
// CHECK-NOT: onnxops.rt.parallel_for
func.func @left(%a: memref<16x63xf32>, %b: memref<64x64xf32>, %c: memref<128x64xf32>, %d: memref<64xf32>, %e: memref<99x99xi1>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%a : memref<16x63xf32>) {
  ^bb0(%out: f32):
    %y = arith.negf %out : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%b : memref<64x64xf32>) outs(%d : memref<64xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.addf %x, %out : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#double, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : memref<128x64xf32>) outs(%b : memref<64x64xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : memref<99x99xi1>) {
  ^bb0(%out: i1):
    linalg.yield %out : i1
  }
  return
}

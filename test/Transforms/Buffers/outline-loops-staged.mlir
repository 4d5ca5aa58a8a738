// Loops past the caches compute a page at a time into a buffer, and copy it from
// there with non-temporal stores.
//
// RUN: onnxops-opt %s --onnxops-outline-loops="stream-threshold=65536 vector-bytes=32" --canonicalize --cse --split-input-file | FileCheck %s
// RUN: onnxops-opt %s --onnxops-outline-loops="stream-threshold=65536 vector-bytes=0" --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=WORDS
// RUN: onnxops-opt %s --onnxops-outline-loops="stream-threshold=-1 threads=3 parallel-threshold=1000000000" --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=ASK
// RUN: onnxops-opt %s --onnxops-outline-loops="stream-threshold=65536 out-of-line-threshold=1" --split-input-file | FileCheck %s --check-prefix=MANY

// Of many loops the code would take too long to compile.
// MANY-LABEL: func.func @parts
// MANY:       call @onnxops_loops(
// MANY-NOT:   onnxops_page
// MANY-LABEL: func.func @unknown

#id = affine_map<(d0, d1) -> (d0, d1)>

// Pages begin where those of memory do. Both parts of a result count, and share
// the code that copies a page.

// CHECK-LABEL: func.func @parts
// CHECK:   call @onnxops_loops(%{{.*}}, %c0_i64, %c16_i64)
// CHECK:   call @onnxops_loops_0(%{{.*}}, %c0_i64, %c16_i64)

// CHECK-LABEL: func.func private @onnxops_loops(
// CHECK: %[[BUFFER:.*]] = memref.alloca() {alignment = 64 : i64} : memref<1024xf32>
// CHECK: scf.for %[[ROW:.*]] = %c0_i64
// CHECK:   %[[ADDRESS:.*]] = llvm.ptrtoint %[[TARGET:.*]] : !llvm.ptr to i64
// CHECK:   %[[REST:.*]] = arith.remui %[[ADDRESS]], %c4096_i64
// CHECK:   %[[BEFORE:.*]] = arith.divui %[[REST]], %c4_i64
// CHECK:   %[[END:.*]] = arith.addi %[[BEFORE]], %c1000_i64
// CHECK:   scf.for %{{.*}} = %c0_i64 to %[[END]] step %c1024_i64
// CHECK:     %[[PLACE:.*]] = llvm.getelementptr %[[TARGET]]
// CHECK:     %[[PAGE:.*]] = memref.reinterpret_cast %[[BUFFER]] to offset: [0], sizes: [1, %{{.*}}], strides: [1024, 1]
// CHECK:     linalg.generic {{.*}} ins(%{{.*}} : memref<1x?xf32, {{.*}}>) outs(%[[PAGE]] : memref<1x?xf32, {{.*}}>)
// CHECK:     call @onnxops_page(%[[PLACE]], %{{.*}}, %{{.*}})
// CHECK: llvm.fence seq_cst
// CHECK-NOT: linalg.generic
// CHECK-LABEL: func.func private @onnxops_page(
// CHECK: llvm.store %{{.*}} {alignment = 32 : i64, nontemporal} : vector<32xi8>, !llvm.ptr
// CHECK-LABEL: func.func private @onnxops_loops_0(
// CHECK:     call @onnxops_page(
// CHECK-NOT: @onnxops_page_0

// WORDS: llvm.store %{{.*}} {alignment = 8 : i64, nontemporal} : i64, !llvm.ptr
// WORDS-NOT: vector<

// ASK-LABEL: func.func @parts
// ASK-NOT: onnxopsRtStreamsCopy
// ASK-LABEL: func.func @unknown
func.func @parts(%a: memref<16x1000xf32>, %b: memref<16x1048xf32>, %r: memref<16x2048xf32>) {
  %0 = memref.subview %r[0, 0] [16, 1000] [1, 1] : memref<16x2048xf32> to memref<16x1000xf32, strided<[2048, 1]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<16x1000xf32>) outs(%0 : memref<16x1000xf32, strided<[2048, 1]>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  memref.dealloc %a : memref<16x1000xf32>
  %1 = memref.subview %r[0, 1000] [16, 1048] [1, 1] : memref<16x2048xf32> to memref<16x1048xf32, strided<[2048, 1], offset: 1000>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : memref<16x1048xf32>) outs(%1 : memref<16x1048xf32, strided<[2048, 1], offset: 1000>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// The run-time library decides, for rows that are not short.
// CHECK-LABEL: func.func @unknown

// ASK:     %[[LONG:.*]] = arith.cmpi sge, %{{.*}}, %c512_i64
// ASK:     %[[STREAMS:.*]] = scf.if %[[LONG]] -> (i1)
// ASK:       %[[ANSWER:.*]] = func.call @onnxopsRtStreamsCopy(%{{.*}}, %c3_i64)
// ASK:     %[[WORD:.*]] = arith.extui %[[STREAMS]]
// ASK:     llvm.store %[[WORD]]
// ASK-LABEL: func.func private @onnxops_loops(
// ASK:     scf.if
// ASK:       scf.if
// ASK:         linalg.generic
// ASK:         call @onnxops_page
// ASK:       } else {
// ASK:         linalg.generic
// ASK-NOT:     call @onnxops_page
func.func @unknown(%a: memref<?x?xf32>, %r: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x?xf32>) outs(%r : memref<?x?xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>

// Not staged: short rows, columns of the result, results that are read, a gap
// between elements, and two results.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-5: linalg.generic
// CHECK-NOT: @onnxops_page
func.func @others(%a: memref<4096x64xf32>, %r: memref<4096x64xf32>, %s: memref<64x4096xf32>,
                  %t: memref<64x4096xf32, strided<[8192, 2]>>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<4096x64xf32>) outs(%r : memref<4096x64xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#id, #turned], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<4096x64xf32>) outs(%s : memref<64x4096xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<4096x64xf32>) outs(%s : memref<64x4096xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.addf %x, %out : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : memref<64x4096xf32>) outs(%t : memref<64x4096xf32, strided<[8192, 2]>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [#turned, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<4096x64xf32>) outs(%s, %s : memref<64x4096xf32>, memref<64x4096xf32>) {
  ^bb0(%x: f32, %out: f32, %other: f32):
    %y = arith.negf %x : f32
    linalg.yield %y, %y : f32, f32
  }
  return
}

// RUN: onnxops-opt --onnxops-roll-arguments --split-input-file %s | FileCheck %s
// RUN: onnxops-opt --onnxops-roll-arguments --onnxops-lower-runtime-ops --split-input-file %s | FileCheck %s --check-prefix=CALLS

// Stores of kernel arguments: one loop, for any types of the inputs.
// CHECK-LABEL: func @words
//       CHECK:   %[[WORDS:.*]] = llvm.alloca
//   CHECK-NOT:   onnxops.rt.argument
//       CHECK:   cf.br ^[[HEADER:.*]](%{{.*}} : i64)
//       CHECK: ^[[HEADER]](%[[I:.*]]: i64):
//       CHECK:   %[[MORE:.*]] = arith.cmpi slt, %[[I]], %c16_i64
//       CHECK:   cf.cond_br %[[MORE]], ^[[BODY:.*]], ^[[REST:.*]]
//       CHECK: ^[[BODY]]:
//       CHECK:   %[[INDEX:.*]] = arith.index_cast %[[I]] : i64 to index
//       CHECK:   %[[ADDRESS:.*]] = onnxops.rt.argument_address %[[INDEX]]
//       CHECK:   %[[WORD:.*]] = arith.index_cast %[[ADDRESS]] : index to i64
//       CHECK:   %[[BYTES:.*]] = arith.muli %[[I]], %c8_i64
//       CHECK:   %[[OFFSET:.*]] = arith.addi %[[BYTES]], %c8_i64
//       CHECK:   %[[TO:.*]] = llvm.getelementptr %[[WORDS]][%[[OFFSET]]]
//       CHECK:   llvm.store %[[WORD]], %[[TO]]
//       CHECK:   %[[NEXT:.*]] = arith.addi %[[I]], %c1_i64
//       CHECK:   cf.br ^[[HEADER]](%[[NEXT]] : i64)
//       CHECK: ^[[REST]]:
//  CHECK-NEXT:   return
//
// The address is loaded from the descriptors of the caller.
// CALLS-LABEL: func @words
//  CALLS-SAME:   (%[[TABLE:.*]]: !llvm.ptr, %{{.*}}: i64,
//       CALLS:   %[[BYTES:.*]] = llvm.mul %{{.*}}, %{{.*}} : i64
//       CALLS:   %[[SLOT:.*]] = llvm.getelementptr %[[TABLE]][%[[BYTES]]]
//       CALLS:   %[[DATA:.*]] = llvm.getelementptr %[[SLOT]][16]
//       CALLS:   llvm.load %[[DATA]] : !llvm.ptr -> i64
func.func @words(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  %words = llvm.alloca %count x i64 : (i64) -> !llvm.ptr
  %a0 = onnxops.rt.argument 0 of 1 : memref<1x4xf32>
  %a1 = onnxops.rt.argument 1 of 1 : memref<2x4xf32>
  %a2 = onnxops.rt.argument 2 of 1 : memref<3x4xf32>
  %a3 = onnxops.rt.argument 3 of 1 : memref<1x4xf32>
  %a4 = onnxops.rt.argument 4 of 1 : memref<2x4xf32>
  %a5 = onnxops.rt.argument 5 of 1 : memref<3x4xf32>
  %a6 = onnxops.rt.argument 6 of 1 : memref<1x4xf32>
  %a7 = onnxops.rt.argument 7 of 1 : memref<2x4xf32>
  %a8 = onnxops.rt.argument 8 of 1 : memref<3x4xf32>
  %a9 = onnxops.rt.argument 9 of 1 : memref<1x4xf32>
  %a10 = onnxops.rt.argument 10 of 1 : memref<2x4xf32>
  %a11 = onnxops.rt.argument 11 of 1 : memref<3x4xf32>
  %a12 = onnxops.rt.argument 12 of 1 : memref<1x4xf32>
  %a13 = onnxops.rt.argument 13 of 1 : memref<2x4xf32>
  %a14 = onnxops.rt.argument 14 of 1 : memref<3x4xf32>
  %a15 = onnxops.rt.argument 15 of 1 : memref<1x4xf32>
  %p0 = memref.extract_aligned_pointer_as_index %a0 : memref<1x4xf32> -> index
  %i0 = arith.index_cast %p0 : index to i64
  %w0 = llvm.getelementptr %words[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i0, %w0 : i64, !llvm.ptr
  %p1 = memref.extract_aligned_pointer_as_index %a1 : memref<2x4xf32> -> index
  %i1 = arith.index_cast %p1 : index to i64
  %w1 = llvm.getelementptr %words[16] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i1, %w1 : i64, !llvm.ptr
  %p2 = memref.extract_aligned_pointer_as_index %a2 : memref<3x4xf32> -> index
  %i2 = arith.index_cast %p2 : index to i64
  %w2 = llvm.getelementptr %words[24] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i2, %w2 : i64, !llvm.ptr
  %p3 = memref.extract_aligned_pointer_as_index %a3 : memref<1x4xf32> -> index
  %i3 = arith.index_cast %p3 : index to i64
  %w3 = llvm.getelementptr %words[32] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i3, %w3 : i64, !llvm.ptr
  %p4 = memref.extract_aligned_pointer_as_index %a4 : memref<2x4xf32> -> index
  %i4 = arith.index_cast %p4 : index to i64
  %w4 = llvm.getelementptr %words[40] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i4, %w4 : i64, !llvm.ptr
  %p5 = memref.extract_aligned_pointer_as_index %a5 : memref<3x4xf32> -> index
  %i5 = arith.index_cast %p5 : index to i64
  %w5 = llvm.getelementptr %words[48] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i5, %w5 : i64, !llvm.ptr
  %p6 = memref.extract_aligned_pointer_as_index %a6 : memref<1x4xf32> -> index
  %i6 = arith.index_cast %p6 : index to i64
  %w6 = llvm.getelementptr %words[56] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i6, %w6 : i64, !llvm.ptr
  %p7 = memref.extract_aligned_pointer_as_index %a7 : memref<2x4xf32> -> index
  %i7 = arith.index_cast %p7 : index to i64
  %w7 = llvm.getelementptr %words[64] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i7, %w7 : i64, !llvm.ptr
  %p8 = memref.extract_aligned_pointer_as_index %a8 : memref<3x4xf32> -> index
  %i8 = arith.index_cast %p8 : index to i64
  %w8 = llvm.getelementptr %words[72] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i8, %w8 : i64, !llvm.ptr
  %p9 = memref.extract_aligned_pointer_as_index %a9 : memref<1x4xf32> -> index
  %i9 = arith.index_cast %p9 : index to i64
  %w9 = llvm.getelementptr %words[80] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i9, %w9 : i64, !llvm.ptr
  %p10 = memref.extract_aligned_pointer_as_index %a10 : memref<2x4xf32> -> index
  %i10 = arith.index_cast %p10 : index to i64
  %w10 = llvm.getelementptr %words[88] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i10, %w10 : i64, !llvm.ptr
  %p11 = memref.extract_aligned_pointer_as_index %a11 : memref<3x4xf32> -> index
  %i11 = arith.index_cast %p11 : index to i64
  %w11 = llvm.getelementptr %words[96] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i11, %w11 : i64, !llvm.ptr
  %p12 = memref.extract_aligned_pointer_as_index %a12 : memref<1x4xf32> -> index
  %i12 = arith.index_cast %p12 : index to i64
  %w12 = llvm.getelementptr %words[104] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i12, %w12 : i64, !llvm.ptr
  %p13 = memref.extract_aligned_pointer_as_index %a13 : memref<2x4xf32> -> index
  %i13 = arith.index_cast %p13 : index to i64
  %w13 = llvm.getelementptr %words[112] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i13, %w13 : i64, !llvm.ptr
  %p14 = memref.extract_aligned_pointer_as_index %a14 : memref<3x4xf32> -> index
  %i14 = arith.index_cast %p14 : index to i64
  %w14 = llvm.getelementptr %words[120] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i14, %w14 : i64, !llvm.ptr
  %p15 = memref.extract_aligned_pointer_as_index %a15 : memref<1x4xf32> -> index
  %i15 = arith.index_cast %p15 : index to i64
  %w15 = llvm.getelementptr %words[128] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i15, %w15 : i64, !llvm.ptr
  return %zero : i32
}

// -----

// Fifteen are not more code than a loop.
// CHECK-LABEL: func @few
//   CHECK-NOT:   cf.
// CHECK-COUNT-15: llvm.store
func.func @few(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  %words = llvm.alloca %count x i64 : (i64) -> !llvm.ptr
  %a0 = onnxops.rt.argument 0 of 1 : memref<1x4xf32>
  %a1 = onnxops.rt.argument 1 of 1 : memref<2x4xf32>
  %a2 = onnxops.rt.argument 2 of 1 : memref<3x4xf32>
  %a3 = onnxops.rt.argument 3 of 1 : memref<1x4xf32>
  %a4 = onnxops.rt.argument 4 of 1 : memref<2x4xf32>
  %a5 = onnxops.rt.argument 5 of 1 : memref<3x4xf32>
  %a6 = onnxops.rt.argument 6 of 1 : memref<1x4xf32>
  %a7 = onnxops.rt.argument 7 of 1 : memref<2x4xf32>
  %a8 = onnxops.rt.argument 8 of 1 : memref<3x4xf32>
  %a9 = onnxops.rt.argument 9 of 1 : memref<1x4xf32>
  %a10 = onnxops.rt.argument 10 of 1 : memref<2x4xf32>
  %a11 = onnxops.rt.argument 11 of 1 : memref<3x4xf32>
  %a12 = onnxops.rt.argument 12 of 1 : memref<1x4xf32>
  %a13 = onnxops.rt.argument 13 of 1 : memref<2x4xf32>
  %a14 = onnxops.rt.argument 14 of 1 : memref<3x4xf32>
  %a15 = onnxops.rt.argument 15 of 1 : memref<1x4xf32>
  %p0 = memref.extract_aligned_pointer_as_index %a0 : memref<1x4xf32> -> index
  %i0 = arith.index_cast %p0 : index to i64
  %w0 = llvm.getelementptr %words[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i0, %w0 : i64, !llvm.ptr
  %p1 = memref.extract_aligned_pointer_as_index %a1 : memref<2x4xf32> -> index
  %i1 = arith.index_cast %p1 : index to i64
  %w1 = llvm.getelementptr %words[16] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i1, %w1 : i64, !llvm.ptr
  %p2 = memref.extract_aligned_pointer_as_index %a2 : memref<3x4xf32> -> index
  %i2 = arith.index_cast %p2 : index to i64
  %w2 = llvm.getelementptr %words[24] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i2, %w2 : i64, !llvm.ptr
  %p3 = memref.extract_aligned_pointer_as_index %a3 : memref<1x4xf32> -> index
  %i3 = arith.index_cast %p3 : index to i64
  %w3 = llvm.getelementptr %words[32] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i3, %w3 : i64, !llvm.ptr
  %p4 = memref.extract_aligned_pointer_as_index %a4 : memref<2x4xf32> -> index
  %i4 = arith.index_cast %p4 : index to i64
  %w4 = llvm.getelementptr %words[40] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i4, %w4 : i64, !llvm.ptr
  %p5 = memref.extract_aligned_pointer_as_index %a5 : memref<3x4xf32> -> index
  %i5 = arith.index_cast %p5 : index to i64
  %w5 = llvm.getelementptr %words[48] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i5, %w5 : i64, !llvm.ptr
  %p6 = memref.extract_aligned_pointer_as_index %a6 : memref<1x4xf32> -> index
  %i6 = arith.index_cast %p6 : index to i64
  %w6 = llvm.getelementptr %words[56] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i6, %w6 : i64, !llvm.ptr
  %p7 = memref.extract_aligned_pointer_as_index %a7 : memref<2x4xf32> -> index
  %i7 = arith.index_cast %p7 : index to i64
  %w7 = llvm.getelementptr %words[64] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i7, %w7 : i64, !llvm.ptr
  %p8 = memref.extract_aligned_pointer_as_index %a8 : memref<3x4xf32> -> index
  %i8 = arith.index_cast %p8 : index to i64
  %w8 = llvm.getelementptr %words[72] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i8, %w8 : i64, !llvm.ptr
  %p9 = memref.extract_aligned_pointer_as_index %a9 : memref<1x4xf32> -> index
  %i9 = arith.index_cast %p9 : index to i64
  %w9 = llvm.getelementptr %words[80] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i9, %w9 : i64, !llvm.ptr
  %p10 = memref.extract_aligned_pointer_as_index %a10 : memref<2x4xf32> -> index
  %i10 = arith.index_cast %p10 : index to i64
  %w10 = llvm.getelementptr %words[88] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i10, %w10 : i64, !llvm.ptr
  %p11 = memref.extract_aligned_pointer_as_index %a11 : memref<3x4xf32> -> index
  %i11 = arith.index_cast %p11 : index to i64
  %w11 = llvm.getelementptr %words[96] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i11, %w11 : i64, !llvm.ptr
  %p12 = memref.extract_aligned_pointer_as_index %a12 : memref<1x4xf32> -> index
  %i12 = arith.index_cast %p12 : index to i64
  %w12 = llvm.getelementptr %words[104] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i12, %w12 : i64, !llvm.ptr
  %p13 = memref.extract_aligned_pointer_as_index %a13 : memref<2x4xf32> -> index
  %i13 = arith.index_cast %p13 : index to i64
  %w13 = llvm.getelementptr %words[112] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i13, %w13 : i64, !llvm.ptr
  %p14 = memref.extract_aligned_pointer_as_index %a14 : memref<3x4xf32> -> index
  %i14 = arith.index_cast %p14 : index to i64
  %w14 = llvm.getelementptr %words[120] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i14, %w14 : i64, !llvm.ptr
  return %zero : i32
}

// -----

// Inputs and constants without an order: both are loaded from globals.
//   CHECK-DAG: llvm.mlir.global {{.*}}dense<[5, 0, 7, 3, 1, 2, 4, 6, 8, 9, 15, 11, 12, 13, 14, 10]>
//   CHECK-DAG: llvm.mlir.global {{.*}}dense<[50, 0, 70, 30, 10, 20, 40, 60, 80, 90, 150, 110, 120, 130, 140, 100]>
// CHECK-LABEL: func @shuffled
//       CHECK: ^{{.*}}(%[[I:.*]]: i64):
//       CHECK:   %[[AT:.*]] = llvm.getelementptr %{{.*}}[%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, i64
//       CHECK:   %[[NUMBER:.*]] = llvm.load %[[AT]]
//       CHECK:   %[[INDEX:.*]] = arith.index_cast %[[NUMBER]]
//       CHECK:   onnxops.rt.argument_address %[[INDEX]]
//       CHECK:   llvm.store
//       CHECK:   llvm.load
//       CHECK:   llvm.store
//   CHECK-NOT:   llvm.store
func.func @shuffled(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  %words = llvm.alloca %count x i64 : (i64) -> !llvm.ptr
  %a0 = onnxops.rt.argument 0 of 1 : memref<1x4xf32>
  %a1 = onnxops.rt.argument 1 of 1 : memref<2x4xf32>
  %a2 = onnxops.rt.argument 2 of 1 : memref<3x4xf32>
  %a3 = onnxops.rt.argument 3 of 1 : memref<1x4xf32>
  %a4 = onnxops.rt.argument 4 of 1 : memref<2x4xf32>
  %a5 = onnxops.rt.argument 5 of 1 : memref<3x4xf32>
  %a6 = onnxops.rt.argument 6 of 1 : memref<1x4xf32>
  %a7 = onnxops.rt.argument 7 of 1 : memref<2x4xf32>
  %a8 = onnxops.rt.argument 8 of 1 : memref<3x4xf32>
  %a9 = onnxops.rt.argument 9 of 1 : memref<1x4xf32>
  %a10 = onnxops.rt.argument 10 of 1 : memref<2x4xf32>
  %a11 = onnxops.rt.argument 11 of 1 : memref<3x4xf32>
  %a12 = onnxops.rt.argument 12 of 1 : memref<1x4xf32>
  %a13 = onnxops.rt.argument 13 of 1 : memref<2x4xf32>
  %a14 = onnxops.rt.argument 14 of 1 : memref<3x4xf32>
  %a15 = onnxops.rt.argument 15 of 1 : memref<1x4xf32>
  %p0 = memref.extract_aligned_pointer_as_index %a5 : memref<3x4xf32> -> index
  %i0 = arith.index_cast %p0 : index to i64
  %w0 = llvm.getelementptr %words[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i0, %w0 : i64, !llvm.ptr
  %c0 = arith.constant 50 : i64
  %v0 = llvm.getelementptr %words[16] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c0, %v0 : i64, !llvm.ptr
  %p1 = memref.extract_aligned_pointer_as_index %a0 : memref<1x4xf32> -> index
  %i1 = arith.index_cast %p1 : index to i64
  %w1 = llvm.getelementptr %words[24] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i1, %w1 : i64, !llvm.ptr
  %c1 = arith.constant 0 : i64
  %v1 = llvm.getelementptr %words[32] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c1, %v1 : i64, !llvm.ptr
  %p2 = memref.extract_aligned_pointer_as_index %a7 : memref<2x4xf32> -> index
  %i2 = arith.index_cast %p2 : index to i64
  %w2 = llvm.getelementptr %words[40] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i2, %w2 : i64, !llvm.ptr
  %c2 = arith.constant 70 : i64
  %v2 = llvm.getelementptr %words[48] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c2, %v2 : i64, !llvm.ptr
  %p3 = memref.extract_aligned_pointer_as_index %a3 : memref<1x4xf32> -> index
  %i3 = arith.index_cast %p3 : index to i64
  %w3 = llvm.getelementptr %words[56] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i3, %w3 : i64, !llvm.ptr
  %c3 = arith.constant 30 : i64
  %v3 = llvm.getelementptr %words[64] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c3, %v3 : i64, !llvm.ptr
  %p4 = memref.extract_aligned_pointer_as_index %a1 : memref<2x4xf32> -> index
  %i4 = arith.index_cast %p4 : index to i64
  %w4 = llvm.getelementptr %words[72] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i4, %w4 : i64, !llvm.ptr
  %c4 = arith.constant 10 : i64
  %v4 = llvm.getelementptr %words[80] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c4, %v4 : i64, !llvm.ptr
  %p5 = memref.extract_aligned_pointer_as_index %a2 : memref<3x4xf32> -> index
  %i5 = arith.index_cast %p5 : index to i64
  %w5 = llvm.getelementptr %words[88] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i5, %w5 : i64, !llvm.ptr
  %c5 = arith.constant 20 : i64
  %v5 = llvm.getelementptr %words[96] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c5, %v5 : i64, !llvm.ptr
  %p6 = memref.extract_aligned_pointer_as_index %a4 : memref<2x4xf32> -> index
  %i6 = arith.index_cast %p6 : index to i64
  %w6 = llvm.getelementptr %words[104] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i6, %w6 : i64, !llvm.ptr
  %c6 = arith.constant 40 : i64
  %v6 = llvm.getelementptr %words[112] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c6, %v6 : i64, !llvm.ptr
  %p7 = memref.extract_aligned_pointer_as_index %a6 : memref<1x4xf32> -> index
  %i7 = arith.index_cast %p7 : index to i64
  %w7 = llvm.getelementptr %words[120] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i7, %w7 : i64, !llvm.ptr
  %c7 = arith.constant 60 : i64
  %v7 = llvm.getelementptr %words[128] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c7, %v7 : i64, !llvm.ptr
  %p8 = memref.extract_aligned_pointer_as_index %a8 : memref<3x4xf32> -> index
  %i8 = arith.index_cast %p8 : index to i64
  %w8 = llvm.getelementptr %words[136] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i8, %w8 : i64, !llvm.ptr
  %c8 = arith.constant 80 : i64
  %v8 = llvm.getelementptr %words[144] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c8, %v8 : i64, !llvm.ptr
  %p9 = memref.extract_aligned_pointer_as_index %a9 : memref<1x4xf32> -> index
  %i9 = arith.index_cast %p9 : index to i64
  %w9 = llvm.getelementptr %words[152] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i9, %w9 : i64, !llvm.ptr
  %c9 = arith.constant 90 : i64
  %v9 = llvm.getelementptr %words[160] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c9, %v9 : i64, !llvm.ptr
  %p10 = memref.extract_aligned_pointer_as_index %a15 : memref<1x4xf32> -> index
  %i10 = arith.index_cast %p10 : index to i64
  %w10 = llvm.getelementptr %words[168] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i10, %w10 : i64, !llvm.ptr
  %c10 = arith.constant 150 : i64
  %v10 = llvm.getelementptr %words[176] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c10, %v10 : i64, !llvm.ptr
  %p11 = memref.extract_aligned_pointer_as_index %a11 : memref<3x4xf32> -> index
  %i11 = arith.index_cast %p11 : index to i64
  %w11 = llvm.getelementptr %words[184] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i11, %w11 : i64, !llvm.ptr
  %c11 = arith.constant 110 : i64
  %v11 = llvm.getelementptr %words[192] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c11, %v11 : i64, !llvm.ptr
  %p12 = memref.extract_aligned_pointer_as_index %a12 : memref<1x4xf32> -> index
  %i12 = arith.index_cast %p12 : index to i64
  %w12 = llvm.getelementptr %words[200] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i12, %w12 : i64, !llvm.ptr
  %c12 = arith.constant 120 : i64
  %v12 = llvm.getelementptr %words[208] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c12, %v12 : i64, !llvm.ptr
  %p13 = memref.extract_aligned_pointer_as_index %a13 : memref<2x4xf32> -> index
  %i13 = arith.index_cast %p13 : index to i64
  %w13 = llvm.getelementptr %words[216] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i13, %w13 : i64, !llvm.ptr
  %c13 = arith.constant 130 : i64
  %v13 = llvm.getelementptr %words[224] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c13, %v13 : i64, !llvm.ptr
  %p14 = memref.extract_aligned_pointer_as_index %a14 : memref<3x4xf32> -> index
  %i14 = arith.index_cast %p14 : index to i64
  %w14 = llvm.getelementptr %words[232] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i14, %w14 : i64, !llvm.ptr
  %c14 = arith.constant 140 : i64
  %v14 = llvm.getelementptr %words[240] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c14, %v14 : i64, !llvm.ptr
  %p15 = memref.extract_aligned_pointer_as_index %a10 : memref<2x4xf32> -> index
  %i15 = arith.index_cast %p15 : index to i64
  %w15 = llvm.getelementptr %words[248] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i15, %w15 : i64, !llvm.ptr
  %c15 = arith.constant 100 : i64
  %v15 = llvm.getelementptr %words[256] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %c15, %v15 : i64, !llvm.ptr
  return %zero : i32
}

// -----

// A loop replaces only the uniform ops.
// CHECK-LABEL: func @between
//       CHECK:   onnxops.rt.argument 3 of 1
//       CHECK:   ^{{.*}}(%[[I:.*]]: i64):
//       CHECK:   arith.cmpi slt, %[[I]], %c17_i64
//       CHECK:   onnxops.rt.argument_address
//       CHECK:   llvm.store
//       CHECK: ^bb3:
//       CHECK:   %[[SUM:.*]] = arith.addi
//       CHECK:   llvm.store %[[SUM]]
// CHECK-COUNT-3: llvm.store
//   CHECK-NOT:   llvm.store
func.func @between(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  %words = llvm.alloca %count x i64 : (i64) -> !llvm.ptr
  %a0 = onnxops.rt.argument 0 of 1 : memref<4xf32>
  %a1 = onnxops.rt.argument 1 of 1 : memref<4xf32>
  %a2 = onnxops.rt.argument 2 of 1 : memref<4xf32>
  %a3 = onnxops.rt.argument 3 of 1 : memref<4xf32>
  %a4 = onnxops.rt.argument 4 of 1 : memref<4xf32>
  %a5 = onnxops.rt.argument 5 of 1 : memref<4xf32>
  %a6 = onnxops.rt.argument 6 of 1 : memref<4xf32>
  %a7 = onnxops.rt.argument 7 of 1 : memref<4xf32>
  %a8 = onnxops.rt.argument 8 of 1 : memref<4xf32>
  %a9 = onnxops.rt.argument 9 of 1 : memref<4xf32>
  %a10 = onnxops.rt.argument 10 of 1 : memref<4xf32>
  %a11 = onnxops.rt.argument 11 of 1 : memref<4xf32>
  %a12 = onnxops.rt.argument 12 of 1 : memref<4xf32>
  %a13 = onnxops.rt.argument 13 of 1 : memref<4xf32>
  %a14 = onnxops.rt.argument 14 of 1 : memref<4xf32>
  %a15 = onnxops.rt.argument 15 of 1 : memref<4xf32>
  %a16 = onnxops.rt.argument 16 of 1 : memref<4xf32>
  %a17 = onnxops.rt.argument 17 of 1 : memref<4xf32>
  %a18 = onnxops.rt.argument 18 of 1 : memref<4xf32>
  %a19 = onnxops.rt.argument 19 of 1 : memref<4xf32>
  %a20 = onnxops.rt.argument 20 of 1 : memref<4xf32>
  %p0 = memref.extract_aligned_pointer_as_index %a0 : memref<4xf32> -> index
  %i0 = arith.index_cast %p0 : index to i64
  %w0 = llvm.getelementptr %words[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i0, %w0 : i64, !llvm.ptr
  %p1 = memref.extract_aligned_pointer_as_index %a1 : memref<4xf32> -> index
  %i1 = arith.index_cast %p1 : index to i64
  %w1 = llvm.getelementptr %words[16] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i1, %w1 : i64, !llvm.ptr
  %p2 = memref.extract_aligned_pointer_as_index %a2 : memref<4xf32> -> index
  %i2 = arith.index_cast %p2 : index to i64
  %w2 = llvm.getelementptr %words[24] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i2, %w2 : i64, !llvm.ptr
  %p3 = memref.extract_aligned_pointer_as_index %a3 : memref<4xf32> -> index
  %i3 = arith.index_cast %p3 : index to i64
  %w3 = llvm.getelementptr %words[32] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i3, %w3 : i64, !llvm.ptr
  %p4 = memref.extract_aligned_pointer_as_index %a4 : memref<4xf32> -> index
  %i4 = arith.index_cast %p4 : index to i64
  %w4 = llvm.getelementptr %words[40] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i4, %w4 : i64, !llvm.ptr
  %p5 = memref.extract_aligned_pointer_as_index %a5 : memref<4xf32> -> index
  %i5 = arith.index_cast %p5 : index to i64
  %w5 = llvm.getelementptr %words[48] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i5, %w5 : i64, !llvm.ptr
  %p6 = memref.extract_aligned_pointer_as_index %a6 : memref<4xf32> -> index
  %i6 = arith.index_cast %p6 : index to i64
  %w6 = llvm.getelementptr %words[56] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i6, %w6 : i64, !llvm.ptr
  %p7 = memref.extract_aligned_pointer_as_index %a7 : memref<4xf32> -> index
  %i7 = arith.index_cast %p7 : index to i64
  %w7 = llvm.getelementptr %words[64] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i7, %w7 : i64, !llvm.ptr
  %p8 = memref.extract_aligned_pointer_as_index %a8 : memref<4xf32> -> index
  %i8 = arith.index_cast %p8 : index to i64
  %w8 = llvm.getelementptr %words[72] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i8, %w8 : i64, !llvm.ptr
  %p9 = memref.extract_aligned_pointer_as_index %a9 : memref<4xf32> -> index
  %i9 = arith.index_cast %p9 : index to i64
  %w9 = llvm.getelementptr %words[80] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i9, %w9 : i64, !llvm.ptr
  %p10 = memref.extract_aligned_pointer_as_index %a10 : memref<4xf32> -> index
  %i10 = arith.index_cast %p10 : index to i64
  %w10 = llvm.getelementptr %words[88] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i10, %w10 : i64, !llvm.ptr
  %p11 = memref.extract_aligned_pointer_as_index %a11 : memref<4xf32> -> index
  %i11 = arith.index_cast %p11 : index to i64
  %w11 = llvm.getelementptr %words[96] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i11, %w11 : i64, !llvm.ptr
  %p12 = memref.extract_aligned_pointer_as_index %a12 : memref<4xf32> -> index
  %i12 = arith.index_cast %p12 : index to i64
  %w12 = llvm.getelementptr %words[104] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i12, %w12 : i64, !llvm.ptr
  %p13 = memref.extract_aligned_pointer_as_index %a13 : memref<4xf32> -> index
  %i13 = arith.index_cast %p13 : index to i64
  %w13 = llvm.getelementptr %words[112] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i13, %w13 : i64, !llvm.ptr
  %p14 = memref.extract_aligned_pointer_as_index %a14 : memref<4xf32> -> index
  %i14 = arith.index_cast %p14 : index to i64
  %w14 = llvm.getelementptr %words[120] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i14, %w14 : i64, !llvm.ptr
  %p15 = memref.extract_aligned_pointer_as_index %a15 : memref<4xf32> -> index
  %i15 = arith.index_cast %p15 : index to i64
  %w15 = llvm.getelementptr %words[128] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i15, %w15 : i64, !llvm.ptr
  %p16 = memref.extract_aligned_pointer_as_index %a16 : memref<4xf32> -> index
  %i16 = arith.index_cast %p16 : index to i64
  %w16 = llvm.getelementptr %words[136] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i16, %w16 : i64, !llvm.ptr
  %p17 = memref.extract_aligned_pointer_as_index %a3 : memref<4xf32> -> index
  %i17 = arith.index_cast %p17 : index to i64
  %sum = arith.addi %i17, %count : i64
  %w17 = llvm.getelementptr %words[144] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %sum, %w17 : i64, !llvm.ptr
  %p18 = memref.extract_aligned_pointer_as_index %a18 : memref<4xf32> -> index
  %i18 = arith.index_cast %p18 : index to i64
  %w18 = llvm.getelementptr %words[152] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i18, %w18 : i64, !llvm.ptr
  %p19 = memref.extract_aligned_pointer_as_index %a19 : memref<4xf32> -> index
  %i19 = arith.index_cast %p19 : index to i64
  %w19 = llvm.getelementptr %words[160] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i19, %w19 : i64, !llvm.ptr
  %p20 = memref.extract_aligned_pointer_as_index %a20 : memref<4xf32> -> index
  %i20 = arith.index_cast %p20 : index to i64
  %w20 = llvm.getelementptr %words[168] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i20, %w20 : i64, !llvm.ptr
  return %zero : i32
}

// -----

// A call may read what is stored: no store moves across it.
// CHECK-LABEL: func @interrupted
// CHECK-COUNT-16: llvm.store
func.func private @use(!llvm.ptr)
func.func @interrupted(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  %words = llvm.alloca %count x i64 : (i64) -> !llvm.ptr
  %a0 = onnxops.rt.argument 0 of 1 : memref<4xf32>
  %a1 = onnxops.rt.argument 1 of 1 : memref<4xf32>
  %a2 = onnxops.rt.argument 2 of 1 : memref<4xf32>
  %a3 = onnxops.rt.argument 3 of 1 : memref<4xf32>
  %a4 = onnxops.rt.argument 4 of 1 : memref<4xf32>
  %a5 = onnxops.rt.argument 5 of 1 : memref<4xf32>
  %a6 = onnxops.rt.argument 6 of 1 : memref<4xf32>
  %a7 = onnxops.rt.argument 7 of 1 : memref<4xf32>
  %a8 = onnxops.rt.argument 8 of 1 : memref<4xf32>
  %a9 = onnxops.rt.argument 9 of 1 : memref<4xf32>
  %a10 = onnxops.rt.argument 10 of 1 : memref<4xf32>
  %a11 = onnxops.rt.argument 11 of 1 : memref<4xf32>
  %a12 = onnxops.rt.argument 12 of 1 : memref<4xf32>
  %a13 = onnxops.rt.argument 13 of 1 : memref<4xf32>
  %a14 = onnxops.rt.argument 14 of 1 : memref<4xf32>
  %a15 = onnxops.rt.argument 15 of 1 : memref<4xf32>
  %p0 = memref.extract_aligned_pointer_as_index %a0 : memref<4xf32> -> index
  %i0 = arith.index_cast %p0 : index to i64
  %w0 = llvm.getelementptr %words[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i0, %w0 : i64, !llvm.ptr
  %p1 = memref.extract_aligned_pointer_as_index %a1 : memref<4xf32> -> index
  %i1 = arith.index_cast %p1 : index to i64
  %w1 = llvm.getelementptr %words[16] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i1, %w1 : i64, !llvm.ptr
  %p2 = memref.extract_aligned_pointer_as_index %a2 : memref<4xf32> -> index
  %i2 = arith.index_cast %p2 : index to i64
  %w2 = llvm.getelementptr %words[24] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i2, %w2 : i64, !llvm.ptr
  %p3 = memref.extract_aligned_pointer_as_index %a3 : memref<4xf32> -> index
  %i3 = arith.index_cast %p3 : index to i64
  %w3 = llvm.getelementptr %words[32] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i3, %w3 : i64, !llvm.ptr
  %p4 = memref.extract_aligned_pointer_as_index %a4 : memref<4xf32> -> index
  %i4 = arith.index_cast %p4 : index to i64
  %w4 = llvm.getelementptr %words[40] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i4, %w4 : i64, !llvm.ptr
  %p5 = memref.extract_aligned_pointer_as_index %a5 : memref<4xf32> -> index
  %i5 = arith.index_cast %p5 : index to i64
  %w5 = llvm.getelementptr %words[48] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i5, %w5 : i64, !llvm.ptr
  %p6 = memref.extract_aligned_pointer_as_index %a6 : memref<4xf32> -> index
  %i6 = arith.index_cast %p6 : index to i64
  %w6 = llvm.getelementptr %words[56] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i6, %w6 : i64, !llvm.ptr
  %p7 = memref.extract_aligned_pointer_as_index %a7 : memref<4xf32> -> index
  %i7 = arith.index_cast %p7 : index to i64
  %w7 = llvm.getelementptr %words[64] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i7, %w7 : i64, !llvm.ptr
  %p8 = memref.extract_aligned_pointer_as_index %a8 : memref<4xf32> -> index
  %i8 = arith.index_cast %p8 : index to i64
  %w8 = llvm.getelementptr %words[72] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i8, %w8 : i64, !llvm.ptr
  func.call @use(%words) : (!llvm.ptr) -> ()
  %p9 = memref.extract_aligned_pointer_as_index %a9 : memref<4xf32> -> index
  %i9 = arith.index_cast %p9 : index to i64
  %w9 = llvm.getelementptr %words[80] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i9, %w9 : i64, !llvm.ptr
  %p10 = memref.extract_aligned_pointer_as_index %a10 : memref<4xf32> -> index
  %i10 = arith.index_cast %p10 : index to i64
  %w10 = llvm.getelementptr %words[88] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i10, %w10 : i64, !llvm.ptr
  %p11 = memref.extract_aligned_pointer_as_index %a11 : memref<4xf32> -> index
  %i11 = arith.index_cast %p11 : index to i64
  %w11 = llvm.getelementptr %words[96] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i11, %w11 : i64, !llvm.ptr
  %p12 = memref.extract_aligned_pointer_as_index %a12 : memref<4xf32> -> index
  %i12 = arith.index_cast %p12 : index to i64
  %w12 = llvm.getelementptr %words[104] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i12, %w12 : i64, !llvm.ptr
  %p13 = memref.extract_aligned_pointer_as_index %a13 : memref<4xf32> -> index
  %i13 = arith.index_cast %p13 : index to i64
  %w13 = llvm.getelementptr %words[112] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i13, %w13 : i64, !llvm.ptr
  %p14 = memref.extract_aligned_pointer_as_index %a14 : memref<4xf32> -> index
  %i14 = arith.index_cast %p14 : index to i64
  %w14 = llvm.getelementptr %words[120] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i14, %w14 : i64, !llvm.ptr
  %p15 = memref.extract_aligned_pointer_as_index %a15 : memref<4xf32> -> index
  %i15 = arith.index_cast %p15 : index to i64
  %w15 = llvm.getelementptr %words[128] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %i15, %w15 : i64, !llvm.ptr
  return %zero : i32
}

// -----

// Checks stay before the ops that rely on them, and keep their order.
// CHECK-LABEL: func @checks
//       CHECK:   %[[SIZE:.*]] = memref.dim
//       CHECK: ^{{.*}}(%[[I:.*]]: i64):
//       CHECK:   arith.cmpi slt, %[[I]], %c16_i64
//       CHECK:   %[[FIRST:.*]] = arith.addi %[[I]], %c1_i64
//       CHECK:   %[[INPUT:.*]] = arith.index_cast %[[FIRST]]
//       CHECK:   %[[OTHER:.*]] = onnxops.rt.argument_size %[[INPUT]], 1
//       CHECK:   %[[SAME:.*]] = arith.cmpi eq, %[[OTHER]], %[[SIZE]]
//       CHECK:   onnxops.check %[[SAME]], "input {0} has {1}"(%{{.*}}, %[[OTHER]])
//       CHECK: ^bb3:
//       CHECK:   arith.divsi
//   CHECK-NOT:   onnxops.check
//
// CALLS-LABEL: func @checks
//       CALLS:   %[[AT:.*]] = llvm.getelementptr %{{.*}}[24]
//       CALLS:   %[[SIZES:.*]] = llvm.load %[[AT]] : !llvm.ptr -> !llvm.ptr
//       CALLS:   %[[SECOND:.*]] = llvm.getelementptr %[[SIZES]][8]
//       CALLS:   llvm.load %[[SECOND]] : !llvm.ptr -> i64
//       CALLS:   llvm.call @onnxopsRtRequire
func.func @checks(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  %words = llvm.alloca %count x i64 : (i64) -> !llvm.ptr
  %a0 = onnxops.rt.argument 0 of 1 : memref<?x?xf32>
  %a1 = onnxops.rt.argument 1 of 1 : memref<?x?xf32>
  %a2 = onnxops.rt.argument 2 of 1 : memref<?x?xf32>
  %a3 = onnxops.rt.argument 3 of 1 : memref<?x?xf32>
  %a4 = onnxops.rt.argument 4 of 1 : memref<?x?xf32>
  %a5 = onnxops.rt.argument 5 of 1 : memref<?x?xf32>
  %a6 = onnxops.rt.argument 6 of 1 : memref<?x?xf32>
  %a7 = onnxops.rt.argument 7 of 1 : memref<?x?xf32>
  %a8 = onnxops.rt.argument 8 of 1 : memref<?x?xf32>
  %a9 = onnxops.rt.argument 9 of 1 : memref<?x?xf32>
  %a10 = onnxops.rt.argument 10 of 1 : memref<?x?xf32>
  %a11 = onnxops.rt.argument 11 of 1 : memref<?x?xf32>
  %a12 = onnxops.rt.argument 12 of 1 : memref<?x?xf32>
  %a13 = onnxops.rt.argument 13 of 1 : memref<?x?xf32>
  %a14 = onnxops.rt.argument 14 of 1 : memref<?x?xf32>
  %a15 = onnxops.rt.argument 15 of 1 : memref<?x?xf32>
  %a16 = onnxops.rt.argument 16 of 1 : memref<?x?xf32>
  %one = arith.constant 1 : index
  %d0 = memref.dim %a0, %one : memref<?x?xf32>
  %n1 = arith.constant 1 : index
  %d1 = memref.dim %a1, %one : memref<?x?xf32>
  %s1 = arith.cmpi eq, %d1, %d0 : index
  onnxops.check %s1, "input {0} has {1}"(%n1, %d1)
  %quotient = arith.divsi %d0, %d1 : index
  %narrow = arith.index_cast %quotient : index to i32
  %n2 = arith.constant 2 : index
  %d2 = memref.dim %a2, %one : memref<?x?xf32>
  %s2 = arith.cmpi eq, %d2, %d0 : index
  onnxops.check %s2, "input {0} has {1}"(%n2, %d2)
  %n3 = arith.constant 3 : index
  %d3 = memref.dim %a3, %one : memref<?x?xf32>
  %s3 = arith.cmpi eq, %d3, %d0 : index
  onnxops.check %s3, "input {0} has {1}"(%n3, %d3)
  %n4 = arith.constant 4 : index
  %d4 = memref.dim %a4, %one : memref<?x?xf32>
  %s4 = arith.cmpi eq, %d4, %d0 : index
  onnxops.check %s4, "input {0} has {1}"(%n4, %d4)
  %n5 = arith.constant 5 : index
  %d5 = memref.dim %a5, %one : memref<?x?xf32>
  %s5 = arith.cmpi eq, %d5, %d0 : index
  onnxops.check %s5, "input {0} has {1}"(%n5, %d5)
  %n6 = arith.constant 6 : index
  %d6 = memref.dim %a6, %one : memref<?x?xf32>
  %s6 = arith.cmpi eq, %d6, %d0 : index
  onnxops.check %s6, "input {0} has {1}"(%n6, %d6)
  %n7 = arith.constant 7 : index
  %d7 = memref.dim %a7, %one : memref<?x?xf32>
  %s7 = arith.cmpi eq, %d7, %d0 : index
  onnxops.check %s7, "input {0} has {1}"(%n7, %d7)
  %n8 = arith.constant 8 : index
  %d8 = memref.dim %a8, %one : memref<?x?xf32>
  %s8 = arith.cmpi eq, %d8, %d0 : index
  onnxops.check %s8, "input {0} has {1}"(%n8, %d8)
  %n9 = arith.constant 9 : index
  %d9 = memref.dim %a9, %one : memref<?x?xf32>
  %s9 = arith.cmpi eq, %d9, %d0 : index
  onnxops.check %s9, "input {0} has {1}"(%n9, %d9)
  %n10 = arith.constant 10 : index
  %d10 = memref.dim %a10, %one : memref<?x?xf32>
  %s10 = arith.cmpi eq, %d10, %d0 : index
  onnxops.check %s10, "input {0} has {1}"(%n10, %d10)
  %n11 = arith.constant 11 : index
  %d11 = memref.dim %a11, %one : memref<?x?xf32>
  %s11 = arith.cmpi eq, %d11, %d0 : index
  onnxops.check %s11, "input {0} has {1}"(%n11, %d11)
  %n12 = arith.constant 12 : index
  %d12 = memref.dim %a12, %one : memref<?x?xf32>
  %s12 = arith.cmpi eq, %d12, %d0 : index
  onnxops.check %s12, "input {0} has {1}"(%n12, %d12)
  %n13 = arith.constant 13 : index
  %d13 = memref.dim %a13, %one : memref<?x?xf32>
  %s13 = arith.cmpi eq, %d13, %d0 : index
  onnxops.check %s13, "input {0} has {1}"(%n13, %d13)
  %n14 = arith.constant 14 : index
  %d14 = memref.dim %a14, %one : memref<?x?xf32>
  %s14 = arith.cmpi eq, %d14, %d0 : index
  onnxops.check %s14, "input {0} has {1}"(%n14, %d14)
  %n15 = arith.constant 15 : index
  %d15 = memref.dim %a15, %one : memref<?x?xf32>
  %s15 = arith.cmpi eq, %d15, %d0 : index
  onnxops.check %s15, "input {0} has {1}"(%n15, %d15)
  %n16 = arith.constant 16 : index
  %d16 = memref.dim %a16, %one : memref<?x?xf32>
  %s16 = arith.cmpi eq, %d16, %d0 : index
  onnxops.check %s16, "input {0} has {1}"(%n16, %d16)
  return %narrow : i32
}

// -----

// A sum, and the union of the bits of its addends, in one loop.
// CHECK-LABEL: func @sum
//       CHECK: ^{{.*}}(%[[I:.*]]: i64, %[[BITS:.*]]: index, %[[SUM:.*]]: index):
//       CHECK:   arith.cmpi slt, %[[I]], %c16_i64
//       CHECK:   %[[SIZE:.*]] = onnxops.rt.argument_size %{{.*}}, 0
//       CHECK:   %[[NEXT:.*]] = arith.addi %[[SUM]], %[[SIZE]]
//       CHECK:   %[[ALL:.*]] = arith.ori %[[BITS]], %[[NEXT]]
//       CHECK:   cf.br ^{{.*}}(%{{.*}}, %[[ALL]], %[[NEXT]] :
//       CHECK: ^bb3:
//       CHECK:   onnxops.rt.output 0 of 1(%[[SUM]], %[[BITS]])
//   CHECK-NOT:   arith.addi
func.func @sum(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  %words = llvm.alloca %count x i64 : (i64) -> !llvm.ptr
  %a0 = onnxops.rt.argument 0 of 1 : memref<?xf32>
  %a1 = onnxops.rt.argument 1 of 1 : memref<?xf32>
  %a2 = onnxops.rt.argument 2 of 1 : memref<?xf32>
  %a3 = onnxops.rt.argument 3 of 1 : memref<?xf32>
  %a4 = onnxops.rt.argument 4 of 1 : memref<?xf32>
  %a5 = onnxops.rt.argument 5 of 1 : memref<?xf32>
  %a6 = onnxops.rt.argument 6 of 1 : memref<?xf32>
  %a7 = onnxops.rt.argument 7 of 1 : memref<?xf32>
  %a8 = onnxops.rt.argument 8 of 1 : memref<?xf32>
  %a9 = onnxops.rt.argument 9 of 1 : memref<?xf32>
  %a10 = onnxops.rt.argument 10 of 1 : memref<?xf32>
  %a11 = onnxops.rt.argument 11 of 1 : memref<?xf32>
  %a12 = onnxops.rt.argument 12 of 1 : memref<?xf32>
  %a13 = onnxops.rt.argument 13 of 1 : memref<?xf32>
  %a14 = onnxops.rt.argument 14 of 1 : memref<?xf32>
  %a15 = onnxops.rt.argument 15 of 1 : memref<?xf32>
  %a16 = onnxops.rt.argument 16 of 1 : memref<?xf32>
  %a17 = onnxops.rt.argument 17 of 1 : memref<?xf32>
  %c0 = arith.constant 0 : index
  %d0 = memref.dim %a0, %c0 : memref<?xf32>
  %d1 = memref.dim %a1, %c0 : memref<?xf32>
  %d2 = memref.dim %a2, %c0 : memref<?xf32>
  %d3 = memref.dim %a3, %c0 : memref<?xf32>
  %d4 = memref.dim %a4, %c0 : memref<?xf32>
  %d5 = memref.dim %a5, %c0 : memref<?xf32>
  %d6 = memref.dim %a6, %c0 : memref<?xf32>
  %d7 = memref.dim %a7, %c0 : memref<?xf32>
  %d8 = memref.dim %a8, %c0 : memref<?xf32>
  %d9 = memref.dim %a9, %c0 : memref<?xf32>
  %d10 = memref.dim %a10, %c0 : memref<?xf32>
  %d11 = memref.dim %a11, %c0 : memref<?xf32>
  %d12 = memref.dim %a12, %c0 : memref<?xf32>
  %d13 = memref.dim %a13, %c0 : memref<?xf32>
  %d14 = memref.dim %a14, %c0 : memref<?xf32>
  %d15 = memref.dim %a15, %c0 : memref<?xf32>
  %d16 = memref.dim %a16, %c0 : memref<?xf32>
  %d17 = memref.dim %a17, %c0 : memref<?xf32>
  %s1 = arith.addi %d0, %d1 : index
  %b1 = arith.ori %d0, %s1 : index
  %s2 = arith.addi %s1, %d2 : index
  %b2 = arith.ori %b1, %s2 : index
  %s3 = arith.addi %s2, %d3 : index
  %b3 = arith.ori %b2, %s3 : index
  %s4 = arith.addi %s3, %d4 : index
  %b4 = arith.ori %b3, %s4 : index
  %s5 = arith.addi %s4, %d5 : index
  %b5 = arith.ori %b4, %s5 : index
  %s6 = arith.addi %s5, %d6 : index
  %b6 = arith.ori %b5, %s6 : index
  %s7 = arith.addi %s6, %d7 : index
  %b7 = arith.ori %b6, %s7 : index
  %s8 = arith.addi %s7, %d8 : index
  %b8 = arith.ori %b7, %s8 : index
  %s9 = arith.addi %s8, %d9 : index
  %b9 = arith.ori %b8, %s9 : index
  %s10 = arith.addi %s9, %d10 : index
  %b10 = arith.ori %b9, %s10 : index
  %s11 = arith.addi %s10, %d11 : index
  %b11 = arith.ori %b10, %s11 : index
  %s12 = arith.addi %s11, %d12 : index
  %b12 = arith.ori %b11, %s12 : index
  %s13 = arith.addi %s12, %d13 : index
  %b13 = arith.ori %b12, %s13 : index
  %s14 = arith.addi %s13, %d14 : index
  %b14 = arith.ori %b13, %s14 : index
  %s15 = arith.addi %s14, %d15 : index
  %b15 = arith.ori %b14, %s15 : index
  %s16 = arith.addi %s15, %d16 : index
  %b16 = arith.ori %b15, %s16 : index
  %s17 = arith.addi %s16, %d17 : index
  %b17 = arith.ori %b16, %s17 : index
  %m = onnxops.rt.output 0 of 1(%s17, %b17) : memref<?x?xf32>
  return %zero : i32
}

// -----

// Intermediate sums with other uses are computed already: no loop.
// CHECK-LABEL: func @partial_sums
//   CHECK-NOT:   cf.
// CHECK-COUNT-17: arith.addi
func.func @partial_sums(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  %words = llvm.alloca %count x i64 : (i64) -> !llvm.ptr
  %a0 = onnxops.rt.argument 0 of 1 : memref<?xf32>
  %a1 = onnxops.rt.argument 1 of 1 : memref<?xf32>
  %a2 = onnxops.rt.argument 2 of 1 : memref<?xf32>
  %a3 = onnxops.rt.argument 3 of 1 : memref<?xf32>
  %a4 = onnxops.rt.argument 4 of 1 : memref<?xf32>
  %a5 = onnxops.rt.argument 5 of 1 : memref<?xf32>
  %a6 = onnxops.rt.argument 6 of 1 : memref<?xf32>
  %a7 = onnxops.rt.argument 7 of 1 : memref<?xf32>
  %a8 = onnxops.rt.argument 8 of 1 : memref<?xf32>
  %a9 = onnxops.rt.argument 9 of 1 : memref<?xf32>
  %a10 = onnxops.rt.argument 10 of 1 : memref<?xf32>
  %a11 = onnxops.rt.argument 11 of 1 : memref<?xf32>
  %a12 = onnxops.rt.argument 12 of 1 : memref<?xf32>
  %a13 = onnxops.rt.argument 13 of 1 : memref<?xf32>
  %a14 = onnxops.rt.argument 14 of 1 : memref<?xf32>
  %a15 = onnxops.rt.argument 15 of 1 : memref<?xf32>
  %a16 = onnxops.rt.argument 16 of 1 : memref<?xf32>
  %a17 = onnxops.rt.argument 17 of 1 : memref<?xf32>
  %c0 = arith.constant 0 : index
  %d0 = memref.dim %a0, %c0 : memref<?xf32>
  %d1 = memref.dim %a1, %c0 : memref<?xf32>
  %d2 = memref.dim %a2, %c0 : memref<?xf32>
  %d3 = memref.dim %a3, %c0 : memref<?xf32>
  %d4 = memref.dim %a4, %c0 : memref<?xf32>
  %d5 = memref.dim %a5, %c0 : memref<?xf32>
  %d6 = memref.dim %a6, %c0 : memref<?xf32>
  %d7 = memref.dim %a7, %c0 : memref<?xf32>
  %d8 = memref.dim %a8, %c0 : memref<?xf32>
  %d9 = memref.dim %a9, %c0 : memref<?xf32>
  %d10 = memref.dim %a10, %c0 : memref<?xf32>
  %d11 = memref.dim %a11, %c0 : memref<?xf32>
  %d12 = memref.dim %a12, %c0 : memref<?xf32>
  %d13 = memref.dim %a13, %c0 : memref<?xf32>
  %d14 = memref.dim %a14, %c0 : memref<?xf32>
  %d15 = memref.dim %a15, %c0 : memref<?xf32>
  %d16 = memref.dim %a16, %c0 : memref<?xf32>
  %d17 = memref.dim %a17, %c0 : memref<?xf32>
  %s1 = arith.addi %d0, %d1 : index
  %b1 = arith.ori %d0, %s1 : index
  %s2 = arith.addi %s1, %d2 : index
  %b2 = arith.ori %b1, %s2 : index
  %s3 = arith.addi %s2, %d3 : index
  %b3 = arith.ori %b2, %s3 : index
  %s4 = arith.addi %s3, %d4 : index
  %b4 = arith.ori %b3, %s4 : index
  %s5 = arith.addi %s4, %d5 : index
  %b5 = arith.ori %b4, %s5 : index
  %s6 = arith.addi %s5, %d6 : index
  %b6 = arith.ori %b5, %s6 : index
  %s7 = arith.addi %s6, %d7 : index
  %b7 = arith.ori %b6, %s7 : index
  %s8 = arith.addi %s7, %d8 : index
  %b8 = arith.ori %b7, %s8 : index
  %s9 = arith.addi %s8, %d9 : index
  %b9 = arith.ori %b8, %s9 : index
  %s10 = arith.addi %s9, %d10 : index
  %b10 = arith.ori %b9, %s10 : index
  %s11 = arith.addi %s10, %d11 : index
  %b11 = arith.ori %b10, %s11 : index
  %s12 = arith.addi %s11, %d12 : index
  %b12 = arith.ori %b11, %s12 : index
  %s13 = arith.addi %s12, %d13 : index
  %b13 = arith.ori %b12, %s13 : index
  %s14 = arith.addi %s13, %d14 : index
  %b14 = arith.ori %b13, %s14 : index
  %s15 = arith.addi %s14, %d15 : index
  %b15 = arith.ori %b14, %s15 : index
  %s16 = arith.addi %s15, %d16 : index
  %b16 = arith.ori %b15, %s16 : index
  %s17 = arith.addi %s16, %d17 : index
  %b17 = arith.ori %b16, %s17 : index
  %m = onnxops.rt.output 0 of 1(%s17, %s9) : memref<?x?xf32>
  return %zero : i32
}

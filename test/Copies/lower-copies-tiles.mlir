// RUN: onnxops-opt %s --onnxops-lower-copies=vector-bytes=16 -cse -split-input-file | FileCheck %s
// RUN: onnxops-opt %s --onnxops-lower-copies=vector-bytes=64 -cse -split-input-file | FileCheck %s --check-prefix=WIDE
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=64 fill-threshold=0" -cse -split-input-file | FileCheck %s --check-prefix=STREAM

// A period of 12 bytes fills three registers of 16, which are stored cyclically;
// the last store ends at the end of the target. LLVM is not to unroll the loop
// over rows.

// CHECK: #[[NO_UNROLL:.*]] = #llvm.loop_unroll<disable = true>
// CHECK: #[[ANNOTATION:.*]] = #llvm.loop_annotation<unroll = #[[NO_UNROLL]]>
// CHECK-LABEL: func.func @period
// CHECK:         call @onnxops_tile(
// CHECK:       func.func private @onnxops_tile(
// CHECK:         %[[ONCE:.*]] = llvm.load %{{.*}} -> vector<3xi32>
// CHECK:         %[[A:.*]] = llvm.shufflevector %[[ONCE]], %[[ONCE]] [0, 1, 2, 0]
// CHECK:         %[[B:.*]] = llvm.shufflevector %[[ONCE]], %[[ONCE]] [1, 2, 0, 1]
// CHECK:         %[[C:.*]] = llvm.shufflevector %[[ONCE]], %[[ONCE]] [2, 0, 1, 2]
// CHECK:         scf.for
// CHECK:           llvm.store %[[A]]
// CHECK:           llvm.store %[[B]]
// CHECK:           llvm.store %[[C]]
// CHECK-NOT:     loop_annotation
// CHECK:         llvm.store %[[C]]
// CHECK-NEXT:  } {llvm.loop_annotation = #[[ANNOTATION]]}
func.func @period(%a: memref<16x3xf32>, %out: memref<16x4096x3xf32>) {
  linalg.broadcast ins(%a : memref<16x3xf32>) outs(%out : memref<16x4096x3xf32>) dimensions = [1]
  return
}

// -----

// Adjacent repeats are merged.

// CHECK-LABEL: func.func @repeats
// CHECK:         %[[COUNT:.*]] = arith.constant 3136 : i64
// CHECK:       func.func private @onnxops_tile(
func.func @repeats(%a: memref<f32>, %out: memref<56x56xf32>) {
  linalg.broadcast ins(%a : memref<f32>) outs(%out : memref<56x56xf32>) dimensions = [0, 1]
  return
}

// -----

// Other ops than broadcasts of memrefs stay.

// CHECK-LABEL: func.func @tensors
// CHECK:         linalg.broadcast
func.func @tensors(%a: tensor<3xf32>, %out: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%out : tensor<4x3xf32>) dimensions = [0]
  return %0 : tensor<4x3xf32>
}

// -----

// Rows with gaps between them: the loop over rows is in the kernel, so that
// threads can share it.

// CHECK-LABEL: func.func @strided
// CHECK-NOT:     scf.for
// CHECK:         call @onnxops_tile(%{{.*}}, %{{.*}}, %c64_i64)
// CHECK:         return
func.func @strided(%a: memref<64xf32>, %m: memref<64x100xf32>) {
  %part = memref.subview %m[0, 20] [64, 80] [1, 1] : memref<64x100xf32> to memref<64x80xf32, strided<[100, 1], offset: 20>>
  linalg.broadcast ins(%a : memref<64xf32>) outs(%part : memref<64x80xf32, strided<[100, 1], offset: 20>>) dimensions = [1]
  return
}

// -----

// Rows of 6 bytes are permuted, eight in three registers, as long as these read
// and write no more than all rows; then two in one, whose rest is overwritten.

// CHECK-LABEL: func.func @short_rows
// CHECK:       func.func private @onnxops_tile(
// CHECK:         arith.subi %{{.*}}, %c3_i64
// CHECK:         arith.divui %{{.*}}, %c8_i64
// CHECK:         scf.for %{{.*}} = %c0_i64 to %{{.*}} step %c8_i64
// CHECK:           llvm.load %{{.*}} -> vector<16xi8>
// CHECK:           llvm.shufflevector {{.*}} [0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6]
// CHECK:           llvm.store %{{.*}} : vector<16xi8>
// CHECK:           llvm.shufflevector {{.*}} [1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7, 8, 9, 10]
// CHECK:           llvm.store %{{.*}} : vector<16xi8>
// CHECK:           llvm.shufflevector {{.*}} [2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7, 8]
// CHECK:           llvm.store %{{.*}} : vector<16xi8>
// CHECK:         scf.for %{{.*}} step %c2_i64
// CHECK:           llvm.load %{{.*}} -> vector<8xi8>
// CHECK:           llvm.shufflevector {{.*}} [0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, -1, -1, -1, -1]
// CHECK:         scf.for
// CHECK:           "llvm.intr.memcpy"
func.func @short_rows(%a: memref<1000x3xi8>, %out: memref<1000x2x3xi8>) {
  linalg.broadcast ins(%a : memref<1000x3xi8>) outs(%out : memref<1000x2x3xi8>) dimensions = [1]
  return
}

// -----

// Rows with gaps between them are not.

// CHECK-LABEL: func.func @rows_with_gaps
// CHECK:       func.func private @onnxops_tile(
// CHECK-NOT:     llvm.shufflevector
// CHECK:         "llvm.intr.memcpy"
func.func @rows_with_gaps(%a: memref<1000x3xi8>, %out: memref<1000x2x3xi8, strided<[8, 3, 1]>>) {
  linalg.broadcast ins(%a : memref<1000x3xi8>) outs(%out : memref<1000x2x3xi8, strided<[8, 3, 1]>>) dimensions = [1]
  return
}

// -----

// Rows whose bytes overflow to 8 are not short rows.

// CHECK-LABEL: func.func @overflow
// CHECK:       func.func private @onnxops_tile(
// CHECK-NOT:     llvm.shufflevector
func.func @overflow(%a: memref<1000x1xf64>, %out: memref<1000x2305843009213693953x1xf64>) {
  linalg.broadcast ins(%a : memref<1000x1xf64>) outs(%out : memref<1000x2305843009213693953x1xf64>) dimensions = [1]
  return
}

// -----

// A period of 3,024 bytes is copied from the source until 12,096 bytes and a register
// are written, then from 12,096 bytes behind: four periods, and whole registers. But not
// by a thread that writes too little, or more than stays in a cache.

// WIDE-LABEL: func.func @near
// WIDE:       func.func private @onnxops_tile(
// WIDE:         %[[LEAST:.*]] = arith.constant 32768
// WIDE:         arith.cmpi sgt, %[[BYTES:.*]], %[[LEAST]]
// WIDE:         %[[MOST:.*]] = arith.constant 786432
// WIDE:         arith.cmpi sle, %[[BYTES]], %[[MOST]]
// WIDE:         %[[WRITTEN:.*]] = arith.constant 15120
// WIDE-NEXT:    arith.minsi %[[BYTES]], %[[WRITTEN]]
// WIDE:         scf.for %{{.*}} step %c3024_i64
// WIDE:         %[[DISTANCE:.*]] = arith.constant 12096
// WIDE-NEXT:    arith.subi %{{.*}}, %[[DISTANCE]]
func.func @near(%a: memref<756xf32>, %out: memref<64x756xf32>) {
  linalg.broadcast ins(%a : memref<756xf32>) outs(%out : memref<64x756xf32>) dimensions = [0]
  return
}

// -----

// No multiple of 771 bytes up to 16 KB is one of a register.

// WIDE-LABEL: func.func @far
// WIDE:       func.func private @onnxops_tile(
// WIDE:         scf.while
// WIDE:           "llvm.intr.memcpy"
// WIDE:         scf.for
// WIDE:           "llvm.intr.memcpy"
func.func @far(%a: memref<771xi8>, %out: memref<64x771xi8>) {
  linalg.broadcast ins(%a : memref<771xi8>) outs(%out : memref<64x771xi8>) dimensions = [0]
  return
}

// -----

// A few rows that are repeated are such a period, too.

// WIDE-LABEL: func.func @rows
// WIDE:       func.func private @onnxops_tile(
// WIDE:         %[[DISTANCE:.*]] = arith.constant 12096
// WIDE-NEXT:    arith.subi %{{.*}}, %[[DISTANCE]]
func.func @rows(%a: memref<3x63xf32>, %out: memref<21x3x4x63xf32>) {
  linalg.broadcast ins(%a : memref<3x63xf32>) outs(%out : memref<21x3x4x63xf32>) dimensions = [0, 2]
  return
}

// -----

// In rows of less than 8 KB, all registers of 252 bytes are stored to each place.

// WIDE-LABEL: func.func @few
// WIDE:       func.func private @onnxops_tile(
// WIDE:         scf.for
// WIDE-COUNT-4:   llvm.load {{.*}} -> vector<64xi8>
// WIDE:           scf.for
// WIDE-COUNT-4:     llvm.store {{.*}} : vector<64xi8>
// WIDE-NOT:     llvm.load
// WIDE:         return
func.func @few(%a: memref<20x63xf32>, %out: memref<20x4x63xf32>) {
  linalg.broadcast ins(%a : memref<20x63xf32>) outs(%out : memref<20x4x63xf32>) dimensions = [1]
  return
}

// -----

// Rows of patterns begin anywhere in a line. Some periods are written first, so that
// non-temporal stores begin with a line and with a period: the number of elements up to
// the line, times 11, modulo 16 (11 * 3 = 1).

// CHECK-LABEL:  func.func @unaligned_rows
// STREAM-LABEL: func.func @unaligned_rows
// STREAM:       func.func private @onnxops_tile(
// STREAM:         %[[ADDRESS:.*]] = llvm.ptrtoint
// STREAM:         %[[NEGATED:.*]] = arith.subi %{{.*}}, %[[ADDRESS]]
// STREAM:         %[[AHEAD:.*]] = arith.remui %[[NEGATED]], %c64_i64
// STREAM:         %[[ELEMENTS:.*]] = arith.divui %[[AHEAD]], %c4_i64
// STREAM:         %[[PRODUCT:.*]] = arith.muli %[[ELEMENTS]], %c11_i64
// STREAM:         %[[PERIODS:.*]] = arith.remui %[[PRODUCT]], %c16_i64
// STREAM:         %[[HEAD:.*]] = arith.muli %[[PERIODS]], %c12_i64
// STREAM:         %[[IS_HEAD:.*]] = arith.cmpi sgt, %[[HEAD]], %c0_i64
// STREAM-NEXT:    scf.if %[[IS_HEAD]]
// STREAM-NOT:       nontemporal
// STREAM:         }
// STREAM:         llvm.getelementptr %{{.*}}[%[[HEAD]]]
// STREAM:         nontemporal
func.func @unaligned_rows(%a: memref<64x3xf32>, %out: memref<64x1001x3xf32>) {
  linalg.broadcast ins(%a : memref<64x3xf32>) outs(%out : memref<64x1001x3xf32>) dimensions = [1]
  return
}

// -----

// A row that does not fit into L1 twice is not copied: each of its places is repeated
// from the source, also if no register repeats the period.

// CHECK-LABEL: func.func @long_rows
// CHECK:       func.func private @onnxops_tile(
// CHECK:         %[[SOURCE:.*]] = llvm.load %{{[0-9]+}}
// CHECK:         %[[REPEATS:.*]] = arith.subi %arg2, %arg1
// CHECK:         scf.for %{{.*}} = %c0_i64 to %[[REPEATS]] step
// CHECK-NOT:       scf.for %{{.*}} to %c4_i64
// CHECK:           memcpy"(%{{.*}}, %[[SOURCE]], %c101_i64)
// CHECK:           scf.for %{{.*}} = %c0_i64 to %c8_i64 step
func.func @long_rows(%a: memref<8x101xi8>, %out: memref<4x8x270x101xi8>) {
  linalg.broadcast ins(%a : memref<8x101xi8>) outs(%out : memref<4x8x270x101xi8>) dimensions = [0, 2]
  return
}

// RUN: onnxops-opt %s --onnxops-lower-copies=vector-bytes=64 -cse -split-input-file | FileCheck %s
// RUN: onnxops-opt %s --onnxops-lower-copies=vector-bytes=32 -cse -split-input-file | FileCheck %s --check-prefix=NARROW

// The copies of a concat become one interleaved copy. Its short runs are
// permuted: rows of 4 and 4 bytes, 16 of them in two loads, two shuffles and
// two stores.

// CHECK-LABEL: func.func @interleave
// CHECK:         call @onnxops_permute(
// CHECK-NOT:     call
// CHECK:       func.func private @onnxops_permute(
// CHECK:         %[[A:.*]] = llvm.load %{{.*}} -> vector<16xi32>
// CHECK:         %[[B:.*]] = llvm.load %{{.*}} -> vector<16xi32>
// CHECK:         llvm.shufflevector %[[A]], %[[B]] [0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23]
// CHECK:         llvm.shufflevector %[[A]], %[[B]] [8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31]
// CHECK-COUNT-2: llvm.store %{{.*}} : vector<16xi32>
func.func @interleave(%a: memref<1000x1xf32>, %b: memref<1000x1xf32>) -> memref<1000x2xf32> {
  %out = memref.alloc() : memref<1000x2xf32>
  %first = memref.subview %out[0, 0] [1000, 1] [1, 1] : memref<1000x2xf32> to memref<1000x1xf32, strided<[2, 1]>>
  memref.copy %a, %first : memref<1000x1xf32> to memref<1000x1xf32, strided<[2, 1]>>
  %second = memref.subview %out[0, 1] [1000, 1] [1, 1] : memref<1000x2xf32> to memref<1000x1xf32, strided<[2, 1], offset: 1>>
  memref.copy %b, %second : memref<1000x1xf32> to memref<1000x1xf32, strided<[2, 1], offset: 1>>
  return %out : memref<1000x2xf32>
}

// -----

// Sixteen rows of 64 bytes: values are computed when the next four stores need
// them, since there are not registers enough for all.

// CHECK-LABEL: func.func @many_values
// CHECK:       func.func private @onnxops_permute(
// CHECK:         llvm.load
// CHECK-COUNT-4: llvm.store
// CHECK-NEXT:    %{{.*}} = llvm.getelementptr
// CHECK-NOT:     llvm.store
// CHECK:         llvm.load
// CHECK-COUNT-4: llvm.store
// CHECK-NOT:     llvm.store
// CHECK:         llvm.load
func.func @many_values(%a: memref<1000x1xf32>, %b: memref<1000x15xf32>) -> memref<1000x16xf32> {
  %out = memref.alloc() : memref<1000x16xf32>
  %first = memref.subview %out[0, 0] [1000, 1] [1, 1] : memref<1000x16xf32> to memref<1000x1xf32, strided<[16, 1]>>
  memref.copy %a, %first : memref<1000x1xf32> to memref<1000x1xf32, strided<[16, 1]>>
  %second = memref.subview %out[0, 1] [1000, 15] [1, 1] : memref<1000x16xf32> to memref<1000x15xf32, strided<[16, 1], offset: 1>>
  memref.copy %b, %second : memref<1000x15xf32> to memref<1000x15xf32, strided<[16, 1], offset: 1>>
  return %out : memref<1000x16xf32>
}

// -----

// Arguments of a function may alias, so the second copy may read memory that the
// first one has written.

// CHECK-LABEL: func.func @arguments
// CHECK:         call @onnxops_rows(
// CHECK:         call @onnxops_rows(
func.func @arguments(%a: memref<1000x1xf32>, %b: memref<1000x1xf32>, %out: memref<1000x2xf32>) {
  %first = memref.subview %out[0, 0] [1000, 1] [1, 1] : memref<1000x2xf32> to memref<1000x1xf32, strided<[2, 1]>>
  memref.copy %a, %first : memref<1000x1xf32> to memref<1000x1xf32, strided<[2, 1]>>
  %second = memref.subview %out[0, 1] [1000, 1] [1, 1] : memref<1000x2xf32> to memref<1000x1xf32, strided<[2, 1], offset: 1>>
  memref.copy %b, %second : memref<1000x1xf32> to memref<1000x1xf32, strided<[2, 1], offset: 1>>
  return
}

// -----

// An op between two copies writes memory that the second one reads.

// CHECK-LABEL: func.func @writer_between
// CHECK:         call @onnxops_rows(
// CHECK:         memref.store
// CHECK:         call @onnxops_rows(
func.func @writer_between(%a: memref<1000x1xf32>, %b: memref<1000x1xf32>, %x: f32) -> memref<1000x2xf32> {
  %c0 = arith.constant 0 : index
  %out = memref.alloc() : memref<1000x2xf32>
  %first = memref.subview %out[0, 0] [1000, 1] [1, 1] : memref<1000x2xf32> to memref<1000x1xf32, strided<[2, 1]>>
  memref.copy %a, %first : memref<1000x1xf32> to memref<1000x1xf32, strided<[2, 1]>>
  memref.store %x, %b[%c0, %c0] : memref<1000x1xf32>
  %second = memref.subview %out[0, 1] [1000, 1] [1, 1] : memref<1000x2xf32> to memref<1000x1xf32, strided<[2, 1], offset: 1>>
  memref.copy %b, %second : memref<1000x1xf32> to memref<1000x1xf32, strided<[2, 1], offset: 1>>
  return %out : memref<1000x2xf32>
}

// -----

// The second copy reads the memref that both write to.

// CHECK-LABEL: func.func @own_source
// CHECK:         call @onnxops_rows(
// CHECK:         call @onnxops_rows_0(
func.func @own_source(%a: memref<1000x1xf32>) -> memref<1000x2xf32> {
  %out = memref.alloc() : memref<1000x2xf32>
  %first = memref.subview %out[0, 0] [1000, 1] [1, 1] : memref<1000x2xf32> to memref<1000x1xf32, strided<[2, 1]>>
  memref.copy %a, %first : memref<1000x1xf32> to memref<1000x1xf32, strided<[2, 1]>>
  %second = memref.subview %out[0, 1] [1000, 1] [1, 1] : memref<1000x2xf32> to memref<1000x1xf32, strided<[2, 1], offset: 1>>
  memref.copy %first, %second : memref<1000x1xf32, strided<[2, 1]>> to memref<1000x1xf32, strided<[2, 1], offset: 1>>
  return %out : memref<1000x2xf32>
}

// -----

// There is a gap between the slices.

// CHECK-LABEL: func.func @gap
// CHECK:         call @onnxops_rows(
// CHECK:         call @onnxops_rows(
func.func @gap(%a: memref<1000x1xf32>, %b: memref<1000x1xf32>) -> memref<1000x3xf32> {
  %out = memref.alloc() : memref<1000x3xf32>
  %first = memref.subview %out[0, 0] [1000, 1] [1, 1] : memref<1000x3xf32> to memref<1000x1xf32, strided<[3, 1]>>
  memref.copy %a, %first : memref<1000x1xf32> to memref<1000x1xf32, strided<[3, 1]>>
  %second = memref.subview %out[0, 2] [1000, 1] [1, 1] : memref<1000x3xf32> to memref<1000x1xf32, strided<[3, 1], offset: 2>>
  memref.copy %b, %second : memref<1000x1xf32> to memref<1000x1xf32, strided<[3, 1], offset: 2>>
  return %out : memref<1000x3xf32>
}

// -----

// The slices have size 1 along their common axis, but do not take the dimension
// after it whole: the second does not begin where the first one's rows end.

// CHECK-LABEL: func.func @room_behind
// CHECK:         call @onnxops_rows(
// CHECK:         call @onnxops_rows(
func.func @room_behind(%a: memref<4x1x200xf32>, %b: memref<4x1x200xf32>) -> memref<4x2x300xf32> {
  %out = memref.alloc() : memref<4x2x300xf32>
  %first = memref.subview %out[0, 0, 0] [4, 1, 200] [1, 1, 1] : memref<4x2x300xf32> to memref<4x1x200xf32, strided<[600, 300, 1]>>
  memref.copy %a, %first : memref<4x1x200xf32> to memref<4x1x200xf32, strided<[600, 300, 1]>>
  %second = memref.subview %out[0, 1, 0] [4, 1, 200] [1, 1, 1] : memref<4x2x300xf32> to memref<4x1x200xf32, strided<[600, 300, 1], offset: 300>>
  memref.copy %b, %second : memref<4x1x200xf32> to memref<4x1x200xf32, strided<[600, 300, 1], offset: 300>>
  return %out : memref<4x2x300xf32>
}

// -----

// The sources have gaps in different dimensions: the rows of the first merge
// dimensions 1 and 2, those of the second 0 and 1.

// CHECK-LABEL: func.func @different_rows
// CHECK:         scf.for
// CHECK:           call @onnxops_
// CHECK:         scf.for
// CHECK:           call @onnxops_
func.func @different_rows(%a: memref<5x9x7x60xf32>, %b: memref<5x7x9x60xf32>) -> memref<5x7x7x120xf32> {
  %x = memref.subview %a[0, 0, 0, 0] [5, 7, 7, 60] [1, 1, 1, 1] : memref<5x9x7x60xf32> to memref<5x7x7x60xf32, strided<[3780, 420, 60, 1]>>
  %y = memref.subview %b[0, 0, 0, 0] [5, 7, 7, 60] [1, 1, 1, 1] : memref<5x7x9x60xf32> to memref<5x7x7x60xf32, strided<[3780, 540, 60, 1]>>
  %out = memref.alloc() : memref<5x7x7x120xf32>
  %first = memref.subview %out[0, 0, 0, 0] [5, 7, 7, 60] [1, 1, 1, 1] : memref<5x7x7x120xf32> to memref<5x7x7x60xf32, strided<[5880, 840, 120, 1]>>
  memref.copy %x, %first : memref<5x7x7x60xf32, strided<[3780, 420, 60, 1]>> to memref<5x7x7x60xf32, strided<[5880, 840, 120, 1]>>
  %second = memref.subview %out[0, 0, 0, 60] [5, 7, 7, 60] [1, 1, 1, 1] : memref<5x7x7x120xf32> to memref<5x7x7x60xf32, strided<[5880, 840, 120, 1], offset: 60>>
  memref.copy %y, %second : memref<5x7x7x60xf32, strided<[3780, 540, 60, 1]>> to memref<5x7x7x60xf32, strided<[5880, 840, 120, 1], offset: 60>>
  return %out : memref<5x7x7x120xf32>
}

// -----

// Partly static sizes: constants in sums are folded.

// CHECK-LABEL: func.func @folded_sums
// CHECK:         call @onnxops_
// CHECK-NOT:     call
// CHECK:         return
func.func @folded_sums(%a: memref<100x?xi8>, %b: memref<100x2xi8>, %c: memref<100x3xi8>, %n: index) -> memref<100x?xi8> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %d = memref.dim %a, %c1 : memref<100x?xi8>
  %d2 = arith.addi %d, %c2 : index
  %d5 = arith.addi %d, %c5 : index
  %out = memref.alloc(%d5) : memref<100x?xi8>
  %0 = memref.subview %out[0, 0] [100, %d] [1, 1] : memref<100x?xi8> to memref<100x?xi8, strided<[?, 1]>>
  memref.copy %a, %0 : memref<100x?xi8> to memref<100x?xi8, strided<[?, 1]>>
  %1 = memref.subview %out[0, %d] [100, 2] [1, 1] : memref<100x?xi8> to memref<100x2xi8, strided<[?, 1], offset: ?>>
  memref.copy %b, %1 : memref<100x2xi8> to memref<100x2xi8, strided<[?, 1], offset: ?>>
  %2 = memref.subview %out[0, %d2] [100, 3] [1, 1] : memref<100x?xi8> to memref<100x3xi8, strided<[?, 1], offset: ?>>
  memref.copy %c, %2 : memref<100x3xi8> to memref<100x3xi8, strided<[?, 1], offset: ?>>
  return %out : memref<100x?xi8>
}

// -----

// Two runs of over 1,250 bytes: code for each of them would store far from where
// it did last. Fewer bytes, or so many that they are past the caches, are not
// moved faster by one loop.

// CHECK-LABEL: func.func @far_apart
// CHECK:         call @onnxops_table(
func.func @far_apart(%a: memref<60x400xf32>, %b: memref<60x380xf32>) -> memref<60x780xf32> {
  %out = memref.alloc() : memref<60x780xf32>
  %first = memref.subview %out[0, 0] [60, 400] [1, 1] : memref<60x780xf32> to memref<60x400xf32, strided<[780, 1]>>
  memref.copy %a, %first : memref<60x400xf32> to memref<60x400xf32, strided<[780, 1]>>
  %second = memref.subview %out[0, 400] [60, 380] [1, 1] : memref<60x780xf32> to memref<60x380xf32, strided<[780, 1], offset: 400>>
  memref.copy %b, %second : memref<60x380xf32> to memref<60x380xf32, strided<[780, 1], offset: 400>>
  return %out : memref<60x780xf32>
}

// -----

// CHECK-LABEL: func.func @near
// CHECK:         call @onnxops_rows(
func.func @near(%a: memref<60x400xf32>, %b: memref<60x300xf32>) -> memref<60x700xf32> {
  %out = memref.alloc() : memref<60x700xf32>
  %first = memref.subview %out[0, 0] [60, 400] [1, 1] : memref<60x700xf32> to memref<60x400xf32, strided<[700, 1]>>
  memref.copy %a, %first : memref<60x400xf32> to memref<60x400xf32, strided<[700, 1]>>
  %second = memref.subview %out[0, 400] [60, 300] [1, 1] : memref<60x700xf32> to memref<60x300xf32, strided<[700, 1], offset: 400>>
  memref.copy %b, %second : memref<60x300xf32> to memref<60x300xf32, strided<[700, 1], offset: 400>>
  return %out : memref<60x700xf32>
}

// -----

// CHECK-LABEL: func.func @past_the_caches
// CHECK:         call @onnxops_rows(
func.func @past_the_caches(%a: memref<2000x400xf32>, %b: memref<2000x380xf32>) -> memref<2000x780xf32> {
  %out = memref.alloc() : memref<2000x780xf32>
  %first = memref.subview %out[0, 0] [2000, 400] [1, 1] : memref<2000x780xf32> to memref<2000x400xf32, strided<[780, 1]>>
  memref.copy %a, %first : memref<2000x400xf32> to memref<2000x400xf32, strided<[780, 1]>>
  %second = memref.subview %out[0, 400] [2000, 380] [1, 1] : memref<2000x780xf32> to memref<2000x380xf32, strided<[780, 1], offset: 400>>
  memref.copy %b, %second : memref<2000x380xf32> to memref<2000x380xf32, strided<[780, 1], offset: 400>>
  return %out : memref<2000x780xf32>
}

// -----

// Runs of 96 bytes and more, on average, are copied one by one with registers of 64
// bytes, if the copy has no non-temporal stores.

// CHECK-LABEL: func.func @long_runs
// CHECK:         call @onnxops_rows(
// NARROW-LABEL: func.func @long_runs
// NARROW:         call @onnxops_permute(
func.func @long_runs(%a: memref<124x336xi8>, %b: memref<124x144xi8>, %c: memref<124x528xi8>, %d: memref<124x48xi8>) -> memref<124x1056xi8> {
  %out = memref.alloc() : memref<124x1056xi8>
  %0 = memref.subview %out[0, 0] [124, 336] [1, 1] : memref<124x1056xi8> to memref<124x336xi8, strided<[1056, 1]>>
  memref.copy %a, %0 : memref<124x336xi8> to memref<124x336xi8, strided<[1056, 1]>>
  %1 = memref.subview %out[0, 336] [124, 144] [1, 1] : memref<124x1056xi8> to memref<124x144xi8, strided<[1056, 1], offset: 336>>
  memref.copy %b, %1 : memref<124x144xi8> to memref<124x144xi8, strided<[1056, 1], offset: 336>>
  %2 = memref.subview %out[0, 480] [124, 528] [1, 1] : memref<124x1056xi8> to memref<124x528xi8, strided<[1056, 1], offset: 480>>
  memref.copy %c, %2 : memref<124x528xi8> to memref<124x528xi8, strided<[1056, 1], offset: 480>>
  %3 = memref.subview %out[0, 1008] [124, 48] [1, 1] : memref<124x1056xi8> to memref<124x48xi8, strided<[1056, 1], offset: 1008>>
  memref.copy %d, %3 : memref<124x48xi8> to memref<124x48xi8, strided<[1056, 1], offset: 1008>>
  return %out : memref<124x1056xi8>
}

// -----

// CHECK-LABEL: func.func @shorter_runs
// CHECK:         call @onnxops_permute(
func.func @shorter_runs(%a: memref<471x16xi8>, %b: memref<471x216xi8>, %c: memref<471x12xi8>, %d: memref<471x32xi8>) -> memref<471x276xi8> {
  %out = memref.alloc() : memref<471x276xi8>
  %0 = memref.subview %out[0, 0] [471, 16] [1, 1] : memref<471x276xi8> to memref<471x16xi8, strided<[276, 1]>>
  memref.copy %a, %0 : memref<471x16xi8> to memref<471x16xi8, strided<[276, 1]>>
  %1 = memref.subview %out[0, 16] [471, 216] [1, 1] : memref<471x276xi8> to memref<471x216xi8, strided<[276, 1], offset: 16>>
  memref.copy %b, %1 : memref<471x216xi8> to memref<471x216xi8, strided<[276, 1], offset: 16>>
  %2 = memref.subview %out[0, 232] [471, 12] [1, 1] : memref<471x276xi8> to memref<471x12xi8, strided<[276, 1], offset: 232>>
  memref.copy %c, %2 : memref<471x12xi8> to memref<471x12xi8, strided<[276, 1], offset: 232>>
  %3 = memref.subview %out[0, 244] [471, 32] [1, 1] : memref<471x276xi8> to memref<471x32xi8, strided<[276, 1], offset: 244>>
  memref.copy %d, %3 : memref<471x32xi8> to memref<471x32xi8, strided<[276, 1], offset: 244>>
  return %out : memref<471x276xi8>
}

// -----

// CHECK-LABEL: func.func @streamed_runs
// CHECK:         call @onnxops_permute(
func.func @streamed_runs(%a: memref<20000x336xi8>, %b: memref<20000x144xi8>, %c: memref<20000x528xi8>, %d: memref<20000x48xi8>) -> memref<20000x1056xi8> {
  %out = memref.alloc() : memref<20000x1056xi8>
  %0 = memref.subview %out[0, 0] [20000, 336] [1, 1] : memref<20000x1056xi8> to memref<20000x336xi8, strided<[1056, 1]>>
  memref.copy %a, %0 : memref<20000x336xi8> to memref<20000x336xi8, strided<[1056, 1]>>
  %1 = memref.subview %out[0, 336] [20000, 144] [1, 1] : memref<20000x1056xi8> to memref<20000x144xi8, strided<[1056, 1], offset: 336>>
  memref.copy %b, %1 : memref<20000x144xi8> to memref<20000x144xi8, strided<[1056, 1], offset: 336>>
  %2 = memref.subview %out[0, 480] [20000, 528] [1, 1] : memref<20000x1056xi8> to memref<20000x528xi8, strided<[1056, 1], offset: 480>>
  memref.copy %c, %2 : memref<20000x528xi8> to memref<20000x528xi8, strided<[1056, 1], offset: 480>>
  %3 = memref.subview %out[0, 1008] [20000, 48] [1, 1] : memref<20000x1056xi8> to memref<20000x48xi8, strided<[1056, 1], offset: 1008>>
  memref.copy %d, %3 : memref<20000x48xi8> to memref<20000x48xi8, strided<[1056, 1], offset: 1008>>
  return %out : memref<20000x1056xi8>
}

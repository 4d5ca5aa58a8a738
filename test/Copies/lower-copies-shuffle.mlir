// Short rows of unknown lengths are permuted by an instruction of the target, if
// the option names one. Functions with it say what they require.
//
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=64 shuffle=avx512vbmi" | FileCheck %s --check-prefix=VBMI
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=64 shuffle=avx512vbmi" | FileCheck %s --check-prefix=WIDE
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=32 shuffle=ssse3" | FileCheck %s --check-prefix=NARROW
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=32 shuffle=ssse3" | FileCheck %s --check-prefix=SSSE3
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=64" | FileCheck %s --check-prefix=NONE
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=64 shuffle=avx512vbmi force=plain" | FileCheck %s --check-prefix=NONE
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=64 shuffle=avx512vbmi threads=2" | FileCheck %s --check-prefix=SHARED
// RUN: not onnxops-opt %s --onnxops-lower-copies="shuffle=sse" 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// NONE-NOT: call_intrinsic
// NONE-NOT: target-features
// UNKNOWN: error: shuffle: expected ssse3, avx512vbmi or nothing, but got 'sse'

// Two indices for each byte, of which the second register wins.
// VBMI-LABEL: func.func @concat(
//  VBMI-SAME:   -> memref<?x?xf32> {
// VBMI-LABEL: func.func private @onnxops_table_shuffle(
//  VBMI-SAME:   passthrough = [{{.*}}["target-features", "+avx512vbmi"]]
//       VBMI:   %[[FIRST:.*]] = llvm.call_intrinsic "llvm.x86.avx512.permvar.qi.512"(%{{.*}}, %{{.*}}) : (vector<64xi8>, vector<64xi8>) -> vector<64xi8>
//       VBMI:   %[[SECOND:.*]] = llvm.call_intrinsic "llvm.x86.avx512.permvar.qi.512"
//       VBMI:   %[[BOTH:.*]] = arith.select %{{.*}}, %[[SECOND]], %[[FIRST]]
//       VBMI:   llvm.store %[[BOTH]], %{{.*}} {alignment = 1 : i64} : vector<64xi8>
// The other functions do not need it.
// VBMI-LABEL: func.func private @onnxops_table_rows(
//   VBMI-NOT:   target-features
//       VBMI: {

// SSSE3-LABEL: func.func private @onnxops_table_shuffle(
//  SSSE3-SAME:   "+ssse3"
//       SSSE3:   %[[FIRST:.*]] = llvm.call_intrinsic "llvm.x86.ssse3.pshuf.b.128"
//       SSSE3:   %[[SECOND:.*]] = llvm.call_intrinsic "llvm.x86.ssse3.pshuf.b.128"
//       SSSE3:   arith.ori %[[SECOND]], %[[FIRST]] : vector<16xi8>
func.func @concat(%a: memref<?x?xf32>, %b: memref<?x?xf32>) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %a, %c0 : memref<?x?xf32>
  %n = memref.dim %a, %c1 : memref<?x?xf32>
  %m = memref.dim %b, %c1 : memref<?x?xf32>
  %both = arith.addi %n, %m : index
  %c = memref.alloc(%rows, %both) : memref<?x?xf32>
  %left = memref.subview %c[0, 0] [%rows, %n] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  memref.copy %a, %left : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %right = memref.subview %c[0, %n] [%rows, %m] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  memref.copy %b, %right : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  return %c : memref<?x?xf32>
}

// A period of up to a register, and rows of a few repeats.
// VBMI-LABEL: func.func private @onnxops_tile_level(
//       VBMI:   call @onnxops_tile_shuffle(
// VBMI-LABEL: func.func private @onnxops_periods(
//  VBMI-SAME:   "+avx512vbmi"
// VBMI-COUNT-3: llvm.call_intrinsic "llvm.x86.avx512.permvar.qi.512"
// SSSE3-LABEL: func.func private @onnxops_periods(
//  SSSE3-SAME:   "+ssse3"
//       SSSE3:  llvm.call_intrinsic "llvm.x86.ssse3.pshuf.b.128"
func.func @tile(%a: memref<?x?xf32>, %b: memref<?x?x?xf32>) {
  linalg.broadcast ins(%a : memref<?x?xf32>) outs(%b : memref<?x?x?xf32>) dimensions = [1]
  return
}

// Rows of tiles: what the loops write of the bytes 0, 1, 2, ... are the positions.
// VBMI-LABEL: func.func private @onnxops_tile_shuffle(
//  VBMI-SAME:   "+avx512vbmi"
//       VBMI:   call @onnxops_tile_level(
//       VBMI:   %[[DATA:.*]] = llvm.load {{.*}} -> vector<64xi8>
//       VBMI:   %[[POSITIONS:.*]] = llvm.load {{.*}} -> vector<64xi8>
//       VBMI:   llvm.call_intrinsic "llvm.x86.avx512.permvar.qi.512"(%[[DATA]], %[[POSITIONS]])

// A single source of rows with gaps.
// VBMI-LABEL: func.func private @onnxops_table_7(
//       VBMI:   call @[[SINGLE:onnxops_table_chunks[_0-9]*]](
//       VBMI: func.func private @[[SINGLE]](
//  VBMI-SAME:   "+avx512vbmi"
// VBMI-COUNT-3:   llvm.call_intrinsic "llvm.x86.avx512.permvar.qi.512"
// Chunks of two registers of the source in one of the target.
//       VBMI:   %[[FIRST:.*]] = llvm.call_intrinsic "llvm.x86.avx512.permvar.qi.512"
//       VBMI:   %[[SECOND:.*]] = llvm.call_intrinsic "llvm.x86.avx512.permvar.qi.512"
//       VBMI:   arith.select %{{.*}}, %[[SECOND]], %[[FIRST]]
func.func @chunk(%a: memref<?x?xi8>, %n: index) -> memref<?x?xi8> {
  %c0 = arith.constant 0 : index
  %rows = memref.dim %a, %c0 : memref<?x?xi8>
  %b = memref.alloc(%rows, %n) : memref<?x?xi8>
  %chunk = memref.subview %a[0, %n] [%rows, %n] [1, 1] : memref<?x?xi8> to memref<?x?xi8, strided<[?, 1], offset: ?>>
  memref.copy %chunk, %b : memref<?x?xi8, strided<[?, 1], offset: ?>> to memref<?x?xi8>
  return %b : memref<?x?xi8>
}

// Of known lengths: by the same code, except single elements in one thread without the
// wide instruction, whose loop LLVM vectorizes. Fewer rows than two in a register are not
// permuted.
// WIDE-LABEL: func.func @known_element(
//       WIDE:   call @[[ELEMENT:onnxops_table_[0-9]+]](
// WIDE-LABEL: func.func @known_elements(
//       WIDE:   call @[[ELEMENTS:onnxops_table_[0-9]+]](
// WIDE-LABEL: func.func @known_run(
//       WIDE:   call @onnxops_rows(
//       WIDE: func.func private @[[ELEMENT]](
//       WIDE:   call @onnxops_table_chunks
//       WIDE: func.func private @[[ELEMENTS]](
//       WIDE:   call @[[CHUNKS:onnxops_table_chunks[_0-9]*]](
//       WIDE: func.func private @[[CHUNKS]](
//       WIDE:   llvm.call_intrinsic "llvm.x86.avx512.permvar.qi.512"
//       WIDE: func.func private @onnxops_rows(
//   WIDE-NOT:   call_intrinsic
// NARROW-LABEL: func.func @known_element(
//       NARROW:   call @onnxops_rows(
// SHARED-LABEL: func.func @known_element(
//       SHARED:   call @[[ELEMENT:onnxops_table_[0-9]+]](
//       SHARED: func.func private @[[ELEMENT]](
//       SHARED:   call @onnxops_table_chunks
func.func @known_element(%a: memref<9000x4xi8>, %b: memref<9000x1xi8>) {
  %chunk = memref.subview %a[0, 2] [9000, 1] [1, 1] : memref<9000x4xi8> to memref<9000x1xi8, strided<[4, 1], offset: 2>>
  memref.copy %chunk, %b : memref<9000x1xi8, strided<[4, 1], offset: 2>> to memref<9000x1xi8>
  return
}
func.func @known_elements(%a: memref<9000x5xi8>, %b: memref<9000x3xi8>) {
  %chunk = memref.subview %a[0, 2] [9000, 3] [1, 1] : memref<9000x5xi8> to memref<9000x3xi8, strided<[5, 1], offset: 2>>
  memref.copy %chunk, %b : memref<9000x3xi8, strided<[5, 1], offset: 2>> to memref<9000x3xi8>
  return
}
func.func @known_run(%a: memref<9000x40xi8>, %b: memref<9000x33xi8>) {
  %chunk = memref.subview %a[0, 2] [9000, 33] [1, 1] : memref<9000x40xi8> to memref<9000x33xi8, strided<[40, 1], offset: 2>>
  memref.copy %chunk, %b : memref<9000x33xi8, strided<[40, 1], offset: 2>> to memref<9000x33xi8>
  return
}

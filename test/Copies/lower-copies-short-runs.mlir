// Rows of short runs of unknown lengths. Of two to eight runs, a loop has code for each run
// and reads the table before the first row.
//
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=64" -cse -split-input-file | FileCheck %s
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=16" -cse -split-input-file | FileCheck %s --check-prefix=NARROW

// Short runs are registers of one size that overlap the next run.

// CHECK-LABEL: func.func @two
// CHECK-LABEL: func.func private @onnxops_table_few(
// CHECK:         %[[PLACE:.*]] = llvm.getelementptr %{{.*}}[48]
// CHECK:         %[[A:.*]] = llvm.load %[[PLACE]] {{.*}} -> !llvm.ptr
// CHECK:         %[[PLACE:.*]] = llvm.getelementptr %{{.*}}[56]
// CHECK:         %[[A_BYTES:.*]] = llvm.load %[[PLACE]] {{.*}} -> i64
// CHECK:         %[[PLACE:.*]] = llvm.getelementptr %{{.*}}[64]
// CHECK:         %[[B:.*]] = llvm.load %[[PLACE]] {{.*}} -> !llvm.ptr
// CHECK:         %[[PLACE:.*]] = llvm.getelementptr %{{.*}}[72]
// CHECK:         %[[B_BYTES:.*]] = llvm.load %[[PLACE]] {{.*}} -> i64
// CHECK:         arith.cmpi sle, %{{.*}}, %c16_i64
// CHECK:           scf.for %[[ROW:.*]] = %{{.*}} to %{{.*}} step
// CHECK:             %[[TO:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK:             %[[A_OFFSET:.*]] = arith.muli %[[ROW]], %[[A_BYTES]]
// CHECK:             %[[A_ROW:.*]] = llvm.getelementptr %[[A]][%[[A_OFFSET]]]
// CHECK:             %[[A_BITS:.*]] = llvm.load %[[A_ROW]] {{.*}} -> vector<16xi8>
// CHECK:             llvm.store %[[A_BITS]], %[[TO]]
// CHECK:             %[[NEXT:.*]] = llvm.getelementptr %[[TO]][%[[A_BYTES]]]
// CHECK:             %[[B_OFFSET:.*]] = arith.muli %[[ROW]], %[[B_BYTES]]
// CHECK:             %[[B_ROW:.*]] = llvm.getelementptr %[[B]][%[[B_OFFSET]]]
// CHECK:             %[[B_BITS:.*]] = llvm.load %[[B_ROW]] {{.*}} -> vector<16xi8>
// CHECK:             llvm.store %[[B_BITS]], %[[NEXT]]
// CHECK:           } {{[{].*}}

// Of two, each may also be several registers, the last of which ends where it does.

// CHECK:         scf.for
// CHECK:           scf.if
// CHECK:             llvm.load %{{.*}} -> vector<32xi8>
// CHECK:             llvm.load %{{.*}} -> vector<32xi8>
// CHECK:           } else {
// CHECK:             %[[LAST:.*]] = arith.subi %[[A_BYTES]], %c64_i64
// CHECK:             scf.for %{{.*}} = %c192_i64 to %[[LAST]] step %c64_i64
// CHECK:             llvm.getelementptr %{{.*}}[%[[LAST]]]

// Other short runs are copied two columns at a time, some rows after the others: what a
// register is longer than a run stays in the row, and within the source.

// CHECK-LABEL: func.func private @onnxops_table_columns(
// CHECK:         scf.while
// CHECK:           %[[BLOCK_END:.*]] = arith.select
// CHECK:           scf.for %{{.*}} = %c0_i64 to %{{.*}} step %c2_i64
// CHECK:             %[[MOVED:.*]] = arith.select %{{.*}}, %c8_i64
// CHECK:             %[[IN_ROW:.*]] = arith.cmpi sle, %{{.*}}, %{{.*}}
// CHECK:             %[[IS_READ:.*]] = arith.cmpi sle, %[[MOVED]], %{{.*}}
// CHECK:             %[[FITS:.*]] = arith.andi %[[IN_ROW]], %[[IS_READ]]
// CHECK:             scf.if %[[FITS]] {
// CHECK:               scf.for %{{.*}} = %{{.*}} to %[[BLOCK_END]]
// CHECK-COUNT-2:         llvm.load %{{.*}} -> i64
// CHECK:               scf.for %{{.*}} = %{{.*}} to %[[BLOCK_END]]
// CHECK-COUNT-2:         llvm.load %{{.*}} -> vector<32xi8>
// CHECK:               scf.for %{{.*}} = %{{.*}} to %[[BLOCK_END]]
// CHECK-COUNT-4:         llvm.load %{{.*}} -> vector<32xi8>
// CHECK:             } else {
// CHECK:               scf.for %{{.*}} = %{{.*}} to %[[BLOCK_END]]

// Of runs of exactly one register, eight are copied at a time: 64 rows of them if what is
// written fits into the caches of a core, otherwise one. Addresses are read before these rows,
// lengths are not read.

// CHECK-LABEL: func.func private @onnxops_table_rows(
// CHECK-SAME:      i64, %{{[^:]*}}: i64, %[[SHORTEST:[^:]*]]: i64, %[[LONGEST:[^:]*]]: i64, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: i1)
// CHECK:         %[[IS_PIECE:.*]] = arith.cmpi eq, %[[LONGEST]], %c32_i64
// CHECK:         %[[IS_VECTOR:.*]] = arith.cmpi eq, %[[LONGEST]], %c64_i64
// CHECK:         %[[IS_REGISTER:.*]] = arith.ori %[[IS_PIECE]], %[[IS_VECTOR]]
// CHECK:         %[[ARE_EQUAL:.*]] = arith.cmpi eq, %[[SHORTEST]], %[[LONGEST]]
// CHECK:         %[[ARE_REGISTERS:.*]] = arith.andi %[[IS_REGISTER]], %[[ARE_EQUAL]]
// CHECK:         scf.if %[[ARE_REGISTERS]] {
// CHECK:           scf.if %[[IS_VECTOR]] {
// CHECK:             %[[IS_CACHED:.*]] = arith.cmpi sle, %{{.*}}, %c1048576_i64
// CHECK:             %[[BLOCK:.*]] = arith.select %[[IS_CACHED]], %c64_i64, %c1_i64
// CHECK:             scf.for %{{.*}} = %{{.*}} to %{{.*}} step %[[BLOCK]]
// CHECK:               scf.for %{{.*}} = %c0_i64 to %{{.*}} step %c8_i64
// CHECK-NOT:             -> i64
// CHECK-COUNT-8:         llvm.load %{{.*}} -> !llvm.ptr
// CHECK-NOT:             -> i64
// CHECK:                 scf.for %[[ROW:.*]] = %{{.*}} to %{{.*}} step %c1_i64
// CHECK-COUNT-8:           llvm.load %{{.*}} -> vector<64xi8>
// CHECK:               scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c1_i64
// CHECK-NOT:             -> i64
// CHECK:                 llvm.load %{{.*}} -> !llvm.ptr
// CHECK-NOT:             -> i64
// CHECK:                 llvm.load %{{.*}} -> vector<64xi8>
// CHECK:           } else {
// CHECK:                 llvm.load %{{.*}} -> vector<32xi8>
// CHECK:         } else {

func.func @two(%a: memref<?x?xf32>, %b: memref<?x?xf32>) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %a, %c0 : memref<?x?xf32>
  %n = memref.dim %a, %c1 : memref<?x?xf32>
  %m = memref.dim %b, %c1 : memref<?x?xf32>
  %both = arith.addi %n, %m : index
  %c = memref.alloc(%rows, %both) : memref<?x?xf32>
  %left = memref.subview %c[0, 0] [%rows, %n] [1, 1]
      : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  memref.copy %a, %left : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %right = memref.subview %c[0, %n] [%rows, %m] [1, 1]
      : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  memref.copy %b, %right
      : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  return %c : memref<?x?xf32>
}

// -----

// Of more, each is up to one register, copied as two halves.

// CHECK-LABEL: func.func @three
// CHECK-LABEL: func.func private @onnxops_table_few(
// CHECK-COUNT-9: vector<32xi8>, !llvm.ptr
// CHECK-NOT:     vector<64xi8>
// CHECK:         return
func.func @three(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %a, %c0 : memref<?x?xf32>
  %n = memref.dim %a, %c1 : memref<?x?xf32>
  %m = memref.dim %b, %c1 : memref<?x?xf32>
  %k = memref.dim %c, %c1 : memref<?x?xf32>
  %two = arith.addi %n, %m : index
  %all = arith.addi %two, %k : index
  %out = memref.alloc(%rows, %all) : memref<?x?xf32>
  %0 = memref.subview %out[0, 0] [%rows, %n] [1, 1]
      : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  memref.copy %a, %0 : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %1 = memref.subview %out[0, %n] [%rows, %m] [1, 1]
      : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  memref.copy %b, %1
      : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %2 = memref.subview %out[0, %two] [%rows, %k] [1, 1]
      : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  memref.copy %c, %2
      : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  return %out : memref<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @one
// CHECK-NOT:   @onnxops_table_few
func.func @one(%a: memref<?x?xf32>, %b: memref<?x?xf32, strided<[?, 1]>>) {
  memref.copy %a, %b : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  return
}

// -----

// The only run of each row, a stride apart in the source, has code for each number of
// registers up to eight: of 64 bytes if all are whole, otherwise of 32, the last of which
// ends where the run does. What is far is prefetched. A loop over registers is for longer
// ones.

// CHECK-LABEL: func.func private @onnxops_table_rows(
// CHECK:         arith.cmpi sle, %[[BYTES:.*]], %c512_i64
// CHECK:         arith.cmpi sle, %[[BYTES]], %c128_i64
// CHECK:           arith.cmpi sgt, %{{.*}}, %c1048575_i64
// CHECK:             scf.for
// CHECK:               scf.for %{{.*}} = %c0_i64{{.*}} to %c128_i64 step %c64_i64
// CHECK:                 "llvm.intr.prefetch"
// CHECK-COUNT-2:       llvm.load {{.*}} -> vector<64xi8>
// CHECK-COUNT-2:       llvm.store {{.*}} : vector<64xi8>
// CHECK-NOT:           vector
// CHECK:               scf.yield
// CHECK:           } else {
// CHECK:             scf.for
// CHECK-NOT:           prefetch
// CHECK-COUNT-2:       llvm.load {{.*}} -> vector<64xi8>
// CHECK-COUNT-2:       llvm.store {{.*}} : vector<64xi8>
// CHECK-NOT:           vector
// CHECK:               scf.yield
// CHECK:         arith.cmpi sle, %[[BYTES]], %c192_i64
// CHECK:         arith.cmpi sle, %[[BYTES]], %c448_i64
// CHECK:           } else {
// CHECK:             } else {
// CHECK-COUNT-8:         llvm.load {{.*}} -> vector<64xi8>
// CHECK-COUNT-8:         llvm.store {{.*}} : vector<64xi8>
// CHECK-NOT:             vector
// CHECK:                 scf.yield
// CHECK:         arith.cmpi sle, %[[BYTES]], %c256_i64
// CHECK:         arith.cmpi sle, %[[BYTES]], %c32_i64
// CHECK-NOT:       prefetch
// CHECK:         arith.cmpi sle, %[[BYTES]], %c64_i64
// CHECK:         arith.cmpi sle, %[[BYTES]], %c96_i64
// CHECK:           } else {
// CHECK:             scf.for
// CHECK:               %[[LAST:.*]] = arith.subi %[[BYTES]], %c32_i64
// CHECK:               llvm.load {{.*}} -> vector<32xi8>
// CHECK:               llvm.load {{.*}} -> vector<32xi8>
// CHECK:               %[[PLACE:.*]] = llvm.getelementptr %{{.*}}[%[[LAST]]]
// CHECK-NEXT:          llvm.load %[[PLACE]] {{.*}} -> vector<32xi8>
// CHECK-COUNT-3:       llvm.store {{.*}} : vector<32xi8>
// CHECK-NOT:           vector
// CHECK:               scf.yield
// CHECK:         arith.cmpi sle, %[[BYTES]], %c224_i64
func.func @chunk(%a: memref<?x?xf32, strided<[?, 1], offset: ?>>, %out: memref<?x?xf32>) {
  memref.copy %a, %out
      : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32>
  return
}

// -----

// Of three to eight runs, of which one is longer than a register, many rows are written
// a register at a time: all bytes of one load are from one source, and its place is such
// that they have their place in the target. Both ends are left to other code.

// NARROW-LABEL: func.func @three
// NARROW-NOT:   onnxops_table_window

// CHECK-LABEL: func.func @three
// CHECK-LABEL: func.func private @onnxops_table_windows(

// The first window begins with a row, all others end with it or before the next one.

// CHECK:         %[[REST:.*]] = arith.remui %{{.*}}, %c32_i64
// CHECK:         %[[SECOND:.*]] = arith.addi %[[REST]], %c1_i64
// CHECK:         arith.cmpi slt, %[[BEGIN:.*]], %[[END:.*]] :
// CHECK-NEXT:    scf.if
// CHECK:         scf.for
// CHECK:           scf.while (%[[OFFSET:.*]] = %c0_i64, %{{.*}} = %c0_i64, %{{.*}} = %c0_i64)
// CHECK:             %[[NEXT:.*]] = arith.addi %[[OFFSET:.*]], %c32_i64

// A window of more than six sources is written in between.

// CHECK:             %[[IS_FULL:.*]] = arith.cmpi eq, %{{.*}}, %c6_i64
// CHECK-NEXT:        scf.if %[[IS_FULL]] {
// CHECK-NEXT:          call @onnxops_table_window(%[[TARGET:.*]], %[[SOURCES:.*]], %{{.*}}, %{{.*}}, %c6_i64)
// CHECK-NEXT:          llvm.store %[[TARGET]], %[[SOURCES]]
// CHECK:             call @onnxops_table_window(%[[TARGET]], %[[SOURCES]],
// CHECK:             arith.select %{{.*}}, %[[SECOND]], %[[NEXT]]

// CHECK:         scf.for %[[PART:.*]] = %c0_i64 to %c2_i64 step %c1_i64
// CHECK:           %[[FIRST:.*]] = arith.cmpi eq, %[[PART]], %c0_i64
// CHECK-NEXT:      arith.select %[[FIRST]], %{{.*}}, %[[END]]
// CHECK-NEXT:      arith.select %[[FIRST]], %[[BEGIN]], %{{.*}}
// CHECK-LABEL: func.func private @onnxops_table_window(
// CHECK:         arith.cmpi eq, %{{.*}}, %c2_i64
// CHECK:           %[[TAKEN:.*]] = arith.cmpi uge, %{{.*}}, %{{.*}} : vector<32xi8>
// CHECK:           scf.for
// CHECK:             %[[A:.*]] = llvm.load %{{.*}} -> vector<32xi8>
// CHECK:             %[[B:.*]] = llvm.load %{{.*}} -> vector<32xi8>
// CHECK:             %[[BOTH:.*]] = arith.select %[[TAKEN]], %[[B]], %[[A]]
// CHECK:             llvm.store %[[BOTH]]
func.func @three(%a: memref<?x?xi8>, %b: memref<?x?xi8>, %c: memref<?x?xi8>) -> memref<?x?xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %a, %c0 : memref<?x?xi8>
  %n = memref.dim %a, %c1 : memref<?x?xi8>
  %m = memref.dim %b, %c1 : memref<?x?xi8>
  %k = memref.dim %c, %c1 : memref<?x?xi8>
  %two = arith.addi %n, %m : index
  %all = arith.addi %two, %k : index
  %out = memref.alloc(%rows, %all) : memref<?x?xi8>
  %first = memref.subview %out[0, 0] [%rows, %n] [1, 1] : memref<?x?xi8> to memref<?x?xi8, strided<[?, 1]>>
  memref.copy %a, %first : memref<?x?xi8> to memref<?x?xi8, strided<[?, 1]>>
  %second = memref.subview %out[0, %n] [%rows, %m] [1, 1] : memref<?x?xi8> to memref<?x?xi8, strided<[?, 1], offset: ?>>
  memref.copy %b, %second : memref<?x?xi8> to memref<?x?xi8, strided<[?, 1], offset: ?>>
  %third = memref.subview %out[0, %two] [%rows, %k] [1, 1] : memref<?x?xi8> to memref<?x?xi8, strided<[?, 1], offset: ?>>
  memref.copy %c, %third : memref<?x?xi8> to memref<?x?xi8, strided<[?, 1], offset: ?>>
  return %out : memref<?x?xi8>
}

// What is not given is asked of the run-time library where the code runs, and
// only for copies that are large enough.
//
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=32 stream-threshold=-1 fill-threshold=-1 stream-pages=0 library-threshold=-1" --canonicalize -cse | FileCheck %s
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=32 stream-threshold=-1 fill-threshold=-1 stream-pages=0 library-threshold=-1 threads=3" --canonicalize -cse | FileCheck %s --check-prefix=THREADS
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=32" | FileCheck %s --check-prefix=GIVEN
// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=32 library-threshold=30000" --canonicalize -cse | FileCheck %s --check-prefix=LIBRARY

// GIVEN-NOT: onnxopsRt

// Too small for any of it.
// CHECK-LABEL: @near
// CHECK-NOT:   onnxopsRt
// LIBRARY-LABEL: @near
// LIBRARY-NOT: memcpy
func.func @near(%a: memref<6000xf32>, %b: memref<6000xf32>) {
  memref.copy %a, %b : memref<6000xf32> to memref<6000xf32>
  return
}

// 40,000 bytes: long enough for memcpy.
// CHECK-LABEL: @middle
// CHECK-DAG:   %[[BYTES:.*]] = arith.constant 40000 : i64
// CHECK-DAG:   %[[ONE:.*]] = arith.constant 1 : i64
// CHECK:       %[[ANSWER:.*]] = call @onnxopsRtCopiesByLibrary(%[[BYTES]])
// CHECK:       %[[IS:.*]] = arith.cmpi eq, %[[ANSWER]], %[[ONE]]
// CHECK:       scf.if %[[IS]]
// CHECK-NEXT:    "llvm.intr.memcpy"
// CHECK:       else
// CHECK-NOT:   onnxopsRt
// LIBRARY-LABEL: @middle
// LIBRARY:     "llvm.intr.memcpy"
// LIBRARY-NEXT: return
func.func @middle(%a: memref<10000xf32>, %b: memref<10000xf32>) {
  memref.copy %a, %b : memref<10000xf32> to memref<10000xf32>
  return
}

// 4 MB read, 4 MB written, in one run.
// CHECK-LABEL: @far
// CHECK-DAG:   %[[MOVED:.*]] = arith.constant 8388608 : i64
// CHECK-DAG:   %[[ONE:.*]] = arith.constant 1 : i64
// CHECK:       call @onnxopsRtStreamsCopy(%[[MOVED]], %[[ONE]])
// THREADS-LABEL: @far
// THREADS-DAG: %[[THREE:.*]] = arith.constant 3 : i64
// THREADS:     call @onnxopsRtStreamsCopy(%{{.*}}, %[[THREE]])
func.func @far(%a: memref<1048576xf32>, %b: memref<1048576xf32>) {
  memref.copy %a, %b : memref<1048576xf32> to memref<1048576xf32>
  return
}

// Rows of 40 bytes.
// CHECK-LABEL: @rows
// CHECK:       %[[MOVED:.*]] = arith.constant 8000000 : i64
// CHECK:       call @onnxopsRtStreamsCopy(%[[MOVED]], %{{.*}})
func.func @rows(%a: memref<100000x10xf32>, %b: memref<100000x10xf32, strided<[20, 1]>>) {
  memref.copy %a, %b : memref<100000x10xf32> to memref<100000x10xf32, strided<[20, 1]>>
  return
}

// The rest of a tile of known sizes is as if that were known too.
// CHECK-LABEL: @fill
// CHECK-DAG:   %[[BYTES:.*]] = arith.constant 4194304 : i64
// CHECK-DAG:   %[[ONE:.*]] = arith.constant 1 : i64
// CHECK:       call @onnxopsRtStreamsFill(%[[BYTES]], %[[ONE]])
// CHECK-NOT:   @onnxops_tile_table
// CHECK:       call @onnxops_tile(
// CHECK-NOT:   @onnxops_tile_table
func.func @fill(%a: memref<1024xf32>, %b: memref<1024x1024xf32>) {
  linalg.broadcast ins(%a : memref<1024xf32>) outs(%b : memref<1024x1024xf32>) dimensions = [0]
  return
}

// Of a size known at run time: asked without a branch, which would keep loops over
// many operands from being made.
// CHECK-LABEL: @dynamic
// CHECK-NOT:   scf.if
// CHECK:       call @onnxopsRtStreamsCopy(
// CHECK-NOT:   scf.if
// CHECK:       return
func.func @dynamic(%a: memref<?xf32>, %b: memref<?xf32>) {
  memref.copy %a, %b : memref<?xf32> to memref<?xf32>
  return
}

// CHECK-LABEL: @row
func.func @row(%a: memref<?xi8>, %b: memref<?xi8>) -> memref<?xi8> {
  %c0 = arith.constant 0 : index
  %na = memref.dim %a, %c0 : memref<?xi8>
  %nb = memref.dim %b, %c0 : memref<?xi8>
  %n = arith.addi %na, %nb : index
  %out = memref.alloc(%n) : memref<?xi8>
  %to_a = memref.subview %out[0] [%na] [1] : memref<?xi8> to memref<?xi8, strided<[1]>>
  memref.copy %a, %to_a : memref<?xi8> to memref<?xi8, strided<[1]>>
  %to_b = memref.subview %out[%na] [%nb] [1]
      : memref<?xi8> to memref<?xi8, strided<[1], offset: ?>>
  memref.copy %b, %to_b : memref<?xi8> to memref<?xi8, strided<[1], offset: ?>>
  return %out : memref<?xi8>
}

// CHECK:       func.func private @onnxopsRtStreamsCopy(i64, i64) -> i64 attributes {llvm.readnone}

// Four pages at a time, or none.
// CHECK:       func.func private @onnxops_whole(
// CHECK:       call @onnxopsRtStreamedPages()
// CHECK:       scf.for
// CHECK-NOT:   prefetch
// CHECK:       nontemporal
// CHECK:       llvm.intr.prefetch

// One row of several runs: asked once, before the loop over the runs, in which the row has
// neither a loop nor a division.
// CHECK-LABEL: func.func private @onnxops_table(
// CHECK-NOT:   arith.div
// CHECK:       %[[LONG:.*]] = arith.cmpi sge, %{{.*}}, %c24576_i64
// CHECK:       %[[BY_LIBRARY:.*]] = scf.if %[[LONG]]
// CHECK:         call @onnxopsRtCopiesByLibrary(
// CHECK:       scf.while
// CHECK-NOT:     onnxopsRtCopiesByLibrary
// CHECK:         %[[CALLS:.*]] = arith.andi %[[BY_LIBRARY]], %{{.*}}
// CHECK:         scf.if %[[CALLS]] {
// CHECK-NEXT:      "llvm.intr.memcpy"
// CHECK-NEXT:    } else {
// CHECK-NEXT:      call @onnxops_run(

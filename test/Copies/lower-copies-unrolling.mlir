// RUN: onnxops-opt %s --onnxops-lower-copies=vector-bytes=64 -cse -split-input-file | FileCheck %s

// LLVM is not to unroll a loop that copies 128 bytes or more in each iteration.

// CHECK: #[[NO_UNROLL:.*]] = #llvm.loop_unroll<disable = true>
// CHECK: #[[ANNOTATION:.*]] = #llvm.loop_annotation<unroll = #[[NO_UNROLL]]>
// CHECK-LABEL: func.func @long_rows
// CHECK:       func.func private @onnxops_rows(
// CHECK:         scf.for
// CHECK:           "llvm.intr.memcpy"(%{{.*}}, %{{.*}}, %c128_i64)
// CHECK-NEXT:    } {llvm.loop_annotation = #[[ANNOTATION]]}
func.func @long_rows(%a: memref<1000x32xf32>, %out: memref<1000x36xf32>) {
  %part = memref.subview %out[0, 4] [1000, 32] [1, 1]
      : memref<1000x36xf32> to memref<1000x32xf32, strided<[36, 1], offset: 4>>
  memref.copy %a, %part
      : memref<1000x32xf32> to memref<1000x32xf32, strided<[36, 1], offset: 4>>
  return
}

// -----

// CHECK-NOT: loop_annotation
// CHECK-LABEL: func.func @short_rows
// CHECK:       func.func private @onnxops_rows(
// CHECK:         scf.for
// CHECK-NOT:   loop_annotation
// CHECK:         return
func.func @short_rows(%a: memref<1000x31xf32>, %out: memref<1000x36xf32>) {
  %part = memref.subview %out[0, 4] [1000, 31] [1, 1]
      : memref<1000x36xf32> to memref<1000x31xf32, strided<[36, 1], offset: 4>>
  memref.copy %a, %part
      : memref<1000x31xf32> to memref<1000x31xf32, strided<[36, 1], offset: 4>>
  return
}

// -----

// It may unroll one that stores the same to an unknown number of places: each place is
// best written by an instruction of its own. The loop around it is not unrolled.

// CHECK: #[[NO_UNROLL:.*]] = #llvm.loop_unroll<disable = true>
// CHECK: #[[ANNOTATION:.*]] = #llvm.loop_annotation<unroll = #[[NO_UNROLL]]>
// CHECK-LABEL: func.func @places
// CHECK:       func.func private @onnxops_long_period(
// CHECK:         scf.for
// CHECK-COUNT-4:   %{{.*}} = llvm.load {{.*}} -> vector<64xi8>
// CHECK:           scf.for
// CHECK-COUNT-4:     llvm.store {{.*}} : vector<64xi8>
// CHECK-NOT:         llvm.loop_annotation
// CHECK:         } {llvm.loop_annotation = #[[ANNOTATION]]
func.func @places(%a: memref<?x?xf32>, %out: memref<?x?x?xf32>) {
  linalg.broadcast ins(%a : memref<?x?xf32>) outs(%out : memref<?x?x?xf32>) dimensions = [0]
  return
}

// -----

// Nor is it to unroll one that fills contiguous bytes, of which it may learn how many.

// CHECK: #[[NO_UNROLL:.*]] = #llvm.loop_unroll<disable = true>
// CHECK: #[[ANNOTATION:.*]] = #llvm.loop_annotation<unroll = #[[NO_UNROLL]]>
// CHECK-LABEL: func.func @fill
// CHECK:       func.func private @onnxops_tile(
// CHECK:         scf.for %{{.*}} step %c256_i64
// CHECK-COUNT-3:   llvm.store {{.*}} : vector<8xi64>
// CHECK:           llvm.store {{.*}} : vector<8xi64>
// CHECK-NEXT:    } {llvm.loop_annotation = #[[ANNOTATION]]}
func.func @fill(%a: memref<1xf64>, %out: memref<32768x1xf64>) {
  linalg.broadcast ins(%a : memref<1xf64>) outs(%out : memref<32768x1xf64>) dimensions = [0]
  return
}

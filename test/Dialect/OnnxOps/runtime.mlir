// Round trip of the ops that remain after lowering.
//
// RUN: onnxops-opt %s | onnxops-opt | FileCheck %s
// RUN: onnxops-opt %s --mlir-print-op-generic | onnxops-opt | FileCheck %s
// RUN: onnxops-opt %s --emit-bytecode | onnxops-opt | FileCheck %s

// CHECK-LABEL: func @check
func.func @check(%c: i1, %n: index) {
  // CHECK: onnxops.check %{{.*}}, "expected one element"
  onnxops.check %c, "expected one element"
  // CHECK: onnxops.check %{{.*}}, "expected {0}, but got {1}"(%{{.*}}, %{{.*}})
  onnxops.check %c, "expected {0}, but got {1}"(%n, %n)
  return
}

// CHECK-LABEL: func @entry
func.func @entry(%n: index, %h: !onnxops.handle) {
  // CHECK: onnxops.rt.enter [1, 0, 0, 0, 0, 1, 2, 2, -1, 3] "f\00x\00"
  onnxops.rt.enter [1, 0, 0, 0, 0, 1, 2, 2, -1, 3] "f\00x\00"
  // CHECK: onnxops.rt.argument 0 of 1 : memref<?x3xf32>
  %0 = onnxops.rt.argument 0 of 1 : memref<?x3xf32>
  // CHECK: onnxops.rt.argument 1 of 7 : !onnxops.handle
  %1 = onnxops.rt.argument 1 of 7 : !onnxops.handle
  // CHECK: onnxops.rt.argument_address %{{.*}}
  %address = onnxops.rt.argument_address %n
  // CHECK: onnxops.rt.argument_size %{{.*}}, 1
  %size = onnxops.rt.argument_size %n, 1
  // CHECK: onnxops.rt.sizes_agree 0, 2, 1
  %agree = onnxops.rt.sizes_agree 0, 2, 1
  // CHECK: onnxops.rt.sizes_sum 0, 2, 1
  %sum = onnxops.rt.sizes_sum 0, 2, 1
  // CHECK: onnxops.rt.output 0 of 1(%{{.*}}) : memref<?x3xf32>
  %2 = onnxops.rt.output 0 of 1(%n) : memref<?x3xf32>
  // CHECK: onnxops.rt.output_sequence 1 %{{.*}}
  onnxops.rt.output_sequence 1 %h
  // CHECK: onnxops.rt.output_sequence 1 %{{.*}} by @kernels::@segments in blocks of 64
  onnxops.rt.output_sequence 1 %h by @kernels::@segments in blocks of 64
  // CHECK: onnxops.rt.count_bytes %{{.*}}
  onnxops.rt.count_bytes %n
  return
}

// CHECK-LABEL: func @sequence
func.func @sequence(%n: index, %t: tensor<2xf32>, %m: memref<?xf32, strided<[?], offset: ?>>) {
  // CHECK: onnxops.rt.sequence_create of 1 capacity %{{.*}}
  %0 = onnxops.rt.sequence_create of 1 capacity %n
  // CHECK: onnxops.rt.sequence_push %{{.*}} of 1, %{{.*}} : memref<?xf32, strided<[?], offset: ?>>
  onnxops.rt.sequence_push %0 of 1, %m : memref<?xf32, strided<[?], offset: ?>>
  // CHECK: onnxops.rt.sequence_push_chunks %{{.*}} of 1, %{{.*}} axis 0 size %{{.*}} : memref<?xf32, strided<[?], offset: ?>>
  onnxops.rt.sequence_push_chunks %0 of 1, %m axis 0 size %n : memref<?xf32, strided<[?], offset: ?>>
  // CHECK: onnxops.rt.sequence_push_chunks %{{.*}} of 1, %{{.*}} axis 0 size %{{.*}} squeezed : tensor<2xf32>
  onnxops.rt.sequence_push_chunks %0 of 1, %t axis 0 size %n squeezed : tensor<2xf32>
  // CHECK: onnxops.rt.sequence_insert %{{.*}} of 1 at %{{.*}}, %{{.*}} : tensor<2xf32>
  %1 = onnxops.rt.sequence_insert %0 of 1 at %n, %t : tensor<2xf32>
  // CHECK: onnxops.rt.sequence_erase %{{.*}} at %{{.*}}
  %2 = onnxops.rt.sequence_erase %1 at %n
  // CHECK: onnxops.rt.sequence_length %{{.*}}
  %3 = onnxops.rt.sequence_length %2
  // CHECK: onnxops.rt.sequence_at %{{.*}} of 1 at %{{.*}}, "SequenceAt" : tensor<?xf32>
  %4 = onnxops.rt.sequence_at %2 of 1 at %n, "SequenceAt" : tensor<?xf32>
  return
}

// CHECK-LABEL: func private @kernel
func.func private @kernel(!llvm.ptr, i64, i64)

// CHECK-LABEL: func @parallel
func.func @parallel(%table: !llvm.ptr, %n: index) {
  // CHECK: onnxops.rt.parallel_for @kernel(%{{.*}}, %{{.*}}) words 2 grain %{{.*}} threads 4 : !llvm.ptr
  onnxops.rt.parallel_for @kernel(%table, %n) words 2 grain %n threads 4 : !llvm.ptr
  // CHECK: onnxops.rt.parallel_for @kernel(%{{.*}}, %{{.*}}) words 2 grain %{{.*}} threads 4 bytes %{{.*}} : !llvm.ptr
  onnxops.rt.parallel_for @kernel(%table, %n) words 2 grain %n threads 4 bytes %n : !llvm.ptr
  return
}

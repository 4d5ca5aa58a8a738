// Reads of inputs that an entry point always makes have one wait, before all other
// work.
//
// RUN: onnxops-opt %s --onnxops-lower-runtime-ops=device=vulkan | FileCheck %s

// CHECK-LABEL: func.func @onnxops_f
// CHECK:         llvm.call @onnxopsRtEnterDevice
// CHECK-NOT:     llvm.call @onnxopsRtOutput
// CHECK:         %[[STATUS:.*]] = llvm.call @onnxopsRtReadWords(%arg2, %[[WORDS:.*]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, i64) -> i32
// CHECK:         arith.cmpi eq, %[[STATUS]]
// CHECK:         cf.cond_br
// CHECK:         llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK:         llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK:         llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK:         llvm.call @onnxopsRtOutput
// An element of a large input at a dynamic index is a separate read.
// CHECK:         llvm.call @onnxopsRtRead(
// CHECK-NOT:     llvm.call @onnxopsRtRead(
// CHECK:         return
func.func @onnxops_f(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %ok = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  onnxops.rt.enter [1, 2, 1, 0, 0, 0, 7, 1, 513, 0, 6, 0, 0, 7, 1, 4, 3] "f\00x\00y\00"
  %x = onnxops.rt.argument 0 of 7 : memref<513xi64>
  %p = onnxops.rt.argument 1 of 6 : memref<i32>
  %y = onnxops.rt.output 0 of 7() : memref<3xi64>
  %0 = memref.load %x[%c0] : memref<513xi64>
  %1 = memref.load %x[%c2] : memref<513xi64>
  %2 = memref.load %p[] : memref<i32>
  %3 = arith.index_cast %2 : i32 to index
  %4 = memref.load %x[%3] : memref<513xi64>
  %5 = arith.addi %0, %1 : i64
  %6 = arith.addi %4, %5 : i64
  memref.store %6, %y[%c0] : memref<3xi64>
  return %ok : i32
}

// Right after the arguments.

// CHECK-LABEL: func.func @onnxops_g
// CHECK:         llvm.call @onnxopsRtReadWords
// CHECK:         cf.cond_br
// CHECK:         %[[A:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i8
// CHECK:         %[[B:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK:         arith.index_cast %[[B]] : i64 to index
// CHECK-NOT:     llvm.call @onnxopsRtRead
// CHECK:         return
func.func @onnxops_g(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %ok = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  onnxops.rt.enter [1, 2, 1, 0, 0, 0, 2, 1, 1, 0, 7, 0, 0, 7, 1, 4, 3] "f\00x\00y\00"
  %x = onnxops.rt.argument 0 of 2 : memref<1xi8>
  %p = onnxops.rt.argument 1 of 7 : memref<index>
  %0 = memref.load %x[%c0] : memref<1xi8>
  %1 = memref.load %p[] : memref<index>
  %y = onnxops.rt.output 0 of 2(%1) : memref<?xi8>
  memref.store %0, %y[%c0] : memref<?xi8>
  return %ok : i32
}

// Constants are in host memory as well: the host reads nothing back.

memref.global "private" constant @sizes : memref<2xi64> = dense<[3, 4]>

// CHECK-LABEL: func.func @onnxops_h
// CHECK:         llvm.call @onnxopsRtEnterDevice
// CHECK:         %[[HOST:.*]] = memref.get_global @sizes
// CHECK:         memref.get_global @sizes
// CHECK:         call @onnxopsRtConstant
// CHECK:         scf.for
// CHECK:           memref.load %[[HOST]]
// CHECK-NOT:     call @onnxopsRtRead
// CHECK:         return
func.func @onnxops_h(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %ok = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i64
  onnxops.rt.enter [1, 0, 1, 0, 0, 7, 1, 2] "f\00x\00"
  %y = onnxops.rt.output 0 of 7() : memref<2xi64>
  %sizes = memref.get_global @sizes : memref<2xi64>
  memref.copy %sizes, %y : memref<2xi64> to memref<2xi64>
  %sum = scf.for %i = %c0 to %c2 step %c1 iter_args(%sum = %zero) -> i64 {
    %0 = memref.load %sizes[%i] : memref<2xi64>
    %1 = arith.addi %sum, %0 : i64
    scf.yield %1 : i64
  }
  memref.store %sum, %y[%c0] : memref<2xi64>
  return %ok : i32
}

// A constant that only the host reads is not on the device.

// CHECK-LABEL: func.func @onnxops_k
// CHECK-NOT:     @onnxopsRtConstant
// CHECK:         return
func.func @onnxops_k(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %ok = arith.constant 0 : i32
  %c1 = arith.constant 1 : index
  onnxops.rt.enter [1, 0, 1, 0, 0, 7, 1, 2] "f\00x\00"
  %sizes = memref.get_global @sizes : memref<2xi64>
  %0 = memref.load %sizes[%c1] : memref<2xi64>
  %1 = arith.index_cast %0 : i64 to index
  %y = onnxops.rt.output 0 of 7(%1) : memref<?xi64>
  return %ok : i32
}

// A small input whose elements a loop reads is copied as a whole.

// CHECK-LABEL: func.func @onnxops_l
// CHECK:         llvm.call @onnxopsRtEnterDevice
// CHECK:         %[[COPY:.*]] = memref.alloca() : memref<3xi64>
// CHECK:         %[[INDEX:.*]] = memref.extract_aligned_pointer_as_index %[[COPY]]
// CHECK:         %[[ADDRESS:.*]] = arith.index_cast %[[INDEX]] : index to i64
// CHECK:         %[[BUFFER:.*]] = llvm.inttoptr %[[ADDRESS]]
// CHECK:         %[[BYTES:.*]] = llvm.mlir.constant(24 : i64)
// CHECK:         %[[STATUS:.*]] = llvm.call @onnxopsRtRead(%arg2, %[[BUFFER]], %{{.*}}, %[[BYTES]])
// CHECK:         arith.cmpi eq, %[[STATUS]]
// CHECK:         cf.cond_br
// CHECK:         llvm.call @onnxopsRtReadWords
// CHECK:         cf.cond_br
// CHECK:         scf.for
// CHECK:           memref.load %[[COPY]]
// CHECK-NOT:       call @onnxopsRtRead
// CHECK:         return
func.func @onnxops_l(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %ok = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  onnxops.rt.enter [1, 3, 1, 0, 0, 0, 7, 1, 3, 0, 7, 0, 0, 7, 0, 0, 7, 1, 4, 3] "f\00x\00y\00"
  %x = onnxops.rt.argument 0 of 7 : memref<3xi64>
  %p = onnxops.rt.argument 1 of 7 : memref<i64>
  %q = onnxops.rt.argument 2 of 7 : memref<i64>
  %0 = memref.load %p[] : memref<i64>
  %1 = memref.load %q[] : memref<i64>
  %2 = arith.addi %0, %1 : i64
  %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %2) -> i64 {
    %3 = memref.load %x[%i] : memref<3xi64>
    %4 = arith.addi %sum, %3 : i64
    scf.yield %4 : i64
  }
  %y = onnxops.rt.output 0 of 7() : memref<i64>
  memref.store %sum, %y[] : memref<i64>
  return %ok : i32
}

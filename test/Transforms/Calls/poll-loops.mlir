// Cancellation checks in loops.
//
// RUN: onnxops-opt %s --onnxops-poll-loops --split-input-file | FileCheck %s

// CHECK: func.func private @onnxops_is_cancelled() -> i1
// CHECK-LABEL: func.func @condition
func.func @condition(%n: memref<i64>) {
  %c1 = arith.constant 1 : i64
  // CHECK: scf.while
  scf.while : () -> () {
    %x = memref.load %n[] : memref<i64>
    %more = arith.cmpi slt, %x, %c1 : i64
    scf.condition(%more)
  } do {
    // CHECK: } do {
    // CHECK-NEXT: %[[CANCELLED:.*]] = func.call @onnxops_is_cancelled() : () -> i1
    // CHECK: %[[GOES_ON:.*]] = arith.xori %[[CANCELLED]], %true
    // CHECK-NEXT: onnxops.check %[[GOES_ON]], "the call was cancelled"
    %x = memref.load %n[] : memref<i64>
    %y = arith.addi %x, %c1 : i64
    memref.store %y, %n[] : memref<i64>
    scf.yield
  }
  return
}

// Only in the outer loop: the inner one has few iterations.
// CHECK-LABEL: func.func @count
func.func @count(%m: index, %n: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  // CHECK: scf.for
  // CHECK-NEXT: call @onnxops_is_cancelled
  scf.for %i = %c0 to %m step %c1 {
    // CHECK: scf.for
    // CHECK-NEXT: memref.load
    scf.for %j = %c0 to %c100 step %c1 {
      %x = memref.load %n[] : memref<i64>
      memref.store %x, %n[] : memref<i64>
    }
  }
  return
}

// -----

// The number of iterations is bounded by that of the elements.
// CHECK-NOT: onnxops_is_cancelled
// CHECK-LABEL: func.func @fill
func.func @fill(%n: index, %from: memref<?xi32>, %to: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK-NEXT: memref.load
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %from[%c0] : memref<?xi32>
    memref.store %x, %to[%i] : memref<?xi32>
  }
  // CHECK: scf.for
  // CHECK-NEXT: memref.subview
  scf.for %i = %c0 to %n step %c1 {
    %source = memref.subview %from[0] [1] [1] : memref<?xi32> to memref<1xi32, strided<[1]>>
    %target = memref.subview %to[%i] [1] [1] : memref<?xi32> to memref<1xi32, strided<[1], offset: ?>>
    memref.copy %source, %target : memref<1xi32, strided<[1]>> to memref<1xi32, strided<[1], offset: ?>>
  }
  return
}

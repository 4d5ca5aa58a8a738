// The first field of the context tells whether the call was cancelled.
//
// RUN: onnxops-opt %s --onnxops-poll-loops --onnxops-lower-control-flow --onnxops-lower-runtime-ops | FileCheck %s

// CHECK: module attributes {onnxops.polls}
// CHECK-NOT: onnxops_is_cancelled
// CHECK-LABEL: func.func @loop
// CHECK-SAME: %[[CONTEXT:[^:]*]]: !llvm.ptr) -> i32
func.func @loop(%m: index, %n: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[WORD:.*]] = llvm.load %[[CONTEXT]] atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  // CHECK: arith.cmpi ne, %[[WORD]]
  // CHECK: cf.cond_br
  scf.for %i = %c0 to %m step %c1 {
    %x = memref.load %n[] : memref<i64>
    memref.store %x, %n[] : memref<i64>
  }
  return
}

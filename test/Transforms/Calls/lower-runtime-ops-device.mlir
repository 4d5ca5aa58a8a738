// RUN: onnxops-opt %s -allow-unregistered-dialect --onnxops-lower-runtime-ops=device=vulkan | FileCheck %s

// On a device, loads and stores of the host become calls, and so do constants.

memref.global "private" constant @numbers : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>

// CHECK-DAG: constant @onnxops.text{{.*}}("vulkan\00")
// CHECK-DAG: llvm.func @onnxopsRtEnterDevice(!llvm.ptr, !llvm.ptr, i64, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
// CHECK-NOT: onnxopsRtEnter(

// CHECK-LABEL: func.func @onnxops_f
func.func @onnxops_f(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %ok = arith.constant 0 : i32
  %c1 = arith.constant 1 : index
  // CHECK: llvm.call @onnxopsRtEnterDevice(%arg2, %arg0, %arg1
  onnxops.rt.enter [1, 1, 0, 0, 0, 7, 1, 2, 3, 0, 7, 1, 4, 3] "f\00x\00y\00"
  %x = onnxops.rt.argument 0 of 7 : memref<3xi64>
  // CHECK: %[[HOST:.*]] = memref.get_global @numbers
  // CHECK: llvm.call @onnxopsRtConstant(%arg2
  // CHECK: llvm.icmp "ne"
  %numbers = memref.get_global @numbers : memref<4xf32>
  %y = onnxops.rt.output 0 of 7() : memref<3xi64>
  // CHECK: %[[STATUS:.*]] = llvm.call @onnxopsRtRead(%arg2, %[[BUFFER:.*]], %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64) -> i32
  // CHECK: arith.cmpi eq, %[[STATUS]]
  // CHECK: cf.cond_br
  // CHECK: %[[VALUE:.*]] = llvm.load %[[BUFFER]] : !llvm.ptr -> i64
  %0 = memref.load %x[%c1] : memref<3xi64>
  // CHECK: llvm.store %[[VALUE]], %[[BUFFER]]
  // CHECK: llvm.call @onnxopsRtWrite(%arg2, %{{.*}}, %[[BUFFER]]
  memref.store %0, %y[%c1] : memref<3xi64>
  // CHECK: memref.extract_aligned_pointer_as_index
  %p = memref.extract_aligned_pointer_as_index %numbers : memref<4xf32> -> index
  "test.use"(%p) : (index) -> ()
  // CHECK-NOT: memref.load
  return %ok : i32
}

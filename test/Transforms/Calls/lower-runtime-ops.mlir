// RUN: onnxops-opt %s --onnxops-lower-runtime-ops | FileCheck %s

// Adjacent checks share a branch; its failing side tests each.
// CHECK-LABEL: func @onnxops_checks
//  CHECK-SAME:   (%[[TABLE:.*]]: !llvm.ptr, %[[COUNT:.*]]: i64, %[[CONTEXT:.*]]: !llvm.ptr) -> i32
//       CHECK:   llvm.call @onnxopsRtEnterTested(%[[CONTEXT]], %[[TABLE]], %[[COUNT]],
//       CHECK:   cf.cond_br %{{.*}}, ^[[GO:bb[0-9]+]], ^[[FAIL:bb[0-9]+]]
//       CHECK: ^[[GO]]:
//       CHECK:   %[[BOTH:.*]] = arith.andi
//       CHECK:   cf.cond_br %[[BOTH]], ^[[OK:bb[0-9]+]], ^[[REPORT:bb[0-9]+]]
//       CHECK: ^[[OK]]:
//       CHECK:   llvm.call @onnxopsRtLeave(%[[CONTEXT]], %c0_i32)
//       CHECK: ^[[REPORT]]:
// CHECK-COUNT-2: llvm.call @onnxopsRtRequire
//       CHECK:   cf.br ^[[FAIL]]
//       CHECK: ^[[FAIL]]:
//       CHECK:   llvm.call @onnxopsRtLeave
func.func @onnxops_checks(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %c0_i32 = arith.constant 0 : i32
  %c3 = arith.constant 3 : index
  onnxops.rt.enter [1, 0, 0, 0, 0, 1, 2, 5, -1, -1] "f\00x\00"
  %m = onnxops.rt.argument 0 of 1 : memref<?x?xi32>
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?x?xi32>
  %a = arith.cmpi eq, %d, %c3 : index
  onnxops.check %a, "first {0}"(%d)
  %b = arith.cmpi ne, %d, %c0 : index
  onnxops.check %b, "second {0}"(%d)
  return %c0_i32 : i32
}

// Ops of the run-time library between adjacent checks are lowered too.
// CHECK-LABEL: func private @strings_between_checks
//   CHECK-NOT:   onnxops.rt.strings
//       CHECK:   llvm.call @onnxopsRtStrings
//       CHECK:   %[[BOTH:.*]] = arith.andi
//       CHECK:   cf.cond_br %[[BOTH]]
func.func private @strings_between_checks(%a: i1, %b: i1) -> memref<1xi64> {
  onnxops.check %a, "first"
  %0 = onnxops.rt.strings dense<["text"]> : tensor<1x!onnxops.string> : memref<1xi64>
  onnxops.check %b, "second"
  return %0 : memref<1xi64>
}

// A private function takes the context and returns a status.
// CHECK-LABEL: func private @callee
//  CHECK-SAME:   (%{{.*}}: i1, %[[CONTEXT:.*]]: !llvm.ptr) -> (memref<4xi32>, i32)
//       CHECK:   llvm.call @onnxopsRtAllocate(%[[CONTEXT]],
//       CHECK:   return %{{.*}}, %c0_i32
//       CHECK:   %[[POISON:.*]] = ub.poison : memref<4xi32>
//       CHECK:   return %[[POISON]], %c1_i32
func.func private @callee(%ok: i1) -> memref<4xi32> {
  onnxops.check %ok, "message"
  %a = memref.alloc() : memref<4xi32>
  return %a : memref<4xi32>
}

// CHECK-LABEL: func private @caller
//       CHECK:   %[[R:.*]]:2 = call @callee(%{{.*}}, %{{.*}}) : (i1, !llvm.ptr) -> (memref<4xi32>, i32)
//       CHECK:   arith.cmpi eq, %[[R]]#1
//       CHECK:   cf.cond_br
func.func private @caller(%ok: i1) {
  %0 = call @callee(%ok) : (i1) -> memref<4xi32>
  return
}

func.func private @kernel(!llvm.ptr, i64, i64)

// Work shared by threads is a call with the context; it does not fail.
// CHECK-LABEL: func private @parallel
//  CHECK-SAME:   (%[[TABLE:.*]]: !llvm.ptr, %[[N:.*]]: index, %[[CONTEXT:.*]]: !llvm.ptr) -> i32
//       CHECK:   %[[KERNEL:.*]] = constant @kernel : (!llvm.ptr, i64, i64) -> ()
//       CHECK:   %[[ADDRESS:.*]] = builtin.unrealized_conversion_cast %[[KERNEL]]
//       CHECK:   %[[WORDS:.*]] = llvm.mlir.constant(2 : i64) : i64
//       CHECK:   %[[COUNT:.*]] = arith.index_cast %[[N]] : index to i64
//       CHECK:   %[[GRAIN:.*]] = arith.constant 8 : i64
//       CHECK:   %[[THREADS:.*]] = llvm.mlir.constant(4 : i64) : i64
//       CHECK:   llvm.call @onnxopsRtParallelFor(%[[CONTEXT]], %[[ADDRESS]], %[[TABLE]], %[[WORDS]], %[[COUNT]], %[[GRAIN]], %[[THREADS]])
//   CHECK-NOT:   cf.
//       CHECK:   return %c0_i32
func.func private @parallel(%table: !llvm.ptr, %n: index) {
  %c8 = arith.constant 8 : index
  onnxops.rt.parallel_for @kernel(%table, %n) words 2 grain %c8 threads 4 : !llvm.ptr
  return
}

// Whether that is faster depends on what it writes.
// CHECK-LABEL: func private @shared
//  CHECK-SAME:   (%[[TABLE:.*]]: !llvm.ptr, %[[N:.*]]: index, %[[B:.*]]: index, %[[CONTEXT:.*]]: !llvm.ptr) -> i32
//       CHECK:   %[[THREADS:.*]] = llvm.mlir.constant(4 : i64) : i64
//       CHECK:   %[[BYTES:.*]] = arith.index_cast %[[B]] : index to i64
//       CHECK:   llvm.call @onnxopsRtShareWork(%[[CONTEXT]], %{{.*}}, %[[TABLE]], %{{.*}}, %{{.*}}, %{{.*}}, %[[THREADS]], %[[BYTES]])
func.func private @shared(%table: !llvm.ptr, %n: index, %bytes: index) {
  onnxops.rt.parallel_for @kernel(%table, %n) words 2 grain %n threads 4 bytes %bytes : !llvm.ptr
  return
}

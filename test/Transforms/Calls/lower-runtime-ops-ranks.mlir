// Calls of code for several ranks.
//
// RUN: onnxops-opt %s --onnxops-lower-runtime-ops | FileCheck %s
// RUN: not onnxops-opt %s --onnxops-lower-runtime-ops=device=vulkan 2>&1 | FileCheck %s --check-prefix=DEVICE
//
// DEVICE: error: unsupported: code for several ranks on a device

// CHECK-DAG: llvm.mlir.global internal constant @[[GRID:onnxops.numbers.*]](dense<[2, 3]> : tensor<2xi64>)

// Both exits meet the other ranks.
// CHECK-LABEL: func @onnxops_f
//  CHECK-SAME:   (%[[TABLE:.*]]: !llvm.ptr, %[[COUNT:.*]]: i64, %[[CONTEXT:.*]]: !llvm.ptr) -> i32
//       CHECK:   %[[WORDS:.*]] = llvm.alloca
//       CHECK:   %[[SIX:.*]] = llvm.mlir.constant(6 : i64)
//       CHECK:   %[[ENTERED:.*]] = llvm.call @onnxopsRtEnterShards(%[[CONTEXT]], %[[TABLE]], %[[COUNT]], %{{.*}}, %{{.*}}, %[[SIX]])
//       CHECK:   %[[OK:.*]] = arith.cmpi eq, %[[ENTERED]],
//       CHECK:   cf.cond_br %[[OK]], ^{{.*}}, ^[[FAIL:bb[0-9]+]]
//       CHECK:   llvm.call @onnxopsRtRank(%[[CONTEXT]])
//       CHECK:   %[[SIZES:.*]] = llvm.mlir.addressof @[[GRID]]
//       CHECK:   %[[GATHERED:.*]] = llvm.call @onnxopsRtGatherOffsets(%[[CONTEXT]], %{{.*}}, %[[SIZES]],
//       CHECK:   arith.cmpi eq, %[[GATHERED]],
//       CHECK:   cf.cond_br %{{.*}}, ^{{.*}}, ^[[FAIL]]
//       CHECK:   %[[EXCHANGED:.*]] = llvm.call @onnxopsRtExchange(%[[CONTEXT]], %[[WORDS]],
//       CHECK:   arith.cmpi eq, %[[EXCHANGED]],
//       CHECK:   cf.cond_br %{{.*}}, ^{{.*}}, ^[[FAIL]]
//       CHECK:   llvm.call @onnxopsRtLeaveShards
//       CHECK: ^[[FAIL]]:
//       CHECK:   llvm.call @onnxopsRtLeaveShards
//   CHECK-NOT:   llvm.call @onnxopsRtLeave(
func.func @onnxops_f(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %c0_i32 = arith.constant 0 : i32
  onnxops.rt.enter [1, 0, 0, 0, 0, 1, 1, 2, 2] "f\00x\00" on 6 ranks
  %x = onnxops.rt.argument 0 of 1 : memref<2xi32>
  %n = onnxops.rank
  %offsets = memref.alloca() : memref<4xindex>
  onnxops.gather_offsets "x" %n along 1 on [2, 3] outs(%offsets : memref<4xindex>)
  %r = memref.alloc() : memref<4xi32>
  onnxops.exchange "c" along 0 on [2, 3] ins(%x : memref<2xi32>) outs(%r : memref<4xi32>)
    axes [1, 1] offsets(%offsets, %offsets : memref<4xindex>, memref<4xindex>) segments [0, 0, %n, 2]
  return %c0_i32 : i32
}

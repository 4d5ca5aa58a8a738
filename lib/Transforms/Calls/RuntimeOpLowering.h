//===- RuntimeOpLowering.h - run-time ops to calls --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One overload for each op that becomes a call of the run-time library.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_CALLS_RUNTIMEOPLOWERING_H
#define ONNXOPS_LIB_TRANSFORMS_CALLS_RUNTIMEOPLOWERING_H

#include "FailingExits.h"
#include "RuntimeCalls.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/Calls/Passes.h"

namespace mlir::onnxops {

/// Replaces the run-time ops and allocations of one function. Ops that may fail
/// branch through `exits`.
class RuntimeOpLowering {
public:
  RuntimeOpLowering(RuntimeCalls &calls, FailingExits &exits,
                    const LowerRuntimeOpsOptions &options)
      : calls(calls), exits(exits), options(options) {}

  /// Whether an op reads memory of the host, or gets a constant that only the
  /// host reads. Such ops stay as they are.
  static bool isOfHost(Operation *op);

  /// On a device: duplicates constants that both the host and the device read.
  /// Call this first.
  void separateHostConstants();

  /// On a device: reads the elements of inputs at constant positions with one
  /// wait, and each small input with other reads whole with one wait, before
  /// all other work. Call this before lowering any op.
  void lowerInputReads();

  /// Replaces and erases `op`; does nothing for ops that do not become calls.
  void lower(Operation *op);

private:
  // Of the call, in RuntimeOpLowering.cpp.
  void lowerOp(OpBuilder &builder, EnterOp op);
  void lowerOp(OpBuilder &builder, ArgumentOp op);
  void lowerOp(OpBuilder &builder, RtArgumentAddressOp op);
  void lowerOp(OpBuilder &builder, RtArgumentSizeOp op);
  void lowerOp(OpBuilder &builder, RtSizesAgreeOp op);
  void lowerOp(OpBuilder &builder, RtSizesSumOp op);
  void lowerOp(OpBuilder &builder, RtStringsOp op);
  void lowerOp(OpBuilder &builder, OutputOp op);
  void lowerOp(OpBuilder &builder, OutputSequenceOp op);
  void lowerOp(OpBuilder &builder, CountBytesOp op);
  void lowerOp(OpBuilder &builder, RtParallelForOp op);
  void lowerOp(OpBuilder &builder, memref::AllocOp op);
  void lowerOp(OpBuilder &builder, memref::DeallocOp op);

  // Of a call on a device, in DeviceOpLowering.cpp and
  // DeviceElementLowering.cpp.
  void lowerOp(OpBuilder &builder, gpu::LaunchFuncOp op);
  void lowerOp(OpBuilder &builder, memref::GetGlobalOp op);
  void lowerOp(OpBuilder &builder, memref::LoadOp op);
  void lowerOp(OpBuilder &builder, memref::StoreOp op);
  Value outputByKernel(OpBuilder &builder, OutputSequenceOp op);
  Value getCode(OpBuilder &builder, Location loc, SymbolRefAttr kernel,
                int64_t blockSize);
  void readElements(ArrayRef<memref::LoadOp> loads, Operation *last);
  void readArray(ArgumentOp argument, Operation *next);
  Value loadElement(OpBuilder &builder, Location loc, Type type, Value buffer);
  Value getElement(OpBuilder &builder, Location loc, Value memref,
                   ValueRange indices);

  // Of code for several ranks, in ShardingOpLowering.cpp.
  void lowerOp(OpBuilder &builder, ExchangeOp op);
  void lowerOp(OpBuilder &builder, GatherOffsetsOp op);
  void lowerOp(OpBuilder &builder, RankOp op);
  void addTensor(OpBuilder &builder, Location loc, Value memref,
                 ArrayRef<int64_t> axes, ValueRange offsets,
                 SmallVectorImpl<OpFoldResult> &words);

  // Of sequences, in RuntimeSequenceLowering.cpp.
  void lowerOp(OpBuilder &builder, RtSequenceCreateOp op);
  void lowerOp(OpBuilder &builder, RtSequencePushOp op);
  void lowerOp(OpBuilder &builder, RtSequencePushChunksOp op);
  void lowerOp(OpBuilder &builder, RtSequenceInsertOp op);
  void lowerOp(OpBuilder &builder, RtSequenceEraseOp op);
  void lowerOp(OpBuilder &builder, RtSequenceLengthOp op);
  void lowerOp(OpBuilder &builder, RtSequenceAtOp op);

  // Erases `op` and continues after it only if `status` is 0.
  void replaceByStatus(Operation *op, Value status);
  // Replaces `op` by `data` and continues after it only if `data` is not null.
  void replaceByPointer(Operation *op, Value data);
  // Replaces `op` by an i64.
  void replaceByIndex(Operation *op, Value number);
  // Like replaceByPointer, for an op with a row-major memref as result.
  void replaceByMemory(Operation *op, Value data, ArrayRef<OpFoldResult> sizes);

  // Sizes of a memref type: static ones, or from `dynamic` as i64.
  SmallVector<OpFoldResult> getSizes(OpBuilder &builder, Location loc,
                                     MemRefType type, ValueRange dynamic);
  // The address at `offset` bytes in the descriptor of input `index`.
  Value slotAddress(OpBuilder &builder, Location loc, Value index,
                    int64_t offset);
  // Loads from `offset` bytes after `base`.
  Value loadFrom(OpBuilder &builder, Location loc, Type type, Value base,
                 int64_t offset);

  RuntimeCalls &calls;
  FailingExits &exits;
  const LowerRuntimeOpsOptions &options;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_CALLS_RUNTIMEOPLOWERING_H

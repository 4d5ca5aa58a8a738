//===- EarlyExits.cpp - ops that may end a call ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Effects on memory that is a value end no call. Any other effect may be that
// of a check.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/EarlyExits.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// Whether an op does something that is not done to the memory of a value.
static bool hasOtherEffects(Operation *op) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects, [](const MemoryEffects::EffectInstance &effect) {
    return !effect.getValue();
  });
}

bool mlir::onnxops::mayEndCall(Operation *op) {
  // Calls of the run-time library that check nothing.
  if (isa<RtSequenceCreateOp, RtSequencePushOp, RtSequenceInsertOp,
          RtSequenceEraseOp, RtSequenceLengthOp>(op))
    return false;
  if (isa_and_nonnull<bufferization::BufferizationDialect>(op->getDialect()))
    return false;
  // Operators have no effects, but come with checks once they are lowered.
  if (isa<VersionedOpInterface, scf::WhileOp>(op) || hasOtherEffects(op))
    return true;
  return llvm::any_of(op->getRegions(), [](Region &region) {
    return llvm::any_of(region.getOps(),
                        [](Operation &inner) { return mayEndCall(&inner); });
  });
}

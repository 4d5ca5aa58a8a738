//===- EarlyExits.cpp - ops that may end a call ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Effects on the memory of a value do not end a call. Any other effect may be a
// check.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/EarlyExits.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// Whether an op has an effect other than on the memory of a value.
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
  // Calls of the run-time library without checks.
  if (isa<RtSequenceCreateOp, RtSequencePushOp, RtSequencePushChunksOp,
          RtSequenceInsertOp, RtSequenceEraseOp, RtSequenceLengthOp>(op))
    return false;
  if (isa_and_nonnull<bufferization::BufferizationDialect>(op->getDialect()))
    return false;
  // Operators have no effects, but lowering adds checks.
  if (isa<VersionedOpInterface, scf::WhileOp>(op) || hasOtherEffects(op))
    return true;
  return llvm::any_of(op->getRegions(), [](Region &region) {
    return llvm::any_of(region.getOps(),
                        [](Operation &inner) { return mayEndCall(&inner); });
  });
}

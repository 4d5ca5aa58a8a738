//===- SplitToSequenceVersions.cpp - steps of SplitToSequence -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both steps rename the op; the downgrade rejects the element type that version
// 24 added.
//
//===----------------------------------------------------------------------===//

#include "VersionSteps.h"

using namespace mlir;
using namespace mlir::onnxops;

FailureOr<SmallVector<Value>>
SplitToSequenceV11Op::buildUpgrade(OpBuilder &builder, ErrorEmitter) {
  return renameTo<SplitToSequenceV24Op>(*this, builder);
}

FailureOr<SmallVector<Value>>
SplitToSequenceV24Op::buildDowngrade(OpBuilder &builder, ErrorEmitter emit) {
  if (failed(verifyNoBF16(emit, "SplitToSequence-11", getInput())))
    return failure();
  return renameTo<SplitToSequenceV11Op>(*this, builder);
}

//===- SplitToSequence.cpp - lower SplitToSequence to checks --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The split itself lowers to checks; ops that read the sequence take slices of
// the source. A handle is built only if another op needs the sequence itself.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "SequenceSource.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "onnxops/Conversion/Checks.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// Whether all users of `sequence`, the split's result or a cast of it, read the
// split's source instead.
static bool hasOnlyReaders(Value sequence) {
  return llvm::all_of(sequence.getUsers(), [&](Operation *user) {
    if (isa<SequenceCastOp>(user))
      return hasOnlyReaders(user->getResult(0));
    return isa<NewestSequenceAtOp, NewestSequenceLengthOp,
               NewestConcatFromSequenceOp>(user) &&
           findSplit(sequence);
  });
}

// Whether any op reads a chunk of `sequence`, the split's result or a cast of
// it.
static bool isRead(Value sequence) {
  return llvm::any_of(sequence.getUsers(), [](Operation *user) {
    return isa<NewestSequenceAtOp>(user) ||
           (isa<SequenceCastOp>(user) && isRead(user->getResult(0)));
  });
}

namespace {

/// Lowers SplitToSequence-24 to its checks, and to a handle if one is needed.
struct LowerSplitToSlices : CheckedPattern<NewestSplitToSequenceOp> {
  using CheckedPattern::CheckedPattern;

  Value lower(NewestSplitToSequenceOp op, OpAdaptor, CheckBuilder &check,
              ConversionPatternRewriter &rewriter) const override {
    FailureOr<SequenceSource> source = SequenceSource::find(
        state.converter, state.offsets, rewriter, op.getResult());
    if (failed(source))
      return Value();
    source->getChunks().checkSplit(check);
    if (isRead(op.getResult()))
      state.offsets[op] = source->getChunks().buildOffsets(check);
    if (hasOnlyReaders(op.getResult()))
      return ub::PoisonOp::create(rewriter, op.getLoc(),
                                  HandleType::get(op.getContext()));
    return buildHandle(check, *source);
  }
};

} // namespace

void mlir::onnxops::populateSplitToSequencePatterns(
    PatternState &state, RewritePatternSet &patterns) {
  patterns.add<LowerSplitToSlices>(state, patterns.getContext());
}

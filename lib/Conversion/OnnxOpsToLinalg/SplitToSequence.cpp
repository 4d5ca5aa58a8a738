//===- SplitToSequence.cpp - SplitToSequence to checks and slices ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The split itself is only checks: who reads the sequence takes slices of the
// source. A handle is built where something else needs the sequence itself.
//
//===----------------------------------------------------------------------===//

#include "../Checks.h"
#include "Patterns.h"
#include "SequenceSource.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// Whether all users look through `sequence`, which is the split's under some
// cast, to the split's source.
static bool hasOnlyReaders(Value sequence) {
  return llvm::all_of(sequence.getUsers(), [&](Operation *user) {
    if (isa<SequenceCastOp>(user))
      return hasOnlyReaders(user->getResult(0));
    return isa<SequenceAtV11Op, SequenceLengthV11Op, ConcatFromSequenceV11Op>(
               user) &&
           findSplit(sequence);
  });
}

namespace {

/// Lowers SplitToSequence-24 to its checks, and to a handle if one is needed.
struct LowerSplitToSlices : CheckedPattern<SplitToSequenceV24Op> {
  using CheckedPattern::CheckedPattern;

  LogicalResult
  matchAndRewrite(SplitToSequenceV24Op op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    FailureOr<SequenceSource> source =
        SequenceSource::find(*getTypeConverter(), rewriter, op.getResult());
    if (failed(source))
      return rewriter.notifyMatchFailure(op, "operands are not converted");
    CheckBuilder check(rewriter, op, checks);
    source->checkSplit(check);
    if (hasOnlyReaders(op.getResult()))
      rewriter.replaceOpWithNewOp<ub::PoisonOp>(
          op, HandleType::get(op.getContext()));
    else
      rewriter.replaceOp(op, buildHandle(check, *source));
    return success();
  }
};

} // namespace

void mlir::onnxops::populateSplitToSequencePatterns(
    const TypeConverter &converter, CheckMode checks,
    RewritePatternSet &patterns) {
  patterns.add<LowerSplitToSlices>(converter, patterns.getContext(), checks);
}

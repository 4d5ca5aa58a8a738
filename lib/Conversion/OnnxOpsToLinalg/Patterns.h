//===- Patterns.h - the pattern sets of the conversion ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One set per family. All expect operands of storage types and ranked tensors;
// the pass rejects other ops beforehand.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_PATTERNS_H
#define ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_PATTERNS_H

#include "SequenceSource.h"
#include "mlir/Transforms/DialectConversion.h"
#include "onnxops/Conversion/Passes.h"

namespace mlir::onnxops {

/// State shared by the patterns of one run.
struct PatternState {
  const TypeConverter &converter;
  CheckMode checks;
  ChunkOffsets offsets;
};

void populateConcatPatterns(PatternState &state, RewritePatternSet &patterns);
void populateTilePatterns(PatternState &state, RewritePatternSet &patterns);
void populateSplitToSequencePatterns(PatternState &state,
                                     RewritePatternSet &patterns);
void populateSequencePatterns(PatternState &state, RewritePatternSet &patterns);

/// A conversion pattern for an op with one result, which may need checks.
template <typename Op>
class CheckedPattern : public OpConversionPattern<Op> {
public:
  CheckedPattern(PatternState &state, MLIRContext *context)
      : OpConversionPattern<Op>(state.converter, context), state(state) {}

  using OpAdaptor = typename Op::Adaptor;

  LogicalResult
  matchAndRewrite(Op op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    CheckBuilder check(rewriter, op, state.checks);
    Value result = lower(op, adaptor, check, rewriter);
    if (!result)
      return rewriter.notifyMatchFailure(op, "an operand is not converted");
    rewriter.replaceOp(op, result);
    return success();
  }

protected:
  /// Builds the replacement of the op, at the insertion point. Null, without
  /// building anything, if an operand is not converted yet.
  virtual Value lower(Op op, OpAdaptor adaptor, CheckBuilder &check,
                      ConversionPatternRewriter &rewriter) const = 0;

  /// The result's storage type. Its rank is known.
  RankedTensorType getResultType(Op op) const {
    return cast<RankedTensorType>(state.converter.convertType(op.getType()));
  }

  PatternState &state;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_PATTERNS_H

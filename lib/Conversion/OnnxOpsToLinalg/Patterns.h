//===- Patterns.h - the pattern sets of the conversion ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One set per family. All expect operands of storage types and ranked tensors;
// the pass refuses anything else beforehand.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_PATTERNS_H
#define ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_PATTERNS_H

#include "mlir/Transforms/DialectConversion.h"
#include "onnxops/Conversion/Passes.h"

namespace mlir::onnxops {

void populateConcatPatterns(const TypeConverter &converter, CheckMode checks,
                            RewritePatternSet &patterns);
void populateTilePatterns(const TypeConverter &converter, CheckMode checks,
                          RewritePatternSet &patterns);
void populateSplitToSequencePatterns(const TypeConverter &converter,
                                     CheckMode checks,
                                     RewritePatternSet &patterns);
void populateSequencePatterns(const TypeConverter &converter, CheckMode checks,
                              RewritePatternSet &patterns);

/// A conversion pattern that knows how to write checks.
template <typename Op>
struct CheckedPattern : OpConversionPattern<Op> {
  CheckedPattern(const TypeConverter &converter, MLIRContext *context,
                 CheckMode checks)
      : OpConversionPattern<Op>(converter, context), checks(checks) {}

  CheckMode checks;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_PATTERNS_H

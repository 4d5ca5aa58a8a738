//===- IntRanges.cpp - sizes and lengths as ranges of integers ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For upstream's analysis of integer ranges, which removes comparisons that are
// known.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// The range of a size or a length: 0 or more.
static void setNonNegative(Value value, SetIntRangeFn setRange) {
  unsigned bits = ConstantIntRanges::getStorageBitwidth(
      getElementTypeOrSelf(value.getType()));
  setRange(value, ConstantIntRanges::fromSigned(
                      APInt::getZero(bits), APInt::getSignedMaxValue(bits)));
}

#define ONNXOPS_NON_NEGATIVE(OP)                                               \
  void OP::inferResultRanges(ArrayRef<ConstantIntRanges>,                      \
                             SetIntRangeFn setRange) {                         \
    setNonNegative(getResult(), setRange);                                     \
  }

ONNXOPS_NON_NEGATIVE(SequenceLengthV11Op)
ONNXOPS_NON_NEGATIVE(RtSequenceLengthOp)
ONNXOPS_NON_NEGATIVE(RtArgumentSizeOp)
ONNXOPS_NON_NEGATIVE(RankOp)

#undef ONNXOPS_NON_NEGATIVE

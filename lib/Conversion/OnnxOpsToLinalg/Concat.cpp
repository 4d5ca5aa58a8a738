//===- Concat.cpp - lower Concat to tensor.concat -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A concat remains a single op, so that bufferization is linear in its operands
// and the in-place pass can match it. Dynamic sizes are checked first.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Conversion/Checks.h"
#include "onnxops/Conversion/LoweringParts.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// The input with whose size in `dim` the others are compared: the first one of
// static size, or else the first.
static size_t findReference(ValueRange inputs, int64_t dim) {
  for (auto [index, input] : llvm::enumerate(inputs))
    if (!cast<RankedTensorType>(input.getType()).isDynamicDim(dim))
      return index;
  return 0;
}

// Requires every input to have the reference's size in `dim`, and returns it.
static Value checkDimension(CheckBuilder &check, ValueRange inputs,
                            int64_t dim) {
  size_t reference = findReference(inputs, dim);
  Value expected = check.sizeOf(inputs[reference], dim);
  for (auto [index, input] : llvm::enumerate(inputs)) {
    if (index == reference || input == inputs[reference] ||
        !cast<RankedTensorType>(input.getType()).isDynamicDim(dim))
      continue;
    // Input numbers are values, so that all inputs share one message.
    Value actual = check.sizeOf(input, dim);
    check.require(check.compare(arith::CmpIPredicate::eq, actual, expected),
                  "expected inputs[{0}] to have size {1} in dimension " +
                      Twine(dim) + ", as inputs[" + Twine(reference) +
                      "] has, but got {2}",
                  {check.constant(index), expected, actual});
  }
  return expected;
}

// Requires the sum along the axis to fit, and returns it: sizes are not
// negative, so overflow gives a negative partial sum.
static Value checkSum(CheckBuilder &check, ValueRange inputs, int64_t axis) {
  Value sum = check.constant(0);
  Value signs = sum;
  bool isStatic = true;
  for (Value input : inputs) {
    isStatic &= !cast<RankedTensorType>(input.getType()).isDynamicDim(axis);
    sum = check.add(sum, check.sizeOf(input, axis));
    signs = check.builder.createOrFold<arith::OrIOp>(check.loc, signs, sum);
  }
  if (isStatic || inputs.size() == 1)
    return sum;
  check.require(
      check.compare(arith::CmpIPredicate::sge, signs, check.constant(0)),
      "expected the sizes along axis " + Twine(axis) +
          " to sum to less than 2^63, but they exceed it",
      {});
  return sum;
}

SmallVector<Value> mlir::onnxops::requireConcatSizes(CheckBuilder &check,
                                                     ValueRange inputs,
                                                     int64_t axis) {
  SmallVector<Value> sizes;
  int64_t rank = cast<RankedTensorType>(inputs.front().getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes.push_back(dim == axis ? Value() : checkDimension(check, inputs, dim));
  sizes[axis] = checkSum(check, inputs, axis);
  return sizes;
}

namespace {

/// Lowers Concat-13 to tensor.concat.
struct LowerConcatToTensorConcat : CheckedPattern<NewestConcatOp> {
  using CheckedPattern::CheckedPattern;

  Value lower(NewestConcatOp op, OpAdaptor adaptor, CheckBuilder &check,
              ConversionPatternRewriter &rewriter) const override {
    ValueRange inputs = adaptor.getInputs();
    int64_t rank = cast<RankedTensorType>(op.getType()).getRank();
    int64_t axis = *normalizeAxis(op.getAxis(), rank);
    if (check.mode != CheckMode::None)
      requireConcatSizes(check, inputs, axis);
    Value concat =
        tensor::ConcatOp::create(rewriter, op.getLoc(), axis, inputs);
    return check.castTo(concat, getResultType(op));
  }
};

} // namespace

void mlir::onnxops::populateConcatPatterns(PatternState &state,
                                           RewritePatternSet &patterns) {
  patterns.add<LowerConcatToTensorConcat>(state, patterns.getContext());
}

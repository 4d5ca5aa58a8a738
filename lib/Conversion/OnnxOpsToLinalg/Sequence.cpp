//===- Sequence.cpp - lower sequence operators to slices and handles ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads go through SequenceSource; ops that build or modify a sequence become
// run-time calls on handles. Only ConcatFromSequence copies elements, as its
// semantics require.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "SequenceSource.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Conversion/Checks.h"
#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

static int64_t getElementNumber(Value sequence) {
  return *getOnnxOfElementType(
      cast<SequenceType>(sequence.getType()).getTensorType().getElementType());
}

//===----------------------------------------------------------------------===//
// ConcatFromSequence
//===----------------------------------------------------------------------===//

// Requires element `position` to have the sizes of the first element, except
// along `axis`, which is none when stacking.
static void checkElement(CheckBuilder &check, Value first, Value element,
                         Value position, std::optional<int64_t> axis) {
  auto type = cast<RankedTensorType>(element.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (dim == axis || !type.isDynamicDim(dim))
      continue;
    Value expected = check.sizeOf(first, dim);
    Value actual = check.sizeOf(element, dim);
    check.require(check.compare(Predicate::eq, actual, expected),
                  "expected element {0} to have size {1} in dimension " +
                      Twine(dim) + ", as element 0 has, but got {2}",
                  {position, expected, actual});
  }
}

// The sum of the elements' sizes along `axis`, or their number when stacking;
// each element is checked.
static Value sumAndCheck(CheckBuilder &check, const SequenceSource &source,
                         Value first, std::optional<int64_t> axis) {
  Value zero = check.constant(0);
  SmallVector<Value> sums = source.forEach(
      check, {zero, zero}, [&](Value i, Value element, ValueRange carried) {
        checkElement(check, first, element, i, axis);
        Value size = axis ? check.sizeOf(element, *axis) : check.constant(1);
        Value sum = check.add(carried[0], size);
        Value signs = check.builder.createOrFold<arith::OrIOp>(check.loc,
                                                               carried[1], sum);
        return SmallVector<Value>{sum, signs};
      });
  check.require(check.compare(Predicate::sge, sums[1], zero),
                "expected the sizes of the elements to sum to less than 2^63, "
                "but they exceed it",
                {});
  return sums[0];
}

// Copies the elements into `init`, one after the other.
static Value insertElements(CheckBuilder &check, const SequenceSource &source,
                            Value init, int64_t axis, bool isStacking) {
  OpBuilder &builder = check.builder;
  return source.forEach(
      check, {init, check.constant(0)},
      [&](Value, Value element, ValueRange carried) {
        if (isStacking)
          element = addUnitAxis(builder, check.loc, element, axis);
        SmallVector<OpFoldResult> sizes =
            tensor::getMixedSizes(builder, check.loc, element);
        SmallVector<OpFoldResult> offsets(sizes.size(),
                                          builder.getIndexAttr(0));
        SmallVector<OpFoldResult> strides(sizes.size(),
                                          builder.getIndexAttr(1));
        offsets[axis] = carried[1];
        // tensor.insert_slice may not verify for an empty slice.
        Value inserted = carried[0];
        if (llvm::none_of(sizes, isZeroInteger))
          inserted = tensor::InsertSliceOp::create(
              builder, check.loc, element, inserted, offsets, sizes, strides);
        return SmallVector<Value>{
            inserted, check.add(carried[1], check.sizeOf(element, axis))};
      })[0];
}

// The element type that the result's type implies.
static RankedTensorType getElementOf(RankedTensorType result, int64_t axis,
                                     bool isStacking) {
  SmallVector<int64_t> shape(result.getShape());
  if (isStacking)
    shape.erase(shape.begin() + axis);
  else
    shape[axis] = ShapedType::kDynamic;
  return RankedTensorType::get(shape, result.getElementType());
}

namespace {

/// Lowers ConcatFromSequence to the source itself if it concatenates a split
/// along the same axis, and otherwise to a loop that copies each element once.
struct LowerConcatFromSequence : CheckedPattern<NewestConcatFromSequenceOp> {
  using CheckedPattern::CheckedPattern;

  Value lower(NewestConcatFromSequenceOp op, OpAdaptor, CheckBuilder &check,
              ConversionPatternRewriter &rewriter) const override {
    FailureOr<SequenceSource> source = SequenceSource::find(
        state.converter, state.offsets, rewriter, op.getInputSequence());
    if (failed(source))
      return Value();
    bool isStacking = op.getNewAxis();
    int64_t axis = *normalizeAxis(
        op.getAxis(), cast<RankedTensorType>(op.getType()).getRank());

    Value length = source->length(check);
    Value zero = check.constant(0);
    check.require(check.compare(Predicate::sgt, length, zero),
                  "expected a sequence with an element, but got none", {});
    if (isWholeSource(*source, axis, isStacking))
      return check.castTo(source->getChunks().getInput(), getResultType(op));

    source->declareElements(getElementOf(getResultType(op), axis, isStacking));
    Value first = source->at(check, zero);
    std::optional<int64_t> joined;
    if (!isStacking)
      joined = axis;
    Value total = sumAndCheck(check, *source, first, joined);
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, op.getLoc(), first);
    if (isStacking)
      sizes.insert(sizes.begin() + axis, OpFoldResult(total));
    else
      sizes[axis] = total;
    Value init = tensor::EmptyOp::create(
        rewriter, op.getLoc(), sizes,
        cast<RankedTensorType>(first.getType()).getElementType());
    Value result = insertElements(check, *source, init, axis, isStacking);
    return check.castTo(result, getResultType(op));
  }

  // Whether the op concatenates all chunks of a split along its axis.
  static bool isWholeSource(const SequenceSource &source, int64_t axis,
                            bool isStacking) {
    return source.getSplit() && !isStacking &&
           !source.getChunks().isSqueezed() &&
           source.getChunks().getAxis() == axis;
  }
};

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Lowers SequenceAt to a slice of a split's source, or a view from a handle.
struct LowerSequenceAt : CheckedPattern<NewestSequenceAtOp> {
  using CheckedPattern::CheckedPattern;

  Value lower(NewestSequenceAtOp op, OpAdaptor adaptor, CheckBuilder &check,
              ConversionPatternRewriter &rewriter) const override {
    FailureOr<SequenceSource> source = SequenceSource::find(
        state.converter, state.offsets, rewriter, op.getInputSequence());
    if (failed(source))
      return Value();
    Value position =
        normalizePosition(check, adaptor.getPosition(), source->length(check),
                          /*mayAppend=*/false);
    return source->at(check, position, getResultType(op));
  }
};

/// Lowers SequenceLength to arithmetic on a split, or a run-time call.
struct LowerSequenceLength : CheckedPattern<NewestSequenceLengthOp> {
  using CheckedPattern::CheckedPattern;

  Value lower(NewestSequenceLengthOp op, OpAdaptor, CheckBuilder &check,
              ConversionPatternRewriter &rewriter) const override {
    FailureOr<SequenceSource> source = SequenceSource::find(
        state.converter, state.offsets, rewriter, op.getInputSequence());
    if (failed(source))
      return Value();
    Value length = arith::IndexCastOp::create(
        rewriter, op.getLoc(), rewriter.getI64Type(), source->length(check));
    auto type = RankedTensorType::get({}, rewriter.getI64Type());
    return tensor::FromElementsOp::create(rewriter, op.getLoc(), type, length);
  }
};

//===----------------------------------------------------------------------===//
// Building and modifying
//===----------------------------------------------------------------------===//

/// Lowers SequenceConstruct to a handle with one push per input.
struct LowerSequenceConstruct : CheckedPattern<NewestSequenceConstructOp> {
  using CheckedPattern::CheckedPattern;

  Value lower(NewestSequenceConstructOp op, OpAdaptor adaptor,
              CheckBuilder &check,
              ConversionPatternRewriter &rewriter) const override {
    int64_t element = getElementNumber(op.getResult());
    Value handle =
        RtSequenceCreateOp::create(rewriter, op.getLoc(), element,
                                   check.constant(adaptor.getInputs().size()));
    for (Value input : adaptor.getInputs())
      RtSequencePushOp::create(rewriter, op.getLoc(), handle, element, input);
    return handle;
  }
};

/// Lowers SequenceEmpty to a handle without elements.
struct LowerSequenceEmpty : CheckedPattern<NewestSequenceEmptyOp> {
  using CheckedPattern::CheckedPattern;

  Value lower(NewestSequenceEmptyOp op, OpAdaptor, CheckBuilder &check,
              ConversionPatternRewriter &rewriter) const override {
    return RtSequenceCreateOp::create(rewriter, op.getLoc(), op.getDtype(),
                                      check.constant(0));
  }
};

/// Lowers SequenceInsert to a run-time call.
struct LowerSequenceInsert : CheckedPattern<NewestSequenceInsertOp> {
  using CheckedPattern::CheckedPattern;

  Value lower(NewestSequenceInsertOp op, OpAdaptor adaptor, CheckBuilder &check,
              ConversionPatternRewriter &rewriter) const override {
    Value length = RtSequenceLengthOp::create(rewriter, op.getLoc(),
                                              adaptor.getInputSequence());
    Value position = op.getPosition()
                         ? normalizePosition(check, adaptor.getPosition(),
                                             length, /*mayAppend=*/true)
                         : length;
    return RtSequenceInsertOp::create(
        rewriter, op.getLoc(), adaptor.getInputSequence(),
        getElementNumber(op.getResult()), position, adaptor.getTensor());
  }
};

/// Lowers SequenceErase to a run-time call.
struct LowerSequenceErase : CheckedPattern<NewestSequenceEraseOp> {
  using CheckedPattern::CheckedPattern;

  Value lower(NewestSequenceEraseOp op, OpAdaptor adaptor, CheckBuilder &check,
              ConversionPatternRewriter &rewriter) const override {
    Value length = RtSequenceLengthOp::create(rewriter, op.getLoc(),
                                              adaptor.getInputSequence());
    check.require(check.compare(Predicate::sgt, length, check.constant(0)),
                  "expected a sequence with an element, but got none", {});
    Value position = op.getPosition()
                         ? normalizePosition(check, adaptor.getPosition(),
                                             length, /*mayAppend=*/false)
                         : check.subtract(length, check.constant(1));
    return RtSequenceEraseOp::create(rewriter, op.getLoc(),
                                     adaptor.getInputSequence(), position);
  }
};

/// Drops a cast: all handles have the same type.
struct LowerSequenceCast : OpConversionPattern<SequenceCastOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SequenceCastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getSource());
    return success();
  }
};

} // namespace

void mlir::onnxops::populateSequencePatterns(PatternState &state,
                                             RewritePatternSet &patterns) {
  patterns.add<LowerSequenceAt, LowerSequenceLength, LowerSequenceConstruct,
               LowerSequenceEmpty, LowerSequenceInsert, LowerSequenceErase,
               LowerConcatFromSequence>(state, patterns.getContext());
  patterns.add<LowerSequenceCast>(state.converter, patterns.getContext());
}

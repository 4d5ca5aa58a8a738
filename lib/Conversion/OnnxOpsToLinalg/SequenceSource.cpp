//===- SequenceSource.cpp - origin of the elements of sequences -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds index arithmetic for the chunks of a split, run-time calls for
// handles.
//
//===----------------------------------------------------------------------===//

#include "SequenceSource.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Support/Limits.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

// The type inferred from the operands, which may be more precise than the
// declared type.
static SequenceType inferType(NewestSplitToSequenceOp op) {
  return cast<SequenceType>(*inferResultType<NewestSplitToSequenceOp>(
      ErrorEmitter(), op.getContext(), NewestSplitToSequenceOp::Adaptor(op)));
}

NewestSplitToSequenceOp mlir::onnxops::findSplit(Value sequence) {
  Type type = sequence.getType();
  while (auto cast = sequence.getDefiningOp<SequenceCastOp>())
    sequence = cast.getSource();
  auto split = sequence.getDefiningOp<NewestSplitToSequenceOp>();
  if (!split || !areCompatibleTypes(type, inferType(split)))
    return {};
  return split;
}

FailureOr<SequenceSource>
SequenceSource::find(const TypeConverter &converter,
                     const ChunkOffsets &offsets,
                     ConversionPatternRewriter &rewriter, Value sequence) {
  SequenceSource source;
  source.split = findSplit(sequence);
  auto type = cast<SequenceType>(sequence.getType());
  if (source.split)
    type = cast<SequenceType>(meetTypes(type, inferType(source.split)));
  TensorType element = type.getTensorType();
  source.elementType = converter.convertType<RankedTensorType>(element);
  std::optional<int64_t> number =
      getOnnxOfElementType(element.getElementType());
  if (!number)
    return failure();
  source.elementNumber = *number;
  if (!source.split) {
    source.handle = rewriter.getRemappedValue(sequence);
    if (!source.handle)
      return failure();
    return source;
  }
  source.tensor = rewriter.getRemappedValue(source.split.getInput());
  if (!source.tensor)
    return failure();
  auto input = cast<RankedTensorType>(source.split.getInput().getType());
  source.axis = *normalizeAxis(source.split.getAxis(), input.getRank());
  source.squeezes = !source.split.getSplit() && !source.split.getKeepdims();
  if (!source.split.getSplit())
    return source;
  source.lengths = rewriter.getRemappedValue(source.split.getSplit());
  source.offsets = offsets.lookup(source.split);
  source.knownLength =
      inferType(source.split).getTensorType().getDimSize(source.axis);
  return source;
}

//===----------------------------------------------------------------------===//
// Chunks of a split
//===----------------------------------------------------------------------===//

// Whether a vector gives the length of each chunk.
static bool isVector(Value lengths) {
  return lengths && cast<RankedTensorType>(lengths.getType()).getRank() == 1;
}

Value SequenceSource::axisLength(CheckBuilder &check) const {
  return check.sizeOf(tensor, axis);
}

// The length of all chunks except the last: a scalar `split`, or 1.
Value SequenceSource::chunk(CheckBuilder &check) const {
  if (!lengths)
    return check.constant(1);
  return check.toIndex(check.builder.createOrFold<tensor::ExtractOp>(
      check.loc, lengths, ValueRange()));
}

// Entry `position` of a vector `split`.
Value SequenceSource::splitAt(CheckBuilder &check, Value position) const {
  return check.toIndex(check.builder.createOrFold<tensor::ExtractOp>(
      check.loc, lengths, position));
}

Value SequenceSource::buildOffsets(CheckBuilder &check) const {
  if (!isVector(lengths) || !ShapedType::isDynamic(knownLength))
    return Value();
  OpBuilder &builder = check.builder;
  Value zero = check.constant(0);
  Value count = check.sizeOf(lengths, 0);
  Value init = tensor::EmptyOp::create(
      builder, check.loc, getAsOpFoldResult(count), builder.getIndexType());
  auto loop = scf::ForOp::create(
      builder, check.loc, zero, count, check.constant(1),
      ValueRange{init, zero},
      [&](OpBuilder &, Location, Value i, ValueRange carried) {
        Value inserted = tensor::InsertOp::create(builder, check.loc,
                                                  carried[1], carried[0], i);
        Value next = check.add(carried[1], splitAt(check, i));
        scf::YieldOp::create(builder, check.loc, ValueRange{inserted, next});
      });
  return loop.getResult(0);
}

// The offset of chunk `position` along the axis.
Value SequenceSource::offsetOf(CheckBuilder &check, Value position) const {
  if (isZeroInteger(position))
    return position;
  if (offsets)
    return tensor::ExtractOp::create(check.builder, check.loc, offsets,
                                     position);
  Value length = ShapedType::isDynamic(knownLength)
                     ? chunk(check)
                     : check.constant(knownLength);
  return check.multiply(position, length);
}

// The length of chunk `position`, a constant if it is static in its type.
OpFoldResult SequenceSource::sizeOf(CheckBuilder &check, Value position,
                                    Value offset) const {
  if (!lengths)
    return check.builder.getIndexAttr(1);
  if (!ShapedType::isDynamic(knownLength))
    return check.builder.getIndexAttr(knownLength);
  if (isVector(lengths))
    return splitAt(check, position);
  return check.builder.createOrFold<arith::MinSIOp>(
      check.loc, chunk(check), check.subtract(axisLength(check), offset));
}

// An empty tensor may have any number of rows.
static void checkCount(CheckBuilder &check, Value count) {
  check.require(
      check.compare(Predicate::sle, count, check.constant(kMaxSequenceLength)),
      "expected " + Twine(kMaxSequenceLength) + " chunks or fewer, but got {0}",
      count);
}

void SequenceSource::checkSplit(CheckBuilder &check) const {
  if (check.mode == CheckMode::None)
    return;
  if (!lengths)
    return checkCount(check, length(check));
  Value zero = check.constant(0);
  if (!isVector(lengths)) {
    Value chunkLength = chunk(check);
    check.require(check.compare(Predicate::sgt, chunkLength, zero),
                  "expected split to be 1 or more, but got {0}", chunkLength);
    return checkCount(check, length(check));
  }
  Value count = check.sizeOf(lengths, 0);
  check.require(check.compare(Predicate::sgt, count, zero),
                "expected split to have an element, but got none", {});
  // Entries are not negative, so overflow gives a negative sum.
  auto loop = scf::ForOp::create(
      check.builder, check.loc, zero, count, check.constant(1),
      ValueRange{zero, zero},
      [&](OpBuilder &, Location, Value i, ValueRange carried) {
        Value entry = splitAt(check, i);
        check.require(check.compare(Predicate::sge, entry, zero),
                      "expected split[{0}] to be 0 or more, but got {1}",
                      {i, entry});
        Value sum = check.add(carried[0], entry);
        Value signs = check.builder.createOrFold<arith::OrIOp>(check.loc,
                                                               carried[1], sum);
        scf::YieldOp::create(check.builder, check.loc, ValueRange{sum, signs});
      });
  Value fits = check.compare(Predicate::sge, loop.getResult(1), zero);
  check.require(fits,
                "expected split to sum to less than 2^63, but it exceeds "
                "it",
                {});
  Value expected = axisLength(check);
  check.require(check.compare(Predicate::eq, loop.getResult(0), expected),
                "expected split to sum to {0}, the size of axis " +
                    Twine(axis) + ", but got {1}",
                {expected, loop.getResult(0)});
}

//===----------------------------------------------------------------------===//
// Any sequence
//===----------------------------------------------------------------------===//

Value SequenceSource::length(CheckBuilder &check) const {
  if (!split)
    return RtSequenceLengthOp::create(check.builder, check.loc, handle);
  if (isVector(lengths))
    return check.sizeOf(lengths, 0);
  Value total = axisLength(check);
  if (!lengths)
    return total;
  return check.builder.createOrFold<arith::CeilDivSIOp>(check.loc, total,
                                                        chunk(check));
}

// The chunk of `size` elements along the axis from `offset` on.
Value SequenceSource::sliceAt(CheckBuilder &check, Value offset,
                              OpFoldResult size, RankedTensorType type) const {
  Value slice = sliceAxis(check.builder, check.loc, tensor, axis, offset, size);
  if (squeezes)
    slice = dropUnitAxis(check.builder, check.loc, slice, axis);
  return check.castTo(slice, type);
}

Value SequenceSource::at(CheckBuilder &check, Value position,
                         RankedTensorType type) const {
  if (!split)
    return RtSequenceAtOp::create(check.builder, check.loc, type, handle,
                                  elementNumber, position, check.getPrefix());
  Value offset = offsetOf(check, position);
  return sliceAt(check, offset, sizeOf(check, position, offset), type);
}

SmallVector<Value> SequenceSource::forEach(
    CheckBuilder &check, ValueRange initial,
    llvm::function_ref<SmallVector<Value>(Value, Value, ValueRange)> body)
    const {
  // The offset is loop-carried: adding up the lengths before each chunk would
  // be quadratic.
  SmallVector<Value> carried(initial);
  Value zero = check.constant(0);
  if (split)
    carried.push_back(zero);
  auto loop = scf::ForOp::create(
      check.builder, check.loc, zero, length(check), check.constant(1), carried,
      [&](OpBuilder &, Location, Value i, ValueRange values) {
        SmallVector<Value> next;
        if (split) {
          Value offset = values.back();
          OpFoldResult size = sizeOf(check, i, offset);
          Value element = sliceAt(check, offset, size, elementType);
          next = body(i, element, values.drop_back());
          Value length =
              getValueOrCreateConstantIndexOp(check.builder, check.loc, size);
          next.push_back(check.add(offset, length));
        } else {
          next = body(i, at(check, i), values);
        }
        scf::YieldOp::create(check.builder, check.loc, next);
      });
  return SmallVector<Value>(loop.getResults().take_front(initial.size()));
}

Value mlir::onnxops::buildHandle(CheckBuilder &check,
                                 const SequenceSource &source) {
  Value handle = RtSequenceCreateOp::create(check.builder, check.loc,
                                            source.getElementNumber(),
                                            source.length(check));
  source.forEach(check, {}, [&](Value, Value element, ValueRange) {
    RtSequencePushOp::create(check.builder, check.loc, handle,
                             source.getElementNumber(), element);
    return SmallVector<Value>();
  });
  return handle;
}

Value mlir::onnxops::normalizePosition(CheckBuilder &check, Value position,
                                       Value length, bool mayAppend) {
  auto type = cast<RankedTensorType>(position.getType());
  SmallVector<Value> index;
  if (type.getRank() == 1) {
    Value size = check.sizeOf(position, 0);
    check.require(check.compare(Predicate::eq, size, check.constant(1)),
                  "expected position to have 1 element, but got {0}", size);
    index.push_back(check.constant(0));
  }
  Value given = check.toIndex(check.builder.createOrFold<tensor::ExtractOp>(
      check.loc, position, index));
  Value zero = check.constant(0);
  Value isNegative = check.compare(Predicate::slt, given, zero);
  Value counted = check.select(isNegative, check.add(given, length), given);
  Value isLow = check.compare(Predicate::sge, counted, zero);
  Value isHigh = check.compare(mayAppend ? Predicate::sle : Predicate::slt,
                               counted, length);
  check.require(check.both(isLow, isHigh),
                Twine("expected position to be in [-n, n") +
                    (mayAppend ? "" : " - 1") +
                    "] for a sequence of n = {0} elements, but got {1}",
                {length, given});
  return counted;
}

//===- SplitChunks.cpp - the chunks of a SplitToSequence ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chunks have the length that a number gives, the last one less; or a vector
// has the length of each.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Conversion/SplitChunks.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Support/Limits.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

SequenceType mlir::onnxops::inferSplitType(NewestSplitToSequenceOp op) {
  return cast<SequenceType>(*inferResultType<NewestSplitToSequenceOp>(
      ErrorEmitter(), op.getContext(), NewestSplitToSequenceOp::Adaptor(op)));
}

SplitChunks::SplitChunks(NewestSplitToSequenceOp split, Value input,
                         Value lengths, Value size)
    : input(input), lengths(lengths), size(size) {
  auto type = cast<RankedTensorType>(split.getInput().getType());
  axis = *normalizeAxis(split.getAxis(), type.getRank());
  squeezes = !lengths && !split.getKeepdims();
  if (lengths)
    knownLength = inferSplitType(split).getTensorType().getDimSize(axis);
}

// Whether a vector gives the length of each chunk.
static bool isVector(Value lengths) {
  return lengths && cast<RankedTensorType>(lengths.getType()).getRank() == 1;
}

Value SplitChunks::axisLength(CheckBuilder &check) const {
  return size ? size : check.sizeOf(input, axis);
}

// The length of all chunks except the last: a scalar `split`, or 1.
Value SplitChunks::chunk(CheckBuilder &check) const {
  if (!lengths)
    return check.constant(1);
  return check.toIndex(check.builder.createOrFold<tensor::ExtractOp>(
      check.loc, lengths, ValueRange()));
}

// Entry `position` of a vector `split`.
Value SplitChunks::splitAt(CheckBuilder &check, Value position) const {
  return check.toIndex(check.builder.createOrFold<tensor::ExtractOp>(
      check.loc, lengths, position));
}

Value SplitChunks::buildOffsets(CheckBuilder &check) const {
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

Value SplitChunks::commonLength(CheckBuilder &check) const {
  if (!ShapedType::isDynamic(knownLength))
    return check.constant(knownLength);
  return isVector(lengths) ? Value() : chunk(check);
}

// The offset of chunk `position` along the axis.
Value SplitChunks::offsetOf(CheckBuilder &check, Value position) const {
  if (isZeroInteger(position))
    return position;
  if (offsets)
    return tensor::ExtractOp::create(check.builder, check.loc, offsets,
                                     position);
  return check.multiply(position, commonLength(check));
}

// The length of chunk `position`, a constant if it is static in its type.
OpFoldResult SplitChunks::sizeOf(CheckBuilder &check, Value position,
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

void SplitChunks::checkSplit(CheckBuilder &check) const {
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

Value SplitChunks::length(CheckBuilder &check) const {
  if (isVector(lengths))
    return check.sizeOf(lengths, 0);
  Value total = axisLength(check);
  if (!lengths)
    return total;
  return check.builder.createOrFold<arith::CeilDivSIOp>(check.loc, total,
                                                        chunk(check));
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

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

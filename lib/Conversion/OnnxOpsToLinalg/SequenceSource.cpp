//===- SequenceSource.cpp - origin of the elements of sequences -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds slices for the chunks of a split, run-time calls for handles.
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

NewestSplitToSequenceOp mlir::onnxops::findSplit(Value sequence) {
  Type type = sequence.getType();
  while (auto cast = sequence.getDefiningOp<SequenceCastOp>())
    sequence = cast.getSource();
  auto split = sequence.getDefiningOp<NewestSplitToSequenceOp>();
  if (!split || !areCompatibleTypes(type, inferSplitType(split)))
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
  if (source.split) {
    SequenceType inferred = inferSplitType(source.split);
    type = cast<SequenceType>(meetTypes(type, inferred));
    source.isExact = type == inferred;
  }
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
  Value input = rewriter.getRemappedValue(source.split.getInput());
  if (!input)
    return failure();
  Value lengths = source.split.getSplit();
  source.chunks =
      SplitChunks(source.split, input,
                  lengths ? rewriter.getRemappedValue(lengths) : Value());
  source.chunks.setOffsets(offsets.lookup(source.split));
  return source;
}

//===----------------------------------------------------------------------===//
// Any sequence
//===----------------------------------------------------------------------===//

Value SequenceSource::length(CheckBuilder &check) const {
  if (!split)
    return RtSequenceLengthOp::create(check.builder, check.loc, handle);
  return chunks.length(check);
}

// The chunk of `size` elements along the axis from `offset` on.
Value SequenceSource::sliceAt(CheckBuilder &check, Value offset,
                              OpFoldResult size, RankedTensorType type) const {
  Value slice = sliceAxis(check.builder, check.loc, chunks.getInput(),
                          chunks.getAxis(), offset, size);
  if (chunks.isSqueezed())
    slice = dropUnitAxis(check.builder, check.loc, slice, chunks.getAxis());
  return check.castTo(slice, type);
}

Value SequenceSource::at(CheckBuilder &check, Value position,
                         RankedTensorType type) const {
  if (!split)
    return RtSequenceAtOp::create(check.builder, check.loc, type, handle,
                                  elementNumber, position, check.getPrefix());
  Value offset = chunks.offsetOf(check, position);
  return sliceAt(check, offset, chunks.sizeOf(check, position, offset), type);
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
          OpFoldResult size = chunks.sizeOf(check, i, offset);
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
  const SplitChunks &chunks = source.getChunks();
  Value size = source.areChunksExact() ? chunks.commonLength(check) : Value();
  if (size && !isZeroInteger(size)) {
    RtSequencePushChunksOp::create(check.builder, check.loc, handle,
                                   source.getElementNumber(), chunks.getInput(),
                                   chunks.getAxis(), size, chunks.isSqueezed());
    return handle;
  }
  source.forEach(check, {}, [&](Value, Value element, ValueRange) {
    RtSequencePushOp::create(check.builder, check.loc, handle,
                             source.getElementNumber(), element);
    return SmallVector<Value>();
  });
  return handle;
}

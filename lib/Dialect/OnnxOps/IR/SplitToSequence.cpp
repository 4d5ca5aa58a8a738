//===- SplitToSequence.cpp - the rules of SplitToSequence -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints and result type, shared by both versions.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// split-c4, split-c5
static LogicalResult verifySplitType(ErrorEmitter emit, TensorType split) {
  if (!split.hasRank())
    return success();
  if (split.getRank() > 1)
    return emitFailure(emit,
                       "expected split to have rank 0 or 1, but got rank ",
                       split.getRank());
  if (split.getRank() == 1 && split.getDimSize(0) == 0)
    return emitFailure(emit, "expected split to have an element, but got none");
  return success();
}

// split-c7, split-c8. `length` is the length of the axis.
static LogicalResult
verifyChunkLengths(ErrorEmitter emit, ArrayRef<std::optional<int64_t>> lengths,
                   int64_t length, int64_t axis) {
  int64_t sum = 0;
  for (auto [index, entry] : llvm::enumerate(lengths)) {
    if (entry && *entry < 0)
      return emitFailure(emit, "expected split[", index,
                         "] to be 0 or more, but got ", *entry);
    FailureOr<int64_t> next =
        addSizes(sum, entry.value_or(ShapedType::kDynamic));
    if (failed(next))
      return emitFailure(emit,
                         "expected split to sum to less than 2^63, but "
                         "split[",
                         index, "] exceeds it");
    sum = *next;
  }
  if (ShapedType::isDynamic(sum) || ShapedType::isDynamic(length) ||
      sum == length)
    return success();
  return emitFailure(emit, "expected split to sum to ", length,
                     ", the size of axis ", axis, ", but got ", sum);
}

// The common length of all chunks, kDynamic if lengths may differ.
static int64_t commonLength(ArrayRef<std::optional<int64_t>> lengths) {
  for (std::optional<int64_t> length : lengths)
    if (!length || length != lengths.front())
      return ShapedType::kDynamic;
  return *lengths.front();
}

// The length of a chunk along the axis, which has `length` elements.
static FailureOr<int64_t> inferChunkLength(ErrorEmitter emit, Value split,
                                           int64_t length, int64_t axis) {
  auto type = cast<TensorType>(split.getType());
  FailureOr<KnownElements> known = getKnownElements(split);
  if (!type.hasRank() || failed(known))
    return ShapedType::kDynamic;
  if (type.getRank() == 1) {
    if (known->empty()) // split-c5
      return emitFailure(emit,
                         "expected split to have an element, but got none");
    if (failed(verifyChunkLengths(emit, *known, length, axis)))
      return failure();
    return commonLength(*known);
  }
  std::optional<int64_t> chunk = known->front();
  if (!chunk)
    return ShapedType::kDynamic;
  if (*chunk <= 0) // split-c6
    return emitFailure(emit, "expected split to be 1 or more, but got ",
                       *chunk);
  if (ShapedType::isDynamic(length))
    return ShapedType::kDynamic;
  if (length % *chunk == 0)
    return *chunk;
  return length < *chunk ? length : ShapedType::kDynamic;
}

static FailureOr<Type> inferSplit(ErrorEmitter emit, Value inputValue,
                                  Value split, int64_t axis, int64_t keepdims) {
  auto input = cast<TensorType>(inputValue.getType());
  Type element = input.getElementType();
  if (keepdims != 0 && keepdims != 1) // split-c3
    return emitFailure(emit, "expected keepdims to be 0 or 1, but got ",
                       keepdims);
  if (split && failed(verifySplitType(emit, cast<TensorType>(split.getType()))))
    return failure();
  if (!input.hasRank()) {
    if (split &&
        failed(inferChunkLength(emit, split, ShapedType::kDynamic, axis)))
      return failure();
    return Type(SequenceType::get(UnrankedTensorType::get(element)));
  }
  if (input.getRank() == 0) // split-c1
    return emitFailure(emit,
                       "expected input to have rank 1 or more, but got rank 0");
  std::optional<int64_t> dim = normalizeAxis(axis, input.getRank());
  if (!dim) // split-c2
    return emitFailure(emit, "expected axis to be in [", -input.getRank(), ", ",
                       input.getRank() - 1, "], but got ", axis);

  SmallVector<int64_t> shape(input.getShape());
  if (!split) {
    shape[*dim] = 1;
    if (!keepdims)
      shape.erase(shape.begin() + *dim);
  } else {
    FailureOr<int64_t> chunk = inferChunkLength(emit, split, shape[*dim], axis);
    if (failed(chunk))
      return failure();
    // On an axis of length 0, entries that sum to 0 are all 0, and a scalar
    // split gives no chunks: the length stays 0.
    if (shape[*dim] != 0 || !ShapedType::isDynamic(*chunk))
      shape[*dim] = *chunk;
  }
  return Type(SequenceType::get(RankedTensorType::get(shape, element)));
}

#define ONNXOPS_SPLIT_VERSION(OP)                                              \
  template <>                                                                  \
  FailureOr<Type> mlir::onnxops::inferResultType<OP>(                          \
      ErrorEmitter emit, MLIRContext *, OP::Adaptor adaptor) {                 \
    return inferSplit(emit, adaptor.getInput(), adaptor.getSplit(),            \
                      adaptor.getAxis(), adaptor.getKeepdims());               \
  }

ONNXOPS_SPLIT_VERSION(SplitToSequenceV11Op)
ONNXOPS_SPLIT_VERSION(SplitToSequenceV24Op)

#undef ONNXOPS_SPLIT_VERSION

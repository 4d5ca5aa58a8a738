//===- Range.cpp - rules of Range -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers from a start up to a limit, `delta` apart.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// A range of which the number of elements is known.
struct KnownRange {
  int64_t start, delta;
  uint64_t count;
};

} // namespace

// Of integers only: floats are rounded.
static std::optional<KnownRange> readBounds(Operation *op,
                                            ValueReader &reader) {
  std::optional<int64_t> start = reader.readScalar(op->getOperand(0));
  std::optional<int64_t> limit = reader.readScalar(op->getOperand(1));
  std::optional<int64_t> delta = reader.readScalar(op->getOperand(2));
  if (!isa<IntegerType>(getTensorType(op, 0).getElementType()) || !start ||
      !limit || !delta || *delta == 0)
    return std::nullopt;
  bool goesUp = *delta > 0;
  if (goesUp ? *start >= *limit : *start <= *limit)
    return KnownRange{*start, *delta, 0};
  // Without sign, neither the distance nor the step overflows.
  uint64_t low = goesUp ? *start : *limit, high = goesUp ? *limit : *start;
  uint64_t step = goesUp ? *delta : -static_cast<uint64_t>(*delta);
  return KnownRange{*start, *delta, (high - low - 1) / step + 1};
}

static SmallVector<Type> inferRange(Operation *op, const InferenceMode &) {
  ValueReader reader;
  std::optional<KnownRange> range = readBounds(op, reader);
  bool isKnown = range && range->count <= static_cast<uint64_t>(INT64_MAX);
  return {RankedTensorType::get(isKnown ? static_cast<int64_t>(range->count)
                                        : ShapedType::kDynamic,
                                getTensorType(op, 0).getElementType())};
}

static std::optional<KnownElements> readRange(Operation *op, unsigned,
                                              ValueReader &reader) {
  std::optional<KnownRange> range = readBounds(op, reader);
  if (!range || range->count > static_cast<uint64_t>(ValueReader::kMaxElements))
    return std::nullopt;
  KnownElements elements;
  for (uint64_t i = 0; i < range->count; ++i)
    elements.push_back(static_cast<int64_t>(range->start + i * range->delta));
  return elements;
}

static constexpr OnnxOperator kOperators[] = {
    {"Range", 11, 3, 3, inferRange, readRange},
};

ArrayRef<OnnxOperator> mlir::onnxops::getRangeOperators() { return kOperators; }

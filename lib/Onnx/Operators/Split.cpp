//===- Split.cpp - rules of Split -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits a tensor into adjacent parts, the results of one op.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// The lengths of the parts along the axis. By default, the parts are equal: all
// versions agree if the number of parts divides the size.
static SmallVector<int64_t> getPartLengths(Operation *op, int64_t size) {
  int64_t count = op->getNumResults();
  SmallVector<int64_t> lengths(count, ShapedType::kDynamic);
  ValueReader reader;
  std::optional<KnownElements> split = getEntries(op, "split", 1, reader);
  if (split) {
    for (auto [length, entry] : llvm::zip(lengths, *split))
      if (entry && *entry >= 0)
        length = *entry;
  } else if (!hasEntries(op, "split", 1) && !ShapedType::isDynamic(size) &&
             size % count == 0) {
    lengths.assign(count, size / count);
  }
  return lengths;
}

static SmallVector<Type> inferSplit(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  size_t count = op->getNumResults();
  if (!input.hasRank())
    return SmallVector<Type>(count, input);
  std::optional<int64_t> axis =
      normalizeAxis(getInteger(op, "axis", 0), input.getRank());
  if (!axis)
    return SmallVector<Type>(
        count, makeUnknownShape(input.getRank(), input.getElementType()));
  SmallVector<Type> types;
  SmallVector<int64_t> shape(input.getShape());
  for (int64_t length : getPartLengths(op, input.getDimSize(*axis))) {
    shape[*axis] = length;
    types.push_back(RankedTensorType::get(shape, input.getElementType()));
  }
  return types;
}

static constexpr OnnxOperator kOperators[] = {
    makeVariadic("Split", 1, 1, 2, inferSplit),
};

ArrayRef<OnnxOperator> mlir::onnxops::getSplitOperators() { return kOperators; }

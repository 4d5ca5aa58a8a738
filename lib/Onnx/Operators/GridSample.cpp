//===- GridSample.cpp - rules of GridSample, RoiAlign, Col2Im -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samples of images, [N, C, ...], and images of columns.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// The samples are at the points of a grid, [N, ..., coordinates]. Images have
// two spatial dimensions before version 20, and any number since.
static SmallVector<Type> inferGridSample(Operation *op,
                                         const InferenceMode &mode) {
  TensorType input = getTensorType(op, 0), grid = getTensorType(op, 1);
  Type element = input.getElementType();
  TensorType ranked = input.hasRank() ? input : grid;
  if (!ranked.hasRank() && mode.opset < 20)
    return {makeUnknownShape(4, element)};
  if (!ranked.hasRank())
    return {UnrankedTensorType::get(element)};
  int64_t rank = ranked.getRank();
  if (rank < 3 || (grid.hasRank() && grid.getRank() != rank))
    return {UnrankedTensorType::get(element)};
  SmallVector<int64_t> shape(rank, ShapedType::kDynamic);
  if (grid.hasRank()) {
    llvm::copy(grid.getShape().slice(1, rank - 2), shape.begin() + 2);
    shape[0] = grid.getDimSize(0);
  }
  if (input.hasRank()) {
    shape[1] = input.getDimSize(1);
    if (!input.isDynamicDim(0))
      shape[0] = input.getDimSize(0);
  }
  return {RankedTensorType::get(shape, element)};
}

static int64_t getPositive(Operation *op, StringRef name, int64_t absent) {
  std::optional<int64_t> size = findInteger(op, name, absent);
  return size && *size > 0 ? *size : ShapedType::kDynamic;
}

// Each region of interest is one image. They have four coordinates each, and
// the number of an image in the batch.
static SmallVector<Type> inferRoiAlign(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  int64_t count = ShapedType::kDynamic, channels = ShapedType::kDynamic;
  if (input.hasRank() && input.getRank() == 4)
    channels = input.getDimSize(1);
  for (unsigned index : {1, 2})
    if (TensorType regions = getTensorType(op, index);
        regions.hasRank() && regions.getRank() == 3 - index &&
        !regions.isDynamicDim(0))
      count = regions.getDimSize(0);
  return {RankedTensorType::get({count, channels,
                                 getPositive(op, "output_height", 1),
                                 getPositive(op, "output_width", 1)},
                                input.getElementType())};
}

// The operand has the elements of a block as channels.
static SmallVector<Type> inferCol2Im(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  ValueReader reader;
  const KnownElements *sizes = reader.read(op->getOperand(1));
  if (!sizes)
    return {UnrankedTensorType::get(input.getElementType())};
  SmallVector<int64_t> shape(2, ShapedType::kDynamic);
  if (input.hasRank() && input.getRank() == 3)
    shape[0] = input.getDimSize(0);
  for (std::optional<int64_t> size : *sizes)
    shape.push_back(size && *size > 0 ? *size : ShapedType::kDynamic);
  return {RankedTensorType::get(shape, input.getElementType())};
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("Col2Im", 18, 3, 3, inferCol2Im),
    makeUnlowered("GridSample", 16, 2, 2, inferGridSample),
    makeUnlowered("RoiAlign", 10, 3, 3, inferRoiAlign),
};

ArrayRef<OnnxOperator> mlir::onnxops::getGridSampleOperators() {
  return kOperators;
}

//===- DepthToSpace.cpp - rules of DepthToSpace, SpaceToDepth -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of channels as rows and columns, and back, of [N, C, H, W].
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static std::optional<int64_t> getBlockSize(Operation *op) {
  int64_t block = getInteger(op, "blocksize", 0);
  // The number of channels of a block has 64 bits.
  if (block < 1 || block > std::numeric_limits<int32_t>::max())
    return std::nullopt;
  return block;
}

// A size times `factor`; kDynamic if it is unknown or too large.
static int64_t multiply(int64_t size, int64_t factor) {
  FailureOr<int64_t> product = multiplySizes(size, factor);
  return succeeded(product) ? *product : ShapedType::kDynamic;
}

// A size divided by `factor`; kDynamic if it is unknown or not a multiple.
static int64_t divide(int64_t size, int64_t factor) {
  return ShapedType::isDynamic(size) || size % factor != 0
             ? ShapedType::kDynamic
             : size / factor;
}

using Scale = int64_t (*)(int64_t size, int64_t factor);

// The shape whose channels and images are scaled as given.
template <Scale Channels, Scale Images>
static SmallVector<Type> inferBlocks(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  std::optional<int64_t> block = getBlockSize(op);
  if (!input.hasRank() || input.getRank() != 4 || !block)
    return {makeUnknownShape(4, input.getElementType())};
  ArrayRef<int64_t> sizes = input.getShape();
  return {RankedTensorType::get({sizes[0], Channels(sizes[1], *block * *block),
                                 Images(sizes[2], *block),
                                 Images(sizes[3], *block)},
                                input.getElementType())};
}

static constexpr OnnxOperator kOperators[] = {
    {"DepthToSpace", 1, 1, 1, inferBlocks<divide, multiply>},
    {"SpaceToDepth", 1, 1, 1, inferBlocks<multiply, divide>},
};

ArrayRef<OnnxOperator> mlir::onnxops::getDepthToSpaceOperators() {
  return kOperators;
}

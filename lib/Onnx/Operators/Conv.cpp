//===- Conv.cpp - rules of Conv, ConvTranspose and others -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions: of [N, C, ...] with weights of [M, C / group, ...], or
// [C, M / group, ...] for ConvTranspose.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "../Windows.h"

using namespace mlir;
using namespace mlir::onnxops;

// The sizes of a tensor, all unknown if it does not have that rank.
static SmallVector<int64_t> getSizes(TensorType type, int64_t rank) {
  if (type.hasRank() && type.getRank() == rank)
    return SmallVector<int64_t>(type.getShape());
  return SmallVector<int64_t>(rank, ShapedType::kDynamic);
}

// The rank of both operands, none if it is not known or they do not agree.
static std::optional<int64_t> getCommonRank(TensorType input,
                                            TensorType weights) {
  if (input.hasRank() && weights.hasRank() &&
      input.getRank() != weights.getRank())
    return std::nullopt;
  TensorType ranked = input.hasRank() ? input : weights;
  if (!ranked.hasRank() || ranked.getRank() < 2)
    return std::nullopt;
  return ranked.getRank();
}

// The size of the window: that of the weights, which the attribute repeats.
static SmallVector<int64_t> getKernel(Operation *op,
                                      ArrayRef<int64_t> weights) {
  SmallVector<int64_t> kernel(weights);
  if (!op->hasAttr("kernel_shape"))
    return kernel;
  kernel = getSpatialList(op, "kernel_shape", weights.size(),
                          ShapedType::kDynamic, /*least=*/1);
  for (auto [size, other] : llvm::zip_equal(kernel, weights))
    if (!ShapedType::isDynamic(other) && size != other)
      size = ShapedType::kDynamic;
  return kernel;
}

static SmallVector<Type> inferConvolution(Operation *op, TensorType input,
                                          TensorType weights, Type element) {
  std::optional<int64_t> rank = getCommonRank(input, weights);
  if (!rank)
    return {UnrankedTensorType::get(element)};
  SmallVector<int64_t> shape = getSizes(input, *rank);
  SmallVector<int64_t> sizes = getSizes(weights, *rank);
  shape[1] = sizes.front();
  Windows windows(op, getKernel(op, ArrayRef(sizes).drop_front(2)));
  for (auto [dim, size] : llvm::enumerate(MutableArrayRef(shape).drop_front(2)))
    size = windows.countPositions(dim, size);
  return {RankedTensorType::get(shape, element)};
}

static SmallVector<Type> inferConv(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  return inferConvolution(op, input, getTensorType(op, 1),
                          input.getElementType());
}

static SmallVector<Type> inferConvInteger(Operation *op,
                                          const InferenceMode &) {
  return inferConvolution(op, getTensorType(op, 0), getTensorType(op, 1),
                          IntegerType::get(op->getContext(), 32));
}

// Both operands have a scale and a zero point, and so has the result.
static SmallVector<Type> inferQLinearConv(Operation *op,
                                          const InferenceMode &) {
  return inferConvolution(op, getTensorType(op, 0), getTensorType(op, 3),
                          getTensorType(op, 7).getElementType());
}

// The number of channels of the result of a ConvTranspose.
static int64_t countChannels(Operation *op, int64_t channelsOfGroup) {
  std::optional<int64_t> groups = findInteger(op, "group", 1);
  if (!groups || *groups < 1)
    return ShapedType::kDynamic;
  FailureOr<int64_t> product = multiplySizes(channelsOfGroup, *groups);
  return succeeded(product) ? *product : ShapedType::kDynamic;
}

static SmallVector<Type> inferConvTranspose(Operation *op,
                                            const InferenceMode &mode) {
  TensorType input = getTensorType(op, 0), weights = getTensorType(op, 1);
  Type element = input.getElementType();
  std::optional<int64_t> rank = getCommonRank(input, weights);
  if (!rank)
    return {UnrankedTensorType::get(element)};
  SmallVector<int64_t> shape = getSizes(input, *rank);
  SmallVector<int64_t> sizes = getSizes(weights, *rank);
  shape[1] = countChannels(op, sizes[1]);
  Windows windows(op, getKernel(op, ArrayRef(sizes).drop_front(2)));
  SmallVector<int64_t> given =
      getSpatialList(op, "output_shape", *rank - 2, ShapedType::kDynamic,
                     /*least=*/1);
  bool isGiven = op->hasAttr("output_shape");
  for (auto [dim, size] : llvm::enumerate(MutableArrayRef(shape).drop_front(2)))
    size = isGiven ? given[dim] : windows.countTransposed(dim, size, mode);
  return {RankedTensorType::get(shape, element)};
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("Conv", 1, 2, 3, inferConv),
    makeUnlowered("ConvInteger", 10, 2, 4, inferConvInteger),
    makeUnlowered("ConvTranspose", 1, 2, 3, inferConvTranspose),
    makeUnlowered("QLinearConv", 10, 8, 9, inferQLinearConv),
};

ArrayRef<OnnxOperator> mlir::onnxops::getConvOperators() { return kOperators; }

//===- Convolution.cpp - rules of Conv, MaxPool and others ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators with windows over the dimensions of an [N, C, ...] tensor, which
// are not lowered. What is unknown or invalid leaves sizes unknown.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// The window in each dimension after the first two.
struct Windows {
  SmallVector<int64_t> kernel, strides, dilations, pads;
  StringRef autoPad;
  bool rounds = false; ///< up, by `ceil_mode`

  /// The length that a window covers; at most 2^62.
  int64_t getExtent(size_t at) const {
    return (kernel[at] - 1) * dilations[at] + 1;
  }
};

} // namespace

// The first dimension after those of the batch and the channels.
static constexpr int64_t kFirstSpatial = 2;

// Limits sizes, so that products with other limited numbers do not overflow.
static bool isLimited(int64_t size) {
  return !ShapedType::isDynamic(size) && size <= (int64_t{1} << 40);
}

static std::optional<Windows> readWindows(Operation *op, size_t count,
                                          ArrayRef<int64_t> kernel) {
  Windows windows;
  auto own = op->getAttrOfType<ArrayAttr>("kernel_shape");
  auto given = own ? getList(op, "kernel_shape", count, 1, 1)
                   : std::optional(SmallVector<int64_t>(kernel));
  auto strides = getList(op, "strides", count, 1, 1);
  auto dilations = getList(op, "dilations", count, 1, 1);
  auto pads = getList(op, "pads", 2 * count, 0, 0);
  if (!given || given->size() != count || !strides || !dilations || !pads ||
      llvm::any_of(*given,
                   [](int64_t size) { return size < 1 || size > INT32_MAX; }))
    return std::nullopt;
  windows.kernel = *given;
  windows.strides = *strides;
  windows.dilations = *dilations;
  windows.pads = *pads;
  if (auto text = op->getAttrOfType<StringAttr>("auto_pad"))
    windows.autoPad = text.getValue();
  windows.rounds = getInteger(op, "ceil_mode", 0) != 0;
  return windows;
}

static bool isSame(StringRef autoPad) {
  return autoPad == "SAME_UPPER" || autoPad == "SAME_LOWER";
}

// The number of windows over a dimension of `size`.
static int64_t countWindows(const Windows &windows, size_t at, int64_t size) {
  int64_t stride = windows.strides[at];
  if (!isLimited(size) || size < 1)
    return ShapedType::kDynamic;
  if (isSame(windows.autoPad))
    return (size - 1) / stride + 1;
  int64_t padded = size;
  if (windows.autoPad != "VALID")
    padded += windows.pads[at] + windows.pads[at + windows.kernel.size()];
  int64_t steps = padded - windows.getExtent(at);
  // Versions differ in whether a last window may begin in the padding.
  if (steps < 0 || (windows.rounds && steps % stride != 0))
    return ShapedType::kDynamic;
  return steps / stride + 1;
}

// The sizes of the kernel in the weights of a convolution: kDynamic if unknown.
static ArrayRef<int64_t> getKernel(TensorType weights) {
  return weights.hasRank() && weights.getRank() > kFirstSpatial
             ? weights.getShape().drop_front(kFirstSpatial)
             : ArrayRef<int64_t>();
}

// The rank and the sizes of the input; none if the rank is unknown or too low.
static std::optional<SmallVector<int64_t>> getInputShape(Operation *op) {
  TensorType input = getTensorType(op, 0);
  if (!input.hasRank() || input.getRank() <= kFirstSpatial)
    return std::nullopt;
  return SmallVector<int64_t>(input.getShape());
}

static SmallVector<Type> inferConv(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0), weights = getTensorType(op, 1);
  std::optional<SmallVector<int64_t>> shape = getInputShape(op);
  if (!shape)
    return {UnrankedTensorType::get(input.getElementType())};
  ArrayRef<int64_t> kernel = getKernel(weights);
  (*shape)[1] = kernel.empty() ? ShapedType::kDynamic : weights.getDimSize(0);
  auto windows = readWindows(op, shape->size() - kFirstSpatial, kernel);
  for (auto [at, size] :
       llvm::enumerate(MutableArrayRef(*shape).drop_front(kFirstSpatial)))
    size = windows ? countWindows(*windows, at, size) : ShapedType::kDynamic;
  return {RankedTensorType::get(*shape, input.getElementType())};
}

// The size of a dimension of `size` after a transposed convolution.
static int64_t getTransposedSize(const Windows &windows, size_t at,
                                 int64_t size, int64_t outputPadding) {
  if (!isLimited(size) || size < 1 ||
      !(windows.autoPad.empty() || windows.autoPad == "NOTSET"))
    return ShapedType::kDynamic;
  // Below 2^72: the stride is limited too.
  FailureOr<int64_t> steps = multiplySizes(size - 1, windows.strides[at]);
  if (failed(steps) || !isLimited(*steps))
    return ShapedType::kDynamic;
  int64_t whole = *steps + outputPadding + windows.getExtent(at) -
                  windows.pads[at] - windows.pads[at + windows.kernel.size()];
  return whole < 1 ? ShapedType::kDynamic : whole;
}

static SmallVector<Type> inferConvTranspose(Operation *op,
                                            const InferenceMode &) {
  TensorType input = getTensorType(op, 0), weights = getTensorType(op, 1);
  std::optional<SmallVector<int64_t>> shape = getInputShape(op);
  if (!shape)
    return {UnrankedTensorType::get(input.getElementType())};
  size_t count = shape->size() - kFirstSpatial;
  ArrayRef<int64_t> kernel = getKernel(weights);
  int64_t group = getInteger(op, "group", 1);
  int64_t channels =
      kernel.empty() ? ShapedType::kDynamic : weights.getDimSize(1);
  bool isCounted = isLimited(channels) && group >= 1 && group <= INT32_MAX;
  FailureOr<int64_t> all = isCounted ? multiplySizes(channels, group)
                                     : FailureOr<int64_t>(failure());
  (*shape)[1] = succeeded(all) ? *all : ShapedType::kDynamic;
  auto windows = readWindows(op, count, kernel);
  auto padding = getList(op, "output_padding", count, 0, 0);
  bool isKnown = windows && padding && !op->hasAttr("output_shape");
  for (auto [at, size] :
       llvm::enumerate(MutableArrayRef(*shape).drop_front(kFirstSpatial)))
    size = isKnown ? getTransposedSize(*windows, at, size, (*padding)[at])
                   : ShapedType::kDynamic;
  return {RankedTensorType::get(*shape, input.getElementType())};
}

// Of MaxPool, the second result holds indices.
static SmallVector<Type> inferPool(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  TensorType result = UnrankedTensorType::get(input.getElementType());
  if (std::optional<SmallVector<int64_t>> shape = getInputShape(op)) {
    auto windows = op->hasAttr("kernel_shape")
                       ? readWindows(op, shape->size() - kFirstSpatial, {})
                       : std::nullopt;
    for (auto [at, size] :
         llvm::enumerate(MutableArrayRef(*shape).drop_front(kFirstSpatial)))
      size = windows ? countWindows(*windows, at, size) : ShapedType::kDynamic;
    result = RankedTensorType::get(*shape, input.getElementType());
  }
  SmallVector<Type> types(op->getNumResults(),
                          result.clone(IntegerType::get(op->getContext(), 64)));
  types.front() = result;
  return types;
}

// One element for each channel.
static SmallVector<Type> inferGlobalPool(Operation *op, const InferenceMode &) {
  std::optional<SmallVector<int64_t>> shape = getInputShape(op);
  Type element = getTensorType(op, 0).getElementType();
  if (!shape)
    return {UnrankedTensorType::get(element)};
  llvm::fill(MutableArrayRef(*shape).drop_front(kFirstSpatial), 1);
  return {RankedTensorType::get(*shape, element)};
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("AveragePool", 1, 1, 1, inferPool),
    makeUnlowered("Conv", 1, 2, 3, inferConv),
    makeUnlowered("ConvTranspose", 1, 2, 3, inferConvTranspose),
    makeUnlowered("GlobalAveragePool", 1, 1, 1, inferGlobalPool),
    makeUnlowered("GlobalLpPool", 1, 1, 1, inferGlobalPool),
    makeUnlowered("GlobalMaxPool", 1, 1, 1, inferGlobalPool),
    makeUnlowered("LpPool", 2, 1, 1, inferPool),
    makeUnloweredVariadic("MaxPool", 1, 1, 1, inferPool),
};

ArrayRef<OnnxOperator> mlir::onnxops::getConvolutionOperators() {
  return kOperators;
}

//===- Windows.cpp - windows that slide over tensors ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes are those of files, so all arithmetic is checked.
//
//===----------------------------------------------------------------------===//

#include "Windows.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::onnxops;

SmallVector<int64_t> mlir::onnxops::getSpatialList(Operation *op,
                                                   StringRef name, size_t count,
                                                   int64_t absent,
                                                   int64_t least) {
  Attribute attribute = op->getAttr(name);
  if (!attribute)
    return SmallVector<int64_t>(count, absent);
  SmallVector<int64_t> entries(count, ShapedType::kDynamic);
  auto list = dyn_cast<ArrayAttr>(attribute);
  if (list && list.size() == count)
    for (auto [entry, value] : llvm::zip_equal(entries, list))
      if (std::optional<int64_t> integer = getIntegerValue(value);
          integer && *integer >= least)
        entry = *integer;
  return entries;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Windows::Padding Windows::getPadding(Operation *op) {
  Attribute attribute = op->getAttr("auto_pad");
  if (!attribute)
    return Padding::Explicit;
  auto name = dyn_cast<StringAttr>(attribute);
  return llvm::StringSwitch<Padding>(name ? name.strref() : "?")
      .Cases({"", "NOTSET"}, Padding::Explicit)
      .Cases({"SAME_LOWER", "SAME_UPPER"}, Padding::Same)
      .Case("VALID", Padding::None)
      .Default(Padding::Unknown);
}

Windows::Windows(Operation *op, ArrayRef<int64_t> kernel)
    : padding(getPadding(op)), ceilMode(findInteger(op, "ceil_mode", 0)),
      kernel(kernel) {
  size_t count = kernel.size();
  strides = getSpatialList(op, "strides", count, /*absent=*/1, /*least=*/1);
  dilations = getSpatialList(op, "dilations", count, /*absent=*/1, /*least=*/1);
  pads = getSpatialList(op, "pads", 2 * count, /*absent=*/0, /*least=*/0);
  outputPadding = getSpatialList(op, "output_padding", count, /*absent=*/0,
                                 /*least=*/0);
}

// The number of elements from the first to the last of a window.
std::optional<int64_t> Windows::getExtent(size_t dim) const {
  if (kernel[dim] < 1 || dilations[dim] < 1)
    return std::nullopt;
  return llvm::checkedMulAdd<int64_t>(kernel[dim] - 1, dilations[dim], 1);
}

// The sum of the paddings on both sides.
std::optional<int64_t> Windows::getPads(size_t dim) const {
  if (padding == Padding::None)
    return 0;
  int64_t begin = pads[dim], end = pads[dim + kernel.size()];
  if (padding != Padding::Explicit || begin < 0 || end < 0)
    return std::nullopt;
  return llvm::checkedAdd(begin, end);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

// With `ceil_mode`, the last window may end outside of the padded operand. It
// is dropped if it begins in the padding at the end, but not by all runtimes,
// which do not agree on VALID either.
int64_t Windows::countInCeilMode(size_t dim, int64_t size, int64_t last) const {
  int64_t stride = strides[dim], remainder = last % stride;
  int64_t steps = last / stride + (remainder != 0);
  if (padding == Padding::None)
    return remainder == 0 ? steps + 1 : ShapedType::kDynamic;
  std::optional<int64_t> start = llvm::checkedMul(steps, stride);
  bool isInside = start && *start - pads[dim] < size;
  return isInside ? steps + 1 : ShapedType::kDynamic;
}

int64_t Windows::countPositions(size_t dim, int64_t size) const {
  int64_t stride = strides[dim];
  if (ShapedType::isDynamic(size) || ShapedType::isDynamic(stride))
    return ShapedType::kDynamic;
  std::optional<int64_t> extent = getExtent(dim), total = getPads(dim);
  // In ceil mode, runtimes do not agree if windows do not touch.
  if (padding == Padding::Same)
    return ceilMode == 0 || (ceilMode && extent && *extent >= stride)
               ? size / stride + (size % stride != 0)
               : ShapedType::kDynamic;
  std::optional<int64_t> padded =
      total ? llvm::checkedAdd(size, *total) : std::nullopt;
  if (!extent || !padded || *padded < *extent || !ceilMode)
    return ShapedType::kDynamic;
  // The largest position at which the window begins.
  int64_t last = *padded - *extent;
  return *ceilMode ? countInCeilMode(dim, size, last) : last / stride + 1;
}

int64_t Windows::countTransposed(size_t dim, int64_t size,
                                 const InferenceMode &mode) const {
  int64_t stride = strides[dim], added = outputPadding[dim];
  std::optional<int64_t> extent = getExtent(dim);
  if (size < 1 || stride < 1 || added < 0 || !extent)
    return ShapedType::kDynamic;
  // Version 1 has another definition, and runtimes do not pad by less than 0.
  if (padding == Padding::Same)
    return mode.opset < 11 || added != 0 || *extent < stride
               ? ShapedType::kDynamic
               : llvm::checkedMul(size, stride).value_or(ShapedType::kDynamic);
  std::optional<int64_t> total = getPads(dim);
  std::optional<int64_t> result =
      llvm::checkedMulAdd(stride, size - 1, *extent);
  if (result)
    result = llvm::checkedAdd(*result, added);
  if (!result || !total || *result <= *total)
    return ShapedType::kDynamic;
  return *result - *total;
}

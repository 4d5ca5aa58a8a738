//===- Windows.h - windows that slide over tensors --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Conv, ConvTranspose and the pools share: the attributes of a window, and
// the number of its positions along a spatial dimension.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_ONNX_WINDOWS_H
#define ONNXOPS_LIB_ONNX_WINDOWS_H

#include "OperatorRules.h"

namespace mlir::onnxops {

/// The integers of attribute `name`, which has one for each of `count`
/// dimensions: `absent` without the attribute, and kDynamic if an integer is
/// below `least` or the attribute has another form.
SmallVector<int64_t> getSpatialList(Operation *op, StringRef name, size_t count,
                                    int64_t absent, int64_t least);

/// The window of an op. Sizes of results are kDynamic if they are not known, if
/// attributes are not valid, or if versions and runtimes do not agree on them.
class Windows {
public:
  /// `kernel` has the size of the window in each dimension, or kDynamic.
  Windows(Operation *op, ArrayRef<int64_t> kernel);

  /// The size of the result of a Conv or a pool for an operand of size `size`
  /// in spatial dimension `dim`.
  int64_t countPositions(size_t dim, int64_t size) const;

  /// The same for a ConvTranspose.
  int64_t countTransposed(size_t dim, int64_t size,
                          const InferenceMode &mode) const;

private:
  enum class Padding { Explicit, None, Same, Unknown };

  static Padding getPadding(Operation *op);
  std::optional<int64_t> getExtent(size_t dim) const;
  std::optional<int64_t> getPads(size_t dim) const;
  int64_t countInCeilMode(size_t dim, int64_t size, int64_t last) const;

  Padding padding;
  std::optional<int64_t> ceilMode;
  SmallVector<int64_t> kernel, strides, dilations, pads, outputPadding;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_ONNX_WINDOWS_H

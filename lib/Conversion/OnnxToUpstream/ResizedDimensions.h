//===- ResizedDimensions.h - sizes and scales of Resize ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scale and the resulting size of each dimension that Resize or Upsample
// changes, which are computed from each other as f32.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_RESIZEDDIMENSIONS_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_RESIZEDDIMENSIONS_H

#include "Node.h"

namespace mlir::onnxops {

/// How the sizes of `sizes` keep the ratio of the dimensions: values of
/// `keep_aspect_ratio_policy`.
enum class RatioPolicy { Stretch, NotLarger, NotSmaller };

/// A dimension of X, and what it is resized to.
struct ResizedDimension {
  int64_t dim;
  Value own;   ///< size in X
  Value scale; ///< f32
  Value size;  ///< in the result
};

/// The dimensions that the op resizes, by its operands and attributes of the
/// opset. Emits an error and fails if they break the operator's rules; what is
/// only known at run time is checked then.
FailureOr<SmallVector<ResizedDimension>>
readResizedDimensions(Node &node, Value data, RatioPolicy policy);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_RESIZEDDIMENSIONS_H

//===- NearestPositions.h - positions in a resized dimension ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which element Resize reads in mode `nearest`: positions are computed as f32,
// as ONNX Runtime computes them.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_NEARESTPOSITIONS_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_NEARESTPOSITIONS_H

#include "ResizedDimensions.h"

namespace mlir::onnxops {

/// How a position in the result becomes one in X: values of
/// `coordinate_transformation_mode`.
enum class Coordinates {
  HalfPixel,
  PytorchHalfPixel,
  AlignCorners,
  Asymmetric,
  TfHalfPixelForNN,
  HalfPixelSymmetric,
  TfCropAndResize,
};

/// How a position between two elements is rounded: values of `nearest_mode`,
/// and the rule of versions without it.
enum class Rounding {
  PreferFloor,
  PreferCeil,
  Floor,
  Ceil,
  CeilIfReduced, ///< up where the scale is below 1, and otherwise down
};

/// The position in X of the element at position `index` of the result. In a
/// dimension whose scale is 1, it is the same.
Value findNearest(OpBuilder &builder, Location loc,
                  const ResizedDimension &dimension, Coordinates coordinates,
                  Rounding rounding, Value index);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_NEARESTPOSITIONS_H

//===- NearestPositions.cpp - positions in a resized dimension ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transforms a position, and rounds it to that of an element.
//
//===----------------------------------------------------------------------===//

#include "NearestPositions.h"

#include "FloatBuilder.h"

using namespace mlir;
using namespace mlir::onnxops;
using FloatPredicate = arith::CmpFPredicate;

// The position in X of position `index`, which may lie between two elements or
// outside.
static Value transform(FloatBuilder &floats, const ResizedDimension &dimension,
                       Coordinates coordinates, Value index) {
  Value half = floats.constant(0.5), one = floats.constant(1);
  Value position = floats.convert(index);
  Value own = floats.convert(dimension.own);
  Value size = floats.convert(dimension.size);
  Value center = floats.divide(floats.add(position, half), dimension.scale);
  switch (coordinates) {
  case Coordinates::HalfPixel:
    return floats.subtract(center, half);
  case Coordinates::PytorchHalfPixel:
    return floats.select(floats.compare(FloatPredicate::OGT, size, 1),
                         floats.subtract(center, half), floats.constant(0));
  case Coordinates::AlignCorners:
    // The only position of a size of 1 is 0, whatever it is divided by.
    return floats.divide(floats.multiply(position, floats.subtract(own, one)),
                         floats.larger(floats.subtract(size, one), one));
  case Coordinates::TfHalfPixelForNN:
    return center;
  case Coordinates::HalfPixelSymmetric: {
    // Half of what the rounded size leaves out lies before the first element.
    Value used = floats.divide(size, floats.multiply(dimension.scale, own));
    Value offset =
        floats.multiply(floats.multiply(own, half), floats.subtract(one, used));
    return floats.subtract(floats.add(offset, center), half);
  }
  case Coordinates::Asymmetric:
  case Coordinates::TfCropAndResize: // is refused
    break;
  }
  return floats.divide(position, dimension.scale);
}

// Whether a position `rest` behind an element is rounded up. A distance
// within 1e-6 of half counts as half, as for ONNX Runtime.
static Value isRoundedUp(FloatBuilder &floats,
                         const ResizedDimension &dimension, Rounding rounding,
                         Value rest) {
  constexpr double kTolerance = 1e-6;
  Value fromHalf = floats.subtract(rest, floats.constant(0.5));
  Value isBetween = floats.compare(FloatPredicate::OGT, rest, 0);
  switch (rounding) {
  case Rounding::PreferFloor:
    return floats.compare(FloatPredicate::OGE, fromHalf, kTolerance);
  case Rounding::PreferCeil:
    return floats.compare(FloatPredicate::OGT, fromHalf, -kTolerance);
  case Rounding::Ceil:
    return isBetween;
  case Rounding::CeilIfReduced:
    return floats.both(isBetween,
                       floats.compare(FloatPredicate::OLT, dimension.scale, 1));
  case Rounding::Floor:
    break;
  }
  return floats.never();
}

Value mlir::onnxops::findNearest(OpBuilder &builder, Location loc,
                                 const ResizedDimension &dimension,
                                 Coordinates coordinates, Rounding rounding,
                                 Value index) {
  FloatBuilder floats(builder, loc);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value last = builder.createOrFold<arith::SubIOp>(loc, dimension.own, one);
  Value position = transform(floats, dimension, coordinates, index);
  // No conversion to an integer overflows.
  position = floats.smaller(floats.larger(position, floats.constant(0)),
                            floats.constant(0x1p62));
  Value before = floats.floor(position);
  Value isUp = isRoundedUp(floats, dimension, rounding,
                           floats.subtract(position, before));
  Value rounded = floats.toIndex(before);
  rounded = floats.select(
      isUp, builder.createOrFold<arith::AddIOp>(loc, rounded, one), rounded);
  rounded = builder.createOrFold<arith::MinSIOp>(loc, rounded, last);
  return floats.select(floats.compare(FloatPredicate::OEQ, dimension.scale, 1),
                       index, rounded);
}

//===- TileVersions.cpp - the steps between versions of Tile --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tile 1 to 6 turns one repeat along one axis into a repeat for every axis;
// 6 to 13 is a rename.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// The one element of a tensor as an i64. A float is checked to be a whole
// number, so that the conversion loses nothing.
static Value readScalar(OpBuilder &builder, Location loc, Value tensor,
                        StringRef name) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<Value> position;
  if (type.getRank() == 1) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    if (type.isDynamicDim(0)) {
      Value size = tensor::DimOp::create(builder, loc, tensor, zero);
      Value one = arith::ConstantIndexOp::create(builder, loc, 1);
      Value isOne = arith::CmpIOp::create(builder, loc,
                                          arith::CmpIPredicate::eq, size, one);
      CheckOp::create(builder, loc, isOne,
                      builder.getStringAttr("Tile-1: expected " + name +
                                            " to have 1 element, but got {0}"),
                      size);
    }
    position.push_back(zero);
  }
  Value scalar = tensor::ExtractOp::create(builder, loc, tensor, position);
  if (!isa<FloatType>(scalar.getType()))
    return scalar;
  // Bounds first: a float beyond them has no i64, and NaN fails both.
  Type f64 = builder.getF64Type();
  if (scalar.getType() != f64)
    scalar = arith::ExtFOp::create(builder, loc, f64, scalar);
  Value bound = arith::ConstantOp::create(
      builder, loc, builder.getF64FloatAttr(9007199254740992.0));
  Value lower =
      arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(-1.0));
  Value isBelow = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT,
                                        scalar, bound);
  Value isAbove = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGT,
                                        scalar, lower);
  Value inBounds = arith::AndIOp::create(builder, loc, isBelow, isAbove);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(0.0));
  Value safe = arith::SelectOp::create(builder, loc, inBounds, scalar, zero);
  Value whole =
      arith::FPToSIOp::create(builder, loc, builder.getI64Type(), safe);
  Value back = arith::SIToFPOp::create(builder, loc, f64, whole);
  Value isExact = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ,
                                        back, scalar);
  CheckOp::create(builder, loc,
                  arith::AndIOp::create(builder, loc, inBounds, isExact),
                  builder.getStringAttr("Tile-1: expected " + name +
                                        " to be a whole number of 0 or more"),
                  ValueRange());
  return whole;
}

FailureOr<SmallVector<Value>> TileV1Op::buildUpgrade(OpBuilder &builder) {
  auto type = dyn_cast<RankedTensorType>(getInput().getType());
  if (!type)
    return emitOpError("cannot become Tile-6: the rank of input is unknown");
  if (!isa<RankedTensorType>(getTiles().getType()) ||
      !isa<RankedTensorType>(getAxis().getType()))
    return emitOpError("cannot become Tile-6: the rank of tiles or axis is "
                       "unknown");
  Location loc = getLoc();
  int64_t rank = type.getRank();
  std::optional<int64_t> tiles = getKnownScalar(getTiles());
  std::optional<int64_t> axis = getKnownScalar(getAxis());
  Value repeats;
  if (tiles && axis) {
    SmallVector<int64_t> values(rank, 1);
    values[*axis] = *tiles;
    repeats = arith::ConstantOp::create(builder, loc,
                                        builder.getI64TensorAttr(values));
  } else {
    Value count = readScalar(builder, loc, getTiles(), "tiles");
    Value dim = readScalar(builder, loc, getAxis(), "axis");
    Value zero = arith::ConstantIntOp::create(builder, loc, 0, 64);
    Value end = arith::ConstantIntOp::create(builder, loc, rank, 64);
    Value one = arith::ConstantIntOp::create(builder, loc, 1, 64);
    Value isAbove = arith::CmpIOp::create(builder, loc,
                                          arith::CmpIPredicate::sge, dim, zero);
    Value isBelow = arith::CmpIOp::create(builder, loc,
                                          arith::CmpIPredicate::slt, dim, end);
    Value shown =
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(), dim);
    CheckOp::create(
        builder, loc, arith::AndIOp::create(builder, loc, isAbove, isBelow),
        builder.getStringAttr("Tile-1: expected axis to be in [0, " +
                              Twine(rank - 1) + "], but got {0}"),
        shown);
    SmallVector<Value> values;
    for (int64_t i = 0; i < rank; ++i) {
      Value here = arith::ConstantIntOp::create(builder, loc, i, 64);
      Value isAxis = arith::CmpIOp::create(builder, loc,
                                           arith::CmpIPredicate::eq, dim, here);
      values.push_back(
          arith::SelectOp::create(builder, loc, isAxis, count, one));
    }
    repeats = tensor::FromElementsOp::create(builder, loc, values);
  }
  auto next = TileV6Op::create(builder, loc, getType(), getInput(), repeats);
  return SmallVector<Value>{next.getResult()};
}

FailureOr<SmallVector<Value>> TileV6Op::buildUpgrade(OpBuilder &builder) {
  auto next =
      TileV13Op::create(builder, getLoc(), getType(), getInput(), getRepeats());
  return SmallVector<Value>{next.getResult()};
}

//===- TileVersions.cpp - steps between versions of Tile ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tile-1 to Tile-6 converts a repeat along one axis to a repeat for every axis;
// 6 to 1 builds one op for each repeated axis. 6 to 13 and 13 to 6 are renames.
//
//===----------------------------------------------------------------------===//

#include "VersionSteps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// Builds ops that compute Tile-6's repeats from Tile-1's operands.
class OperandReader {
public:
  OperandReader(OpBuilder &builder, TileV1Op op)
      : builder(builder), loc(op.getLoc()),
        prefix(CheckOp::escape(describeOperation(op))) {}

  /// The only element of a tensor as an i64. A float is checked to be an
  /// integer, so that the conversion is exact.
  Value read(Value tensor, StringRef name) {
    Value scalar =
        tensor::ExtractOp::create(builder, loc, tensor, position(tensor, name));
    return isa<FloatType>(scalar.getType()) ? toInteger(scalar, name) : scalar;
  }

  /// A repeat for each of `rank` axes: `tiles` for `axis`, 1 for all others.
  Value makeRepeats(Value tiles, Value axis, int64_t rank) {
    require(compare(arith::CmpIPredicate::ult, axis, integer(rank)),
            "expected axis to be in [0, " + Twine(rank - 1) + "], but got {0}",
            toIndex(axis));
    SmallVector<Value> repeats;
    for (int64_t dim = 0; dim < rank; ++dim) {
      Value isAxis = compare(arith::CmpIPredicate::eq, axis, integer(dim));
      repeats.push_back(
          arith::SelectOp::create(builder, loc, isAxis, tiles, integer(1)));
    }
    return tensor::FromElementsOp::create(builder, loc, repeats);
  }

private:
  SmallVector<Value> position(Value tensor, StringRef name) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (type.getRank() == 0)
      return {};
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    if (type.isDynamicDim(0)) {
      Value size = tensor::DimOp::create(builder, loc, tensor, zero);
      Value one = arith::ConstantIndexOp::create(builder, loc, 1);
      require(compare(arith::CmpIPredicate::eq, size, one),
              "expected " + name + " to have 1 element, but got {0}", size);
    }
    return {zero};
  }

  // Converts a float to an integer. Beyond 2^53 not every integer is a float;
  // messages clamp values there, since an i64 cannot hold all.
  Value toInteger(Value scalar, StringRef name) {
    Type f64 = builder.getF64Type();
    if (scalar.getType() != f64)
      scalar = arith::ExtFOp::create(builder, loc, f64, scalar);
    require(compare(arith::CmpFPredicate::ORD, scalar, scalar),
            "expected " + name + " to be a number, but got NaN", {});
    Value low = arith::SelectOp::create(
        builder, loc, compare(arith::CmpFPredicate::OGT, scalar, real(-0x1p53)),
        scalar, real(-0x1p53));
    Value shown = arith::SelectOp::create(
        builder, loc, compare(arith::CmpFPredicate::OLT, low, real(0x1p53)),
        low, real(0x1p53));
    Value whole =
        arith::FPToSIOp::create(builder, loc, builder.getI64Type(), shown);
    require(arith::AndIOp::create(
                builder, loc,
                compare(arith::CmpFPredicate::OGT, scalar, real(-1)),
                compare(arith::CmpFPredicate::OLT, scalar, real(0x1p53))),
            "expected " + name +
                " to be in [0, 2^53), but got {0}, fraction and excess left "
                "out",
            toIndex(whole));
    Value back = arith::SIToFPOp::create(builder, loc, f64, whole);
    require(compare(arith::CmpFPredicate::OEQ, back, shown),
            "expected " + name +
                " to be a whole number, but got {0} and a fraction",
            toIndex(whole));
    return whole;
  }

  void require(Value condition, const Twine &message, ValueRange values) {
    CheckOp::create(builder, loc, condition,
                    builder.getStringAttr(prefix + ": " + message), values);
  }

  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }
  Value compare(arith::CmpFPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpFOp::create(builder, loc, predicate, lhs, rhs);
  }
  Value integer(int64_t value) {
    return arith::ConstantIntOp::create(builder, loc, value, 64);
  }
  Value real(double value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF64FloatAttr(value));
  }
  Value toIndex(Value value) {
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      value);
  }

  OpBuilder &builder;
  Location loc;
  std::string prefix;
};

} // namespace

//===----------------------------------------------------------------------===//
// Up
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> TileV1Op::buildUpgrade(OpBuilder &builder,
                                                     ErrorEmitter emit) {
  auto type = dyn_cast<RankedTensorType>(getInput().getType());
  if (!type)
    return emitFailure(emit, "Tile-6: the rank of input is unknown");
  if (!isa<RankedTensorType>(getTiles().getType()) ||
      !isa<RankedTensorType>(getAxis().getType()))
    return emitFailure(emit, "Tile-6: the rank of tiles or axis is unknown");
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
    OperandReader reader(builder, *this);
    Value count = reader.read(getTiles(), "tiles");
    Value dim = reader.read(getAxis(), "axis");
    repeats = reader.makeRepeats(count, dim, rank);
  }
  auto next = TileV6Op::create(builder, loc, getType(), getInput(), repeats);
  return SmallVector<Value>{next.getResult()};
}

FailureOr<SmallVector<Value>> TileV6Op::buildUpgrade(OpBuilder &builder,
                                                     ErrorEmitter) {
  return renameTo<TileV13Op>(*this, builder);
}

//===----------------------------------------------------------------------===//
// Down
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> TileV13Op::buildDowngrade(OpBuilder &builder,
                                                        ErrorEmitter emit) {
  if (failed(verifyNoBF16(emit, "Tile-6", getInput())))
    return failure();
  return renameTo<TileV6Op>(*this, builder);
}

// An integer as an operand of Tile-1: a scalar of the element type of the
// published schema, or an i64 if that type cannot represent the number.
static Value makeNumber(OpBuilder &builder, Location loc, int64_t number,
                        FloatType element) {
  APFloat real(element.getFloatSemantics());
  APInt integer(64, number, /*isSigned=*/true);
  bool isExact =
      real.convertFromAPInt(integer, /*IsSigned=*/true,
                            APFloat::rmNearestTiesToEven) == APFloat::opOK;
  Type type = isExact ? Type(element) : Type(builder.getI64Type());
  TypedAttr value = isExact ? TypedAttr(builder.getFloatAttr(type, real))
                            : TypedAttr(builder.getI64IntegerAttr(number));
  auto tensor = RankedTensorType::get({}, type);
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(tensor, value));
}

// The axes to repeat along, in the order of their repeats, fewest first, so
// that intermediate results are as small as possible, and empty if the result
// is. If all repeats are 1, which happens if the declared result type is more
// precise than the input's, one axis remains, for an op with that type.
static SmallVector<int64_t> orderAxes(TileV6Op op, ArrayRef<int64_t> repeats) {
  SmallVector<int64_t> axes;
  for (auto [axis, repeat] : llvm::enumerate(repeats))
    if (repeat != 1)
      axes.push_back(axis);
  llvm::sort(axes, [&](int64_t lhs, int64_t rhs) {
    return std::pair(repeats[lhs], lhs) < std::pair(repeats[rhs], rhs);
  });
  if (axes.empty() && !repeats.empty() &&
      op.getInput().getType() != op.getType())
    axes.push_back(0);
  return axes;
}

// The elements of `repeats`; emits an error and fails unless all are known.
static FailureOr<SmallVector<int64_t>> readRepeats(TileV6Op op,
                                                   ErrorEmitter emit) {
  auto elements = getKnownElements(op.getRepeats());
  if (failed(elements) || llvm::is_contained(*elements, std::nullopt))
    return emitFailure(emit, "Tile-1: repeats is not constant");
  return llvm::map_to_vector(
      *elements, [](std::optional<int64_t> element) { return *element; });
}

FailureOr<SmallVector<Value>> TileV6Op::buildDowngrade(OpBuilder &builder,
                                                       ErrorEmitter emit) {
  if (failed(verifyIsFloat(emit, "Tile-1", getInput())))
    return failure();
  // Otherwise the number of repeats would not be checked.
  if (!isa<RankedTensorType>(getInput().getType()))
    return emitFailure(emit, "Tile-1: the rank of input is unknown");
  FailureOr<SmallVector<int64_t>> repeats = readRepeats(*this, emit);
  if (failed(repeats))
    return failure();
  auto element = cast<FloatType>(getElementTypeOrSelf(getInput()));
  Value value = getInput();
  TileV1Op last;
  for (int64_t axis : orderAxes(*this, *repeats)) {
    Location loc = getLoc();
    Value tiles = makeNumber(builder, loc, (*repeats)[axis], element);
    Value along = makeNumber(builder, loc, axis, element);
    last = TileV1Op::create(builder, loc, value, tiles, along);
    value = last;
  }
  if (last)
    last.getResult().setType(getType());
  else if (value.getType() != getType()) // Rank 0, with an unranked result.
    value = tensor::CastOp::create(builder, getLoc(), getType(), value);
  return SmallVector<Value>{value};
}

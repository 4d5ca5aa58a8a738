//===- TileRepeats.cpp - Tile-6 repeats from ONNX operators ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ONNX has no operator for checks. An axis that is out of range, or a number
// that is not an integer, leads to an index that Gather rejects.
//
//===----------------------------------------------------------------------===//

#include "TileRepeats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// Builds vectors of integers with operators that exist in every opset that has
/// Tile-6. None of them broadcasts, since opset 6 defines that differently.
class VectorBuilder {
public:
  VectorBuilder(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc) {}

  Value op(StringRef name, ValueRange operands, Type element,
           ArrayRef<int64_t> shape, ArrayRef<NamedAttribute> attributes = {}) {
    OperationState state(loc, ("onnx." + name).str());
    state.addOperands(operands);
    state.addTypes(RankedTensorType::get(shape, element));
    state.addAttributes(attributes);
    return builder.create(state)->getResult(0);
  }
  Value integers(StringRef name, ValueRange operands) {
    auto type = cast<RankedTensorType>(operands.front().getType());
    return op(name, operands, builder.getI64Type(), type.getShape());
  }
  Value convert(Value value, Type element) {
    auto type = cast<RankedTensorType>(value.getType());
    NamedAttribute to = builder.getNamedAttr(
        "to", builder.getI64IntegerAttr(*getOnnxOfElementType(element)));
    return op("Cast", value, element, type.getShape(), to);
  }
  Value constant(ArrayRef<int64_t> values) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64TensorAttr(values));
  }
  /// A row of the identity matrix for each dimension.
  Value identity(int64_t rank) {
    SmallVector<int64_t> values(rank * rank, 0);
    for (int64_t dim = 0; dim < rank; ++dim)
      values[dim * rank + dim] = 1;
    auto type = RankedTensorType::get({rank, rank}, builder.getI64Type());
    return arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(type, ArrayRef(values)));
  }
  Value reshape(Value value, int64_t size) {
    Type element = cast<TensorType>(value.getType()).getElementType();
    return op("Reshape", {value, constant(size)}, element, size);
  }

private:
  OpBuilder &builder;
  Location loc;
};

/// A number as a one-element integer vector. `excess`, null for integer types,
/// is 1 if the number is not an integer, and 0 otherwise.
struct Whole {
  Value integer, excess;
};

} // namespace

// Reshape rejects more than one element. A float that is not an integer, or is
// out of range, changes when converted to an integer and back.
static Whole readWhole(OpBuilder &builder, VectorBuilder &vectors,
                       Value tensor) {
  Type element = cast<TensorType>(tensor.getType()).getElementType();
  Value number = vectors.reshape(tensor, 1);
  if (!isa<FloatType>(element))
    return {number, Value()};
  Value integer = vectors.convert(number, builder.getI64Type());
  Value back = vectors.convert(integer, element);
  Value rest = vectors.op("Sub", {number, back}, element, 1);
  Value excess = vectors.convert(vectors.convert(rest, builder.getI1Type()),
                                 builder.getI64Type());
  return {integer, excess};
}

bool mlir::onnxops::needsRepeats(TileV1Op op) {
  auto isRanked = [](Value value) {
    return isa<RankedTensorType>(value.getType());
  };
  return isRanked(op.getInput()) && isRanked(op.getTiles()) &&
         isRanked(op.getAxis()) &&
         !(getKnownScalar(op.getTiles()) && getKnownScalar(op.getAxis()));
}

Value mlir::onnxops::buildTileWithRepeats(OpBuilder &builder, TileV1Op op) {
  Location loc = op.getLoc();
  VectorBuilder vectors(builder, loc);
  int64_t rank = cast<RankedTensorType>(op.getInput().getType()).getRank();
  Whole tiles = readWhole(builder, vectors, op.getTiles());
  Whole axis = readWhole(builder, vectors, op.getAxis());
  // Later opsets count negative indices from the end, so a negative axis is
  // made too large: -a becomes (2 * rank - 1) * a.
  Value excess = vectors.integers(
      "Sub", {vectors.integers("Abs", axis.integer), axis.integer});
  for (const Whole &number : {tiles, axis})
    if (number.excess)
      excess = vectors.integers("Add", {excess, number.excess});
  Value index = vectors.integers(
      "Add", {axis.integer,
              vectors.integers("Mul", {excess, vectors.constant(rank)})});
  // 1 for the axis, and 0 for the others.
  Value row =
      vectors.reshape(vectors.op("Gather", {vectors.identity(rank), index},
                                 builder.getI64Type(), {1, rank}),
                      rank);
  Value ones = vectors.constant(SmallVector<int64_t>(rank, 1));
  Value zeros = vectors.constant(SmallVector<int64_t>(rank, 0));
  Value counts =
      vectors.op("Gather", {tiles.integer, zeros}, builder.getI64Type(), rank);
  Value added =
      vectors.integers("Mul", {row, vectors.integers("Sub", {counts, ones})});
  Value repeats = vectors.integers("Add", {ones, added});
  return TileV6Op::create(builder, loc, op.getType(), op.getInput(), repeats);
}

//===- TileRepeats.cpp - repeats by ONNX's own operators ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ONNX has no operator that checks. An axis that is out of range, and numbers
// that are not whole, lead to an index that Gather refuses.
//
//===----------------------------------------------------------------------===//

#include "TileRepeats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// Vectors of integers, by operators of every opset that has Tile-6. None of
/// them broadcasts, which opset 6 does in another way than later ones.
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

/// A number as a vector of one integer, and 1 where it was not one, else 0.
struct Whole {
  Value integer, excess;
};

} // namespace

// Reshape refuses more than one element. A float that is not whole, or that no
// integer is, differs from what it becomes as an integer and back.
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
  // Later opsets count negative indices from the end, so that one has to become
  // too large: -a is (2 * rank - 1) * a.
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

//===- Tile.cpp - the rules of all versions of Tile -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints, result type and result sizes. Versions 6 and 13 share their
// rules; version 1 repeats along one axis and has its own.
//
//===----------------------------------------------------------------------===//

#include "ValueBounds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

#include <charconv>

using namespace mlir;
using namespace mlir::onnxops;

// tile-c4
static FailureOr<int64_t> repeatSize(ErrorEmitter emit, int64_t size,
                                     int64_t repeat, int64_t dim) {
  FailureOr<int64_t> product = multiplySizes(size, repeat);
  if (failed(product))
    return emitFailure(emit, "expected dimension ", dim,
                       " of the result to be less than 2^63, but got ", size,
                       " times ", repeat);
  return *product;
}

//===----------------------------------------------------------------------===//
// Version 1
//===----------------------------------------------------------------------===//

// tile-c6
static LogicalResult verifyOneElement(ErrorEmitter emit, StringRef name,
                                      Type type, Type inputElement) {
  auto tensor = cast<TensorType>(type);
  if (!tensor.getElementType().isInteger(64) &&
      tensor.getElementType() != inputElement)
    return emitFailure(emit, "expected ", name,
                       " to have element type 'i64' or ", inputElement,
                       ", but got ", tensor.getElementType());
  if (tensor.hasRank() &&
      (tensor.getRank() > 1 ||
       (tensor.getRank() == 1 && !ShapedType::isDynamic(tensor.getDimSize(0)) &&
        tensor.getDimSize(0) != 1)))
    return emitFailure(emit, "expected ", name,
                       " to be a scalar or to have one element, but got ",
                       tensor);
  return success();
}

// The shortest text that parses as the same number.
static std::string formatFloat(APFloat value) {
  bool isDouble = &value.getSemantics() == &APFloat::IEEEdouble();
  char text[64];
  std::to_chars_result end =
      isDouble ? std::to_chars(text, std::end(text), value.convertToDouble())
               : std::to_chars(text, std::end(text), value.convertToFloat());
  return std::string(text, end.ptr);
}

// tile-c7, tile-c8: a constant is a non-negative integer.
static LogicalResult verifyWholeNumber(ErrorEmitter emit, StringRef name,
                                       Value scalar) {
  std::optional<int64_t> whole = getKnownScalar(scalar);
  DenseElementsAttr constant;
  if (whole && *whole < 0)
    return emitFailure(emit, "expected ", name,
                       " to be a whole number, 0 or more, but got ", *whole);
  // Other element types are rejected by tile-c6.
  if (!whole && matchPattern(scalar, m_Constant(&constant)) &&
      constant.getNumElements() == 1 &&
      isa<FloatType>(constant.getElementType()))
    return emitFailure(emit, "expected ", name,
                       " to be a whole number, 0 or more, but got ",
                       formatFloat(*constant.getValues<APFloat>().begin()));
  return success();
}

static FailureOr<Type> inferTileV1(ErrorEmitter emit,
                                   TileV1Op::Adaptor adaptor) {
  auto input = cast<TensorType>(adaptor.getInput().getType());
  Type element = input.getElementType();
  if (failed(verifyOneElement(emit, "tiles", adaptor.getTiles().getType(),
                              element)) ||
      failed(verifyOneElement(emit, "axis", adaptor.getAxis().getType(),
                              element)) ||
      failed(verifyWholeNumber(emit, "tiles", adaptor.getTiles())) ||
      failed(verifyWholeNumber(emit, "axis", adaptor.getAxis())))
    return failure();
  std::optional<int64_t> tiles = getKnownScalar(adaptor.getTiles());
  std::optional<int64_t> axis = getKnownScalar(adaptor.getAxis());
  if (!input.hasRank())
    return Type(UnrankedTensorType::get(element));
  if (input.getRank() == 0) // tile-c8
    return emitFailure(emit, "expected input to have rank 1 or more, since "
                             "axis names a dimension, but got rank 0");
  if (axis && *axis >= input.getRank()) // tile-c8
    return emitFailure(emit, "expected axis to be in [0, ", input.getRank() - 1,
                       "], but got ", *axis);

  SmallVector<int64_t> shape(input.getShape());
  if (!axis) {
    // Any dimension may be the repeated one.
    if (tiles != 1)
      llvm::fill(shape, ShapedType::kDynamic);
    return Type(RankedTensorType::get(shape, element));
  }
  FailureOr<int64_t> size = repeatSize(
      emit, shape[*axis], tiles.value_or(ShapedType::kDynamic), *axis);
  if (failed(size))
    return failure();
  shape[*axis] = *size;
  return Type(RankedTensorType::get(shape, element));
}

template <>
FailureOr<Type>
mlir::onnxops::inferResultType<TileV1Op>(ErrorEmitter emit, MLIRContext *,
                                         TileV1Op::Adaptor adaptor) {
  return inferTileV1(emit, adaptor);
}

LogicalResult
TileV1Op::reifyResultShapes(OpBuilder &builder,
                            ReifiedRankedShapedTypeDims &reified) {
  auto type = dyn_cast<RankedTensorType>(getOutput().getType());
  std::optional<int64_t> axis = getKnownScalar(getAxis());
  std::optional<int64_t> tiles = getKnownScalar(getTiles());
  if (!type || !isa<RankedTensorType>(getInput().getType()) || !axis || !tiles)
    return failure();
  Location loc = getLoc();
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0, rank = type.getRank(); dim < rank; ++dim) {
    if (!type.isDynamicDim(dim)) {
      sizes.push_back(builder.getIndexAttr(type.getDimSize(dim)));
      continue;
    }
    Value size = getValueOrCreateConstantIndexOp(
        builder, loc, tensor::getMixedSize(builder, loc, getInput(), dim));
    if (dim == *axis) {
      Value factor = arith::ConstantIndexOp::create(builder, loc, *tiles);
      size = arith::MulIOp::create(builder, loc, size, factor);
    }
    sizes.push_back(size);
  }
  reified.emplace_back(std::move(sizes));
  return success();
}

void TileV1Op::populateBoundsForShapedValueDim(Value value, int64_t dim,
                                               ValueBoundsConstraintSet &set) {
  std::optional<int64_t> axis = getKnownScalar(getAxis());
  std::optional<int64_t> tiles = getKnownScalar(getTiles());
  if (axis)
    boundRepeated(getInput(), dim == *axis ? tiles : 1, value, dim, set);
}

// Nothing is left to be checked at run time if sizes and repeats are known.
static Speculation::Speculatability speculateTile(Value input,
                                                  bool areRepeatsKnown) {
  return areRepeatsKnown && cast<TensorType>(input.getType()).hasStaticShape()
             ? Speculation::Speculatable
             : Speculation::NotSpeculatable;
}

Speculation::Speculatability TileV1Op::getSpeculatability() {
  return speculateTile(getInput(),
                       getKnownScalar(getTiles()) && getKnownScalar(getAxis()));
}

//===----------------------------------------------------------------------===//
// Versions 6 and 13
//===----------------------------------------------------------------------===//

using KnownRepeats = FailureOr<SmallVector<std::optional<int64_t>>>;

// tile-c1, tile-c2. Returns the result's rank, none if unknown. Known values
// give the number of repeats even if their type does not.
static FailureOr<std::optional<int64_t>>
verifyRepeatsType(ErrorEmitter emit, TensorType input, TensorType repeats,
                  const KnownRepeats &known) {
  std::optional<int64_t> rank, length;
  if (input.hasRank())
    rank = input.getRank();
  if (repeats.hasRank() && repeats.getRank() != 1)
    return emitFailure(emit, "expected repeats to have rank 1, but got rank ",
                       repeats.getRank());
  if (repeats.hasRank() && !repeats.isDynamicDim(0))
    length = repeats.getDimSize(0);
  else if (succeeded(known))
    length = known->size();
  // Before allocating a shape of this rank.
  if (length && failed(verifyRank(emit, "the result", *length)))
    return failure();
  if (rank && length && *rank != *length)
    return emitFailure(emit, "expected repeats to have ", *rank,
                       " elements, one for each dimension of input, but got ",
                       *length);
  return rank ? rank : length;
}

static FailureOr<Type> inferTile(ErrorEmitter emit, Value inputValue,
                                 Value repeatsValue) {
  auto input = cast<TensorType>(inputValue.getType());
  KnownRepeats repeats = getKnownElements(repeatsValue);
  FailureOr<std::optional<int64_t>> rank = verifyRepeatsType(
      emit, input, cast<TensorType>(repeatsValue.getType()), repeats);
  if (failed(rank))
    return failure();
  if (succeeded(repeats))
    for (auto [dim, repeat] : llvm::enumerate(*repeats))
      if (repeat && *repeat < 0) // tile-c3
        return emitFailure(emit, "expected repeats[", dim,
                           "] to be 0 or more, but got ", *repeat);
  if (!*rank)
    return Type(UnrankedTensorType::get(input.getElementType()));

  SmallVector<int64_t> shape(**rank, ShapedType::kDynamic);
  for (int64_t dim = 0; dim < **rank; ++dim) {
    int64_t repeat = ShapedType::kDynamic;
    if (succeeded(repeats) && dim < static_cast<int64_t>(repeats->size()))
      repeat = (*repeats)[dim].value_or(ShapedType::kDynamic);
    FailureOr<int64_t> size = repeatSize(
        emit, input.hasRank() ? input.getDimSize(dim) : ShapedType::kDynamic,
        repeat, dim);
    if (failed(size))
      return failure();
    shape[dim] = *size;
  }
  return Type(RankedTensorType::get(shape, input.getElementType()));
}

// Each size times its repeat, which is an element of `repeats`.
static LogicalResult reifyTile(Operation *op, OpBuilder &builder, Value input,
                               Value repeats,
                               ReifiedRankedShapedTypeDims &reified) {
  // If the number of repeats is unknown, reading one may be out of bounds.
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !isa<RankedTensorType>(input.getType()) ||
      !cast<TensorType>(repeats.getType()).hasStaticShape())
    return failure();
  Location loc = op->getLoc();
  KnownRepeats known = getKnownElements(repeats);
  auto readRepeat = [&](int64_t dim) -> Value {
    if (succeeded(known) && (*known)[dim])
      return arith::ConstantIndexOp::create(builder, loc, *(*known)[dim]);
    Value position = arith::ConstantIndexOp::create(builder, loc, dim);
    Value repeat = tensor::ExtractOp::create(builder, loc, repeats, position);
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      repeat);
  };
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0, rank = type.getRank(); dim < rank; ++dim) {
    if (!type.isDynamicDim(dim)) {
      sizes.push_back(builder.getIndexAttr(type.getDimSize(dim)));
      continue;
    }
    Value repeat = readRepeat(dim);
    Value size = getValueOrCreateConstantIndexOp(
        builder, loc, tensor::getMixedSize(builder, loc, input, dim));
    sizes.push_back(
        arith::MulIOp::create(builder, loc, size, repeat).getResult());
  }
  reified.emplace_back(std::move(sizes));
  return success();
}

#define ONNXOPS_TILE_VERSION(OP)                                               \
  template <>                                                                  \
  FailureOr<Type> mlir::onnxops::inferResultType<OP>(                          \
      ErrorEmitter emit, MLIRContext *, OP::Adaptor adaptor) {                 \
    return inferTile(emit, adaptor.getInput(), adaptor.getRepeats());          \
  }                                                                            \
  LogicalResult OP::reifyResultShapes(OpBuilder &builder,                      \
                                      ReifiedRankedShapedTypeDims &reified) {  \
    return reifyTile(*this, builder, getInput(), getRepeats(), reified);       \
  }                                                                            \
  void OP::populateBoundsForShapedValueDim(Value value, int64_t dim,           \
                                           ValueBoundsConstraintSet &set) {    \
    boundTile(getInput(), getRepeats(), value, dim, set);                      \
  }                                                                            \
  Speculation::Speculatability OP::getSpeculatability() {                      \
    KnownRepeats repeats = getKnownElements(getRepeats());                     \
    return speculateTile(getInput(),                                           \
                         succeeded(repeats) &&                                 \
                             !llvm::is_contained(*repeats, std::nullopt));     \
  }

ONNXOPS_TILE_VERSION(TileV6Op)
ONNXOPS_TILE_VERSION(TileV13Op)

#undef ONNXOPS_TILE_VERSION

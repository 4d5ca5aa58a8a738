//===- Expand.cpp - lower Expand to linalg.broadcast or Tile --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// linalg.broadcast adds dimensions that the data lacks, or that have a known
// size of 1. Tile repeats a dimension whose size may be 1, by a repeat that is
// computed at run time.
//
//===----------------------------------------------------------------------===//

#include "../Elementwise.h"
#include "../Lowerings.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

namespace {

/// Matches the dimensions of the data with the entries of the shape.
class Expansion {
public:
  Expansion(Node &node, Value data)
      : node(node), data(data), type(cast<RankedTensorType>(data.getType())) {}

  /// Builds the sizes and repeats, and their checks.
  LogicalResult read(ArrayRef<Value> entries);
  Value build();

private:
  LogicalResult matchDim(int64_t own, size_t at, Value entry);
  void add(OpFoldResult size, Value repeat, bool isAdded);
  Value collapseUnits();
  Value buildBroadcast();
  Value buildTile();

  // The dimension of the data for one of the result, negative if it has none.
  int64_t getOwn(int64_t dim) const {
    return dim - static_cast<int64_t>(sizes.size()) + type.getRank();
  }

  // A size of the data that is kept: a constant only if static in the type.
  OpFoldResult getSize(int64_t own, Value size) const {
    return type.isDynamicDim(own) ? OpFoldResult(size) : node.fold(size);
  }

  Node &node;
  Value data;
  RankedTensorType type;
  /// The sizes of the result, and the repeats of the data.
  SmallVector<OpFoldResult> sizes;
  SmallVector<Value> repeats;
  /// The dimensions of the result that the data lacks, or that have size 1.
  SmallVector<int64_t> added;
  /// Whether a size of the data may or may not be 1.
  bool isOpen = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

// Whether an entry of the shape is a size read from the tensor itself.
static bool isSizeOf(Value index, Value tensor, int64_t dim) {
  auto op = index.getDefiningOp<tensor::DimOp>();
  return op && op.getSource() == tensor && op.getConstantIndex() == dim;
}

void Expansion::add(OpFoldResult size, Value repeat, bool isAdded) {
  if (isAdded)
    added.push_back(sizes.size());
  sizes.push_back(size);
  repeats.push_back(repeat);
}

// Matches dimension `own` of the data with entry `at` of the shape.
LogicalResult Expansion::matchDim(int64_t own, size_t at, Value entry) {
  Value one = node.constant(1), size = node.sizeOf(data, own);
  std::optional<int64_t> known = getConstantIntValue(entry);
  bool isDynamic = type.isDynamicDim(own);
  if (known == 1 || isSizeOf(entry, data, own)) {
    add(getSize(own, size), one, /*isAdded=*/false);
    return success();
  }
  if (type.getDimSize(own) == 1) {
    add(node.fold(entry), entry, /*isAdded=*/true);
    return success();
  }
  Value fits = node.compare(Predicate::eq, size, entry);
  auto allowUnit = [&](Value value) {
    Value isUnit = node.compare(Predicate::eq, value, one);
    fits = node.builder.createOrFold<arith::OrIOp>(node.loc, fits, isUnit);
  };
  if (isDynamic)
    allowUnit(size);
  if (!known)
    allowUnit(entry);
  if (failed(node.verify(fits,
                         "expected shape[" + Twine(at) + "] and dimension " +
                             Twine(own) +
                             " of data to be equal, or one of them 1, but got "
                             "{0} and {1}",
                         {entry, size})))
    return failure();
  if (!isDynamic) {
    add(getSize(own, size), one, /*isAdded=*/false);
    return success();
  }
  isOpen = true;
  Value isUnit = node.compare(Predicate::eq, size, one);
  add(node.fold(known ? entry : node.select(isUnit, entry, size)),
      node.select(isUnit, entry, one), /*isAdded=*/false);
  return success();
}

LogicalResult Expansion::read(ArrayRef<Value> entries) {
  for (auto [at, entry] : llvm::enumerate(entries))
    if (failed(node.verify(
            node.compare(Predicate::sge, entry, node.constant(0)),
            "expected shape[" + Twine(at) + "] to be 0 or more, but got {0}",
            entry)))
      return failure();
  int64_t rank = type.getRank(), count = entries.size();
  for (int64_t own = 0; own < rank - count; ++own)
    add(getSize(own, node.sizeOf(data, own)), node.constant(1),
        /*isAdded=*/false);
  for (auto [at, entry] : llvm::enumerate(entries)) {
    int64_t own = static_cast<int64_t>(at) + rank - count;
    if (own < 0)
      add(node.fold(entry), entry, /*isAdded=*/true);
    else if (failed(matchDim(own, at, entry)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

// The data without the dimensions that the broadcast adds.
Value Expansion::collapseUnits() {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  bool hasUnits = false;
  for (int64_t dim = 0, e = sizes.size(); dim < e; ++dim) {
    int64_t own = getOwn(dim);
    if (own < 0)
      continue;
    bool isUnit = llvm::is_contained(added, dim);
    hasUnits |= isUnit;
    if (!isUnit) {
      // Leading unit dimensions are grouped with the first that is kept.
      groups.push_back(std::move(leading));
      leading.clear();
    }
    (groups.empty() ? leading : groups.back()).push_back(own);
  }
  if (!hasUnits)
    return data;
  return tensor::CollapseShapeOp::create(node.builder, node.loc, data, groups);
}

Value Expansion::buildBroadcast() {
  if (added.empty())
    return data;
  Value init = tensor::EmptyOp::create(node.builder, node.loc, sizes,
                                       type.getElementType());
  return linalg::BroadcastOp::create(node.builder, node.loc, collapseUnits(),
                                     init, added)
      ->getResult(0);
}

// Expands the data to the rank of the result, and repeats it.
Value Expansion::buildTile() {
  OpBuilder &builder = node.builder;
  SmallVector<int64_t> shape(sizes.size() - type.getRank(), 1);
  Value input = data;
  if (int64_t missing = shape.size()) {
    llvm::append_range(shape, type.getShape());
    SmallVector<ReassociationIndices> groups{
        llvm::to_vector<2>(llvm::seq<int64_t>(0, missing + 1))};
    for (int64_t dim = missing + 1, e = shape.size(); dim < e; ++dim)
      groups.push_back({dim});
    SmallVector<OpFoldResult> padded(missing, builder.getIndexAttr(1));
    llvm::append_range(padded, node.sizesOf(data));
    input = tensor::ExpandShapeOp::create(
        builder, node.loc, RankedTensorType::get(shape, type.getElementType()),
        data, groups, padded);
  }
  SmallVector<Value> integers;
  for (Value repeat : repeats)
    integers.push_back(builder.createOrFold<arith::IndexCastOp>(
        node.loc, builder.getI64Type(), repeat));
  Value vector = tensor::FromElementsOp::create(builder, node.loc, integers);
  Value tile = NewestTileOp::create(builder, node.loc, input, vector);
  // Sizes are known more precisely than products of sizes and repeats.
  auto known = RankedTensorType::get(
      llvm::map_to_vector(sizes,
                          [](OpFoldResult size) {
                            return getConstantIntValue(size).value_or(
                                ShapedType::kDynamic);
                          }),
      type.getElementType());
  return builder.createOrFold<tensor::CastOp>(node.loc, known, tile);
}

Value Expansion::build() {
  if (isOpen)
    return buildTile();
  auto isKnown = [](OpFoldResult size) {
    return getConstantIntValue(size).has_value();
  };
  if (!llvm::all_of(sizes, isKnown) || added.empty())
    return buildBroadcast();
  auto result = RankedTensorType::get(
      llvm::map_to_vector(
          sizes, [](OpFoldResult size) { return *getConstantIntValue(size); }),
      type.getElementType());
  if (!isSmall(type) || !isSmall(result))
    return buildBroadcast();
  // Shape arithmetic, so that constants fold.
  SmallVector<AffineExpr> exprs;
  for (int64_t dim = 0, e = sizes.size(); dim < e; ++dim)
    if (getOwn(dim) >= 0)
      exprs.push_back(llvm::is_contained(added, dim)
                          ? node.builder.getAffineConstantExpr(0)
                          : node.builder.getAffineDimExpr(dim));
  AffineMap map = AffineMap::get(sizes.size(), /*symbolCount=*/0, exprs,
                                 node.builder.getContext());
  return buildElementwise(
      node, {sizes, {data}, {map}}, type.getElementType(),
      [](OpBuilder &, Location, ValueRange values) { return values[0]; });
}

static LogicalResult lowerExpand(Node &node) {
  if (failed(node.verifyForm(2, 2)))
    return failure();
  FailureOr<Value> data = node.tensor(0, "input");
  if (failed(data))
    return failure();
  FailureOr<SmallVector<Value>> entries = node.indices(1, "shape");
  if (failed(entries))
    return failure();
  Expansion expansion(node, *data);
  if (failed(expansion.read(*entries)))
    return failure();
  return node.replace(expansion.build());
}

void mlir::onnxops::addExpandLowerings(Lowerings &lowerings) {
  lowerings["Expand"] = lowerExpand;
}

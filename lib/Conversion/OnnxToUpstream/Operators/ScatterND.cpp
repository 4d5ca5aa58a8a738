//===- ScatterND.cpp - lower ScatterND ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop over the indices writes, or combines, one slice of the data after the
// other: of updates of the same slice the last one counts.
//
//===----------------------------------------------------------------------===//

#include "../ElementMath.h"
#include "../Elementwise.h"
#include "../Lowerings.h"
#include "../Positions.h"
#include "../Reshaping.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

// The first opset with the reductions "max" and "min".
static constexpr int64_t kFirstExtremes = 18;

namespace {

/// A valid op. Slice i of the updates belongs to row i of the indices, which
/// has the first `depth` indices into the data.
struct Scatter {
  Value data;
  Value indices; ///< [count, depth]
  Value updates; ///< [count, 1, ..., 1, sizes of a slice], of the data's rank
  int64_t depth, rank;
  Value count;
  PairBuilder combine; ///< null to replace elements
};

} // namespace

static RankedTensorType getType(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

// How `reduction` combines elements of type `element`: null for "none".
static FailureOr<PairBuilder> readReduction(Node &node, Type element) {
  const StringRef names[] = {"none", "add", "mul", "max", "min"};
  FailureOr<size_t> found = node.choice(
      "reduction",
      ArrayRef(names).drop_back(node.opset < kFirstExtremes ? 2 : 0));
  if (failed(found))
    return failure();
  bool isUnsigned = element.isUnsignedInteger();
  const PairBuilder builders[] = {nullptr, buildSum, buildProduct,
                                  isUnsigned ? buildUnsignedMax : buildMax,
                                  isUnsigned ? buildUnsignedMin : buildMin};
  PairBuilder combine = builders[*found];
  bool isNumber =
      isFloat(element) || (isa<IntegerType>(element) && !element.isInteger(1));
  if (combine && !isNumber)
    return node.refuse("is not supported: reduction on element type ", element);
  return combine;
}

// Checks that dimension `dim` of the updates has the size of dimension `from`
// of `other`, an operand of the given name.
static LogicalResult verifySize(Node &node, Value updates, int64_t dim,
                                Value other, int64_t from, StringRef name) {
  Value size = node.sizeOf(updates, dim), expected = node.sizeOf(other, from);
  return node.verify(node.compare(Predicate::eq, size, expected),
                     "expected updates to have size {0} in dimension " +
                         Twine(dim) + ", as dimension " + Twine(from) + " of " +
                         name + " has, but got {1}",
                     {expected, size});
}

// Checks the shape of the updates: that of the indices without the last
// dimension, and that of a slice of the data.
static LogicalResult verifyUpdates(Node &node, Value data, Value indices,
                                   Value updates, int64_t depth) {
  int64_t outer = getType(indices).getRank() - 1;
  int64_t rank = outer + getType(data).getRank() - depth;
  if (getType(updates).getRank() != rank)
    return node.fail("expected updates to have rank ", rank, ", but got rank ",
                     getType(updates).getRank());
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool isOuter = dim < outer;
    if (failed(verifySize(node, updates, dim, isOuter ? indices : data,
                          isOuter ? dim : dim - outer + depth,
                          isOuter ? "indices" : "data")))
      return failure();
  }
  return success();
}

static FailureOr<Scatter> readScatter(Node &node) {
  if (failed(node.verifyVersion()))
    return failure();
  SmallVector<Value, 3> given;
  const StringRef names[] = {"data", "indices", "updates"};
  for (auto [index, name] : llvm::enumerate(names)) {
    FailureOr<Value> tensor = node.tensor(index, name);
    if (failed(tensor))
      return failure();
    given.push_back(*tensor);
  }
  auto [data, indices, updates] = std::tuple(given[0], given[1], given[2]);
  int64_t rank = getType(data).getRank(),
          outer = getType(indices).getRank() - 1;
  if (rank == 0 || outer < 0)
    return node.fail("expected data and indices to have rank 1 or more, but "
                     "got ",
                     data.getType(), " and ", indices.getType());
  int64_t depth = getType(indices).getShape().back();
  if (ShapedType::isDynamic(depth))
    return node.refuse("cannot be lowered: the size of the last dimension of "
                       "'indices' is unknown");
  if (depth < 1 || depth > rank)
    return node.fail("expected the last dimension of indices to be in [1, ",
                     rank, "], since data has rank ", rank, ", but got ",
                     depth);
  Type element = getType(data).getElementType();
  FailureOr<PairBuilder> combine = readReduction(node, element);
  if (failed(combine) ||
      failed(verifyUpdates(node, data, indices, updates, depth)))
    return failure();
  SmallVector<OpFoldResult> sizes = node.sizesOf(indices);
  FailureOr<Value> count =
      node.product(ArrayRef(sizes).drop_back(), "the number of the indices");
  if (failed(count))
    return failure();
  for (int64_t dim = 0; dim < depth; ++dim)
    if (failed(verifyHasRows(node, data, dim, *count)))
      return failure();

  OpFoldResult one = node.builder.getIndexAttr(1);
  SmallVector<OpFoldResult> shape(depth, one);
  shape.front() = node.fold(*count);
  llvm::append_range(shape, ArrayRef(node.sizesOf(data)).drop_front(depth));
  auto expand = [&](Value tensor, ArrayRef<OpFoldResult> to) {
    return expandVector(node, flattenTensor(node, tensor), to);
  };
  Type signless = getSignless(element);
  return Scatter{bitcastElements(node, data, signless),
                 expand(indices, {shape.front(), sizes.back()}),
                 expand(bitcastElements(node, updates, signless), shape),
                 depth,
                 rank,
                 *count,
                 *combine};
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

// The data after the update of number `i`.
static FailureOr<Value> update(Node &node, const Scatter &scatter, Value i,
                               Value data) {
  OpBuilder &builder = node.builder;
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  SmallVector<OpFoldResult> from(scatter.rank, zero), to = from;
  SmallVector<OpFoldResult> strides(scatter.rank, one);
  SmallVector<OpFoldResult> sizes = node.sizesOf(scatter.data);
  from.front() = i;
  for (int64_t dim = 0; dim < scatter.depth; ++dim) {
    Value index = tensor::ExtractOp::create(builder, node.loc, scatter.indices,
                                            ValueRange{i, node.constant(dim)});
    FailureOr<Value> row =
        findRow(node, scatter.data, dim, index, /*isSigned=*/true);
    if (failed(row))
      return failure();
    to[dim] = *row;
    sizes[dim] = one;
  }
  // Only check the indices of empty slices.
  if (llvm::any_of(sizes, isZeroInteger))
    return data;
  Value slice = tensor::ExtractSliceOp::create(
      builder, node.loc, scatter.updates, from, sizes, strides);
  if (scatter.combine) {
    Value old = tensor::ExtractSliceOp::create(builder, node.loc, data, to,
                                               sizes, strides);
    AffineMap same = builder.getMultiDimIdentityMap(scatter.rank);
    slice = buildElementwise(
        node, {sizes, {old, slice}, {same, same}},
        getType(scatter.data).getElementType(),
        [&](OpBuilder &nested, Location loc, ValueRange values) {
          Value result =
              scatter.combine(nested, loc, widen(nested, loc, values[0]),
                              widen(nested, loc, values[1]));
          return narrow(nested, loc, result, values[0].getType());
        });
  }
  return Value(tensor::InsertSliceOp::create(builder, node.loc, slice, data, to,
                                             sizes, strides));
}

static LogicalResult lowerScatterND(Node &node) {
  FailureOr<Scatter> scatter = readScatter(node);
  if (failed(scatter))
    return failure();
  if (isZeroInteger(node.fold(scatter->count)))
    return node.replace(node.operand(0));
  OpBuilder &builder = node.builder;
  LogicalResult status = success();
  auto loop = scf::ForOp::create(
      builder, node.loc, node.constant(0), scatter->count, node.constant(1),
      scatter->data, [&](OpBuilder &, Location, Value i, ValueRange carried) {
        FailureOr<Value> next = update(node, *scatter, i, carried.front());
        status = success(succeeded(next));
        scf::YieldOp::create(builder, node.loc,
                             succeeded(next) ? *next : carried.front());
      });
  if (failed(status))
    return failure();
  Type element = getElementTypeOrSelf(node.operand(0).getType());
  return node.replace(bitcastElements(node, loop.getResult(0), element));
}

void mlir::onnxops::addScatterNDLowerings(Lowerings &lowerings) {
  lowerings["ScatterND"] = lowerScatterND;
}

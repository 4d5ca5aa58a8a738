//===- Gather.cpp - lower Gather to slices --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A slice for one index, a loop over slices for several, or single elements of
// shape arithmetic.
//
//===----------------------------------------------------------------------===//

#include "../Elementwise.h"
#include "../Lowerings.h"
#include "../Positions.h"
#include "../Reshaping.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

struct Gather {
  Value data, indices;
  int64_t axis;
  /// The known indices.
  SmallVector<std::optional<int64_t>> known;

  RankedTensorType getDataType() const {
    return cast<RankedTensorType>(data.getType());
  }
  RankedTensorType getIndicesType() const {
    return cast<RankedTensorType>(indices.getType());
  }
};

} // namespace

static FailureOr<Gather> readGather(Node &node) {
  if (failed(node.verifyForm(2, 2, {"axis"})))
    return failure();
  FailureOr<Value> data = node.tensor(0, "data");
  if (failed(data))
    return failure();
  FailureOr<Value> indices = node.tensor(1, "indices");
  if (failed(indices))
    return failure();
  Type element = getElementTypeOrSelf(indices->getType());
  if (!element.isSignlessInteger(32) && !element.isSignlessInteger(64))
    return node.fail("expected indices to have element type i32 or i64, but "
                     "got ",
                     element);
  FailureOr<int64_t> axis = node.axis(*data, "data");
  if (failed(axis))
    return failure();
  return Gather{*data, *indices, *axis, getKnown(*indices)};
}

static FailureOr<Value> findGatheredRow(Node &node, const Gather &gather,
                                        Value index) {
  return findRow(node, gather.data, gather.axis, index,
                 /*isSigned=*/node.opset >= opsets::kFirstNegativeAxis);
}

//===----------------------------------------------------------------------===//
// Few elements
//===----------------------------------------------------------------------===//

// Whether to gather single elements of a vector, so that sizes stay known.
static bool takesElements(const Gather &gather) {
  RankedTensorType indices = gather.getIndicesType();
  return gather.getDataType().getRank() == 1 &&
         gather.getDataType().getElementType().isSignlessIntOrFloat() &&
         isSmall(indices) && indices.getRank() <= 1;
}

static FailureOr<Value> takeElements(Node &node, const Gather &gather) {
  SmallVector<std::optional<int64_t>> known = getKnown(gather.data);
  RankedTensorType type = gather.getIndicesType();
  if (failed(verifyHasRows(node, gather.data, gather.axis,
                           node.constant(type.getNumElements()))))
    return failure();
  SmallVector<Value> elements;
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
    FailureOr<Value> row = findGatheredRow(
        node, gather, extractElement(node, gather.indices, i, gather.known));
    if (failed(row))
      return failure();
    if (auto at = getConstantIntValue(*row))
      elements.push_back(extractElement(node, gather.data, *at, known));
    else
      elements.push_back(node.builder.createOrFold<tensor::ExtractOp>(
          node.loc, gather.data, *row));
  }
  return Value(tensor::FromElementsOp::create(
      node.builder, node.loc, type.clone(gather.getDataType().getElementType()),
      elements));
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

// Row `row` of the data; drops its axis if `drops`.
static Value takeRow(Node &node, const Gather &gather, Value row, bool drops) {
  OpBuilder &builder = node.builder;
  SmallVector<OpFoldResult> sizes = node.sizesOf(gather.data);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
  sizes[gather.axis] = builder.getIndexAttr(1);
  offsets[gather.axis] = node.fold(row);
  if (!drops)
    return sliceTensor(builder, node.loc, gather.data, offsets, sizes, strides);
  SmallVector<int64_t> shape(gather.getDataType().getShape());
  shape.erase(shape.begin() + gather.axis);
  auto type =
      RankedTensorType::get(shape, gather.getDataType().getElementType());
  return sliceTensor(builder, node.loc, gather.data, offsets, sizes, strides,
                     type);
}

// Copies the rows of a vector of indices, one after the other.
static FailureOr<Value> copyRows(Node &node, const Gather &gather,
                                 Value vector) {
  OpBuilder &builder = node.builder;
  SmallVector<OpFoldResult> sizes = node.sizesOf(gather.data);
  Value count = node.sizeOf(vector, 0);
  if (failed(verifyHasRows(node, gather.data, gather.axis, count)))
    return failure();
  sizes[gather.axis] = node.fold(count);
  Value init = tensor::EmptyOp::create(builder, node.loc, sizes,
                                       gather.getDataType().getElementType());
  sizes[gather.axis] = builder.getIndexAttr(1);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  // Only check the indices of empty rows.
  bool isEmpty = llvm::any_of(sizes, isZeroInteger);
  LogicalResult status = success();
  auto loop = scf::ForOp::create(
      builder, node.loc, node.constant(0), count, node.constant(1), init,
      [&](OpBuilder &, Location, Value i, ValueRange carried) {
        Value index = tensor::ExtractOp::create(builder, node.loc, vector, i);
        FailureOr<Value> row = findGatheredRow(node, gather, index);
        Value next = carried.front();
        if (failed(row)) {
          status = failure();
        } else if (!isEmpty) {
          offsets[gather.axis] = i;
          next = tensor::InsertSliceOp::create(
              builder, node.loc, takeRow(node, gather, *row, /*drops=*/false),
              next, offsets, sizes, ones);
        }
        scf::YieldOp::create(builder, node.loc, next);
      });
  if (failed(status))
    return failure();
  return loop.getResult(0);
}

// Expands the axis of the rows to the dimensions of the indices.
static Value expandRows(Node &node, const Gather &gather, Value rows) {
  SmallVector<ReassociationIndices> groups;
  SmallVector<OpFoldResult> sizes, given = node.sizesOf(rows);
  SmallVector<OpFoldResult> own = node.sizesOf(gather.indices);
  for (int64_t dim = 0, e = given.size(); dim < e; ++dim) {
    bool isAxis = dim == gather.axis;
    groups.emplace_back();
    for (OpFoldResult size : isAxis ? ArrayRef(own) : ArrayRef(given[dim])) {
      groups.back().push_back(sizes.size());
      sizes.push_back(size);
    }
  }
  SmallVector<int64_t> shape(gather.getDataType().getShape());
  auto *at = shape.erase(shape.begin() + gather.axis);
  ArrayRef<int64_t> indices = gather.getIndicesType().getShape();
  shape.insert(at, indices.begin(), indices.end());
  return tensor::ExpandShapeOp::create(
      node.builder, node.loc,
      RankedTensorType::get(shape, gather.getDataType().getElementType()), rows,
      groups, sizes);
}

static LogicalResult lowerGather(Node &node) {
  FailureOr<Gather> gather = readGather(node);
  if (failed(gather))
    return failure();
  if (takesElements(*gather)) {
    FailureOr<Value> taken = takeElements(node, *gather);
    return failed(taken) ? failure() : node.replace(*taken);
  }
  int64_t rank = gather->getIndicesType().getRank();
  if (failed(verifyRank([&] { return node.op->emitOpError(); }, "the result",
                        gather->getDataType().getRank() + rank - 1)))
    return failure();
  if (rank == 0) {
    if (failed(
            verifyHasRows(node, gather->data, gather->axis, node.constant(1))))
      return failure();
    FailureOr<Value> row = findGatheredRow(
        node, *gather, extractElement(node, gather->indices, 0, gather->known));
    if (failed(row))
      return failure();
    return node.replace(takeRow(node, *gather, *row, /*drops=*/true));
  }
  FailureOr<Value> rows =
      copyRows(node, *gather, flattenTensor(node, gather->indices));
  if (failed(rows))
    return failure();
  return node.replace(rank == 1 ? *rows : expandRows(node, *gather, *rows));
}

void mlir::onnxops::addGatherLowerings(Lowerings &lowerings) {
  lowerings["Gather"] = lowerGather;
}

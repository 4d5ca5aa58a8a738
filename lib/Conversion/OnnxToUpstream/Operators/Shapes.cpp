//===- Shapes.cpp - lower Shape, Size, Squeeze, Unsqueeze -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape and Size become constants where sizes are known; Squeeze and Unsqueeze
// become reshapes that do not move data.
//
//===----------------------------------------------------------------------===//

#include "../Lowerings.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Onnx/Opsets.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Shape and Size
//===----------------------------------------------------------------------===//

// An i64 tensor of the given elements, a constant if all are known.
static Value buildIntegers(Node &node, ValueRange indices, bool isScalar) {
  OpBuilder &builder = node.builder;
  SmallVector<int64_t> shape;
  if (!isScalar)
    shape.push_back(indices.size());
  auto type = RankedTensorType::get(shape, builder.getI64Type());
  if (auto known = getConstantIntValues(getAsOpFoldResult(indices)))
    return arith::ConstantOp::create(
        builder, node.loc, DenseElementsAttr::get(type, ArrayRef(*known)));
  SmallVector<Value> elements;
  for (Value index : indices)
    elements.push_back(builder.createOrFold<arith::IndexCastOp>(
        node.loc, builder.getI64Type(), index));
  return tensor::FromElementsOp::create(builder, node.loc, type, elements);
}

static LogicalResult lowerShape(Node &node) {
  SmallVector<StringRef> attributes;
  if (node.opset >= opsets::kFirstShapeRange)
    attributes = {"start", "end"};
  if (failed(node.verifyForm(1, 1, attributes)))
    return failure();
  FailureOr<Value> data = node.tensor(0, "data");
  if (failed(data))
    return failure();
  int64_t rank = cast<RankedTensorType>(data->getType()).getRank();
  FailureOr<int64_t> start = node.integer("start", 0);
  if (failed(start))
    return failure();
  FailureOr<int64_t> end = node.integer("end", rank);
  if (failed(end))
    return failure();
  auto clamp = [&](int64_t dim) {
    return std::clamp<int64_t>(dim < 0 ? dim + rank : dim, 0, rank);
  };
  SmallVector<Value> sizes;
  for (int64_t dim = clamp(*start); dim < clamp(*end); ++dim)
    sizes.push_back(node.sizeOf(*data, dim));
  return node.replace(buildIntegers(node, sizes, /*isScalar=*/false));
}

static LogicalResult lowerSize(Node &node) {
  if (failed(node.verifyForm(1, 1)))
    return failure();
  FailureOr<Value> data = node.tensor(0, "data");
  if (failed(data))
    return failure();
  Value product = node.constant(1);
  int64_t rank = cast<RankedTensorType>(data->getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    product = node.multiply(product, node.sizeOf(*data, dim));
  return node.replace(buildIntegers(node, product, /*isScalar=*/true));
}

//===----------------------------------------------------------------------===//
// Squeeze and Unsqueeze
//===----------------------------------------------------------------------===//

// The axes, null if absent.
static FailureOr<std::optional<SmallVector<int64_t>>> readAxes(Node &node) {
  bool isOperand = node.opset >= opsets::kFirstAxesOperand;
  unsigned operands = isOperand ? 2 : 1;
  SmallVector<StringRef> attributes;
  if (!isOperand)
    attributes = {"axes"};
  if (failed(node.verifyForm(1, operands, attributes)))
    return failure();
  return node.knownIntegers(1, "axes", opsets::kFirstAxesOperand);
}

// Converts axes to dimensions of a tensor of `rank`.
static FailureOr<llvm::SmallBitVector>
findDimensions(Node &node, ArrayRef<int64_t> axes, int64_t rank) {
  if (node.opset < opsets::kFirstNegativeAxis)
    for (auto [index, axis] : llvm::enumerate(axes))
      if (axis < 0)
        return node.fail("expected axes[", index, "] to be 0 or more, but got ",
                         axis, ": opset 11 is the first with negative axes");
  FailureOr<SmallVector<int64_t>> dims = node.normalizeAxes(axes, rank);
  if (failed(dims))
    return failure();
  llvm::SmallBitVector named(rank);
  for (int64_t dim : *dims)
    named.set(dim);
  return named;
}

// Groups each dimension in `unit` with an adjacent dimension that is not. None
// if there is none.
static SmallVector<ReassociationIndices>
groupDims(const llvm::SmallBitVector &unit) {
  SmallVector<ReassociationIndices> groups;
  bool isOpen = false; // The last group has a dimension that is not in `unit`.
  for (int64_t dim = 0, rank = unit.size(); dim < rank; ++dim) {
    if (groups.empty() || (isOpen && !unit.test(dim))) {
      groups.emplace_back();
      isOpen = false;
    }
    groups.back().push_back(dim);
    isOpen |= !unit.test(dim);
  }
  if (!isOpen)
    groups.clear();
  return groups;
}

// The dimensions that Squeeze drops.
static FailureOr<llvm::SmallBitVector> readSqueezed(Node &node, Value data) {
  auto type = cast<RankedTensorType>(data.getType());
  FailureOr<std::optional<SmallVector<int64_t>>> axes = readAxes(node);
  if (failed(axes))
    return failure();
  if (*axes)
    return findDimensions(node, **axes, type.getRank());
  if (!type.hasStaticShape())
    return node.refuse(
        "cannot be lowered: without axes, the rank of the result "
        "depends on sizes that are not known");
  llvm::SmallBitVector dims(type.getRank());
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (size == 1)
      dims.set(dim);
  return dims;
}

static LogicalResult lowerSqueeze(Node &node) {
  FailureOr<Value> data = node.tensor(0, "data");
  if (failed(data))
    return failure();
  FailureOr<llvm::SmallBitVector> dims = readSqueezed(node, *data);
  if (failed(dims))
    return failure();
  if (dims->none())
    return node.replace(*data);
  auto type = cast<RankedTensorType>(data->getType());
  SmallVector<int64_t> shape(type.getShape());
  for (unsigned dim : dims->set_bits()) {
    Value size = node.sizeOf(*data, dim);
    if (failed(node.verify(
            node.compare(arith::CmpIPredicate::eq, size, node.constant(1)),
            "expected dimension " + Twine(dim) +
                " of data to have size 1, since axes names it, but got {0}",
            size)))
      return failure();
    shape[dim] = 1;
  }
  Value unit = node.builder.createOrFold<tensor::CastOp>(
      node.loc, type.clone(shape), *data);
  Value squeezed = tensor::CollapseShapeOp::create(node.builder, node.loc, unit,
                                                   groupDims(*dims));
  return node.replace(squeezed);
}

static LogicalResult lowerUnsqueeze(Node &node) {
  FailureOr<Value> data = node.tensor(0, "data");
  if (failed(data))
    return failure();
  FailureOr<std::optional<SmallVector<int64_t>>> axes = readAxes(node);
  if (failed(axes))
    return failure();
  if (!*axes)
    return node.fail("expected 'axes', but got none");
  auto type = cast<RankedTensorType>(data->getType());
  int64_t rank = type.getRank() + (*axes)->size();
  if (failed(verifyRank([&] { return node.op->emitOpError(); }, "the result",
                        rank)))
    return failure();
  FailureOr<llvm::SmallBitVector> dims = findDimensions(node, **axes, rank);
  if (failed(dims))
    return failure();
  if (dims->none())
    return node.replace(*data);
  SmallVector<OpFoldResult> given = node.sizesOf(*data), sizes;
  SmallVector<int64_t> shape;
  for (unsigned dim = 0, next = 0; dim < dims->size(); ++dim) {
    bool isNew = dims->test(dim);
    shape.push_back(isNew ? 1 : type.getDimSize(next));
    sizes.push_back(isNew ? OpFoldResult(node.builder.getIndexAttr(1))
                          : given[next]);
    next += !isNew;
  }
  Value expanded =
      tensor::ExpandShapeOp::create(node.builder, node.loc, type.clone(shape),
                                    *data, groupDims(*dims), sizes);
  return node.replace(expanded);
}

void mlir::onnxops::addShapesLowerings(Lowerings &lowerings) {
  lowerings["Shape"] = lowerShape;
  lowerings["Size"] = lowerSize;
  lowerings["Squeeze"] = lowerSqueeze;
  lowerings["Unsqueeze"] = lowerUnsqueeze;
}

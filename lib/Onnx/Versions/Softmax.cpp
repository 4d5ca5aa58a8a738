//===- Softmax.cpp - versions of Softmax, LogSoftmax and Hardmax ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before opset 13, these normalize the matrix whose columns are the dimensions
// from `axis` on; since then, the dimension `axis` alone.
//
//===----------------------------------------------------------------------===//

#include "VersionRules.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"

using namespace mlir;
using namespace mlir::onnxops;

static int64_t getAxis(Operation *op, int64_t absent) {
  auto axis = op->getAttrOfType<IntegerAttr>("axis");
  return axis ? axis.getValue().getSExtValue() : absent;
}

// Whether `axis` is the last dimension, where both versions agree.
static bool isLast(Operation *op, int64_t axis) {
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  return axis == -1 || (type && axis == type.getRank() - 1);
}

static void setLastAxis(const VersionStep &step) {
  step.op->setAttr("axis", step.builder.getI64IntegerAttr(-1));
}

// Normalizes the rows of the matrix, and restores the shape.
static LogicalResult flatten(const VersionStep &step, int64_t axis) {
  OpBuilder &b = step.builder;
  Value input = step.op->getOperand(0);
  auto type = cast<TensorType>(input.getType());
  int64_t rank = type.hasRank() ? type.getRank() : ShapedType::kDynamic;
  Value shape = buildOnnx(step, "Shape", input,
                          RankedTensorType::get(rank, b.getI64Type()));
  auto matrix = RankedTensorType::get(
      {ShapedType::kDynamic, ShapedType::kDynamic}, type.getElementType());
  Value flat = buildOnnx(step, "Flatten", input, matrix,
                         b.getNamedAttr("axis", b.getI64IntegerAttr(axis)));
  setOperand(step, 0, flat);
  Value result = step.op->getResult(0);
  Type resultType = result.getType();
  result.setType(matrix);
  b.setInsertionPointAfter(step.op);
  Value restored = buildOnnx(step, "Reshape", {result, shape}, resultType);
  moveResult(step, restored);
  b.setInsertionPoint(step.op);
  return stepBySchema(step);
}

static LogicalResult upgradeSoftmax(const VersionStep &step) {
  int64_t axis = getAxis(step.op, /*absent=*/1);
  bool isTensor = isa<TensorType>(step.op->getOperand(0).getType());
  bool isAtEnd = isLast(step.op, axis);
  if (!isAtEnd && !isTensor)
    return step.refuse("the type of operand #0 is not known");
  setLastAxis(step);
  return isAtEnd ? stepBySchema(step) : flatten(step, axis);
}

static SmallVector<int64_t> permute(ArrayRef<int64_t> sizes,
                                    ArrayRef<int64_t> order) {
  return llvm::map_to_vector(order, [&](int64_t dim) { return sizes[dim]; });
}

// Swaps the dimension with the last one.
static LogicalResult transpose(const VersionStep &step, RankedTensorType type,
                               int64_t dim) {
  OpBuilder &b = step.builder;
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  std::swap(order[dim], order.back());
  auto swapped = RankedTensorType::get(permute(type.getShape(), order),
                                       type.getElementType());
  NamedAttribute perm = b.getNamedAttr("perm", b.getI64ArrayAttr(order));
  setOperand(
      step, 0,
      buildOnnx(step, "Transpose", step.op->getOperand(0), swapped, perm));
  Value result = step.op->getResult(0);
  Type resultType = result.getType();
  result.setType(swapped);
  b.setInsertionPointAfter(step.op);
  Value restored = buildOnnx(step, "Transpose", result, resultType, perm);
  moveResult(step, restored);
  b.setInsertionPoint(step.op);
  return stepBySchema(step);
}

static LogicalResult downgradeSoftmax(const VersionStep &step) {
  int64_t axis = getAxis(step.op, /*absent=*/-1);
  auto type = dyn_cast<RankedTensorType>(step.op->getOperand(0).getType());
  std::optional<int64_t> dim =
      type ? normalizeAxis(axis, type.getRank()) : std::nullopt;
  bool isAtEnd = isLast(step.op, axis);
  if (!isAtEnd && !dim)
    return step.refuse("attribute 'axis' is not the last dimension, and the "
                       "rank is not known");
  setLastAxis(step);
  return isAtEnd ? stepBySchema(step) : transpose(step, type, *dim);
}

static constexpr VersionRule kRules[] = {
    {"Hardmax", 13, upgradeSoftmax, downgradeSoftmax},
    {"LogSoftmax", 13, upgradeSoftmax, downgradeSoftmax},
    {"Softmax", 13, upgradeSoftmax, downgradeSoftmax},
};

ArrayRef<VersionRule> mlir::onnxops::getSoftmaxRules() { return kRules; }

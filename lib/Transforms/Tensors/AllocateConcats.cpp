//===- AllocateConcats.cpp - dynamic tensor.concat to copies --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Spares One-Shot Bufferize two kinds of concat. It adds up the offset of each
// operand in one affine map over the sizes of all operands before it: ten
// thousand operands of dynamic size would make fifty million of them. And it
// takes a subview where nothing is, which the verifier of subviews refuses.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Transforms/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_ALLOCATECONCATS
#include "onnxops/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;

// The size of a dimension other than the axis: static if any operand knows it.
static OpFoldResult getCommonSize(OpBuilder &builder, tensor::ConcatOp op,
                                  int64_t dimension) {
  int64_t size = op.getResultType().getDimSize(dimension);
  for (Value input : op.getInputs())
    if (ShapedType::isDynamic(size))
      size = cast<RankedTensorType>(input.getType()).getDimSize(dimension);
  if (ShapedType::isStatic(size))
    return builder.getIndexAttr(size);
  return tensor::getMixedSize(builder, op.getLoc(), op.getInputs().front(),
                              dimension);
}

static OpFoldResult add(OpBuilder &builder, Location loc, OpFoldResult lhs,
                        OpFoldResult rhs) {
  std::optional<int64_t> left = getConstantIntValue(lhs);
  std::optional<int64_t> right = getConstantIntValue(rhs);
  if (left && right)
    return builder.getIndexAttr(*left + *right);
  if (left == 0)
    return rhs;
  return arith::AddIOp::create(
             builder, loc, getValueOrCreateConstantIndexOp(builder, loc, lhs),
             getValueOrCreateConstantIndexOp(builder, loc, rhs))
      .getResult();
}

// Offsets of the operands along the axis, and the end of the last one.
static SmallVector<OpFoldResult> getOffsets(OpBuilder &builder,
                                            tensor::ConcatOp op) {
  SmallVector<OpFoldResult> offsets = {builder.getIndexAttr(0)};
  for (Value input : op.getInputs())
    offsets.push_back(
        add(builder, op.getLoc(), offsets.back(),
            tensor::getMixedSize(builder, op.getLoc(), input, op.getDim())));
  return offsets;
}

static SmallVector<OpFoldResult>
getResultSizes(OpBuilder &builder, tensor::ConcatOp op, OpFoldResult axisSize) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0, rank = op.getRank(); i < rank; ++i)
    sizes.push_back(i == static_cast<int64_t>(op.getDim())
                        ? axisSize
                        : getCommonSize(builder, op, i));
  return sizes;
}

static Value allocateResult(OpBuilder &builder, tensor::ConcatOp op,
                            ArrayRef<OpFoldResult> sizes) {
  RankedTensorType type = op.getResultType();
  SmallVector<Value> dynamicSizes;
  for (auto [size, known] : llvm::zip_equal(sizes, type.getShape()))
    if (ShapedType::isDynamic(known))
      dynamicSizes.push_back(
          getValueOrCreateConstantIndexOp(builder, op.getLoc(), size));
  return memref::AllocOp::create(
      builder, op.getLoc(),
      MemRefType::get(type.getShape(), type.getElementType()), dynamicSizes);
}

// A concat without the operands that have no elements for certain. Null if it
// is none any more: a result without elements, or a single operand.
static tensor::ConcatOp dropEmptyOperands(tensor::ConcatOp op) {
  auto isEmpty = [](Value tensor) {
    return llvm::is_contained(
        cast<RankedTensorType>(tensor.getType()).getShape(), 0);
  };
  OpBuilder builder(op);
  Value first = op.getInputs().front();
  SmallVector<Value> inputs = llvm::to_vector(llvm::make_filter_range(
      op.getInputs(), [&](Value input) { return !isEmpty(input); }));
  Value result;
  if (isEmpty(op.getResult()))
    result = tensor::EmptyOp::create(
        builder, op.getLoc(),
        getResultSizes(builder, op, getOffsets(builder, op).back()),
        op.getResultType().getElementType());
  else if (inputs.size() <= 1)
    result = inputs.empty() ? first : inputs.front();
  else if (inputs.size() == op.getInputs().size())
    return op;
  else
    result = tensor::ConcatOp::create(builder, op.getLoc(), op.getResultType(),
                                      op.getDim(), inputs);
  if (result.getType() != op.getType())
    result = tensor::CastOp::create(builder, op.getLoc(), op.getType(), result);
  op.replaceAllUsesWith(result);
  op.erase();
  return result.getDefiningOp<tensor::ConcatOp>();
}

static void allocateConcat(tensor::ConcatOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  int64_t axis = op.getDim(), rank = op.getRank();
  SmallVector<OpFoldResult> ends = getOffsets(builder, op);
  SmallVector<OpFoldResult> sizes = getResultSizes(builder, op, ends.back());
  Value result = allocateResult(builder, op, sizes);

  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
  SmallVector<OpFoldResult> steps(rank, builder.getIndexAttr(1));
  for (auto [input, offset] : llvm::zip(op.getInputs(), ends)) {
    offsets[axis] = offset;
    sizes[axis] = tensor::getMixedSize(builder, loc, input, axis);
    Value part =
        memref::SubViewOp::create(builder, loc, result, offsets, sizes, steps);
    auto copy = bufferization::MaterializeInDestinationOp::create(builder, loc,
                                                                  input, part);
    copy.setWritable(true);
  }
  op.replaceAllUsesWith(
      bufferization::ToTensorOp::create(builder, loc, op.getResultType(),
                                        result, /*restrict=*/true,
                                        /*writable=*/true)
          .getResult());
  op.erase();
}

namespace {
struct AllocateConcats
    : public onnxops::impl::AllocateConcatsBase<AllocateConcats> {
  void runOnOperation() override {
    getOperation().walk([](tensor::ConcatOp concat) {
      tensor::ConcatOp op = dropEmptyOperands(concat);
      if (!op)
        return;
      auto hasDynamicSize = [&](Value input) {
        return cast<RankedTensorType>(input.getType())
            .isDynamicDim(op.getDim());
      };
      if (llvm::any_of(op.getInputs().drop_back(), hasDynamicSize))
        allocateConcat(op);
    });
  }
};
} // namespace

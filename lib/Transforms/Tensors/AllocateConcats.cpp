//===- AllocateConcats.cpp - dynamic tensor.concat to copies --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers tensors and concats that One-Shot Bufferize cannot handle, or not in
// linear time. It computes the offset of each operand by an affine map over the
// sizes of all operands before it: fifty million terms for ten thousand
// operands of dynamic size. It compares all reads of a tensor with each other.
// And for an empty operand it makes a subview that does not verify.
//
//===----------------------------------------------------------------------===//

#include "SplitReads.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Support/IndexBuilder.h"
#include "onnxops/Transforms/Tensors/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_ALLOCATECONCATS
#include "onnxops/Transforms/Tensors/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Maximum number of repeated operands, and of users of a tensor, that are left
// to One-Shot Bufferize, which is quadratic in them.
static constexpr size_t kMaxRepeats = 64;

// The size of a dimension other than the axis: static if it is in any operand.
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

// The size of each operand along the axis; equal operands share it.
static SmallVector<OpFoldResult> getAxisSizes(OpBuilder &builder,
                                              tensor::ConcatOp op) {
  DenseMap<Value, OpFoldResult> known;
  SmallVector<OpFoldResult> sizes;
  for (Value input : op.getInputs()) {
    OpFoldResult &size = known[input];
    if (!size)
      size = tensor::getMixedSize(builder, op.getLoc(), input, op.getDim());
    sizes.push_back(size);
  }
  return sizes;
}

// The offsets of the operands along the axis, and the end of the last one.
static SmallVector<OpFoldResult> getOffsets(OpBuilder &builder,
                                            tensor::ConcatOp op,
                                            ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> offsets = {builder.getIndexAttr(0)};
  for (OpFoldResult size : sizes)
    offsets.push_back(
        IndexBuilder(builder, op.getLoc()).add(offsets.back(), size));
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

// Whether the result is known to be empty, by its own type or by that of an
// operand with rows, since all have the same sizes in other dimensions.
static bool isKnownEmpty(tensor::ConcatOp op) {
  auto isEmpty = [&](Value operand) {
    SmallVector<int64_t> shape(
        cast<RankedTensorType>(operand.getType()).getShape());
    shape.erase(shape.begin() + op.getDim());
    return llvm::is_contained(shape, 0);
  };
  return llvm::is_contained(op.getResultType().getShape(), 0) ||
         llvm::any_of(op.getInputs(), isEmpty);
}

// Removes operands that are known to be empty. Returns null if no concat is
// left: the result is empty, or there is a single operand.
static tensor::ConcatOp dropEmptyOperands(tensor::ConcatOp op) {
  auto hasRows = [&](Value input) {
    return cast<RankedTensorType>(input.getType()).getDimSize(op.getDim()) != 0;
  };
  OpBuilder builder(op);
  Value first = op.getInputs().front();
  SmallVector<Value> inputs = llvm::filter_to_vector(op.getInputs(), hasRows);
  Value result;
  if (isKnownEmpty(op))
    result = tensor::EmptyOp::create(
        builder, op.getLoc(),
        getResultSizes(
            builder, op,
            getOffsets(builder, op, getAxisSizes(builder, op)).back()),
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

// The memory of each operand that occurs more than once. One-Shot Bufferize
// compares all reads of a tensor with all writes, which would be quadratic.
static DenseMap<Value, Value> readRepeatedOperands(OpBuilder &builder,
                                                   tensor::ConcatOp op) {
  llvm::SmallDenseSet<Value> seen;
  DenseMap<Value, Value> memory;
  for (Value input : op.getInputs()) {
    if (seen.insert(input).second || memory.contains(input))
      continue;
    auto type = bufferization::getMemRefTypeWithFullyDynamicLayout(
        cast<TensorType>(input.getType()));
    memory[input] = bufferization::ToBufferOp::create(
        builder, op.getLoc(), type, input, /*read_only=*/true);
  }
  return memory;
}

static void allocateConcat(tensor::ConcatOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  int64_t axis = op.getDim(), rank = op.getRank();
  SmallVector<OpFoldResult> axisSizes = getAxisSizes(builder, op);
  SmallVector<OpFoldResult> ends = getOffsets(builder, op, axisSizes);
  SmallVector<OpFoldResult> sizes = getResultSizes(builder, op, ends.back());
  Value result = allocateResult(builder, op, sizes);

  DenseMap<Value, Value> repeated = readRepeatedOperands(builder, op);
  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
  SmallVector<OpFoldResult> steps(rank, builder.getIndexAttr(1));
  for (auto [input, offset, size] :
       llvm::zip(op.getInputs(), ends, axisSizes)) {
    offsets[axis] = offset;
    sizes[axis] = size;
    Value part =
        memref::SubViewOp::create(builder, loc, result, offsets, sizes, steps);
    if (Value memory = repeated.lookup(input)) {
      memref::CopyOp::create(builder, loc, memory, part);
      continue;
    }
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

// The number of operands that repeat an earlier one.
static size_t countRepeats(tensor::ConcatOp op) {
  llvm::SmallDenseSet<Value> distinct(op.getInputs().begin(),
                                      op.getInputs().end());
  return op.getInputs().size() - distinct.size();
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
      if (llvm::any_of(op.getInputs().drop_back(), hasDynamicSize) ||
          countRepeats(op) > kMaxRepeats)
        allocateConcat(op);
    });
    onnxops::splitReads(getOperation(), kMaxRepeats);
  }
};
} // namespace

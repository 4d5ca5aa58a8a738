//===- RemainingConcats.cpp - concats for One-Shot Bufferize --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One-Shot Bufferize computes the offset of each operand by an affine map over
// the sizes of all operands before it: fifty million terms for ten thousand
// operands of dynamic size. It compares all reads of a tensor with each other.
// And for an empty operand it makes a subview that does not verify.
//
//===----------------------------------------------------------------------===//

#include "RemainingConcats.h"

using namespace mlir;
using namespace mlir::onnxops;

static ArrayRef<int64_t> getShape(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getShape();
}

// Whether the result is known to be empty, by its own type or by that of an
// operand with rows, since all have the same sizes in other dimensions.
static bool isKnownEmpty(tensor::ConcatOp concat) {
  auto isEmpty = [&](Value operand) {
    SmallVector<int64_t> shape(getShape(operand));
    shape.erase(shape.begin() + concat.getDim());
    return llvm::is_contained(shape, 0);
  };
  return llvm::is_contained(getShape(concat.getResult()), 0) ||
         llvm::any_of(concat.getInputs(), isEmpty);
}

// The operands that are not known to have no rows.
static SmallVector<Value> getOperandsWithRows(tensor::ConcatOp concat) {
  return llvm::filter_to_vector(concat.getInputs(), [&](Value input) {
    return getShape(input)[concat.getDim()] != 0;
  });
}

bool mlir::onnxops::canRemain(tensor::ConcatOp concat) {
  SmallVector<Value> inputs = getOperandsWithRows(concat);
  if (isKnownEmpty(concat))
    return true;
  // Without the concat, the result would be the operand itself. A function or a
  // loop may yield both, which One-Shot Bufferize takes for separate tensors.
  if (inputs.size() <= 1)
    return false;
  auto hasDynamicSize = [&](Value input) {
    return ShapedType::isDynamic(getShape(input)[concat.getDim()]);
  };
  llvm::SmallDenseSet<Value> distinct(inputs.begin(), inputs.end());
  return llvm::none_of(ArrayRef(inputs).drop_back(), hasDynamicSize) &&
         inputs.size() - distinct.size() <= kMaxRepeats;
}

void mlir::onnxops::dropEmptyOperands(tensor::ConcatOp concat,
                                      ArrayRef<OpFoldResult> sizes) {
  OpBuilder builder(concat);
  Location loc = concat.getLoc();
  SmallVector<Value> inputs = getOperandsWithRows(concat);
  Value result;
  if (isKnownEmpty(concat))
    result = tensor::EmptyOp::create(builder, loc, sizes,
                                     concat.getResultType().getElementType());
  else if (inputs.size() < concat.getInputs().size())
    result = tensor::ConcatOp::create(builder, loc, concat.getResultType(),
                                      concat.getDim(), inputs);
  else
    return;
  if (result.getType() != concat.getType())
    result = tensor::CastOp::create(builder, loc, concat.getType(), result);
  concat.replaceAllUsesWith(result);
  concat.erase();
}

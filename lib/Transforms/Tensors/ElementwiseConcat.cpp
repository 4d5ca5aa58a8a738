//===- ElementwiseConcat.cpp - elementwise ops before concats -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Read side or write side: an elementwise op that reads a concat could select
// among its operands for each element, which costs in each element; or it is
// done once for each operand, which costs code, and time where runs are short.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseConcat.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::onnxops;

// The loops of so many operands are still little code.
static constexpr size_t kMaxOperands = 8;
// Elements side by side from which a loop over them is worth beginning.
static constexpr int64_t kMinRun = 64;

// Whether the elements of an operand that lie side by side in the result are
// enough for certain. Sizes known at run time only may be 1.
static bool hasLongRuns(tensor::ConcatOp concat, Value input) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(input.getType()).getShape();
  // In front of the axis there is nothing to repeat: one run for each operand.
  if (llvm::all_of(shape.take_front(concat.getDim()),
                   [](int64_t size) { return size == 1; }))
    return true;
  int64_t run = 1;
  for (int64_t size : shape.drop_front(concat.getDim()))
    if (!ShapedType::isDynamic(size))
      run = std::min(run * std::min(size, kMinRun), kMinRun);
  return run >= kMinRun;
}

static bool paysForEach(tensor::ConcatOp concat) {
  return concat.getInputs().size() <= kMaxOperands &&
         llvm::all_of(concat.getInputs(),
                      [&](Value input) { return hasLongRuns(concat, input); });
}

// The dimension of an operand that moves along dimension `axis` of the loops,
// none if it is the same everywhere there.
static std::optional<unsigned> findAxis(linalg::GenericOp generic,
                                        OpOperand *operand, unsigned axis) {
  AffineExpr position = getAffineDimExpr(axis, generic.getContext());
  return generic.getMatchingIndexingMap(operand).getResultPosition(position);
}

// Whether the elements that an operand has for a part of the axis are a slice.
static bool canSlice(linalg::GenericOp generic, OpOperand *operand,
                     unsigned axis) {
  AffineMap map = generic.getMatchingIndexingMap(operand);
  return !map.isFunctionOfDim(axis) ||
         (map.isProjectedPermutation(/*allowZeroInResults=*/true) &&
          findAxis(generic, operand, axis));
}

// The concat that `generic` reads element by element and that nobody else
// reads, if all that it reads besides can be taken in parts.
static OpOperand *findConcat(linalg::GenericOp generic) {
  if (!linalg::isElementwise(generic) || generic->getNumResults() != 1 ||
      generic.hasIndexSemantics() ||
      !generic.getMatchingIndexingMap(generic.getDpsInitOperand(0))
           .isIdentity())
    return nullptr;
  for (OpOperand *operand : generic.getDpsInputOperands()) {
    auto concat = operand->get().getDefiningOp<tensor::ConcatOp>();
    if (!concat || !concat->hasOneUse() || !paysForEach(concat) ||
        concat->getBlock() != generic->getBlock() ||
        !generic.getMatchingIndexingMap(operand).isIdentity())
      continue;
    bool isFree =
        llvm::all_of(generic.getDpsInputOperands(), [&](OpOperand *other) {
          return other == operand || canSlice(generic, other, concat.getDim());
        });
    bool isWhole =
        generic.getDpsInitOperand(0)->get().getDefiningOp<tensor::EmptyOp>() !=
        nullptr;
    if (isFree && isWhole)
      return operand;
  }
  return nullptr;
}

// What an operand has for elements [offset, offset + size) of the axis.
static Value slicePart(OpBuilder &builder, linalg::GenericOp generic,
                       OpOperand *operand, unsigned axis, OpFoldResult offset,
                       OpFoldResult size) {
  Value tensor = operand->get();
  std::optional<unsigned> dimension = findAxis(generic, operand, axis);
  if (!dimension)
    return tensor;
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, generic.getLoc(), tensor);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
  offsets[*dimension] = offset;
  sizes[*dimension] = size;
  return tensor::ExtractSliceOp::create(builder, generic.getLoc(), tensor,
                                        offsets, sizes, strides);
}

// Computes the op of `part`, the operand of the concat that begins at `offset`
// of the axis.
static Value computePart(OpBuilder &builder, linalg::GenericOp generic,
                         OpOperand *concat, unsigned axis, Value part,
                         OpFoldResult offset) {
  Location loc = generic.getLoc();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, part);
  Type element =
      cast<RankedTensorType>(generic.getResult(0).getType()).getElementType();
  Value init = tensor::EmptyOp::create(builder, loc, sizes, element);
  SmallVector<Value> inputs;
  for (OpOperand *input : generic.getDpsInputOperands())
    inputs.push_back(input == concat ? part
                                     : slicePart(builder, generic, input, axis,
                                                 offset, sizes[axis]));
  auto same = linalg::GenericOp::create(
      builder, loc, TypeRange(init.getType()), inputs, ValueRange(init),
      generic.getIndexingMapsArray(), generic.getIteratorTypesArray());
  IRMapping mapping;
  generic.getRegion().cloneInto(&same.getRegion(), mapping);
  return same.getResult(0);
}

static void moveBeforeConcat(linalg::GenericOp generic, OpOperand *operand) {
  auto concat = operand->get().getDefiningOp<tensor::ConcatOp>();
  OpBuilder builder(generic);
  SmallVector<Value> parts;
  unsigned axis = concat.getDim();
  OpFoldResult offset = builder.getIndexAttr(0);
  AffineExpr lhs, rhs;
  bindSymbols(builder.getContext(), lhs, rhs);
  for (Value input : concat.getInputs()) {
    parts.push_back(
        computePart(builder, generic, operand, axis, input, offset));
    offset = affine::makeComposedFoldedAffineApply(
        builder, generic.getLoc(), lhs + rhs,
        {offset, tensor::getMixedSize(builder, generic.getLoc(), input, axis)});
  }
  auto type = cast<RankedTensorType>(generic.getResult(0).getType());
  Value result =
      tensor::ConcatOp::create(builder, concat.getLoc(), type, axis, parts);
  generic.getResult(0).replaceAllUsesWith(result);
  generic.erase();
  concat.erase();
}

bool mlir::onnxops::moveBeforeConcats(func::FuncOp func) {
  SmallVector<linalg::GenericOp> generics;
  func.walk([&](linalg::GenericOp generic) { generics.push_back(generic); });
  bool isChanged = false;
  // In order, so that an op behind one that was moved finds a concat as well.
  for (linalg::GenericOp generic : generics)
    if (OpOperand *operand = findConcat(generic)) {
      moveBeforeConcat(generic, operand);
      isChanged = true;
    }
  return isChanged;
}

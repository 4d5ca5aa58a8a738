//===- ElementwiseConcat.cpp - elementwise ops before concats -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An elementwise op that reads a concat could select among the operands for
// each element, which costs time per element. Applying it once per operand
// costs code, and time if runs are short.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseConcat.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"

using namespace mlir;
using namespace mlir::onnxops;

// Maximum number of operands, for code size.
static constexpr size_t kMaxOperands = 8;

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

// Classifies the product of sizes.
static Runs getRuns(ArrayRef<int64_t> sizes) {
  int64_t run = 1;
  for (int64_t size : sizes)
    if (!ShapedType::isDynamic(size))
      run = std::min(run * std::min(size, kMinRun), kMinRun);
  if (run >= kMinRun)
    return Runs::Long;
  return ShapedType::isDynamicShape(sizes) ? Runs::Unknown : Runs::Short;
}

Runs mlir::onnxops::getRuns(tensor::ConcatOp concat, Value input) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(input.getType()).getShape();
  Runs runs = ::getRuns(shape.drop_front(concat.getDim()));
  // All dimensions before the axis have size 1: one run for each operand.
  bool isOnce = llvm::all_of(shape.take_front(concat.getDim()),
                             [](int64_t size) { return size == 1; });
  return runs == Runs::Unknown && isOnce ? Runs::Long : runs;
}

Runs mlir::onnxops::getRuns(tensor::ConcatOp concat) {
  if (concat.getInputs().size() > kMaxOperands)
    return Runs::Short;
  if (concat->hasAttr(kLongRunsAttr))
    return Runs::Long;
  Runs all = Runs::Long;
  for (Value input : concat.getInputs())
    all = std::max(all, getRuns(concat, input));
  return all;
}

int64_t mlir::onnxops::getPeriodStart(linalg::BroadcastOp repeat) {
  ArrayRef<int64_t> added = repeat.getDimensions();
  int64_t behind = added.empty() ? 0 : *llvm::max_element(added) + 1;
  return behind - static_cast<int64_t>(added.size());
}

Runs mlir::onnxops::getRuns(linalg::BroadcastOp repeat) {
  if (repeat->hasAttr(kLongRunsAttr))
    return Runs::Long;
  auto type = cast<ShapedType>(repeat.getInput().getType());
  ArrayRef<int64_t> period = type.getShape().drop_front(getPeriodStart(repeat));
  // A period of a single element needs no loop of its own.
  if (llvm::all_of(period, [](int64_t size) { return size == 1; }))
    return Runs::Long;
  return ::getRuns(period);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

// The dimension of an operand that dimension `axis` of the loops indexes; none
// if the operand is constant along it.
static std::optional<unsigned> findAxis(linalg::GenericOp generic,
                                        OpOperand *operand, unsigned axis) {
  AffineExpr position = getAffineDimExpr(axis, generic.getContext());
  return generic.getMatchingIndexingMap(operand).getResultPosition(position);
}

// Whether the elements of an operand for a part of the axis are a slice.
static bool canSlice(linalg::GenericOp generic, OpOperand *operand,
                     unsigned axis) {
  AffineMap map = generic.getMatchingIndexingMap(operand);
  return !map.isFunctionOfDim(axis) ||
         (map.isProjectedPermutation(/*allowZeroInResults=*/true) &&
          findAxis(generic, operand, axis));
}

bool mlir::onnxops::canMoveBefore(linalg::GenericOp generic, OpOperand *operand,
                                  unsigned axis) {
  if (!linalg::isElementwise(generic) || generic->getNumResults() != 1 ||
      generic.hasIndexSemantics())
    return false;
  OpOperand *init = generic.getDpsInitOperand(0);
  return generic.getMatchingIndexingMap(init).isIdentity() &&
         generic.getMatchingIndexingMap(operand).isIdentity() &&
         init->get().getDefiningOp<tensor::EmptyOp>() &&
         llvm::all_of(generic.getDpsInputOperands(), [&](OpOperand *other) {
           return other == operand || canSlice(generic, other, axis);
         });
}

// The concat that `generic` reads element by element as its only user, if all
// other operands of `generic` can be sliced.
static OpOperand *findConcat(linalg::GenericOp generic) {
  for (OpOperand *operand : generic.getDpsInputOperands()) {
    auto concat = operand->get().getDefiningOp<tensor::ConcatOp>();
    if (concat && concat->hasOneUse() && getRuns(concat) == Runs::Long &&
        concat->getBlock() == generic->getBlock() &&
        canMoveBefore(generic, operand, concat.getDim()))
      return operand;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

// The slice of an operand for elements [offset, offset + size) of the axis.
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
  return sliceTensor(builder, generic.getLoc(), tensor, offsets, sizes,
                     strides);
}

// Applies the op to `part`, the operand of the concat that begins at `offset`
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
  auto result =
      tensor::ConcatOp::create(builder, concat.getLoc(), type, axis, parts);
  result->setDiscardableAttrs(concat->getDiscardableAttrDictionary());
  generic.getResult(0).replaceAllUsesWith(result.getResult());
  generic.erase();
  concat.erase();
}

bool mlir::onnxops::moveBeforeConcats(func::FuncOp func) {
  SmallVector<linalg::GenericOp> generics;
  func.walk([&](linalg::GenericOp generic) { generics.push_back(generic); });
  bool isChanged = false;
  // In order, so that an op after one that was moved finds a concat too.
  for (linalg::GenericOp generic : generics)
    if (OpOperand *operand = findConcat(generic)) {
      moveBeforeConcat(generic, operand);
      isChanged = true;
    }
  return isChanged;
}

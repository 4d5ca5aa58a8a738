//===- OnnxBuilder.cpp - builds ops of onnx-mlir --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resolving sequences creates slices of tensors, and folding creates constants.
// These are upstream ops here, and ONNX operators in onnx-mlir.
//
//===----------------------------------------------------------------------===//

#include "OnnxBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

Operation *OnnxBuilder::create(Operation *place, StringRef name,
                               TypeRange types, ValueRange operands,
                               NamedAttrList own,
                               ArrayRef<NamedAttribute> others) {
  OperationState state(place->getLoc(), name, operands, types, others);
  if (!hasProperties)
    state.addAttributes(own.getAttrs());
  else if (!own.empty())
    state.propertiesAttr = own.getDictionary(builder.getContext());
  builder.setInsertionPoint(place);
  return builder.create(state);
}

Value OnnxBuilder::createConstant(Operation *place, TypedAttr value,
                                  ArrayRef<NamedAttribute> others) {
  NamedAttrList own;
  own.set("value", value);
  return create(place, "onnx.Constant", value.getType(), {}, std::move(own),
                others)
      ->getResult(0);
}

Value OnnxBuilder::createIntegers(Operation *place, ArrayRef<int64_t> values) {
  return createConstant(place, builder.getI64TensorAttr(values));
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

// Drops dimensions of size 1.
static Value squeeze(OnnxBuilder &onnx, Operation *op, Value tensor,
                     ArrayRef<int64_t> axes) {
  if (axes.empty())
    return tensor;
  Value operand = onnx.createIntegers(op, axes);
  return onnx
      .create(op, "onnx.Squeeze", op->getResultTypes(), {tensor, operand})
      ->getResult(0);
}

// Whether a slice covers a dimension completely.
static bool isWhole(tensor::ExtractSliceOp slice, int64_t dim) {
  if (!isZeroInteger(slice.getMixedOffsets()[dim]) ||
      !isOneInteger(slice.getMixedStrides()[dim]))
    return false;
  OpFoldResult size = slice.getMixedSizes()[dim];
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return *known == slice.getSourceType().getDimSize(dim);
  auto source = cast<Value>(size).getDefiningOp<tensor::DimOp>();
  return source && source.getSource() == slice.getSource() &&
         source.getConstantIndex() == dim;
}

// Null if not all bounds are known.
static Value convertSlice(OnnxBuilder &onnx, tensor::ExtractSliceOp op) {
  RankedTensorType type = op.getSourceType();
  SmallVector<int64_t> starts, ends, axes, steps, shape(type.getShape());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (isWhole(op, dim))
      continue;
    auto start = getConstantIntValue(op.getMixedOffsets()[dim]);
    auto size = getConstantIntValue(op.getMixedSizes()[dim]);
    auto step = getConstantIntValue(op.getMixedStrides()[dim]);
    if (!start || !size || !step || *step < 1)
      return {};
    starts.push_back(*start);
    ends.push_back(*start + *size * *step);
    axes.push_back(dim);
    steps.push_back(*step);
    shape[dim] = *size;
  }
  Value tensor = op.getSource();
  if (!axes.empty()) {
    SmallVector<Value> operands = {tensor};
    for (ArrayRef<int64_t> list : {starts, ends, axes, steps})
      operands.push_back(onnx.createIntegers(op, list));
    tensor = onnx.create(op, "onnx.Slice", type.clone(shape), operands)
                 ->getResult(0);
  }
  llvm::SmallBitVector dropped = op.getDroppedDims();
  return squeeze(
      onnx, op, tensor,
      SmallVector<int64_t>(dropped.set_bits_begin(), dropped.set_bits_end()));
}

// The dimensions of size 1 to drop so that each group of `shape` has a single
// dimension left; none if that is not possible.
static std::optional<SmallVector<int64_t>>
findUnitAxes(ArrayRef<int64_t> shape, ArrayRef<ReassociationIndices> groups) {
  SmallVector<int64_t> axes;
  if (groups.empty())
    axes.assign(llvm::seq<int64_t>(0, shape.size()).begin(),
                llvm::seq<int64_t>(0, shape.size()).end());
  for (const ReassociationIndices &group : groups) {
    size_t left = group.size();
    for (int64_t dim : group)
      if (left > 1 && shape[dim] == 1) {
        axes.push_back(dim);
        --left;
      }
    if (left > 1)
      return std::nullopt;
  }
  return axes;
}

static Value convertCollapse(OnnxBuilder &onnx, tensor::CollapseShapeOp op) {
  auto axes =
      findUnitAxes(op.getSrcType().getShape(), op.getReassociationIndices());
  return axes ? squeeze(onnx, op, op.getSrc(), *axes) : Value();
}

static Value convertExpand(OnnxBuilder &onnx, tensor::ExpandShapeOp op) {
  auto axes =
      findUnitAxes(op.getResultType().getShape(), op.getReassociationIndices());
  if (!axes)
    return {};
  if (axes->empty())
    return op.getSrc();
  Value operand = onnx.createIntegers(op, *axes);
  return onnx
      .create(op, "onnx.Unsqueeze", op.getResultType(), {op.getSrc(), operand})
      ->getResult(0);
}

//===----------------------------------------------------------------------===//
// All upstream ops
//===----------------------------------------------------------------------===//

static Value convertConstant(OnnxBuilder &onnx, arith::ConstantOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || !getOnnxOfElementType(type.getElementType()))
    return {};
  SmallVector<NamedAttribute> others(op->getDiscardableAttrs());
  return onnx.createConstant(op, op.getValue(), others);
}

bool mlir::onnxops::convertUpstreamOp(OnnxBuilder &onnx, Operation *op) {
  auto replacement =
      llvm::TypeSwitch<Operation *, Value>(op)
          .Case([&](arith::ConstantOp op) { return convertConstant(onnx, op); })
          .Case([&](tensor::CastOp op) { return op.getSource(); })
          .Case([&](tensor::CollapseShapeOp op) {
            return convertCollapse(onnx, op);
          })
          .Case(
              [&](tensor::ExpandShapeOp op) { return convertExpand(onnx, op); })
          .Case(
              [&](tensor::ExtractSliceOp op) { return convertSlice(onnx, op); })
          .Default([](Operation *) { return Value(); });
  if (!replacement)
    return false;
  // onnx-mlir does not compare the types of the operand and the result.
  if (replacement.getType() != op->getResult(0).getType())
    replacement =
        onnx.create(op, "onnx.Identity", op->getResultTypes(), replacement)
            ->getResult(0);
  llvm::SmallSetVector<Operation *, 8> producers;
  auto addProducersOf = [&](Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        producers.insert(producer);
  };
  addProducersOf(op);
  op->getResult(0).replaceAllUsesWith(replacement);
  op->erase();
  // Erase size computations without other users.
  while (!producers.empty()) {
    Operation *producer = producers.pop_back_val();
    if (!isa<arith::ConstantIndexOp, tensor::DimOp>(producer) ||
        !isOpTriviallyDead(producer))
      continue;
    addProducersOf(producer);
    producer->erase();
  }
  return true;
}

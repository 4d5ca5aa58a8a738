//===- OperatorBuilder.cpp - builds ONNX operators ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses between attributes and operands by opset, and infers result types.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Onnx/OperatorBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;

static Type getElementType(Value tensor) {
  return cast<TensorType>(tensor.getType()).getElementType();
}

Operation *OperatorBuilder::create(StringRef opType, ValueRange operands,
                                   Type element,
                                   ArrayRef<NamedAttribute> attributes,
                                   unsigned numResults) {
  OperationState state(loc, ("onnx." + opType).str());
  state.addOperands(operands);
  state.addAttributes(attributes);
  state.addTypes(
      SmallVector<Type>(numResults, UnrankedTensorType::get(element)));
  Operation *op = builder.create(state);
  SmallVector<Type> types = inferOnnxTypes(op, {opset});
  for (auto [result, type] : llvm::zip(op->getResults(), types))
    if (type)
      result.setType(type);
  return op;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value OperatorBuilder::createScalar(int64_t value) {
  auto type = RankedTensorType::get({}, builder.getI64Type());
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, value));
}

Value OperatorBuilder::createVector(ArrayRef<int64_t> values) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI64TensorAttr(values));
}

NamedAttribute OperatorBuilder::makeAxis(int64_t axis) {
  return builder.getNamedAttr("axis", builder.getI64IntegerAttr(axis));
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

Operation *OperatorBuilder::createSplit(Value tensor, Value lengths,
                                        int64_t axis, unsigned numParts) {
  Type element = getElementType(tensor);
  if (opset >= opsets::kFirstSplitOperand)
    return create("Split", {tensor, createIndices(lengths)}, element,
                  makeAxis(axis), numParts);
  SmallVector<int64_t> values;
  FailureOr<KnownElements> known = getKnownElements(lengths);
  assert(succeeded(known) && "constant before this opset");
  for (std::optional<int64_t> length : *known)
    values.push_back(*length);
  NamedAttribute split =
      builder.getNamedAttr("split", builder.getI64ArrayAttr(values));
  return create("Split", tensor, element, {makeAxis(axis), split}, numParts);
}

Value OperatorBuilder::createSlice(Value tensor, Value start, Value end,
                                   int64_t axis) {
  return create("Slice", {tensor, start, end, createVector(axis)},
                getElementType(tensor))
      ->getResult(0);
}

Value OperatorBuilder::createGather(Value tensor, Value index, int64_t axis) {
  return create("Gather", {tensor, index}, getElementType(tensor),
                makeAxis(axis))
      ->getResult(0);
}

Value OperatorBuilder::createUnsqueeze(Value tensor, int64_t axis) {
  Type element = getElementType(tensor);
  if (opset >= opsets::kFirstAxesOperand)
    return create("Unsqueeze", {tensor, createVector(axis)}, element)
        ->getResult(0);
  NamedAttribute axes =
      builder.getNamedAttr("axes", builder.getI64ArrayAttr(axis));
  return create("Unsqueeze", tensor, element, axes)->getResult(0);
}

Value OperatorBuilder::createReshape(Value tensor, ArrayRef<int64_t> shape) {
  return create("Reshape", {tensor, createVector(shape)},
                getElementType(tensor))
      ->getResult(0);
}

Value OperatorBuilder::createIndices(Value tensor) {
  Type i64 = builder.getI64Type();
  if (getElementType(tensor) == i64)
    return tensor;
  NamedAttribute to = builder.getNamedAttr(
      "to", builder.getI64IntegerAttr(*getOnnxOfElementType(i64)));
  return create("Cast", tensor, i64, to)->getResult(0);
}

Value OperatorBuilder::createSize(Value tensor, int64_t axis) {
  Value shape = create("Shape", tensor, builder.getI64Type())->getResult(0);
  return createGather(shape, createScalar(axis), 0);
}

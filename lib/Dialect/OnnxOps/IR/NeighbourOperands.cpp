//===- NeighbourOperands.cpp - operands and attributes of neighbours ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What rules for types and for values read in the same way.
//
//===----------------------------------------------------------------------===//

#include "NeighbourRules.h"
#include "mlir/IR/Builders.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::onnxops;

TensorType mlir::onnxops::getTensorType(Operation *op, unsigned index) {
  return cast<TensorType>(op->getOperand(index).getType());
}

int64_t mlir::onnxops::getInteger(Operation *op, StringRef name,
                                  int64_t absent) {
  auto value = op->getAttrOfType<IntegerAttr>(name);
  return value ? value.getValue().getSExtValue() : absent;
}

//===----------------------------------------------------------------------===//
// Lists of integers
//===----------------------------------------------------------------------===//

bool mlir::onnxops::hasEntries(Operation *op, StringRef attribute,
                               unsigned index) {
  return op->hasAttr(attribute) || getGivenOperand(op, index);
}

std::optional<KnownElements> mlir::onnxops::getEntries(Operation *op,
                                                       StringRef attribute,
                                                       unsigned index,
                                                       ValueReader &reader) {
  if (auto list = op->getAttrOfType<ArrayAttr>(attribute)) {
    KnownElements entries;
    for (Attribute entry : list) {
      auto integer = dyn_cast<IntegerAttr>(entry);
      entries.push_back(integer
                            ? std::optional(integer.getValue().getSExtValue())
                            : std::nullopt);
    }
    return entries;
  }
  Value operand = getGivenOperand(op, index);
  const KnownElements *entries = operand ? reader.read(operand) : nullptr;
  if (!entries)
    return std::nullopt;
  return *entries;
}

std::optional<llvm::SmallBitVector>
mlir::onnxops::getDimensions(ArrayRef<std::optional<int64_t>> axes,
                             int64_t rank) {
  llvm::SmallBitVector dimensions(rank);
  for (std::optional<int64_t> axis : axes) {
    std::optional<int64_t> dim =
        axis ? normalizeAxis(*axis, rank) : std::nullopt;
    if (!dim || dimensions.test(*dim))
      return std::nullopt;
    dimensions.set(*dim);
  }
  return dimensions;
}

Type mlir::onnxops::makeUnknownShape(int64_t rank, Type element) {
  return RankedTensorType::get(SmallVector<int64_t>(rank, ShapedType::kDynamic),
                               element);
}

std::pair<int64_t, int64_t> mlir::onnxops::getShapeRange(Operation *op,
                                                         int64_t rank) {
  auto clamp = [&](int64_t position) {
    return std::clamp<int64_t>(position < 0 ? position + rank : position, 0,
                               rank);
  };
  int64_t start = clamp(getInteger(op, "start", 0));
  int64_t end = clamp(getInteger(op, "end", rank));
  return {start, std::max(start, end)};
}

//===----------------------------------------------------------------------===//
// Element types and constants
//===----------------------------------------------------------------------===//

Type mlir::onnxops::getCastType(Operation *op) {
  // As onnx-mlir spells it.
  if (auto type = op->getAttrOfType<TypeAttr>("to"))
    return type.getValue();
  auto to = op->getAttrOfType<IntegerAttr>("to");
  return to ? getElementTypeOfOnnx(to.getValue().getSExtValue(),
                                   op->getContext())
            : Type();
}

Type mlir::onnxops::getFillType(Operation *op) {
  if (Attribute value = op->getAttr("value")) {
    auto elements = dyn_cast<ElementsAttr>(value);
    return elements ? elements.getElementType() : Type();
  }
  return Float32Type::get(op->getContext());
}

ElementsAttr mlir::onnxops::getConstantValue(Operation *op) {
  Builder builder(op->getContext());
  if (auto value = op->getAttrOfType<ElementsAttr>("value"))
    return value;
  if (auto value = op->getAttrOfType<IntegerAttr>("value_int")) {
    // Signed, as onnx-mlir spells it, or not.
    if (!value.getType().isInteger(64))
      return {};
    return DenseElementsAttr::get(
        RankedTensorType::get({}, builder.getI64Type()), value.getValue());
  }
  if (auto value = op->getAttrOfType<FloatAttr>("value_float"))
    return DenseElementsAttr::get(RankedTensorType::get({}, value.getType()),
                                  {Attribute(value)});
  for (StringRef name : {"value_ints", "value_floats"})
    if (auto values = op->getAttrOfType<ArrayAttr>(name)) {
      Type element = name == "value_ints" ? Type(builder.getI64Type())
                                          : Type(builder.getF32Type());
      if (llvm::all_of(values, [&](Attribute value) {
            auto typed = dyn_cast<TypedAttr>(value);
            return typed && typed.getType() == element;
          }))
        return DenseElementsAttr::get(
            RankedTensorType::get(values.size(), element), values.getValue());
    }
  return {};
}

//===----------------------------------------------------------------------===//
// Slice
//===----------------------------------------------------------------------===//

RowRange mlir::onnxops::clampRows(int64_t size, int64_t start, int64_t end,
                                  int64_t step) {
  bool goesOn = step > 0;
  auto count = [&](int64_t bound) { return bound < 0 ? bound + size : bound; };
  // A step back begins at the last row at most, and ends before the first.
  int64_t last = goesOn ? size : size - 1;
  auto clamp = [](int64_t value, int64_t low, int64_t high) {
    return std::min(std::max(value, low), high);
  };
  start = clamp(count(start), 0, last);
  end = clamp(count(end), goesOn ? 0 : -1, last);
  uint64_t reach = goesOn ? end - start : start - end;
  if (goesOn ? end <= start : start <= end)
    return {start, 0};
  uint64_t distance = goesOn ? step : -static_cast<uint64_t>(step);
  return {start, static_cast<int64_t>((reach - 1) / distance + 1)};
}

std::optional<SmallVector<SliceBounds>>
mlir::onnxops::getSliceBounds(Operation *op, ValueReader &reader) {
  std::optional<KnownElements> starts = getEntries(op, "starts", 1, reader);
  std::optional<KnownElements> ends = getEntries(op, "ends", 2, reader);
  std::optional<KnownElements> axes = getEntries(op, "axes", 3, reader);
  std::optional<KnownElements> steps = getEntries(op, "steps", 4, reader);
  bool hasAxes = hasEntries(op, "axes", 3),
       hasSteps = hasEntries(op, "steps", 4);
  const auto &counted = hasAxes ? axes : starts;
  if (!counted)
    return std::nullopt;
  auto entry = [](const std::optional<KnownElements> &list, size_t i) {
    return list && i < list->size() ? (*list)[i] : std::nullopt;
  };
  SmallVector<SliceBounds> bounds;
  for (size_t i = 0, count = counted->size(); i < count; ++i)
    bounds.push_back({hasAxes ? entry(axes, i) : std::optional<int64_t>(i),
                      entry(starts, i), entry(ends, i),
                      hasSteps ? entry(steps, i) : std::optional<int64_t>(1)});
  return bounds;
}

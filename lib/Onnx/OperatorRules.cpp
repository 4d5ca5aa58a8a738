//===- OperatorRules.cpp - shared code of operator rules ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads operands and attributes, and computes shapes and known elements.
//
//===----------------------------------------------------------------------===//

#include "OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

TensorType mlir::onnxops::getTensorType(Operation *op, unsigned index) {
  return cast<TensorType>(op->getOperand(index).getType());
}

int64_t mlir::onnxops::getInteger(Operation *op, StringRef name,
                                  int64_t absent) {
  return getIntegerValue(op->getAttr(name)).value_or(absent);
}

std::optional<int64_t> mlir::onnxops::findInteger(Operation *op, StringRef name,
                                                  int64_t absent) {
  Attribute attribute = op->getAttr(name);
  return attribute ? getIntegerValue(attribute) : absent;
}

std::optional<int64_t> mlir::onnxops::findAxis(Operation *op, int64_t absent,
                                               int64_t rank) {
  std::optional<int64_t> axis = findInteger(op, "axis", absent);
  return axis ? normalizeAxis(*axis, rank) : std::nullopt;
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
  if (auto list = op->getAttrOfType<ArrayAttr>(attribute))
    return KnownElements(llvm::map_range(list, getIntegerValue));
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

Type mlir::onnxops::makeIndices(Operation *op, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, IntegerType::get(op->getContext(), 64));
}

SmallVector<Type> mlir::onnxops::takeTypes(Operation *op,
                                           ArrayRef<Type> types) {
  if (op->getNumResults() > types.size())
    return {};
  return SmallVector<Type>(types.take_front(op->getNumResults()));
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

// The broadcast size of two sizes. Lowering rejects sizes that do not match.
static int64_t broadcastSizes(int64_t lhs, int64_t rhs) {
  if (lhs == rhs || rhs == 1)
    return lhs;
  // A size other than 1 takes precedence over an unknown size.
  if (lhs == 1 || ShapedType::isDynamic(lhs))
    return rhs;
  return ShapedType::isDynamic(rhs) ? lhs : ShapedType::kDynamic;
}

SmallVector<int64_t> mlir::onnxops::broadcastShapes(ArrayRef<int64_t> lhs,
                                                    ArrayRef<int64_t> rhs) {
  auto [low, high] =
      lhs.size() < rhs.size() ? std::pair(lhs, rhs) : std::pair(rhs, lhs);
  SmallVector<int64_t> shape(high);
  for (auto [size, other] : llvm::zip(llvm::reverse(shape), llvm::reverse(low)))
    size = broadcastSizes(size, other);
  return shape;
}

Type mlir::onnxops::broadcastOperandTypes(Operation *op, Type element,
                                          const InferenceMode &mode,
                                          int64_t firstBroadcast) {
  SmallVector<int64_t> shape;
  for (Type type : op->getOperandTypes()) {
    // An operand of a variadic operator may be absent, against the rules.
    auto operand = dyn_cast<RankedTensorType>(type);
    if (!operand)
      return UnrankedTensorType::get(element);
    shape = broadcastShapes(shape, operand.getShape());
    if (mode.opset < firstBroadcast)
      break;
  }
  return RankedTensorType::get(shape, element);
}

SmallVector<Type> mlir::onnxops::inferSame(Operation *op,
                                           const InferenceMode &) {
  return {op->getOperand(0).getType()};
}

//===----------------------------------------------------------------------===//
// Known elements
//===----------------------------------------------------------------------===//

std::optional<int64_t>
mlir::onnxops::countElements(ArrayRef<std::optional<int64_t>> sizes) {
  int64_t count = 1;
  for (std::optional<int64_t> size : sizes) {
    if (!size || *size < 0)
      return std::nullopt;
    if (*size != 0 && count > ValueReader::kMaxElements / *size)
      return std::nullopt;
    count *= *size;
  }
  return count;
}

std::optional<KnownElements> mlir::onnxops::mapElements(
    Operation *op, ValueReader &reader,
    llvm::function_ref<std::optional<int64_t>(ArrayRef<std::optional<int64_t>>)>
        compute) {
  SmallVector<const KnownElements *> lists;
  size_t count = 1;
  for (unsigned index = 0; index < op->getNumOperands(); ++index) {
    auto type = dyn_cast<RankedTensorType>(op->getOperand(index).getType());
    const KnownElements *list =
        type ? reader.read(op->getOperand(index)) : nullptr;
    if (!list || !isa<IntegerType>(type.getElementType()) || type.getRank() > 1)
      return std::nullopt;
    if (list->size() != 1 && count != 1 && list->size() != count)
      return std::nullopt;
    count = list->size() == 1 ? count : list->size();
    lists.push_back(list);
  }
  if (count * lists.size() > ValueReader::kMaxElements)
    return std::nullopt;
  KnownElements result;
  for (size_t i = 0; i < count; ++i) {
    KnownElements elements =
        llvm::map_to_vector(lists, [&](const KnownElements *list) {
          return (*list)[list->size() == 1 ? 0 : i];
        });
    result.push_back(compute(elements));
  }
  return result;
}

std::optional<KnownElements> mlir::onnxops::readSame(Operation *op, unsigned,
                                                     ValueReader &reader) {
  const KnownElements *elements = reader.read(op->getOperand(0));
  if (!elements)
    return std::nullopt;
  return *elements;
}

//===- KnownNeighbourValues.cpp - known values of neighbours --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape arithmetic as exporters write it. The table in Neighbours.cpp says
// which operator each rule is for.
//
//===----------------------------------------------------------------------===//

#include "NeighbourRules.h"

using namespace mlir;
using namespace mlir::onnxops;

using Elements = std::optional<KnownElements>;

static Type getElementType(Operation *op) {
  return cast<TensorType>(op->getResult(0).getType()).getElementType();
}

//===----------------------------------------------------------------------===//
// Constants and sizes
//===----------------------------------------------------------------------===//

Elements mlir::onnxops::readConstant(Operation *op, unsigned, ValueReader &) {
  ElementsAttr value = getConstantValue(op);
  return value ? ValueReader::readConstant(value) : std::nullopt;
}

// The number of elements of a tensor of those sizes; none if it is not known or
// too large to list them.
static std::optional<int64_t>
countElements(ArrayRef<std::optional<int64_t>> sizes) {
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

Elements mlir::onnxops::readConstantOfShape(Operation *op, unsigned,
                                            ValueReader &reader) {
  const KnownElements *sizes = reader.read(op->getOperand(0));
  std::optional<int64_t> fill = 0;
  if (auto value = op->getAttrOfType<ElementsAttr>("value")) {
    Elements elements = ValueReader::readConstant(value);
    if (!elements || elements->size() != 1)
      return std::nullopt;
    fill = elements->front();
  }
  std::optional<int64_t> count = sizes ? countElements(*sizes) : std::nullopt;
  if (!count)
    return std::nullopt;
  return KnownElements(*count, fill);
}

Elements mlir::onnxops::readShape(Operation *op, unsigned, ValueReader &) {
  TensorType input = getTensorType(op, 0);
  if (!input.hasRank())
    return std::nullopt;
  auto [start, end] = getShapeRange(op, input.getRank());
  KnownElements sizes;
  for (int64_t size : input.getShape().slice(start, end - start))
    sizes.push_back(ShapedType::isDynamic(size) ? std::nullopt
                                                : std::optional(size));
  return sizes;
}

Elements mlir::onnxops::readSize(Operation *op, unsigned, ValueReader &) {
  TensorType input = getTensorType(op, 0);
  if (!input.hasRank())
    return std::nullopt;
  if (llvm::is_contained(input.getShape(), 0))
    return KnownElements(1, 0);
  Type type = IntegerType::get(op->getContext(), 64);
  std::optional<int64_t> product = 1;
  for (int64_t size : input.getShape())
    product = computeInteger(IntegerOperator::Mul, type, product,
                             ShapedType::isDynamic(size) ? std::nullopt
                                                         : std::optional(size));
  return KnownElements(1, product);
}

//===----------------------------------------------------------------------===//
// Moved elements
//===----------------------------------------------------------------------===//

Elements mlir::onnxops::readSame(Operation *op, unsigned, ValueReader &reader) {
  const KnownElements *elements = reader.read(op->getOperand(0));
  if (!elements)
    return std::nullopt;
  return *elements;
}

// Of a scalar or vector, which is the last dimension of the result.
Elements mlir::onnxops::readExpand(Operation *op, unsigned,
                                   ValueReader &reader) {
  TensorType data = getTensorType(op, 0);
  const KnownElements *elements = reader.read(op->getOperand(0));
  const KnownElements *shape = reader.read(op->getOperand(1));
  if (!data.hasRank() || data.getRank() > 1 || !elements || !shape)
    return std::nullopt;
  KnownElements sizes = *shape;
  int64_t length = elements->size();
  if (data.getRank() == 1 && sizes.empty())
    sizes.push_back(length);
  if (data.getRank() == 1 && sizes.back() == 1)
    sizes.back() = length;
  if (length != 1 && sizes.back() != length)
    return std::nullopt;
  std::optional<int64_t> count = countElements(sizes);
  if (!count)
    return std::nullopt;
  KnownElements repeated;
  for (int64_t i = 0; i < *count; ++i)
    repeated.push_back((*elements)[i % length]);
  return repeated;
}

// Of a scalar or vector, which stays as it is.
Elements mlir::onnxops::readTranspose(Operation *op, unsigned index,
                                      ValueReader &reader) {
  TensorType data = getTensorType(op, 0);
  if (!data.hasRank() || data.getRank() > 1)
    return std::nullopt;
  return readSame(op, index, reader);
}

// Element `index` counted from either end, none if it is not known.
static std::optional<int64_t> getAt(ArrayRef<std::optional<int64_t>> elements,
                                    std::optional<int64_t> index) {
  std::optional<int64_t> at =
      index ? normalizeAxis(*index, elements.size()) : std::nullopt;
  return at ? elements[*at] : std::nullopt;
}

// Of a vector only, as sizes are.
Elements mlir::onnxops::readGather(Operation *op, unsigned,
                                   ValueReader &reader) {
  TensorType data = getTensorType(op, 0);
  int64_t axis = getInteger(op, "axis", 0);
  if (!data.hasRank() || data.getRank() != 1 || !normalizeAxis(axis, 1))
    return std::nullopt;
  const KnownElements *elements = reader.read(op->getOperand(0));
  const KnownElements *indices = reader.read(op->getOperand(1));
  if (!elements || !indices)
    return std::nullopt;
  KnownElements gathered;
  for (std::optional<int64_t> index : *indices)
    gathered.push_back(getAt(*elements, index));
  return gathered;
}

Elements mlir::onnxops::readSlice(Operation *op, unsigned,
                                  ValueReader &reader) {
  TensorType data = getTensorType(op, 0);
  const KnownElements *elements = reader.read(op->getOperand(0));
  auto bounds = getSliceBounds(op, reader);
  if (!data.hasRank() || data.getRank() != 1 || !elements || !bounds ||
      bounds->size() > 1)
    return std::nullopt;
  if (bounds->empty())
    return *elements;
  const SliceBounds &slice = bounds->front();
  if (!slice.axis || !normalizeAxis(*slice.axis, 1) || !slice.start ||
      !slice.end || !slice.step || *slice.step == 0)
    return std::nullopt;
  RowRange rows =
      clampRows(elements->size(), *slice.start, *slice.end, *slice.step);
  KnownElements taken;
  for (int64_t i = 0; i < rows.count; ++i)
    taken.push_back((*elements)[rows.start + i * *slice.step]);
  return taken;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

// A whole number as a float holds it, none if it has to be rounded.
static std::optional<int64_t> roundTrip(FloatType type, int64_t value) {
  APFloat converted(type.getFloatSemantics());
  APInt bits(64, value, /*isSigned=*/true);
  if (converted.convertFromAPInt(bits, /*IsSigned=*/true,
                                 APFloat::rmNearestTiesToEven) != APFloat::opOK)
    return std::nullopt;
  return value;
}

// Between integers a value wraps; to a boolean, all but 0 is 1. Of floats only
// those are followed that a conversion does not change.
Elements mlir::onnxops::readCast(Operation *op, unsigned, ValueReader &reader) {
  const KnownElements *source = reader.read(op->getOperand(0));
  Type from = getTensorType(op, 0).getElementType(), to = getCastType(op);
  if (!source || !to || !isa<IntegerType, FloatType>(from) ||
      !isa<IntegerType, FloatType>(to))
    return std::nullopt;
  auto convert = [&](int64_t value) -> std::optional<int64_t> {
    if (to.isInteger(1))
      return value != 0;
    // Neither has a value that an i64 cannot hold.
    bool isLarge = value < 0 && from.isUnsignedInteger(64);
    if (auto type = dyn_cast<FloatType>(to))
      return isLarge ? std::nullopt : roundTrip(type, value);
    int64_t wrapped = wrapInteger(to, value);
    // What a float becomes that is out of range is not for inference to say.
    if (isa<FloatType>(from) &&
        (wrapped != value || (value < 0 && to.isUnsignedInteger())))
      return std::nullopt;
    return wrapped;
  };
  KnownElements elements = *source;
  for (std::optional<int64_t> &element : elements)
    if (element)
      element = convert(*element);
  return elements;
}

// Vectors of one length, or one element that goes with all of the other's.
static Elements computeAll(IntegerOperator kind, Operation *op,
                           ValueReader &reader) {
  Type type = getTensorType(op, 0).getElementType();
  const KnownElements *lhs = reader.read(op->getOperand(0));
  const KnownElements *rhs = reader.read(op->getOperand(1));
  auto isVector = [&](unsigned index) {
    TensorType operand = getTensorType(op, index);
    return operand.hasRank() && operand.getRank() <= 1;
  };
  if (!isa<IntegerType>(type) || type.isInteger(1) || !isVector(0) ||
      !isVector(1) || !lhs || !rhs || getInteger(op, "broadcast", 0) != 0)
    return std::nullopt;
  if (lhs->size() != rhs->size() && lhs->size() != 1 && rhs->size() != 1)
    return std::nullopt;
  size_t count = lhs->size() == 1 ? rhs->size() : lhs->size();
  auto get = [](const KnownElements &elements, size_t i) {
    return elements[elements.size() == 1 ? 0 : i];
  };
  KnownElements result;
  for (size_t i = 0; i < count; ++i)
    result.push_back(computeInteger(kind, type, get(*lhs, i), get(*rhs, i)));
  return result;
}

Elements mlir::onnxops::readAdd(Operation *op, unsigned, ValueReader &reader) {
  return computeAll(IntegerOperator::Add, op, reader);
}

Elements mlir::onnxops::readSub(Operation *op, unsigned, ValueReader &reader) {
  return computeAll(IntegerOperator::Sub, op, reader);
}

Elements mlir::onnxops::readMul(Operation *op, unsigned, ValueReader &reader) {
  return computeAll(IntegerOperator::Mul, op, reader);
}

Elements mlir::onnxops::readDiv(Operation *op, unsigned, ValueReader &reader) {
  return computeAll(IntegerOperator::Div, op, reader);
}

// What `compute` makes of each integer that is known.
static Elements
mapIntegers(Operation *op, ValueReader &reader,
            llvm::function_ref<std::optional<int64_t>(Type, int64_t)> compute) {
  const KnownElements *source = reader.read(op->getOperand(0));
  Type type = getElementType(op);
  if (!source || !isa<IntegerType>(type))
    return std::nullopt;
  KnownElements elements = *source;
  for (std::optional<int64_t> &element : elements)
    if (element)
      element = compute(type, *element);
  return elements;
}

static std::optional<int64_t> negate(Type type, int64_t value) {
  return computeInteger(IntegerOperator::Sub, type, 0, value);
}

Elements mlir::onnxops::readNeg(Operation *op, unsigned, ValueReader &reader) {
  return mapIntegers(op, reader, negate);
}

Elements mlir::onnxops::readAbs(Operation *op, unsigned, ValueReader &reader) {
  return mapIntegers(op, reader, [](Type type, int64_t value) {
    // A large unsigned integer looks negative here.
    return value < 0 && !type.isUnsignedInteger() ? negate(type, value) : value;
  });
}

Elements mlir::onnxops::readRelu(Operation *op, unsigned, ValueReader &reader) {
  return mapIntegers(op, reader, [](Type, int64_t value) {
    return std::max<int64_t>(value, 0);
  });
}

//===- KnownValues.cpp - integers known at compile time -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The traversal from a value to its operands. The rules for each op are in
// KnownUpstreamValues.cpp, and for other ONNX operators in lib/Onnx.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/ValueReader.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Matchers.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace mlir::onnxops;

// Bounds the recursion, and the number of ops and elements that a query visits.
static constexpr int kMaxDepth = 100;
static constexpr int64_t kMaxWork = 1 << 20;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

int64_t mlir::onnxops::wrapInteger(Type type, uint64_t bits) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.getWidth() >= 64)
    return static_cast<int64_t>(bits);
  unsigned width = integer.getWidth();
  if (integer.isUnsigned() || width == 1)
    return static_cast<int64_t>(bits & llvm::maskTrailingOnes<uint64_t>(width));
  return llvm::SignExtend64(bits, width);
}

static std::optional<int64_t> divide(Type type, int64_t lhs, int64_t rhs) {
  if (rhs == 0)
    return std::nullopt;
  if (type.isUnsignedInteger())
    return static_cast<uint64_t>(lhs) / static_cast<uint64_t>(rhs);
  // The only quotient that may overflow.
  if (rhs == -1)
    return wrapInteger(type, -static_cast<uint64_t>(lhs));
  return lhs / rhs;
}

std::optional<int64_t>
mlir::onnxops::computeInteger(IntegerOperator kind, Type type,
                              std::optional<int64_t> lhs,
                              std::optional<int64_t> rhs) {
  if (kind == IntegerOperator::Mul && (lhs == 0 || rhs == 0))
    return 0;
  if (!lhs || !rhs)
    return std::nullopt;
  uint64_t left = *lhs, right = *rhs;
  switch (kind) {
  case IntegerOperator::Add:
    return wrapInteger(type, left + right);
  case IntegerOperator::Sub:
    return wrapInteger(type, left - right);
  case IntegerOperator::Mul:
    return wrapInteger(type, left * right);
  case IntegerOperator::Div:
    return divide(type, *lhs, *rhs);
  }
  llvm_unreachable("all operators are handled");
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static std::optional<int64_t> readWhole(const APFloat &value) {
  APSInt whole(64, /*isUnsigned=*/false);
  bool exact = false;
  if (value.convertToInteger(whole, APFloat::rmTowardZero, &exact) !=
          APFloat::opOK ||
      !exact)
    return std::nullopt;
  return whole.getExtValue();
}

std::optional<KnownElements> ValueReader::readConstant(ElementsAttr constant) {
  auto dense = dyn_cast<DenseElementsAttr>(constant);
  if (!dense || dense.getNumElements() > kMaxElements)
    return std::nullopt;
  Type type = dense.getElementType();
  KnownElements elements;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (integer.getWidth() > 64)
      return std::nullopt;
    for (const APInt &value : dense.getValues<APInt>())
      elements.push_back(wrapInteger(type, value.getZExtValue()));
    return elements;
  }
  if (!isa<FloatType>(type))
    return std::nullopt;
  for (const APFloat &value : dense.getValues<APFloat>()) {
    elements.push_back(readWhole(value));
    if (!elements.back())
      return std::nullopt;
  }
  return elements;
}

//===----------------------------------------------------------------------===//
// Traversal
//===----------------------------------------------------------------------===//

// The number of elements of the type, all unknown.
static std::optional<KnownElements> readUnknown(Type type) {
  if (type.isIntOrIndexOrFloat())
    return KnownElements(1, std::nullopt);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return std::nullopt;
  // The number of elements of a type may exceed 64 bits.
  int64_t count = 1;
  if (llvm::is_contained(tensor.getShape(), 0))
    count = 0;
  else
    for (int64_t size : tensor.getShape()) {
      if (size > ValueReader::kMaxElements / count)
        return std::nullopt;
      count *= size;
    }
  return KnownElements(count, std::nullopt);
}

std::optional<KnownElements> ValueReader::readForeign(OpResult value) {
  auto *dialect = value.getContext()->getLoadedDialect<OnnxOpsDialect>();
  auto *rules = dialect
                    ? dialect->getRegisteredInterface<KnownValuesInterface>()
                    : nullptr;
  return rules ? rules->read(value, *this) : std::nullopt;
}

std::optional<KnownElements> ValueReader::compute(Value value) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant))) {
    if (auto elements = dyn_cast<ElementsAttr>(constant))
      return readConstant(elements);
    if (auto integer = dyn_cast<IntegerAttr>(constant))
      if (integer.getValue().getBitWidth() <= 64)
        return KnownElements(1, wrapInteger(integer.getType(),
                                            integer.getValue().getZExtValue()));
  }
  std::optional<KnownElements> unknown = readUnknown(value.getType());
  if (!value.getDefiningOp() || depth > kMaxDepth || work > kMaxWork)
    return unknown;
  std::optional<KnownElements> known = readUpstream(value, *this);
  if (!known)
    known = readForeign(cast<OpResult>(value));
  // If they contradict each other, type inference reports it.
  if (!known || static_cast<int64_t>(known->size()) > kMaxElements ||
      (unknown && unknown->size() != known->size()))
    return unknown;
  return known;
}

const KnownElements *ValueReader::read(Value value) {
  auto [entry, isNew] = memo.try_emplace(value);
  if (!isNew)
    return entry->second.get();
  ++depth;
  std::optional<KnownElements> elements = compute(value);
  --depth;
  work += 1 + (elements ? elements->size() : 0);
  if (!elements)
    return nullptr;
  auto kept = std::make_unique<KnownElements>(std::move(*elements));
  return (memo[value] = std::move(kept)).get();
}

std::optional<int64_t> ValueReader::readScalar(Value value) {
  const KnownElements *elements = read(value);
  return elements && elements->size() == 1 ? elements->front() : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

FailureOr<KnownElements> mlir::onnxops::getKnownElements(Value tensor) {
  ValueReader reader;
  const KnownElements *elements = reader.read(tensor);
  if (!elements)
    return failure();
  return *elements;
}

std::optional<int64_t> mlir::onnxops::getKnownScalar(Value tensor) {
  return ValueReader().readScalar(tensor);
}

//===- Reduce.cpp - rules of ReduceMax, ReduceSum and others --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions along axes.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// The reduced dimensions: all by default.
static std::optional<llvm::SmallBitVector> getReduced(Operation *op,
                                                      int64_t rank) {
  ValueReader reader;
  std::optional<KnownElements> axes = getEntries(op, "axes", 1, reader);
  if (!axes && hasEntries(op, "axes", 1))
    return std::nullopt;
  if (axes && !axes->empty())
    return getDimensions(*axes, rank);
  bool isNoop = getInteger(op, "noop_with_empty_axes", 0) != 0;
  return llvm::SmallBitVector(rank, !isNoop);
}

// Reduced dimensions are kept with size 1, or dropped.
static SmallVector<Type> inferReduction(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  Type element = input.getElementType();
  bool keeps = getInteger(op, "keepdims", 1) != 0;
  if (!input.hasRank())
    return {input};
  std::optional<llvm::SmallBitVector> reduced = getReduced(op, input.getRank());
  if (!reduced && keeps)
    return {makeUnknownShape(input.getRank(), element)};
  if (!reduced)
    return {UnrankedTensorType::get(element)};
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(input.getShape()))
    if (!reduced->test(dim))
      shape.push_back(size);
    else if (keeps)
      shape.push_back(1);
  return {RankedTensorType::get(shape, element)};
}

// Combines the elements of a vector, beginning with `neutral`.
static std::optional<KnownElements> combineAll(
    Operation *op, ValueReader &reader, std::optional<int64_t> neutral,
    llvm::function_ref<std::optional<int64_t>(Type, std::optional<int64_t>,
                                              std::optional<int64_t>)>
        combine) {
  TensorType data = getTensorType(op, 0);
  const KnownElements *elements = reader.read(op->getOperand(0));
  if (!elements || !data.hasRank() || data.getRank() != 1 ||
      !isa<IntegerType>(data.getElementType()))
    return std::nullopt;
  std::optional<llvm::SmallBitVector> reduced = getReduced(op, 1);
  if (!reduced)
    return std::nullopt;
  if (reduced->none())
    return *elements;
  std::optional<int64_t> all = neutral;
  for (std::optional<int64_t> element : *elements)
    all = combine(data.getElementType(), all, element);
  return KnownElements{all};
}

static std::optional<KnownElements> readSum(Operation *op, unsigned,
                                            ValueReader &reader) {
  return combineAll(op, reader, 0, [](Type type, auto all, auto element) {
    return computeInteger(IntegerOperator::Add, type, all, element);
  });
}

static std::optional<KnownElements> readProduct(Operation *op, unsigned,
                                                ValueReader &reader) {
  return combineAll(op, reader, 1, [](Type type, auto all, auto element) {
    return computeInteger(IntegerOperator::Mul, type, all, element);
  });
}

// For signed integers; the result for no element is not tracked.
template <bool isLargest>
static std::optional<KnownElements> readExtreme(Operation *op, unsigned,
                                                ValueReader &reader) {
  const KnownElements *elements = reader.read(op->getOperand(0));
  if (!elements || elements->empty() ||
      !getTensorType(op, 0).getElementType().isSignlessInteger())
    return std::nullopt;
  auto combine = [&](Type, std::optional<int64_t> all,
                     std::optional<int64_t> element) -> std::optional<int64_t> {
    if (!all || !element)
      return std::nullopt;
    return isLargest ? std::max(*all, *element) : std::min(*all, *element);
  };
  return combineAll(op, reader, elements->front(), combine);
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("ReduceL1", 1, 1, 2, inferReduction),
    makeUnlowered("ReduceL2", 1, 1, 2, inferReduction),
    makeUnlowered("ReduceLogSum", 1, 1, 2, inferReduction),
    makeUnlowered("ReduceLogSumExp", 1, 1, 2, inferReduction),
    {"ReduceMax", 1, 1, 2, inferReduction, readExtreme</*isLargest=*/true>},
    {"ReduceMean", 1, 1, 2, inferReduction},
    {"ReduceMin", 1, 1, 2, inferReduction, readExtreme</*isLargest=*/false>},
    {"ReduceProd", 1, 1, 2, inferReduction, readProduct},
    {"ReduceSum", 1, 1, 2, inferReduction, readSum},
    makeUnlowered("ReduceSumSquare", 1, 1, 2, inferReduction),
};

ArrayRef<OnnxOperator> mlir::onnxops::getReduceOperators() {
  return kOperators;
}

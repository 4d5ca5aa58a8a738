//===- KnownExchange.cpp - exchanges whose sizes are known ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes that are sent are those of the plans of all ranks; the bound is
// counted without a plan.
//
//===----------------------------------------------------------------------===//

#include "KnownExchange.h"

#include "mlir/IR/Matchers.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::onnxops;

// Reads how a tensor is sharded: a source, or for the number of sources the
// result.
bool KnownExchange::readTensor(ExchangeOp op, int64_t index, ShapedType type,
                               size_t &nextOffsets) {
  for (auto [dimension, axis] : llvm::enumerate(op.getAxesOf(index))) {
    SmallVector<int64_t> &numbers = offsets.emplace_back();
    shardings.push_back({axis, nullptr});
    if (axis < 0) {
      if (type.isDynamicDim(dimension))
        return false;
      numbers = {0, type.getDimSize(dimension)};
      continue;
    }
    DenseIntElementsAttr elements;
    if (!matchPattern(op.getOffsets()[nextOffsets++], m_Constant(&elements)))
      return false;
    for (const APInt &number : elements)
      numbers.push_back(number.getSExtValue());
  }
  return true;
}

bool KnownExchange::read(ExchangeOp op) {
  auto result = cast<ShapedType>(op.getInit().getType());
  int64_t sources = op.getSources().size();
  size_t nextOffsets = 0;
  for (auto [index, source] : llvm::enumerate(op.getSources()))
    if (!readTensor(op, index, cast<ShapedType>(source.getType()), nextOffsets))
      return false;
  if (!readTensor(op, sources, result, nextOffsets))
    return false;
  // After all of them have been added, where they are does not change.
  for (auto [sharding, numbers] : llvm::zip_equal(shardings, offsets))
    sharding.offsets = numbers.data();

  int64_t begin = 0;
  ArrayRef<int64_t> numbers = op.getSegments();
  if (llvm::any_of(numbers, ShapedType::isDynamic))
    return false;
  for (; !numbers.empty(); numbers = numbers.drop_front(4)) {
    segments.push_back({numbers[0], numbers[1], numbers[2], numbers[3], begin});
    begin += numbers[2] * numbers[3];
  }
  grid = llvm::to_vector(op.getGrid());
  exchange = {{int64_t(grid.size()), grid.data()},
              result.getRank(),
              int64_t(op.getDimension()),
              sources,
              shardings.data(),
              shardings.data() + sources * result.getRank(),
              int64_t(segments.size()),
              segments.data()};
  return !onnxopsExchangeProblem(&exchange);
}

namespace {
/// The elements of parts, unless they are 2^63 or more.
struct Sum {
  int64_t dimensions;
  std::optional<int64_t> elements = 0;
};
} // namespace

static void addPart(void *state, const OnnxopsPart *part) {
  auto *sum = static_cast<Sum *>(state);
  int64_t elements = 1;
  for (int64_t dimension = 0; dimension < sum->dimensions; ++dimension)
    elements *= part->sizes[dimension];
  if (sum->elements)
    sum->elements = llvm::checkedAdd(*sum->elements, elements);
}

std::optional<int64_t> KnownExchange::countSent() const {
  Sum sum = {exchange.dimensions};
  OnnxopsPlanVisitor visitor = {&sum, addPart, nullptr, nullptr, nullptr};
  for (int64_t rank = 0; rank < getRanks(); ++rank)
    if (!onnxopsPlanExchange(&exchange, rank, &visitor))
      return std::nullopt;
  return sum.elements;
}

std::optional<int64_t> KnownExchange::countBound() const {
  std::optional<int64_t> sum = 0;
  for (int64_t rank = 0; rank < getRanks() && sum; ++rank) {
    int64_t needed = onnxopsExchangeBound(&exchange, rank);
    if (needed < 0)
      return std::nullopt;
    sum = llvm::checkedAdd(*sum, needed);
  }
  return sum;
}

// Each rank receives all shards of each sharded source but its own.
std::optional<int64_t> KnownExchange::countAllGather() const {
  std::optional<int64_t> sum = 0;
  for (int64_t source = 0; source < exchange.sources && sum; ++source) {
    int64_t elements = 1, shards = 1;
    for (int64_t d = 0; d < exchange.dimensions; ++d) {
      const OnnxopsSharding &sharding =
          exchange.from[source * exchange.dimensions + d];
      int64_t parts = sharding.axis < 0 ? 1 : grid[sharding.axis];
      elements *= sharding.offsets[parts];
      shards *= parts;
    }
    // Together, the ranks that have different shards have the tensor once.
    sum = llvm::checkedMulAdd(elements, getRanks() - getRanks() / shards, *sum);
  }
  return sum;
}

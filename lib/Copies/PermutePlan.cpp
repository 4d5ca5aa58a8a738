//===- PermutePlan.cpp - short runs combined in registers -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sources are the leaves of a binary tree. The stream of a node is the row-wise
// concat of its leaves; that of a leaf is its memory. A register of a node's
// stream is one shuffle of a register of each child, so that a register of the
// root costs one shuffle per level at which it takes from both children.
// Registers that begin at multiples of their size are shared by all readers.
//
//===----------------------------------------------------------------------===//

#include "PermutePlan.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <numeric>

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

namespace {

/// Elements of a stream, located in a register.
struct Located {
  int value;
  SmallVector<int32_t> lanes;
};

/// A node of the tree. Numbers count elements.
struct Stream {
  int source = -1; ///< of a leaf
  std::unique_ptr<Stream> left, right;
  int64_t width = 0; ///< of one row
  struct Register {
    int64_t begin, end;
    int value;
  };
  SmallVector<Register> registers;
};

class Planner {
public:
  Planner(ArrayRef<int64_t> runs, int64_t elementBytes, int64_t registerBytes,
          int64_t rows);

  PermutePlan plan(bool isPacked);

private:
  std::unique_ptr<Stream> makeTree(unsigned begin, unsigned end);
  Located locate(Stream &stream, int64_t begin, int64_t end);
  Located locateLoaded(Stream &leaf, int64_t begin, int64_t end);
  int shuffle(Stream &stream, int64_t begin, int64_t end);
  int load(int source, int64_t begin);
  /// The position in a child's stream that corresponds to `position` in the
  /// stream, in which the child has columns [first, first + its width).
  static int64_t toChild(const Stream &stream, const Stream &child,
                         int64_t first, int64_t position);
  void store(int64_t begin, int64_t row, int64_t offset);

  ArrayRef<int64_t> runs;
  int64_t lanes;
  PermutePlan result;
  std::unique_ptr<Stream> root;
};

} // namespace

Planner::Planner(ArrayRef<int64_t> runs, int64_t elementBytes,
                 int64_t registerBytes, int64_t rows)
    : runs(runs), lanes(registerBytes / elementBytes) {
  result.elementBytes = elementBytes;
  result.registerBytes = registerBytes;
  result.rows = rows;
  root = makeTree(0, runs.size());
}

std::unique_ptr<Stream> Planner::makeTree(unsigned begin, unsigned end) {
  auto stream = std::make_unique<Stream>();
  if (end - begin == 1) {
    stream->source = begin;
    stream->width = runs[begin] / result.elementBytes;
    return stream;
  }
  unsigned middle = begin + (end - begin + 1) / 2;
  stream->left = makeTree(begin, middle);
  stream->right = makeTree(middle, end);
  stream->width = stream->left->width + stream->right->width;
  return stream;
}

int Planner::load(int source, int64_t begin) {
  PermutePlan::Value value;
  value.source = source;
  value.begin = begin;
  result.values.push_back(value);
  return result.values.size() - 1;
}

static SmallVector<int32_t> countUp(int32_t begin, int64_t size) {
  SmallVector<int32_t> lanes(size);
  std::iota(lanes.begin(), lanes.end(), begin);
  return lanes;
}

Located Planner::locateLoaded(Stream &leaf, int64_t begin, int64_t end) {
  for (const Stream::Register &known : leaf.registers)
    if (known.begin <= begin && end <= known.end)
      return {known.value, countUp(begin - known.begin, end - begin)};
  int64_t first = begin / lanes * lanes;
  if (end > first + lanes)
    first = begin;
  // Do not read beyond the block of rows.
  first = std::min(first, result.rows * leaf.width - lanes);
  int value = load(leaf.source, first);
  leaf.registers.push_back({first, first + lanes, value});
  return {value, countUp(begin - first, end - begin)};
}

int64_t Planner::toChild(const Stream &stream, const Stream &child,
                         int64_t first, int64_t position) {
  int64_t row = position / stream.width, column = position % stream.width;
  return row * child.width +
         std::clamp(column - first, int64_t(0), child.width);
}

int Planner::shuffle(Stream &stream, int64_t begin, int64_t end) {
  Stream &left = *stream.left, &right = *stream.right;
  auto fromLeft = [&](int64_t p) { return toChild(stream, left, 0, p); };
  auto fromRight = [&](int64_t p) {
    return toChild(stream, right, left.width, p);
  };
  int64_t leftBegin = fromLeft(begin), leftEnd = fromLeft(end);
  int64_t rightBegin = fromRight(begin), rightEnd = fromRight(end);
  PermutePlan::Value value;
  Located a{-1, {}}, b{-1, {}};
  if (leftBegin < leftEnd)
    a = locate(left, leftBegin, leftEnd);
  if (rightBegin < rightEnd)
    b = locate(right, rightBegin, rightEnd);
  value.lanes.assign(lanes, -1);
  for (int64_t position = begin; position < end; ++position) {
    int32_t &lane = value.lanes[position - begin];
    if (position % stream.width < left.width)
      lane = a.lanes[fromLeft(position) - leftBegin];
    else
      lane =
          b.lanes[fromRight(position) - rightBegin] + (a.value < 0 ? 0 : lanes);
  }
  value.lhs = a.value < 0 ? b.value : a.value;
  value.rhs = b.value < 0 ? a.value : b.value;
  result.values.push_back(value);
  return result.values.size() - 1;
}

Located Planner::locate(Stream &stream, int64_t begin, int64_t end) {
  if (stream.source >= 0)
    return locateLoaded(stream, begin, end);
  Stream &left = *stream.left, &right = *stream.right;
  int64_t leftBegin = toChild(stream, left, 0, begin);
  int64_t leftEnd = toChild(stream, left, 0, end);
  int64_t rightBegin = toChild(stream, right, left.width, begin);
  int64_t rightEnd = toChild(stream, right, left.width, end);
  if (rightBegin == rightEnd)
    return locate(left, leftBegin, leftEnd);
  if (leftBegin == leftEnd)
    return locate(right, rightBegin, rightEnd);
  for (const Stream::Register &known : stream.registers)
    if (known.begin <= begin && end <= known.end)
      return {known.value, countUp(begin - known.begin, end - begin)};
  int64_t total = result.rows * stream.width;
  int64_t first = begin / lanes * lanes;
  if (end > first + lanes)
    first = begin;
  int64_t last = std::min(first + lanes, total);
  int value = shuffle(stream, first, last);
  stream.registers.push_back({first, last, value});
  return {value, countUp(begin - first, end - begin)};
}

void Planner::store(int64_t begin, int64_t row, int64_t offset) {
  Located located = locate(*root, begin, begin + lanes);
  if (located.lanes != countUp(0, lanes)) {
    PermutePlan::Value &value = result.values[located.value];
    if (value.source >= 0) {
      // All from one source: load it again at the right position.
      located.value = load(value.source, value.begin + located.lanes[0]);
    } else {
      PermutePlan::Value moved;
      moved.lhs = moved.rhs = located.value;
      moved.lanes = located.lanes;
      result.values.push_back(moved);
      located.value = result.values.size() - 1;
    }
  }
  result.stores.push_back({located.value, row, offset});
}

PermutePlan Planner::plan(bool isPacked) {
  // Contiguous rows are divided into registers as a whole; the last register
  // overlaps the one before.
  int64_t length = (isPacked ? result.rows : 1) * root->width;
  for (int64_t row = 0; row < (isPacked ? 1 : result.rows); ++row)
    for (int64_t offset = 0; offset < length; offset += lanes) {
      int64_t begin = std::min(offset, length - lanes);
      store(row * root->width + begin, row, begin);
    }
  return std::move(result);
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

// Cycles of one shuffle, by the code of LLVM 22: one permute of two registers
// with AVX-512 (three micro-operations for bytes), otherwise several permutes
// of one register and a blend.
static double shuffleCost(int64_t elementBytes, int64_t registerBytes,
                          int64_t vectorBytes) {
  if (vectorBytes >= 64)
    return elementBytes >= 4 ? 1 : 2;
  if (registerBytes == 32)
    return elementBytes >= 4 ? 3 : 7;
  return elementBytes >= 4 ? 1.5 : 3;
}

double PermutePlan::cost(int64_t vectorBytes) const {
  double cycles = 0;
  for (const Value &value : values)
    cycles += value.source >= 0
                  ? 0.5
                  : shuffleCost(elementBytes, registerBytes, vectorBytes);
  return cycles + stores.size() * (registerBytes == 64 ? 1 : 0.5);
}

// Cycles of moving single runs: those shorter than a register whose length is
// not a power of two take two overlapping moves.
static double getRunCost(ArrayRef<int64_t> runs, int64_t vectorBytes) {
  double cycles = 0;
  for (int64_t run : runs) {
    int64_t moves = llvm::divideCeil(run, vectorBytes);
    if (run < vectorBytes && !llvm::isPowerOf2_64(run))
      moves = 2;
    cycles += moves * 1.5;
  }
  return cycles;
}

std::optional<PermutePlan> mlir::onnxops::planPermute(ArrayRef<int64_t> runs,
                                                      bool isPacked,
                                                      int64_t vectorBytes) {
  // Longer code gains nothing more.
  constexpr int64_t largest = 192;
  int64_t elementBytes = 8, total = 0;
  int64_t shortest = runs.front();
  for (int64_t run : runs) {
    elementBytes = std::gcd(elementBytes, run);
    total += run;
    shortest = std::min(shortest, run);
  }
  if (runs.size() < 2 || shortest == 0 || vectorBytes < 16)
    return std::nullopt;
  std::optional<PermutePlan> best;
  double bestCost = getRunCost(runs, vectorBytes) / total;
  for (int64_t registerBytes = vectorBytes; registerBytes >= 16;
       registerBytes /= 2) {
    int64_t rows = llvm::divideCeil(registerBytes, shortest);
    if (rows * total / registerBytes > largest)
      continue;
    if (!isPacked && total < registerBytes)
      continue;
    PermutePlan plan =
        Planner(runs, elementBytes, registerBytes, rows).plan(isPacked);
    double cost = plan.cost(vectorBytes) / (rows * total);
    if (int64_t(plan.values.size() + plan.stores.size()) > 2 * largest ||
        cost >= bestCost)
      continue;
    bestCost = cost;
    best = std::move(plan);
  }
  return best;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

void mlir::onnxops::writePermute(CodeWriter &writer, const PermutePlan &plan,
                                 ArrayRef<int64_t> runs,
                                 ArrayRef<mlir::Value> sources,
                                 mlir::Value target, Number targetStride,
                                 Number row, bool streams) {
  OpBuilder &builder = writer.getBuilder();
  Type type = VectorType::get(plan.lanes(),
                              builder.getIntegerType(8 * plan.elementBytes));
  SmallVector<mlir::Value> starts;
  for (auto [source, run] : llvm::zip_equal(sources, runs))
    starts.push_back(writer.advance(source, writer.mul(row, run)));
  SmallVector<mlir::Value> values;
  auto compute = [&](const PermutePlan::Value &value) -> mlir::Value {
    if (value.source < 0)
      return LLVM::ShuffleVectorOp::create(builder, writer.getLoc(),
                                           values[value.lhs], values[value.rhs],
                                           value.lanes);
    return writer.load(type, writer.advance(starts[value.source],
                                            value.begin * plan.elementBytes));
  };
  mlir::Value begin = writer.advance(target, writer.mul(row, targetStride));
  // What a few stores need is computed before them. LLVM moves no load across a
  // store, and of all values at once most would be spilled.
  constexpr size_t storesAtOnce = 4;
  for (size_t first = 0; first < plan.stores.size(); first += storesAtOnce) {
    auto stores =
        ArrayRef(plan.stores)
            .drop_front(first)
            .take_front(std::min(storesAtOnce, plan.stores.size() - first));
    // Values are in the order in which stores need them.
    for (const PermutePlan::Store &store : stores)
      while (values.size() <= size_t(store.value))
        values.push_back(compute(plan.values[values.size()]));
    for (const PermutePlan::Store &store : stores)
      writer.store(
          values[store.value],
          writer.advance(begin, writer.add(writer.mul(targetStride, store.row),
                                           store.offset * plan.elementBytes)),
          streams);
  }
}

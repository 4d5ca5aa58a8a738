//===- Sweep.cpp - cases that nobody chose --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs of 1 to 40 elements of 1 to 16 bytes, 2 to 200 operands, ranks 1 to 6.
//
//===----------------------------------------------------------------------===//

#include "Sweep.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace bench;

int64_t Sweep::pick(int64_t low, int64_t high) {
  return low + int64_t(generator() % uint64_t(high - low + 1));
}

int64_t Sweep::pickByScale(int64_t low, int64_t high) {
  double share = double(generator()) / 4294967296.0;
  return int64_t(low * std::pow(double(high + 1) / low, share));
}

int64_t Sweep::pickTargetBytes() { return int64_t(64 * 1024) << pick(0, 4); }

// `rank` dimensions, 0 or more, with about `rows` rows in all.
Shape Sweep::makeRows(int64_t rank, int64_t rows) {
  Shape shape(rank, 1);
  for (int64_t i = 0; i + 1 < rank; ++i) {
    shape[i] = std::min<int64_t>(pick(1, 7), rows);
    rows /= shape[i];
  }
  if (rank > 0)
    shape.back() = std::max<int64_t>(rows, 1);
  return shape;
}

static std::string describe(const Shape &shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? "," : "") + std::to_string(shape[i]);
  return text + "]";
}

static std::string describeOperands(const Case &c) {
  const std::vector<Shape> &operands = c.operands;
  if (llvm::all_equal(operands))
    return llvm::formatv("{0}x{1}", operands.size(), describe(operands[0]));
  if (operands.size() <= 3) {
    std::string text = describe(operands[0]);
    for (const Shape &operand : llvm::drop_begin(operands))
      text += "+" + describe(operand);
    return text;
  }
  auto [low, high] = std::minmax_element(
      operands.begin(), operands.end(),
      [&](const Shape &a, const Shape &b) { return a[c.axis] < b[c.axis]; });
  return llvm::formatv("{0}x{1}..{2}", operands.size(), describe(*low),
                       describe(*high));
}

Case Sweep::makeConcat() {
  Case c;
  c.elementBytes = int64_t(1) << pick(0, 4);
  int64_t rank = pick(1, 6), outer = rank == 1 ? 0 : pick(0, rank - 1);
  // Most have rows; on the outermost axis there is one.
  if (rank > 1 && outer == 0)
    outer = pick(0, rank - 1);
  int64_t numOperands = pick(0, 2) ? pick(2, 8) : pickByScale(3, 200);
  bool isEqual = pick(0, 1);
  int64_t inner = rank - outer > 1 ? pick(1, 5) : 1;
  Shape sizes(numOperands, pickByScale(1, std::max<int64_t>(40 / inner, 1)));
  for (int64_t &size : sizes)
    if (!isEqual)
      size = pickByScale(1, std::max<int64_t>(40 / inner, 1));
  int64_t rowBytes = 0;
  for (int64_t size : sizes)
    rowBytes += size * inner * c.elementBytes;
  Shape rows =
      makeRows(outer, std::max<int64_t>(pickTargetBytes() / rowBytes, 1));
  // One row only: its operands are longer.
  int64_t factor =
      outer ? 1 : std::max<int64_t>(pickTargetBytes() / rowBytes, 1);
  for (int64_t size : sizes) {
    Shape shape = rows;
    shape.push_back(size * factor);
    for (int64_t i = outer + 1; i < rank; ++i)
      shape.push_back(i + 1 == rank ? inner : 1);
    c.operands.push_back(std::move(shape));
  }
  c.axis = outer;
  c.name = llvm::formatv("concat {0} B {1} axis {2}", c.elementBytes,
                         describeOperands(c), c.axis);
  return c;
}

Case Sweep::makeTile() {
  Case c;
  c.family = Family::Tile;
  c.elementBytes = int64_t(1) << pick(0, 4);
  int64_t rank = pick(1, 6);
  Shape shape(rank, 1);
  c.repeats = shape;
  for (int64_t i = 0; i < rank; ++i) {
    shape[i] = pick(0, 2) ? pickByScale(1, 40 / rank + 2) : 1;
    c.repeats[i] = pick(0, 1) ? pick(1, 5) : 1;
  }
  c.operands = {shape};
  // The rest is one repeat, or one dimension in front.
  int64_t factor = std::max<int64_t>(pickTargetBytes() / getOutputBytes(c), 1);
  int64_t position = pick(0, rank - 1);
  if (pick(0, 3))
    c.repeats[position] *= factor;
  else
    c.operands[0][0] *= factor;
  c.name = llvm::formatv("tile {0} B {1} by {2}", c.elementBytes,
                         describe(c.operands[0]), describe(c.repeats));
  return c;
}

Case Sweep::makeSplit() {
  Case c;
  c.family = Family::Split;
  c.splitUse = SplitUse::At;
  c.elementBytes = int64_t(1) << pick(0, 4);
  int64_t rank = pick(1, 6), outer = pick(0, rank - 1);
  int64_t inner = rank - outer > 1 ? pick(1, 5) : 1;
  c.chunk = pickByScale(1, std::max<int64_t>(40 / inner, 1));
  int64_t parts = pick(2, 12);
  if (outer == 0)
    c.chunk *= std::max<int64_t>(
        pickTargetBytes() / (c.chunk * inner * c.elementBytes), 1);
  Shape shape =
      makeRows(outer, pickTargetBytes() / (c.chunk * inner * c.elementBytes));
  shape.push_back(c.chunk * parts);
  for (int64_t i = outer + 1; i < rank; ++i)
    shape.push_back(i + 1 == rank ? inner : 1);
  c.axis = outer;
  c.operands = {shape};
  c.name = llvm::formatv("split {0} B {1} axis {2} by {3}, SequenceAt",
                         c.elementBytes, describe(shape), c.axis, c.chunk);
  return c;
}

Case Sweep::next() {
  int64_t kind = pick(0, 9);
  return kind < 6 ? makeConcat() : kind < 9 ? makeTile() : makeSplit();
}

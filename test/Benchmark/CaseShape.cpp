//===- CaseShape.cpp - what follows from a case's numbers -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes and bytes of results, and the reduced form that tests run.
//
//===----------------------------------------------------------------------===//

#include "Case.h"

#include "llvm/ADT/STLExtras.h"

using namespace bench;

/// Where a reduced case ends: a vector loop has gone round often enough.
static constexpr int64_t kReducedBytes = 1 << 18;

static int64_t getNumChunks(const Case &c) {
  int64_t size = c.operands[0][c.axis];
  return (size + c.chunk - 1) / c.chunk;
}

int64_t bench::getPosition(const Case &c) {
  return std::min<int64_t>(3, getNumChunks(c) - 1);
}

int64_t bench::getNumElements(const Shape &shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

static Shape getFusionShape(const Case &c) {
  Shape shape = c.operands[0];
  switch (c.fusion) {
  case Fusion::ReluConcat:
  case Fusion::ScaledConcat:
  case Fusion::ConcatTile:
    shape[1] *= 2;
    return shape;
  case Fusion::NestedConcat:
    shape[1] *= 4;
    return shape;
  case Fusion::AddTiledRow:
  case Fusion::AddTiledColumn:
    return c.operands[1];
  case Fusion::SlicedConcat:
  case Fusion::None:
    return shape;
  }
  return shape;
}

Shape bench::getResultShape(const Case &c) {
  Shape shape = c.operands[0];
  switch (c.family) {
  case Family::Concat:
    for (const Shape &operand : llvm::drop_begin(c.operands))
      shape[c.axis] += operand[c.axis];
    return shape;
  case Family::Tile:
    for (size_t i = 0; i < shape.size(); ++i)
      shape[i] *= c.repeats[i];
    return shape;
  case Family::Split:
    if (c.splitUse != SplitUse::Joined)
      shape[c.axis] = c.chunk;
    return shape;
  case Family::Fusion:
    return getFusionShape(c);
  }
  return shape;
}

int64_t bench::getInputBytes(const Case &c) {
  int64_t count = 0;
  for (const Shape &operand : c.operands)
    count += getNumElements(operand);
  return count * c.elementBytes;
}

int64_t bench::getOutputBytes(const Case &c) {
  if (c.family == Family::Split && c.splitUse == SplitUse::Returned)
    return getInputBytes(c);
  return getNumElements(getResultShape(c)) * c.elementBytes;
}

// Halves the longest dimension that no run length depends on first.
static bool halveDimension(Case &c) {
  bool isTile = c.family == Family::Tile;
  Shape &shape =
      isTile && llvm::any_of(c.repeats,
                             [](int64_t r) { return r > 32 && r % 2 == 0; })
          ? c.repeats
          : c.operands[0];
  int64_t longest = -1;
  for (int64_t i = 0, e = shape.size(); i < e; ++i) {
    bool isFixed = !isTile && i == c.axis;
    if (!isFixed && shape[i] % 2 == 0 &&
        (longest < 0 || shape[i] > shape[longest]))
      longest = i;
  }
  if (longest < 0)
    return false;
  if (&shape == &c.repeats) {
    shape[longest] /= 2;
    return true;
  }
  for (Shape &operand : c.operands)
    operand[longest] /= 2;
  return true;
}

Case bench::reduceCase(Case c) {
  if (c.family == Family::Fusion)
    return c;
  while (getInputBytes(c) > kReducedBytes || getOutputBytes(c) > kReducedBytes)
    if (!halveDimension(c))
      break;
  return c;
}

//===- Movement.cpp - a case in memory ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout, merging of dimensions, and the comparison that every piece of code
// passes before it is timed. The comparison copies nothing, so that the largest
// cases need no third buffer.
//
//===----------------------------------------------------------------------===//

#include "Movement.h"

#include <algorithm>
#include <cstring>

using namespace bench;

/// Operands begin at multiples of this, and never at the same offset in a page:
/// equal offsets would make loads wait for stores to other pages.
static constexpr int64_t kAlignment = 64;

static int64_t getOperandStride(int64_t bytes) {
  return (bytes / kAlignment + 3) * kAlignment;
}

char *bench::getOperandData(const Case &c, char *input, size_t index) {
  for (size_t i = 0; input && i < index; ++i)
    input += getOperandStride(getNumElements(c.operands[i]) * c.elementBytes);
  return input;
}

static int64_t productOf(const Shape &shape, size_t begin, size_t end) {
  int64_t product = 1;
  for (size_t i = begin; i < end; ++i)
    product *= shape[i];
  return product;
}

static void addPart(Movement &m, char *data, int64_t bytes) {
  m.parts.push_back({data, bytes, m.movedBytes});
  m.movedBytes += bytes;
}

static void layOutConcat(const Case &c, Movement &m, char *input,
                         char *output) {
  m.whole = output;
  m.rows = productOf(c.operands[0], 0, c.axis);
  for (const Shape &operand : c.operands) {
    int64_t bytes = productOf(operand, c.axis, operand.size()) * c.elementBytes;
    addPart(m, input, bytes);
    input += getOperandStride(bytes * m.rows);
  }
  m.rowBytes = m.movedBytes;
}

static void layOutSplit(const Case &c, Movement &m, char *input, char *output) {
  const Shape &shape = c.operands[0];
  int64_t inner = productOf(shape, c.axis + 1, shape.size()) * c.elementBytes;
  m.rows = productOf(shape, 0, c.axis);
  m.rowBytes = shape[c.axis] * inner;
  m.whole = input;
  if (c.splitUse == SplitUse::At) {
    m.whole += getPosition(c) * c.chunk * inner;
    return addPart(m, output, c.chunk * inner);
  }
  for (int64_t begin = 0; begin < shape[c.axis]; begin += c.chunk) {
    int64_t bytes = std::min(c.chunk, shape[c.axis] - begin) * inner;
    addPart(m, output, bytes);
    output += bytes * m.rows;
  }
}

static void layOutTile(const Case &c, Movement &m, char *input, char *output) {
  m.input = input;
  m.output = output;
  for (size_t i = 0; i < c.repeats.size(); ++i) {
    Level level = {c.operands[0][i], c.repeats[i]};
    if (!m.levels.empty() && level.repeat == 1)
      m.levels.back().size *= level.size;
    else if (!m.levels.empty() && m.levels.back().size == 1)
      m.levels.back() = {level.size, level.repeat * m.levels.back().repeat};
    else
      m.levels.push_back(level);
  }
  m.levels.back().size *= c.elementBytes;
}

static void layOutFusion(const Case &c, Movement &m, char *input,
                         char *output) {
  Shape shape = getResultShape(c);
  m.fusion = c.fusion;
  m.whole = output;
  m.rows = shape[0];
  m.rowBytes = m.movedBytes = shape[1] * c.elementBytes;
  for (size_t i = 0; i < c.operands.size(); ++i)
    m.parts.push_back({getOperandData(c, input, i),
                       c.operands[i].back() * c.elementBytes, 0});
}

Movement bench::makeMovement(const Case &c, char *input, char *output) {
  Movement m;
  m.family = c.family;
  m.outputBytes = getOutputBytes(c);
  m.inputBytes = c.family == Family::Split ? m.outputBytes : getInputBytes(c);
  bool isFlattened = c.fusion == Fusion::NestedConcat;
  if (c.family == Family::Tile) {
    layOutTile(c, m, input, output);
  } else if (c.family == Family::Fusion && !isFlattened) {
    layOutFusion(c, m, input, output);
  } else if (c.family == Family::Concat || isFlattened) {
    m.family = Family::Concat;
    layOutConcat(c, m, input, output);
  } else if (c.splitUse == SplitUse::Joined) {
    m.family = Family::Concat;
    m.whole = output;
    addPart(m, input, m.outputBytes);
    m.rowBytes = m.movedBytes;
  } else {
    layOutSplit(c, m, input, output);
  }
  return m;
}

// Compares what a level and those below it make of `in`; advances both.
static bool isTiled(const Movement &m, size_t depth, const char *&in,
                    const char *&out) {
  const Level &level = m.levels[depth];
  const char *begin = out;
  if (depth + 1 == m.levels.size()) {
    if (std::memcmp(in, out, level.size) != 0)
      return false;
    in += level.size;
    out += level.size;
  } else {
    for (int64_t i = 0; i < level.size; ++i)
      if (!isTiled(m, depth + 1, in, out))
        return false;
  }
  int64_t bytes = out - begin;
  if (std::memcmp(begin, out, bytes * (level.repeat - 1)) != 0)
    return false;
  out += bytes * (level.repeat - 1);
  return true;
}

static float readFloat(const Movement &m, size_t operand, int64_t row,
                       int64_t byte) {
  const Part &part = m.parts[operand];
  float value;
  std::memcpy(&value, part.data + row * part.bytes + byte, sizeof(value));
  return value;
}

// What the concat of the first two operands holds.
static float readConcat(const Movement &m, int64_t row, int64_t byte) {
  int64_t width = m.parts[0].bytes;
  return byte < width ? readFloat(m, 0, row, byte)
                      : readFloat(m, 1, row, byte - width);
}

static float computeFusion(const Movement &m, int64_t row, int64_t byte) {
  switch (m.fusion) {
  case Fusion::ReluConcat:
    return std::max(readConcat(m, row, byte), 0.0f);
  case Fusion::ScaledConcat: {
    volatile float scaled = readConcat(m, row, byte) * readFloat(m, 2, 0, 0);
    return std::max(scaled + readFloat(m, 3, 0, 0), 0.0f);
  }
  case Fusion::SlicedConcat:
    return readConcat(m, row, byte + m.rowBytes / 2);
  case Fusion::AddTiledRow:
    return readFloat(m, 0, 0, byte) + readFloat(m, 1, row, byte);
  case Fusion::AddTiledColumn:
    return readFloat(m, 0, row, 0) + readFloat(m, 1, row, byte);
  case Fusion::ConcatTile:
    return byte < m.rowBytes / 2 ? readFloat(m, 0, row, byte)
                                 : readFloat(m, 1, row, 0);
  case Fusion::NestedConcat:
  case Fusion::None:
    break;
  }
  return 0;
}

static bool isFused(const Movement &m) {
  for (int64_t row = 0; row < m.rows; ++row)
    for (int64_t byte = 0; byte < m.rowBytes; byte += sizeof(float)) {
      float expected = computeFusion(m, row, byte);
      if (std::memcmp(&expected, m.whole + row * m.rowBytes + byte,
                      sizeof(expected)) != 0)
        return false;
    }
  return true;
}

bool bench::isMoved(const Movement &m) {
  if (m.family == Family::Tile) {
    const char *in = m.input, *out = m.output;
    return isTiled(m, 0, in, out);
  }
  if (m.family == Family::Fusion)
    return isFused(m);
  for (int64_t row = 0; row < m.rows; ++row)
    for (const Part &part : m.parts)
      if (std::memcmp(part.data + row * part.bytes,
                      m.whole + row * m.rowBytes + part.offset,
                      part.bytes) != 0)
        return false;
  return true;
}

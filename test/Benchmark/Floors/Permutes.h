//===- Permutes.h - short rows of any runs ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Concats of a few operands whose rows are no longer than a vector, whatever
// the runs are: several rows are put together by one byte permute of each
// operand, with indices that are made once. For vectors that have such
// permutes. See Vector.h.
//
//===----------------------------------------------------------------------===//

BENCH_INLINE int64_t getRowsOfVector(const Movement &m) {
  int64_t rows = kWidth / m.rowBytes;
  for (int64_t i = 0, e = m.parts.size(); i < e; ++i)
    if (kWidth / m.parts.data()[i].bytes < rows)
      rows = kWidth / m.parts.data()[i].bytes;
  return rows;
}

template <int parts>
static int64_t countPermutes(const Movement &m) {
  bool isFit = m.family == Family::Concat && m.parts.size() == parts &&
               m.rowBytes <= kWidth && m.rows >= 2;
  return isFit ? m.rows / getRowsOfVector(m) : 0;
}

// Where the bytes of a vector of rows that come from part `index` lie in the
// vector that is loaded from it, and which bytes these are.
BENCH_INLINE Mask makePartPermutation(const Movement &m, int index,
                                      Permutation &permutation) {
  const Part &part = m.parts.data()[index];
  char bytes[kWidth] = {};
  Mask mask = 0;
  int64_t rows = getRowsOfVector(m);
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t i = 0; i < part.bytes; ++i) {
      int64_t at = row * m.rowBytes + part.offset + i;
      bytes[at] = row * part.bytes + i;
      mask |= Mask(1) << at;
    }
  permutation = load(bytes);
  return mask;
}

template <int parts>
static void runPermutes(const Movement &m, int64_t begin, int64_t end) {
  int64_t rows = getRowsOfVector(m), bytes = rows * m.rowBytes;
  // Vectors that would write into what follows are left to exact rows.
  int64_t last = end - (kWidth + bytes - 1) / bytes;
  if (last < begin)
    last = begin;
  Permutation indices[parts];
  Mask masks[parts];
  const char *in[parts];
  int64_t steps[parts];
#pragma clang loop unroll(full)
  for (int i = 0; i < parts; ++i) {
    masks[i] = makePartPermutation(m, i, indices[i]);
    steps[i] = rows * m.parts.data()[i].bytes;
    in[i] = m.parts.data()[i].data + begin * steps[i];
  }
  char *out = m.whole + begin * bytes;
  for (int64_t unit = begin; unit < last; ++unit, out += bytes) {
    Vector v = {};
#pragma clang loop unroll(full)
    for (int i = 0; i < parts; ++i) {
      v = permuteInto(v, masks[i], load(in[i]), indices[i]);
      in[i] += steps[i];
    }
    store(out, v);
  }
  bool isLast = (end + 1) * rows > m.rows;
  runRows<ByVectors>(m, last * rows, isLast ? m.rows : end * rows);
}

//===----------------------------------------------------------------------===//
// Tiles of short rows
//===----------------------------------------------------------------------===//

static int64_t countShortTiles(const Movement &m) {
  TiledRows t = getTiledRows(m);
  int64_t bytes = t.block * t.repeat;
  bool isFit = t.rows >= 2 && t.outerRepeat == 1 && 2 * bytes <= kWidth;
  return isFit ? t.rows / (kWidth / bytes) : 0;
}

static void runShortTiles(const Movement &m, int64_t begin, int64_t end) {
  TiledRows t = getTiledRows(m);
  int64_t rowBytes = t.block * t.repeat, rows = kWidth / rowBytes;
  char bytes[kWidth] = {};
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t i = 0; i < rowBytes; ++i)
      bytes[row * rowBytes + i] = row * t.block + i % t.block;
  Permutation permutation = load(bytes);
  int64_t last = end - (kWidth + rows * rowBytes - 1) / (rows * rowBytes);
  if (last < begin)
    last = begin;
  for (int64_t unit = begin; unit < last; ++unit)
    store(m.output + unit * rows * rowBytes,
          permute(m.input + unit * rows * t.block, permutation, kWidth));
  int64_t exactEnd = (end + 1) * rows > t.rows ? t.rows : end * rows;
  for (int64_t row = last * rows; row < exactEnd; ++row)
    for (int64_t i = 0; i < t.repeat; ++i)
      copyShort(m.output + row * rowBytes + i * t.block,
                m.input + row * t.block, t.block);
}

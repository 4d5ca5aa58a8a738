//===- Permutes.h - short rows of any runs ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Concats of a few operands whose rows are no longer than a vector, whatever
// the runs are: several rows are put together by one byte permute of each
// operand, with indices that are made once. So are tiles of short rows, rows
// that are small tiles, and short chunks of rows. For vectors that have such
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

//===----------------------------------------------------------------------===//
// Tiles whose rows are small tiles
//===----------------------------------------------------------------------===//

// Bytes of a row, read and written; rows that are permuted at a time.
struct SmallTiles {
  int64_t read, written, rows;
};

static constexpr int64_t kMostPositions = 1024;

BENCH_INLINE SmallTiles getSmallTiles(const Movement &m) {
  SmallTiles t = {1, 1, 0};
  const int64_t numLevels = m.levels.size();
  if (m.family != Family::Tile || numLevels < 3 ||
      m.levels.data()[0].repeat > 1)
    return t;
  for (int64_t i = 1; i < numLevels; ++i) {
    const Level &level = m.levels.data()[i];
    t.read *= level.size;
    t.written *= level.size * level.repeat;
  }
  if (t.read > kWidth || t.written > kMostPositions)
    return t;
  t.rows = kWidth / t.read;
  if (t.rows > kMostPositions / t.written)
    t.rows = kMostPositions / t.written;
  return t;
}

static int64_t countSmallTiles(const Movement &m) {
  SmallTiles t = getSmallTiles(m);
  bool isFit = t.rows > 0 && t.rows * t.written >= kWidth;
  return isFit ? m.levels.data()[0].size / t.rows : 0;
}

// Writes where the bytes of a level's items come from. Returns the end.
static char *writePositions(const Movement &m, int64_t level, char *out,
                            int64_t &from) {
  if (level == int64_t(m.levels.size())) {
    *out = from++;
    return out + 1;
  }
  char *begin = out;
  for (int64_t i = 0; i < m.levels.data()[level].size; ++i)
    out = writePositions(m, level + 1, out, from);
  const int64_t bytes = out - begin;
  for (int64_t i = 1; i < m.levels.data()[level].repeat; ++i, out += bytes)
    __builtin_memcpy(out, begin, bytes);
  return out;
}

static void runSmallTiles(const Movement &m, int64_t begin, int64_t end) {
  SmallTiles t = getSmallTiles(m);
  char bytes[kMostPositions];
  char *out = bytes;
  int64_t from = 0;
  for (int64_t row = 0; row < t.rows; ++row)
    out = writePositions(m, 1, out, from);
  const int64_t written = out - bytes, read = t.rows * t.read;
  const bool isLast = (end + 1) * t.rows > m.levels.data()[0].size;
  const int64_t rows = isLast ? m.levels.data()[0].size : end * t.rows;
  // Vectors that would read what follows are loaded from a copy. The last rows
  // may be written again.
  for (int64_t row = begin * t.rows; row < rows; row += t.rows) {
    if (row + t.rows > rows)
      row = rows - t.rows;
    const char *in = m.input + row * t.read;
    char copied[kWidth];
    if (row * t.read + kWidth > m.levels.data()[0].size * t.read) {
      __builtin_memcpy(copied, in, read);
      in = copied;
    }
    char *to = m.output + row * t.written;
    for (int64_t i = 0; i < written; i += kWidth) {
      const int64_t at = i + kWidth <= written ? i : written - kWidth;
      store(to + at, permute(in, load(bytes + at), kWidth));
    }
  }
}

//===----------------------------------------------------------------------===//
// Splits: short chunks of rows, of `parts` vectors in one
//===----------------------------------------------------------------------===//

// Chunks in a vector of the source.
BENCH_INLINE int64_t getChunksOfVector(const Movement &m) {
  const int64_t bytes = m.parts.data()[0].bytes;
  return bytes <= kWidth ? (kWidth - bytes) / m.rowBytes + 1 : 0;
}

template <int parts>
static int64_t countChunks(const Movement &m) {
  if (m.family != Family::Split || m.parts.size() != 1 || m.rows < 2)
    return 0;
  const int64_t chunks = getChunksOfVector(m) * parts;
  bool isFit = chunks >= 2 && chunks * m.parts.data()[0].bytes <= kWidth;
  return isFit ? m.rows / chunks : 0;
}

template <int parts>
static void runChunks(const Movement &m, int64_t begin, int64_t end) {
  const Part &part = m.parts.data()[0];
  const int64_t chunks = getChunksOfVector(m), all = chunks * parts;
  const int64_t step = chunks * m.rowBytes;
  Permutation indices[parts];
  Mask masks[parts];
#pragma clang loop unroll(full)
  for (int k = 0; k < parts; ++k) {
    char bytes[kWidth] = {};
    masks[k] = 0;
    for (int64_t row = 0; row < chunks; ++row)
      for (int64_t i = 0; i < part.bytes; ++i) {
        const int64_t at = (k * chunks + row) * part.bytes + i;
        bytes[at] = row * m.rowBytes + i;
        masks[k] |= Mask(1) << at;
      }
    indices[k] = load(bytes);
  }
  const bool isLast = (end + 1) * all > m.rows;
  const int64_t rows = isLast ? m.rows : end * all;
  // Vectors that would write into what follows are left to exact rows.
  const int64_t last = rows - kWidth / part.bytes - all;
  int64_t row = begin * all;
  for (; row < last; row += all) {
    const char *in = m.whole + part.offset + row * m.rowBytes;
    Vector v = {};
#pragma clang loop unroll(full)
    for (int k = 0; k < parts; ++k)
      v = permuteInto(v, masks[k], load(in + k * step), indices[k]);
    store(part.data + row * part.bytes, v);
  }
  runRows<ByVectors>(m, row, rows);
}

//===- Tile.h - repeated blocks ---------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles: short periods held in registers, long blocks read once and written
// many times, planes that are made once, and anything by doubling. See
// Vector.h.
//
//===----------------------------------------------------------------------===//

// The innermost block, how often it is repeated, and how many of these rows
// there are, which may be repeated themselves.
struct TiledRows {
  int64_t block, repeat, rows, outerRepeat;
};

// No rows for what has more levels.
BENCH_INLINE TiledRows getTiledRows(const Movement &m) {
  if (m.family != Family::Tile || m.levels.size() > 2)
    return {0, 0, 0, 0};
  const Level *levels = m.levels.data();
  const Level &inner = levels[m.levels.size() - 1];
  if (m.levels.size() == 1)
    return {inner.size, inner.repeat, 1, 1};
  return {inner.size, inner.repeat, levels[0].size, levels[0].repeat};
}

//===----------------------------------------------------------------------===//
// A period of up to a vector, as a pattern in registers
//===----------------------------------------------------------------------===//

static constexpr int kPatterns = 8;

// Registers until a vector begins with the period's first byte again.
BENCH_INLINE int64_t countPatterns(int64_t period) {
  int64_t count = 1;
  while (count * kWidth % period != 0)
    ++count;
  return count;
}

// Bytes of a row that is split between threads.
static constexpr int64_t kSlice = 64 * kWidth;

BENCH_INLINE int64_t getSlices(const TiledRows &t, int64_t patterns) {
  int64_t bytes = t.block * t.repeat, slice = kSlice * patterns;
  return t.rows > 1 ? 1 : (bytes + slice - 1) / slice;
}

template <Stores stores>
static int64_t countFills(const Movement &m) {
  TiledRows t = getTiledRows(m);
  if (!t.rows || t.block > kWidth || t.block * t.repeat < kWidth ||
      countPatterns(t.block) > kPatterns)
    return 0;
  bool isFit = isAligned(m.output) && t.block * t.repeat % kWidth == 0;
  if (stores == Stores::Streamed && !isFit)
    return 0;
  return t.rows * getSlices(t, countPatterns(t.block));
}

template <Stores stores, int count>
BENCH_INLINE void fill(char *out, const Vector *patterns, int64_t bytes) {
  constexpr int64_t round = count * kWidth;
  constexpr int rounds = count == 1 ? 4 : 1;
  int64_t i = 0;
  for (; i + rounds * round <= bytes; i += rounds * round)
#pragma clang loop unroll(full)
    for (int j = 0; j < rounds * count; ++j)
      put<stores>(out + i + j * kWidth, patterns[j % count]);
  int next = 0;
  for (; i + kWidth <= bytes; i += kWidth, next = (next + 1) % count)
    put<stores>(out + i, patterns[next]);
  if (i < bytes) {
    char rest[kWidth];
    store(rest, patterns[next]);
    __builtin_memcpy(out + i, rest, bytes - i);
  }
}

template <Stores stores, int count>
static void runFillsOf(const Movement &m, const TiledRows &t, int64_t begin,
                       int64_t end) {
  int64_t slices = getSlices(t, count), rowBytes = t.block * t.repeat;
  Permutation indices[count];
  for (int i = 0; i < count; ++i)
    indices[i] = makePermutation(i * kWidth, t.block);
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t row = unit / slices;
    Vector patterns[count];
#pragma clang loop unroll(full)
    for (int i = 0; i < count; ++i)
      patterns[i] = permute(m.input + row * t.block, indices[i], t.block);
    int64_t from = unit % slices * kSlice * count;
    int64_t bytes = rowBytes - from;
    if (slices > 1 && bytes > kSlice * count)
      bytes = kSlice * count;
    for (int64_t i = 0; i < t.outerRepeat; ++i)
      fill<stores, count>(m.output + (i * t.rows + row) * rowBytes + from,
                          patterns, bytes);
  }
  if (stores == Stores::Streamed)
    endStreaming();
}

template <Stores stores>
static void runFills(const Movement &m, int64_t begin, int64_t end) {
  TiledRows t = getTiledRows(m);
  switch (countPatterns(t.block)) {
#define BENCH_FILLS(count)                                                     \
  case count:                                                                  \
    return runFillsOf<stores, count>(m, t, begin, end);
    BENCH_FILLS(1)
    BENCH_FILLS(2)
    BENCH_FILLS(3)
    BENCH_FILLS(4)
    BENCH_FILLS(5)
    BENCH_FILLS(6)
    BENCH_FILLS(7)
    BENCH_FILLS(8)
#undef BENCH_FILLS
  }
}

//===----------------------------------------------------------------------===//
// Long blocks: a piece is read once and written to each of its places
//===----------------------------------------------------------------------===//

static constexpr int64_t kPiece = 4096;

template <Stores stores>
static int64_t countBlocks(const Movement &m) {
  TiledRows t = getTiledRows(m);
  if (!t.rows || t.block < 4 * kWidth)
    return 0;
  bool isFit = isAligned(m.output) && t.block % kWidth == 0;
  if (stores == Stores::Streamed && !isFit)
    return 0;
  return t.rows * ((t.block + kPiece - 1) / kPiece);
}

// Calls `Way::copy(place, piece, bytes, step, times)` for each piece.
template <typename Way>
static void runBlocks(const Movement &m, int64_t begin, int64_t end) {
  TiledRows t = getTiledRows(m);
  int64_t pieces = (t.block + kPiece - 1) / kPiece;
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t row = unit / pieces, from = unit % pieces * kPiece;
    int64_t bytes = t.block - from < kPiece ? t.block - from : kPiece;
    for (int64_t i = 0; i < t.outerRepeat; ++i)
      Way::copy(m.output + (i * t.rows + row) * t.block * t.repeat + from,
                m.input + row * t.block + from, bytes, t.block, t.repeat);
  }
  Way::end();
}

struct EachPlace {
  BENCH_INLINE void copy(char *out, const char *in, int64_t bytes, int64_t step,
                         int64_t times) {
    for (int64_t i = 0; i < times; ++i)
      __builtin_memcpy(out + i * step, in, bytes);
  }
  BENCH_INLINE void end() {}
};

template <Stores stores>
struct EachVector {
  BENCH_INLINE void copy(char *out, const char *in, int64_t bytes, int64_t step,
                         int64_t times) {
    int64_t j = 0;
    for (; j + 4 * kWidth <= bytes; j += 4 * kWidth) {
      Vector v[4];
#pragma clang loop unroll(full)
      for (int k = 0; k < 4; ++k)
        v[k] = load(in + j + k * kWidth);
      for (int64_t i = 0; i < times; ++i)
#pragma clang loop unroll(full)
        for (int k = 0; k < 4; ++k)
          put<stores>(out + i * step + j + k * kWidth, v[k]);
    }
    for (int64_t i = 0; i < times && j < bytes; ++i)
      copyBytes(out + i * step + j, in + j, bytes - j);
  }
  BENCH_INLINE void end() {
    if (stores == Stores::Streamed)
      endStreaming();
  }
};

//===----------------------------------------------------------------------===//
// Three levels: the planes are made once, in a buffer, and copied from there
//===----------------------------------------------------------------------===//

static constexpr int64_t kPlanes = 32768;

static int64_t countPlanes(const Movement &m) {
  if (m.family != Family::Tile || m.levels.size() != 3)
    return 0;
  const Level *l = m.levels.data();
  int64_t plane = l[1].size * l[2].size * l[2].repeat;
  return l[0].size * plane <= kPlanes ? l[0].size * l[0].repeat : 0;
}

static void runPlanes(const Movement &m, int64_t begin, int64_t end) {
  const Level *l = m.levels.data();
  char planes[kPlanes];
  char *next = planes;
  for (int64_t row = 0; row < l[0].size * l[1].size; ++row)
    for (int64_t i = 0; i < l[2].repeat; ++i, next += l[2].size)
      copyBytes(next, m.input + row * l[2].size, l[2].size);
  int64_t plane = l[1].size * l[2].size * l[2].repeat;
  for (int64_t unit = begin; unit < end; ++unit) {
    char *out = m.output + unit * plane * l[1].repeat;
    const char *in = planes + unit % l[0].size * plane;
    for (int64_t i = 0; i < l[1].repeat; ++i)
      copyBytes(out + i * plane, in, plane);
  }
}

//===----------------------------------------------------------------------===//
// Any tile: each level is written once and then doubled from what is there
//===----------------------------------------------------------------------===//

// Doubles up to this, which stays in the first cache, then repeats.
static constexpr int64_t kDoubled = 16384;

BENCH_INLINE void repeatBlock(char *out, int64_t bytes, int64_t times) {
  int64_t total = bytes * times, done = bytes;
  while (done < total) {
    int64_t next = done > kDoubled ? kDoubled / bytes * bytes : done;
    if (next < bytes)
      next = bytes;
    if (next > total - done)
      next = total - done;
    if (next <= 4 * kWidth)
      copyBytes(out + done, out, next);
    else
      __builtin_memcpy(out + done, out, next);
    done += next;
  }
}

static char *doubleLevel(const Movement &m, int64_t depth, const char *&in,
                         char *out) {
  const Level &level = m.levels.data()[depth];
  char *end = out;
  if (depth + 1 == (int64_t)m.levels.size()) {
    copyBytes(out, in, level.size);
    in += level.size;
    end += level.size;
  } else {
    for (int64_t i = 0; i < level.size; ++i)
      end = doubleLevel(m, depth + 1, in, end);
  }
  repeatBlock(out, end - out, level.repeat);
  return out + (end - out) * level.repeat;
}

static int64_t countDoubled(const Movement &m) {
  return m.family == Family::Tile ? 1 : 0;
}

static void runDoubled(const Movement &m, int64_t begin, int64_t end) {
  const char *in = m.input;
  doubleLevel(m, 0, in, m.output);
}

//===- ShortRuns.h - runs shorter than a vector -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Concats whose parts are so short that they are a matter of permutes. See
// Vector.h.
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// 2, 4 or 8 operands with runs of a power of two: zipped in registers
//===----------------------------------------------------------------------===//

static bool isUniformConcat(const Movement &m, int64_t parts, int64_t bytes) {
  if (m.family != Family::Concat || (int64_t)m.parts.size() != parts)
    return false;
  for (int64_t i = 0; i < parts; ++i)
    if (m.parts.data()[i].bytes != bytes)
      return false;
  return true;
}

// Runs of `run` bytes of `a` and `b` in turn; `half` says which half of them.
template <int run, int half, int... byte>
BENCH_INLINE Vector zip(Vector a, Vector b,
                        std::integer_sequence<int, byte...>) {
  return __builtin_shufflevector(a, b,
                                 (half * kWidth / 2 + byte / (2 * run) * run +
                                  byte % run + byte / run % 2 * kWidth)...);
}

template <int parts, int run>
static int64_t countZip(const Movement &m) {
  return isUniformConcat(m, parts, run) ? m.rows * run / kWidth : 0;
}

// One unit: a vector of each operand.
template <int parts, int run>
BENCH_INLINE void zipUnit(const Movement &m, int64_t unit) {
  using Bytes = std::make_integer_sequence<int, kWidth>;
  Vector v[parts], w[parts];
#pragma clang loop unroll(full)
  for (int i = 0; i < parts; ++i)
    v[i] = load(m.parts.data()[i].data + unit * kWidth);
#pragma clang loop unroll(full)
  for (int distance = 1; distance < parts; distance *= 2) {
#pragma clang loop unroll(full)
    for (int i = 0; i < parts / 2; ++i) {
      w[2 * i] = zip<run, 0>(v[i], v[i + parts / 2], Bytes());
      w[2 * i + 1] = zip<run, 1>(v[i], v[i + parts / 2], Bytes());
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < parts; ++i)
      v[i] = w[i];
  }
#pragma clang loop unroll(full)
  for (int i = 0; i < parts; ++i)
    store(m.whole + (unit * parts + i) * kWidth, v[i]);
}

template <int parts, int run>
static void runZip(const Movement &m, int64_t begin, int64_t end) {
  for (int64_t unit = begin; unit < end; ++unit)
    zipUnit<parts, run>(m, unit);
  // Rows that do not fill a vector belong to who has the last unit.
  constexpr int64_t rowsOfUnit = kWidth / run;
  if (end * rowsOfUnit + rowsOfUnit > m.rows)
    for (int64_t row = end * rowsOfUnit; row < m.rows; ++row)
      for (int64_t i = 0; i < parts; ++i)
        __builtin_memcpy(m.whole + (row * parts + i) * run,
                         m.parts.data()[i].data + row * run, run);
}

//===----------------------------------------------------------------------===//
// Runs of three 4-byte elements: rows are cut into pieces of four, each of
// which touches two operands
//===----------------------------------------------------------------------===//

typedef int Four __attribute__((vector_size(16), aligned(1), may_alias));

template <int parts>
static int64_t countThrees(const Movement &m) {
  return isUniformConcat(m, parts, 12) ? m.rows : 0;
}

template <int parts>
static void runThrees(const Movement &m, int64_t begin, int64_t end) {
  const char *in[parts];
  for (int i = 0; i < parts; ++i)
    in[i] = m.parts.data()[i].data;
  for (int64_t row = begin; row < end; ++row) {
    char *out = m.whole + row * parts * 12;
#pragma clang loop unroll(full)
    for (int i = 0; i < parts; i += 4) {
      Four a = *(const Four *)(in[i] + row * 12);
      Four b = *(const Four *)(in[i + 1] + row * 12);
      Four c = *(const Four *)(in[i + 2] + row * 12);
      Four d = *(const Four *)(in[i + 3] + row * 12);
      *(Four *)(out + i * 12) = __builtin_shufflevector(a, b, 0, 1, 2, 4);
      *(Four *)(out + i * 12 + 16) = __builtin_shufflevector(b, c, 1, 2, 4, 5);
      *(Four *)(out + i * 12 + 32) = __builtin_shufflevector(c, d, 2, 4, 5, 6);
    }
  }
}

//===----------------------------------------------------------------------===//
// 2, 4 or 8 chunks with runs of a power of two: unzipped in registers
//===----------------------------------------------------------------------===//

// Every second run of `run` bytes of `a` and then `b`, from the first or
// second.
template <int run, int odd, int... byte>
BENCH_INLINE Vector unzip(Vector a, Vector b,
                          std::integer_sequence<int, byte...>) {
  return __builtin_shufflevector(
      a, b, ((byte / run * 2 + odd) * run + byte % run)...);
}

template <int parts, int run>
static int64_t countUnzip(const Movement &m) {
  if (m.family != Family::Split || (int64_t)m.parts.size() != parts ||
      m.rowBytes != parts * run)
    return 0;
  for (int64_t i = 0; i < parts; ++i)
    if (m.parts.data()[i].bytes != run)
      return 0;
  return m.rows * run / kWidth;
}

template <int parts, int run>
static void runUnzip(const Movement &m, int64_t begin, int64_t end) {
  using Bytes = std::make_integer_sequence<int, kWidth>;
  for (int64_t unit = begin; unit < end; ++unit) {
    Vector v[parts], w[parts];
#pragma clang loop unroll(full)
    for (int i = 0; i < parts; ++i)
      v[i] = load(m.whole + (unit * parts + i) * kWidth);
#pragma clang loop unroll(full)
    for (int distance = 1; distance < parts; distance *= 2) {
#pragma clang loop unroll(full)
      for (int i = 0; i < parts / 2; ++i) {
        w[i] = unzip<run, 0>(v[2 * i], v[2 * i + 1], Bytes());
        w[i + parts / 2] = unzip<run, 1>(v[2 * i], v[2 * i + 1], Bytes());
      }
#pragma clang loop unroll(full)
      for (int i = 0; i < parts; ++i)
        v[i] = w[i];
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < parts; ++i)
      store(m.parts.data()[i].data + unit * kWidth, v[i]);
  }
  constexpr int64_t rowsOfUnit = kWidth / run;
  if (end * rowsOfUnit + rowsOfUnit > m.rows)
    for (int64_t row = end * rowsOfUnit; row < m.rows; ++row)
      for (int64_t i = 0; i < parts; ++i)
        __builtin_memcpy(m.parts.data()[i].data + row * run,
                         m.whole + (row * parts + i) * run, run);
}

//===----------------------------------------------------------------------===//
// Any short runs: a vector is stored for each, and the next one overwrites what
// is too much
//===----------------------------------------------------------------------===//

BENCH_INLINE int64_t getLongestPart(const Movement &m) {
  int64_t longest = 0;
  for (int64_t i = 0, e = m.parts.size(); i < e; ++i)
    if (m.parts.data()[i].bytes > longest)
      longest = m.parts.data()[i].bytes;
  return longest;
}

template <int size>
static int64_t countOverlapping(const Movement &m) {
  bool isShort = hasParts(m) && m.rows >= 2 && getLongestPart(m) <= size;
  return isShort ? m.rows : 0;
}

// Longer runs take several vectors each.
template <int size>
static int64_t countPieces(const Movement &m) {
  bool isFew = hasParts(m) && m.rows >= 2 && getLongestPart(m) > size &&
               getLongestPart(m) <= 1024;
  return isFew ? m.rows : 0;
}

template <int size, bool isOne>
BENCH_INLINE void copyOver(char *out, const char *in, int64_t bytes) {
  __builtin_memcpy(out, in, size);
  if (!isOne)
    for (int64_t i = size; i < bytes; i += size)
      __builtin_memcpy(out + i, in + i, size);
}

template <int size, bool isOne>
static void runOverlapping(const Movement &m, int64_t begin, int64_t end) {
  const Part *parts = m.parts.data();
  int64_t count = m.parts.size();
  // Rows at the end are exact: what follows is another's.
  int64_t shortest = m.rowBytes;
  if (m.family == Family::Split)
    for (int64_t i = 0; i < count; ++i)
      if (parts[i].bytes < shortest)
        shortest = parts[i].bytes;
  int64_t exact = size / shortest + 1;
  int64_t last = end - begin > exact ? end - exact : begin;
  char *whole = m.whole + begin * m.rowBytes;
  if (m.family == Family::Split) {
    for (int64_t row = begin; row < last; ++row, whole += m.rowBytes)
      for (int64_t i = 0; i < count; ++i)
        copyOver<size, isOne>(parts[i].data + row * parts[i].bytes,
                              whole + parts[i].offset, parts[i].bytes);
  } else {
    for (int64_t row = begin; row < last; ++row)
      for (int64_t i = 0; i < count; ++i) {
        copyOver<size, isOne>(whole, parts[i].data + row * parts[i].bytes,
                              parts[i].bytes);
        whole += parts[i].bytes;
      }
  }
  runRows<ByVectors>(m, last, end);
}

//===- Rows.h - long runs ---------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Concats and splits whose parts are a vector or longer: by rows, by ranges of
// the whole, and by parts of one size that are unrolled. See Vector.h.
//
//===----------------------------------------------------------------------===//

BENCH_INLINE bool hasParts(const Movement &m) {
  return m.family == Family::Concat || m.family == Family::Split;
}

//===----------------------------------------------------------------------===//
// Ways to copy a run
//===----------------------------------------------------------------------===//

struct ByMemcpy {
  BENCH_INLINE void copy(char *out, const char *in, int64_t bytes) {
    __builtin_memcpy(out, in, bytes);
  }
  BENCH_INLINE void end() {}
};

struct ByVectors {
  BENCH_INLINE void copy(char *out, const char *in, int64_t bytes) {
    copyBytes(out, in, bytes);
  }
  BENCH_INLINE void end() {}
};

template <int64_t ahead>
struct ByStreams {
  BENCH_INLINE void copy(char *out, const char *in, int64_t bytes) {
    streamBytes<ahead>(out, in, bytes);
  }
  BENCH_INLINE void end() { endStreaming(); }
};

struct ByPages {
  BENCH_INLINE void copy(char *out, const char *in, int64_t bytes) {
    streamPages(out, in, bytes);
  }
  BENCH_INLINE void end() { endStreaming(); }
};

template <typename Way>
BENCH_INLINE void copyPart(const Movement &m, const Part &part, int64_t row,
                           int64_t begin, int64_t end) {
  char *inWhole = m.whole + row * m.rowBytes + part.offset + begin;
  char *inPart = part.data + row * part.bytes + begin;
  if (m.family == Family::Split)
    Way::copy(inPart, inWhole, end - begin);
  else
    Way::copy(inWhole, inPart, end - begin);
}

//===----------------------------------------------------------------------===//
// By rows: a unit is a row
//===----------------------------------------------------------------------===//

static int64_t countRows(const Movement &m) {
  bool isShort = m.rows >= 2 || m.movedBytes <= 4096;
  return hasParts(m) && isShort ? m.rows : 0;
}

static int64_t countStreamedRows(const Movement &m) {
  return m.outputBytes >= (1 << 21) ? countRows(m) : 0;
}

template <typename Way>
static void runRows(const Movement &m, int64_t begin, int64_t end) {
  const Part *parts = m.parts.data();
  int64_t count = m.parts.size();
  for (int64_t row = begin; row < end; ++row)
    for (int64_t i = 0; i < count; ++i)
      copyPart<Way>(m, parts[i], row, 0, parts[i].bytes);
  Way::end();
}

// Rows of one chunk, a stride apart: a processor prefetches within each.
static int64_t countRowsAhead(const Movement &m) {
  bool isChunk = m.family == Family::Split && m.parts.size() == 1;
  return isChunk ? countStreamedRows(m) : 0;
}

template <typename Way>
static void runRowsAhead(const Movement &m, int64_t begin, int64_t end) {
  constexpr int64_t numAhead = 16;
  const Part &part = m.parts.data()[0];
  for (int64_t row = begin; row < end; ++row) {
    const char *next = m.whole + (row + numAhead) * m.rowBytes + part.offset;
    for (int64_t line = 0; line < part.bytes; line += 64)
      __builtin_prefetch(next + line);
    copyPart<Way>(m, part, row, 0, part.bytes);
  }
  Way::end();
}

//===----------------------------------------------------------------------===//
// One row: a unit is an operand or a chunk
//===----------------------------------------------------------------------===//

static int64_t countTable(const Movement &m) {
  return hasParts(m) && m.rows == 1 ? m.parts.size() : 0;
}

template <typename Way>
static void runTable(const Movement &m, int64_t begin, int64_t end) {
  const Part *parts = m.parts.data();
  for (int64_t i = begin; i < end; ++i)
    copyPart<Way>(m, parts[i], 0, 0, parts[i].bytes);
  Way::end();
}

//===----------------------------------------------------------------------===//
// By ranges of what moves: a unit is a page of it, wherever parts end
//===----------------------------------------------------------------------===//

static constexpr int64_t kRange = 4096;

static int64_t countRanges(const Movement &m) {
  bool isLong = hasParts(m) && m.movedBytes / (int64_t)m.parts.size() >= kWidth;
  return isLong ? (m.rows * m.movedBytes + kRange - 1) / kRange : 0;
}

static int64_t countStreamedRanges(const Movement &m) {
  return m.outputBytes >= (1 << 21) ? countRanges(m) : 0;
}

// The part that holds a byte of a row.
static int64_t findPart(const Movement &m, int64_t offset) {
  int64_t low = 0, high = m.parts.size() - 1;
  while (low < high) {
    int64_t middle = (low + high + 1) / 2;
    if (m.parts.data()[middle].offset <= offset)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

template <typename Way>
static void runRanges(const Movement &m, int64_t begin, int64_t end) {
  int64_t position = begin * kRange, last = end * kRange;
  if (last > m.rows * m.movedBytes)
    last = m.rows * m.movedBytes;
  int64_t row = position / m.movedBytes, offset = position % m.movedBytes;
  const Part *parts = m.parts.data();
  int64_t index = findPart(m, offset), count = m.parts.size();
  while (position < last) {
    const Part &part = parts[index];
    int64_t from = offset - part.offset, to = part.bytes;
    if (to - from > last - position)
      to = from + last - position;
    copyPart<Way>(m, part, row, from, to);
    position += to - from;
    offset += to - from;
    if (++index == count) {
      index = offset = 0;
      ++row;
    }
  }
  Way::end();
}

//===----------------------------------------------------------------------===//
// Parts of one size, `count` vectors, unrolled
//===----------------------------------------------------------------------===//

template <int count, Stores stores>
static int64_t countUnrolled(const Movement &m) {
  if (!hasParts(m) || m.rows < 2)
    return 0;
  for (int64_t i = 0, e = m.parts.size(); i < e; ++i) {
    const Part &part = m.parts.data()[i];
    bool isOne = part.bytes == count * kWidth;
    char *out = m.family == Family::Split ? part.data : m.whole + part.offset;
    if (!isOne || (stores == Stores::Streamed && !isAligned(out)))
      return 0;
  }
  bool isAlignedRow = m.rowBytes % kWidth == 0;
  return stores == Stores::Cached || isAlignedRow ? m.rows : 0;
}

template <int count, Stores stores>
static void runUnrolled(const Movement &m, int64_t begin, int64_t end) {
  constexpr int64_t bytes = count * kWidth;
  constexpr int block = count < 4 ? count : 4;
  const Part *parts = m.parts.data();
  int64_t numParts = m.parts.size();
  bool isSplit = m.family == Family::Split;
  for (int64_t row = begin; row < end; ++row) {
    char *whole = m.whole + row * m.rowBytes;
    for (int64_t i = 0; i < numParts; ++i, whole += bytes) {
      char *part = parts[i].data + row * bytes;
#pragma clang loop unroll(full)
      for (int64_t j = 0; j < bytes; j += block * kWidth)
        copyBlock<stores, block>((isSplit ? part : whole) + j,
                                 (isSplit ? whole : part) + j);
    }
  }
  if (stores == Stores::Streamed)
    endStreaming();
}

// Four rows of a part before the next part: fewer pointers are read.
template <int count>
static void runFourRows(const Movement &m, int64_t begin, int64_t end) {
  constexpr int64_t bytes = count * kWidth;
  const Part *parts = m.parts.data();
  int64_t numParts = m.parts.size(), row = begin;
  bool isSplit = m.family == Family::Split;
  for (; row + 4 <= end; row += 4)
    for (int64_t i = 0; i < numParts; ++i)
#pragma clang loop unroll(full)
      for (int64_t k = row; k < row + 4; ++k) {
        char *part = parts[i].data + k * bytes;
        char *whole = m.whole + k * m.rowBytes + i * bytes;
        copyBlock<Stores::Cached, count>(isSplit ? part : whole,
                                         isSplit ? whole : part);
      }
  runUnrolled<count, Stores::Cached>(m, row, end);
}

// Eight parts of a block of rows before the next eight, past the caches:
// processors prefetch from few places. Parts are whole cache lines.
static constexpr int64_t kGroupRows = 64, kGroupParts = 8;

template <int count>
static int64_t countStreamedGroups(const Movement &m) {
  const bool isGroup = m.family == Family::Concat &&
                       int64_t(m.parts.size()) > kGroupParts &&
                       count * kWidth % 64 == 0;
  const int64_t rows = isGroup ? countUnrolled<count, Stores::Streamed>(m) : 0;
  return (rows + kGroupRows - 1) / kGroupRows;
}

template <int count>
static void runStreamedGroups(const Movement &m, int64_t begin, int64_t end) {
  constexpr int64_t bytes = count * kWidth;
  const Part *parts = m.parts.data();
  const int64_t numParts = m.parts.size();
  for (int64_t block = begin; block < end; ++block) {
    const int64_t first = block * kGroupRows;
    const int64_t last = std::min(first + kGroupRows, m.rows);
    for (int64_t group = 0; group < numParts; group += kGroupParts) {
      const int64_t groupEnd = std::min(group + kGroupParts, numParts);
      for (int64_t row = first; row < last; ++row)
        for (int64_t i = group; i < groupEnd; ++i)
          copyBlock<Stores::Streamed, count>(m.whole + row * m.rowBytes +
                                                 i * bytes,
                                             parts[i].data + row * bytes);
    }
  }
  endStreaming();
}

//===----------------------------------------------------------------------===//
// Parts of one size, a block of rows of each: what is written is as long as a
// page, and what is read next is on its way to the cache
//===----------------------------------------------------------------------===//

template <int count, int rows>
static int64_t countRowBlocks(const Movement &m) {
  int64_t all = countUnrolled<count, Stores::Streamed>(m);
  return m.family == Family::Split && m.movedBytes >= 1024 ? all / rows : 0;
}

template <int count, int rows>
static void runRowBlocks(const Movement &m, int64_t begin, int64_t end) {
  constexpr int64_t bytes = count * kWidth;
  const Part *parts = m.parts.data();
  int64_t numParts = m.parts.size();
  for (int64_t block = begin; block < end; ++block)
    for (int64_t i = 0; i < numParts; ++i) {
      char *out = parts[i].data + block * rows * bytes;
      const char *in = m.whole + block * rows * m.rowBytes + i * bytes;
      for (int64_t row = 0; row < rows; ++row) {
        const char *from = in + row * m.rowBytes;
        for (int64_t line = 0; line < bytes; line += 64)
          __builtin_prefetch(from + rows * m.rowBytes + line);
        copyBlock<Stores::Streamed, count>(out + row * bytes, from);
      }
    }
  endStreaming();
  bool isLast = end * rows + rows > m.rows;
  runUnrolled<count, Stores::Cached>(m, end * rows,
                                     isLast ? m.rows : end * rows);
}

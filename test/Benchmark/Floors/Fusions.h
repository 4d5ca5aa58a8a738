//===- Fusions.h - elementwise operators in the same pass -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Concat or Tile of f32 matrices with what stands around it, read once and
// written once. A unit is a row of the result. See Vector.h.
//
//===----------------------------------------------------------------------===//

typedef float Floats __attribute__((vector_size(kWidth), may_alias));

BENCH_INLINE Floats loadFloats(const char *p) { return (Floats)load(p); }

template <Stores stores>
BENCH_INLINE void putFloats(char *p, Floats v) {
  put<stores>(p, (Vector)v);
}

BENCH_INLINE Floats splat(const char *p) {
  float value;
  __builtin_memcpy(&value, p, sizeof(value));
  return Floats{} + value;
}

BENCH_INLINE Floats relu(Floats v) { return v > 0 ? v : Floats{}; }

template <Fusion fusion, Stores stores>
static int64_t countFusion(const Movement &m) {
  if (m.family != Family::Fusion || m.fusion != fusion ||
      m.rowBytes % kWidth != 0)
    return 0;
  for (int64_t i = 0, e = m.parts.size(); i < e; ++i)
    if (m.parts.data()[i].bytes % kWidth != 0 && m.parts.data()[i].bytes > 4)
      return 0;
  return stores == Stores::Cached || isAligned(m.whole) ? m.rows : 0;
}

template <Stores stores>
BENCH_INLINE void reluRow(char *out, const char *in, int64_t bytes) {
  for (int64_t i = 0; i < bytes; i += kWidth)
    putFloats<stores>(out + i, relu(loadFloats(in + i)));
}

// Two roundings, as two operators make.
template <Stores stores>
BENCH_INLINE void scaleRow(char *out, const char *in, int64_t bytes, Floats s,
                           Floats t) {
#pragma clang fp contract(off)
  for (int64_t i = 0; i < bytes; i += kWidth) {
    Floats scaled = loadFloats(in + i) * s;
    putFloats<stores>(out + i, relu(scaled + t));
  }
}

template <Stores stores>
BENCH_INLINE void copyRow(char *out, const char *in, int64_t bytes) {
  for (int64_t i = 0; i < bytes; i += kWidth)
    put<stores>(out + i, load(in + i));
}

template <Stores stores>
BENCH_INLINE void fillRow(char *out, Floats v, int64_t bytes) {
  for (int64_t i = 0; i < bytes; i += kWidth)
    putFloats<stores>(out + i, v);
}

template <Fusion fusion, Stores stores>
BENCH_INLINE void fuseRow(const Movement &m, int64_t row) {
  const Part *parts = m.parts.data();
  const char *a = parts[0].data + row * parts[0].bytes;
  const char *b = parts[1].data + row * parts[1].bytes;
  char *out = m.whole + row * m.rowBytes;
  int64_t half = m.rowBytes / 2;
  if (fusion == Fusion::ReluConcat) {
    reluRow<stores>(out, a, half);
    reluRow<stores>(out + half, b, half);
  } else if (fusion == Fusion::ScaledConcat) {
    Floats s = splat(parts[2].data), t = splat(parts[3].data);
    scaleRow<stores>(out, a, half, s, t);
    scaleRow<stores>(out + half, b, half, s, t);
  } else if (fusion == Fusion::SlicedConcat) {
    copyRow<stores>(out, a + half, half);
    copyRow<stores>(out + half, b, half);
  } else if (fusion == Fusion::AddTiledRow) {
    for (int64_t i = 0; i < m.rowBytes; i += kWidth)
      putFloats<stores>(out + i,
                        loadFloats(parts[0].data + i) + loadFloats(b + i));
  } else if (fusion == Fusion::AddTiledColumn) {
    Floats v = splat(a);
    for (int64_t i = 0; i < m.rowBytes; i += kWidth)
      putFloats<stores>(out + i, v + loadFloats(b + i));
  } else {
    copyRow<stores>(out, a, half);
    fillRow<stores>(out + half, splat(b), half);
  }
}

template <Fusion fusion, Stores stores>
static void runFusion(const Movement &m, int64_t begin, int64_t end) {
  for (int64_t row = begin; row < end; ++row)
    fuseRow<fusion, stores>(m, row);
  if (stores == Stores::Streamed)
    endStreaming();
}

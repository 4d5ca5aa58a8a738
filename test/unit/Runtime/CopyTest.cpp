//===- CopyTest.cpp - strided copies against plain loops ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copy.h: batches of tensors with any sizes, strides and alignment, with and
// without non-temporal stores, compared with a loop over their elements.
//
//===----------------------------------------------------------------------===//

extern "C" {
#include "Copy.h"
}

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

using Bytes = std::vector<char>;
using Sizes = std::vector<int64_t>;

namespace {

/// A tensor in a buffer.
struct View {
  int64_t offset; ///< in elements
  Sizes sizes, strides;
};

} // namespace

static int64_t countOf(const Sizes &sizes) {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

static Sizes rowMajor(const Sizes &sizes) {
  Sizes strides(sizes.size(), 1);
  for (size_t i = sizes.size(); i-- > 1;)
    strides[i - 1] = strides[i] * sizes[i];
  return strides;
}

/// The elements of a view, one after another.
static Bytes gather(const char *buffer, const View &view,
                    int64_t elementBytes) {
  Bytes result;
  for (int64_t i = 0; i < countOf(view.sizes); ++i) {
    int64_t element = view.offset, rest = i;
    for (size_t dim = view.sizes.size(); dim-- > 0;) {
      element += rest % view.sizes[dim] * view.strides[dim];
      rest /= view.sizes[dim];
    }
    const char *from = buffer + element * elementBytes;
    result.insert(result.end(), from, from + elementBytes);
  }
  return result;
}

/// A buffer whose bytes identify their position.
static Bytes source(int64_t bytes) {
  std::mt19937 random(7);
  Bytes buffer(bytes);
  for (char &byte : buffer)
    byte = char(random());
  return buffer;
}

namespace {

/// The target of a copy: `shift` bytes after the start of a line, between bytes
/// that must not change.
class Target {
public:
  Target(int64_t bytes, int64_t shift)
      : bytes(bytes), memory(bytes + 2 * margin + 64, '#') {
    auto address = reinterpret_cast<uintptr_t>(memory.data() + margin);
    begin = margin + (-address & 63) + shift % 64;
  }
  char *data() { return memory.data() + begin; }
  Bytes content() { return Bytes(data(), data() + bytes); }
  bool isIntactAround() {
    for (int64_t i = 0; i < int64_t(memory.size()); ++i)
      if ((i < begin || i >= begin + bytes) && memory[i] != '#')
        return false;
    return true;
  }

private:
  static constexpr int64_t margin = 256;
  int64_t bytes;
  Bytes memory;
  int64_t begin;
};

/// Parameters of a batch.
struct Way {
  bool isStreaming;
  bool isInOrder;
  int64_t shift; ///< of the copies, in bytes
};

} // namespace

static void begin(CopyBatch &batch, Way way) {
  onnxopsImplBeginCopies(&batch, /*bytes=*/0, onnxopsImplOneThread());
  batch.isStreaming = way.isStreaming;
  batch.isInOrder = way.isInOrder;
}

/// Copies all views in one batch and compares.
static void expectCopies(const Bytes &buffer, const std::vector<View> &views,
                         int64_t elementBytes, Way way) {
  std::vector<Target> targets;
  for (const View &view : views)
    targets.emplace_back(countOf(view.sizes) * elementBytes, way.shift);
  CopyBatch batch;
  begin(batch, way);
  for (size_t i = 0; i < views.size(); ++i)
    onnxopsImplAddCopy(&batch, targets[i].data(),
                       buffer.data() + views[i].offset * elementBytes,
                       elementBytes, views[i].sizes.size(),
                       views[i].sizes.data(), views[i].strides.data());
  onnxopsImplEndCopies(&batch);
  for (size_t i = 0; i < views.size(); ++i) {
    ASSERT_EQ(targets[i].content(),
              gather(buffer.data(), views[i], elementBytes))
        << "view " << i;
    ASSERT_TRUE(targets[i].isIntactAround()) << "view " << i;
  }
}

/// The chunks of a tensor that is split along `axis`, the last one shorter.
static std::vector<View> split(const Sizes &sizes, int64_t axis,
                               int64_t chunk) {
  std::vector<View> views;
  for (int64_t at = 0; at < sizes[axis]; at += chunk) {
    View view{at * rowMajor(sizes)[axis], sizes, rowMajor(sizes)};
    view.sizes[axis] = std::min(chunk, sizes[axis] - at);
    views.push_back(view);
  }
  return views;
}

const Way everyWay[] = {{false, false, 0}, {false, false, 8}, {false, false, 1},
                        {true, false, 0},  {true, false, 8},  {true, false, 48},
                        {true, false, 1},  {true, true, 0},   {true, true, 8},
                        {true, true, 48},  {true, true, 1}};

namespace {
class ElementBytes : public ::testing::TestWithParam<int64_t> {};
} // namespace
INSTANTIATE_TEST_SUITE_P(All, ElementBytes, ::testing::Values(1, 2, 4, 8, 16));

TEST_P(ElementBytes, RunsOfEveryLength) {
  const int64_t rows = 137;
  const Bytes buffer = source(rows * (700 + 3 * GetParam()));
  for (int64_t run = 1; run * GetParam() <= 700; run += 1 + run / 24)
    for (Way way : everyWay)
      expectCopies(buffer, {{0, {rows, run}, {run + 3, 1}}}, GetParam(), way);
}

TEST_P(ElementBytes, SplitsWithAShorterLastChunk) {
  const Sizes sizes = {5, 131, 6};
  const Bytes buffer = source(countOf(sizes) * GetParam());
  for (int64_t axis = 0; axis < 3; ++axis)
    for (int64_t chunk : {1, 2, 4, 50})
      for (Way way : everyWay)
        expectCopies(buffer, split(sizes, axis, chunk), GetParam(), way);
}

TEST_P(ElementBytes, AnyStrides) {
  std::mt19937 random(11);
  auto upTo = [&](int64_t last) { return int64_t(random() % (last + 1)); };
  const int64_t elements = 1 << 16, middle = elements / 2;
  const Bytes buffer = source(elements * GetParam());
  for (int round = 0; round < 300; ++round) {
    View view{middle, {}, {}};
    int64_t reach = middle, rank = upTo(6);
    for (int64_t dim = 0; dim < rank; ++dim) {
      // Broadcast, reversed, dense, with gaps: never beyond the buffer.
      int64_t size = 1 + upTo(4);
      int64_t stride = std::min<int64_t>(upTo(300), reach / (2 * size));
      reach -= size * stride;
      view.sizes.push_back(size);
      view.strides.push_back(upTo(3) ? stride : -stride);
    }
    if (rank > 0 && upTo(1))
      view.strides.back() = 1;
    expectCopies(buffer, {view, view}, GetParam(),
                 everyWay[round % std::size(everyWay)]);
  }
}

TEST(Copy, LongRuns) {
  const Bytes buffer = source(300000);
  for (int64_t size : {511, 512, 4095, 4096, 16383, 16384, 16385, 100001})
    for (Way way : everyWay)
      expectCopies(buffer,
                   {{0, {size}, {1}},
                    {7, {2, size}, {size + 5, 1}},
                    {3, {size / 2}, {1}}},
                   1, way);
}

TEST(Copy, MoreTensorsThanFitInABatch) {
  const Bytes buffer = source(3 * 1000);
  for (Way way : everyWay)
    expectCopies(buffer, split({3, 1000}, 1, 3), 1, way);
}

TEST(Copy, LayoutsThatAlternate) {
  const Bytes buffer = source(4096);
  std::vector<View> views;
  for (int64_t i = 0; i < 20; ++i)
    views.push_back(i % 2 ? View{i, {4, 5}, {9, 1}} : View{i, {5, 4}, {1, 9}});
  expectCopies(buffer, views, 4, {false, false, 0});
}

/// Does the units of work of a batch in reverse order of its parts, on each
/// target.
static void expectSameInParts(const Bytes &buffer,
                              const std::vector<View> &views, Way way) {
  for (int64_t target = 0; CopyLoops *loops = onnxopsImplCopyLoops(target);
       ++target) {
    std::vector<Target> targets;
    for (const View &view : views)
      targets.emplace_back(countOf(view.sizes) * 4, way.shift);
    CopyBatch batch;
    begin(batch, way);
    for (size_t i = 0; i < views.size(); ++i)
      onnxopsImplAddCopy(&batch, targets[i].data(),
                         buffer.data() + views[i].offset * 4, 4,
                         views[i].sizes.size(), views[i].sizes.data(),
                         views[i].strides.data());
    ASSERT_EQ(batch.count, int64_t(views.size()));
    for (int64_t end = onnxopsImplCountUnits(&batch); end > 0; end -= 7)
      loops(&batch, std::max<int64_t>(end - 7, 0), end);
    for (size_t i = 0; i < views.size(); ++i) {
      ASSERT_EQ(targets[i].content(), gather(buffer.data(), views[i], 4));
      ASSERT_TRUE(targets[i].isIntactAround());
    }
  }
}

TEST(Copy, UnitsOfWorkAreIndependentOnEachTarget) {
  ASSERT_NE(onnxopsImplCopyLoops(0), nullptr);
  const Sizes sizes = {67, 5, 100};
  const Bytes buffer = source(countOf(sizes) * 4);
  for (Way way : everyWay) {
    for (int64_t chunk : {1, 3, 15, 16, 17, 40})
      expectSameInParts(buffer, split({335, 100}, 1, chunk + 4), way);
    expectSameInParts(buffer, split(sizes, 0, 30), way);
    expectSameInParts(buffer, split(sizes, 1, 2), way);
    expectSameInParts(buffer, {{0, {3, 10000}, {10000, 1}}}, way);
    expectSameInParts(buffer, {{0, {3, 10000}, {10001, 1}}}, way);
  }
}

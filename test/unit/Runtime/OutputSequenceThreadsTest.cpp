//===- OutputSequenceThreadsTest.cpp - sequence outputs by threads --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// onnxopsRtOutputSequence: when threads share the copies of an output, and that
// all of it is copied then.
//
//===----------------------------------------------------------------------===//

#include "Pool.h"
#include "RuntimeTest.h"

using namespace mlir::onnxops::test;

namespace {

/// A split of a matrix along an axis into chunks of one size.
struct Split {
  int64_t rows, columns, axis, chunk;

  Sizes sizes() const {
    return axis == 0 ? Sizes{chunk, columns} : Sizes{rows, chunk};
  }
  int64_t count() const { return (axis == 0 ? rows : columns) / chunk; }
  /// The offset of a chunk.
  int64_t offset(int64_t i) const {
    return axis == 0 ? i * chunk * columns : i * chunk;
  }
  int64_t bytes() const { return rows * columns * int64_t(sizeof(float)); }
};

class OutputSequenceThreadsTest : public RuntimeTest {
protected:
  OutputSequenceThreadsTest() : table(1) {
    onnxopsContextSetParallelFor(context, Pool::parallelFor, &pool);
  }
  ~OutputSequenceThreadsTest() override { onnxopsValueRelease(&table[0]); }

  /// Emulates a function that returns the chunks of a split, and checks them.
  void run(const Split &split, int64_t threads, int64_t sharedBytes) {
    Tensor<float> matrix = iota({split.rows, split.columns});
    ASSERT_EQ(enter(signature, table), 0);
    OnnxopsSequence *sequence =
        onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, split.count());
    Sizes sizes = split.sizes(), strides = {split.columns, 1};
    for (int64_t i = 0; i < split.count(); ++i)
      ASSERT_EQ(onnxopsRtSequencePush(context, sequence,
                                      matrix.data.data() + split.offset(i), 2,
                                      sizes.data(), strides.data()),
                0);
    ASSERT_EQ(leave(onnxopsRtOutputSequence(context, 0, sequence, threads,
                                            sharedBytes)),
              0);
    auto *result = static_cast<const OnnxopsSequence *>(table[0].data);
    ASSERT_EQ(onnxopsSequenceLength(result), split.count());
    for (int64_t i = 0; i < split.count(); ++i)
      expectChunk(onnxopsSequenceElement(result, i), split, i);
  }

  static void expectChunk(const OnnxopsValue &chunk, const Split &split,
                          int64_t i) {
    ASSERT_EQ(sizesOf(chunk), split.sizes());
    std::vector<float> expected;
    for (int64_t row = 0; row < split.sizes()[0]; ++row)
      for (int64_t column = 0; column < split.sizes()[1]; ++column)
        expected.push_back(split.offset(i) + row * split.columns + column);
    ASSERT_EQ(elements<float>(chunk), expected) << "chunk " << i;
  }

  const Signature signature{{}, {sequenceOf(unranked("y", ONNXOPS_FLOAT32))}};
  std::vector<OnnxopsValue> table;
  Pool pool;
};

const Split byRows = {300, 1000, 0, 100}, byColumns = {300, 1000, 1, 250};

TEST_F(OutputSequenceThreadsTest, ShareALargeOutput) {
  run(byRows, 3, byRows.bytes());
  EXPECT_EQ(pool.calls, 1);
  EXPECT_EQ(pool.ranges, 3);
  run(byColumns, 2, byColumns.bytes());
  EXPECT_EQ(pool.calls, 2);
  EXPECT_EQ(pool.ranges, 3 + 2);
}

TEST_F(OutputSequenceThreadsTest, LeaveASmallOutputToTheCaller) {
  run(byRows, 3, byRows.bytes() + 1);
  run(byColumns, 2, byColumns.bytes() + 1);
  EXPECT_EQ(pool.calls, 0);
}

TEST_F(OutputSequenceThreadsTest, OneThreadNeedsNoPool) {
  run(byRows, 1, 0);
  run(byColumns, 0, 0);
  EXPECT_EQ(pool.calls, 0);
}

// More elements than one batch has: the rest is a small batch.
TEST_F(OutputSequenceThreadsTest, ShareEachBatch) {
  const Split split = {1000, 65, 1, 1};
  run(split, 2, 64 * 1000 * int64_t(sizeof(float)));
  EXPECT_EQ(pool.calls, 1);
}

TEST_F(OutputSequenceThreadsTest, CopyRunsOfEveryLength) {
  pool.isThreaded = true;
  for (int64_t chunk : {1, 3, 15, 16, 50, 1100})
    for (int64_t threads : {2, 3, 7}) {
      run({211, 3 * chunk, 1, chunk}, threads, 1);
      run({3 * chunk, 17, 0, chunk}, threads, 1);
    }
  EXPECT_GT(pool.calls, 18);
}

} // namespace

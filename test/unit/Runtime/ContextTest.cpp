//===- ContextTest.cpp - the memory of one call -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// onnxopsRtAllocate and onnxopsRtFree: valid and refused requests with their
// messages, cached blocks, and the absence of leaks, which LeakSanitizer
// checks.
//
//===----------------------------------------------------------------------===//

#include "AllocationFailure.h"
#include "RuntimeTest.h"

#include <cstring>

using namespace mlir::onnxops::test;

namespace {

class ContextTest : public RuntimeTest {
protected:
  void *allocate(int64_t elementBytes, Sizes sizes) {
    return onnxopsRtAllocate(context, elementBytes, sizes.size(), sizes.data(),
                             "concat");
  }
};

TEST_F(ContextTest, NewContextIsBlank) {
  EXPECT_EQ(error(), "");
  EXPECT_EQ(onnxopsContextBytesMoved(context), 0);
}

TEST_F(ContextTest, AllocationsAreAlignedAndWritable) {
  for (int64_t size : {1, 3, 64, 65, 100, 1000}) {
    void *data = allocate(4, {size});
    ASSERT_NE(data, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % (size > 64 ? 64 : 8), 0u);
    std::memset(data, 0xff, 4 * size);
  }
  EXPECT_EQ(leave(), 0);
}

TEST_F(ContextTest, EmptyAllocationsAreDistinct) {
  void *first = allocate(4, {0}), *second = allocate(4, {3, 0});
  EXPECT_NE(first, nullptr);
  EXPECT_NE(second, nullptr);
  EXPECT_NE(first, second);
}

TEST_F(ContextTest, ScalarNeedsNoSizes) {
  EXPECT_NE(onnxopsRtAllocate(context, 8, 0, nullptr, "tile"), nullptr);
}

TEST_F(ContextTest, SizeZeroBeatsOverflow) {
  EXPECT_NE(allocate(8, {INT64_MAX, INT64_MAX, 0}), nullptr);
  EXPECT_EQ(error(), "");
}

TEST_F(ContextTest, OverflowIsRefused) {
  EXPECT_EQ(allocate(8, {INT64_MAX, 2}), nullptr);
  EXPECT_EQ(error(), "concat: expected memory for 9223372036854775807x2 "
                     "elements of 8 bytes, but that is more than an address "
                     "can reach");
  EXPECT_EQ(leave(1), 1);
}

TEST_F(ContextTest, OverflowByElementBytesIsRefused) {
  EXPECT_EQ(allocate(2, {INT64_MAX / 2 + 1}), nullptr);
  EXPECT_NE(error().find("more than an address can reach"), std::string::npos);
}

TEST_F(ContextTest, NegativeSizeIsRefused) {
  EXPECT_EQ(allocate(4, {3, -1}), nullptr);
  EXPECT_EQ(error(), "concat: expected memory for 3x-1 elements of 4 bytes, "
                     "but a size is negative");
}

TEST_F(ContextTest, NegativeSizesDoNotCancel) {
  EXPECT_EQ(allocate(4, {-3, -1}), nullptr);
  EXPECT_EQ(allocate(4, {0, -1}), nullptr);
}

TEST_F(ContextTest, MoreThanTheSystemHasIsRefused) {
  EXPECT_EQ(allocate(1, {INT64_MAX}), nullptr);
  EXPECT_EQ(error(), "concat: expected memory for 9223372036854775807 elements "
                     "of 1 bytes, but there is not enough");
}

TEST_F(ContextTest, AbsurdArgumentsAreRefused) {
  EXPECT_EQ(onnxopsRtAllocate(context, 4, 2, nullptr, "tile"), nullptr);
  EXPECT_EQ(error(), "tile: expected sizes, but got a null pointer");
}

TEST_F(ContextTest, AbsurdRankIsRefused) {
  EXPECT_EQ(onnxopsRtAllocate(context, 4, INT64_MAX, nullptr, nullptr),
            nullptr);
  EXPECT_EQ(error(), "allocation: expected a rank from 0 to 64, but got "
                     "9223372036854775807");
}

TEST_F(ContextTest, HighestRankIsAccepted) {
  EXPECT_NE(allocate(4, Sizes(ONNXOPS_MAX_RANK, 1)), nullptr);
  EXPECT_EQ(allocate(4, Sizes(ONNXOPS_MAX_RANK + 1, 1)), nullptr);
}

TEST_F(ContextTest, LongestSizesFitIntoAMessage) {
  EXPECT_EQ(allocate(4, Sizes(ONNXOPS_MAX_RANK, INT64_MIN)), nullptr);
  EXPECT_EQ(error().substr(error().size() - 3), "...");
}

TEST_F(ContextTest, UnknownElementTypeIsRefused) {
  EXPECT_EQ(allocate(0, {3}), nullptr);
  EXPECT_EQ(error(), "concat: expected a known element type, but got another");
}

TEST_F(ContextTest, FreeInAnyOrder) {
  std::vector<void *> blocks;
  for (int i = 0; i < 5; ++i)
    blocks.push_back(allocate(1, {100}));
  for (int i : {2, 0, 4, 1})
    onnxopsRtFree(context, blocks[i]);
  onnxopsRtFree(context, nullptr);
  std::memset(blocks[3], 1, 100);
  std::memset(allocate(1, {10}), 1, 10);
  EXPECT_EQ(leave(), 0);
}

TEST_F(ContextTest, FreeDoesNotSearch) {
  // Would take minutes if a free walked the list.
  std::vector<void *> blocks;
  for (int i = 0; i < 300000; ++i)
    blocks.push_back(allocate(1, {1}));
  for (void *block : blocks)
    onnxopsRtFree(context, block);
  EXPECT_EQ(leave(), 0);
}

TEST_F(ContextTest, FailureFreesEverything) {
  for (int i = 0; i < 10; ++i)
    allocate(8, {i});
  onnxopsRtFail(context, "stop", nullptr, 0);
  EXPECT_EQ(leave(1), 1);
  EXPECT_EQ(error(), "stop");
}

/// The number of allocations of `body`.
template <typename Body>
int64_t allocationsOf(Body body) {
  AllocationFailure none(1000000);
  body();
  return none.count();
}

TEST_F(ContextTest, LargeBlocksStayForTheNextCall) {
  auto call = [&] {
    for (int64_t size : {100000, 300000}) {
      void *data = allocate(1, {size});
      ASSERT_NE(data, nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % 64, 0u);
      std::memset(data, 1, size);
    }
    EXPECT_EQ(leave(), 0);
  };
  EXPECT_EQ(allocationsOf(call), 2);
  EXPECT_EQ(allocationsOf(call), 0);
  EXPECT_EQ(leave(), 0); // a call that needs none
  EXPECT_EQ(allocationsOf(call), 2);
}

TEST_F(ContextTest, LargeBlocksAreUsedAgainWithinACall) {
  auto *first = static_cast<char *>(allocate(1, {100000}));
  onnxopsRtFree(context, first);
  EXPECT_EQ(allocate(1, {80000}), first); // a fifth is left over
  std::memset(first, 1, 80000);
  onnxopsRtFree(context, first);
  EXPECT_EQ(allocate(1, {100000}), first);
  onnxopsRtFree(context, first);
  EXPECT_EQ(allocationsOf([&] { allocate(1, {79999}); }), 1);  // too much left
  EXPECT_EQ(allocationsOf([&] { allocate(1, {100000}); }), 1); // so it is new
  EXPECT_EQ(leave(), 0);
}

TEST_F(ContextTest, SmallBlocksDoNotStay) {
  auto call = [&] {
    allocate(1, {1000});
    EXPECT_EQ(leave(), 0);
  };
  EXPECT_EQ(allocationsOf(call), 1);
  EXPECT_EQ(allocationsOf(call), 1);
}

TEST_F(ContextTest, SixteenBlocksStay) {
  auto call = [&] {
    for (int i = 0; i < 20; ++i)
      allocate(1, {100000});
    EXPECT_EQ(leave(), 0);
  };
  EXPECT_EQ(allocationsOf(call), 20);
  EXPECT_EQ(allocationsOf(call), 4);
}

TEST_F(ContextTest, LargeBlocksOfAFailingCallStay) {
  allocate(1, {100000});
  EXPECT_EQ(leave(1), 1);
  EXPECT_EQ(allocationsOf([&] { allocate(1, {100000}); }), 0);
}

TEST_F(ContextTest, NoMemoryForALargeBlock) {
  allocate(1, {100000});
  EXPECT_EQ(leave(), 0);
  AllocationFailure failure(0);
  EXPECT_EQ(allocate(1, {200000}), nullptr);
  EXPECT_NE(error().find("there is not enough"), std::string::npos);
}

TEST_F(ContextTest, DestroyEndsAnUnfinishedCall) { allocate(8, {10}); }

TEST_F(ContextTest, EnterEndsAnUnfinishedCall) {
  std::vector<OnnxopsValue> table(1);
  Signature signature({}, {tensor("y", ONNXOPS_FLOAT32, {2})});
  int64_t two = 2;
  ASSERT_EQ(enter(signature, table), 0);
  allocate(8, {10});
  ASSERT_NE(onnxopsRtOutput(context, 0, 1, &two), nullptr);
  ASSERT_EQ(enter(signature, table), 0);
  EXPECT_EQ(table[0].data, nullptr);
  EXPECT_EQ(leave(1), 1);
}

TEST_F(ContextTest, BytesAreCounted) {
  onnxopsRtCountBytes(context, 10);
  onnxopsRtCountBytes(context, 32);
  EXPECT_EQ(onnxopsContextBytesMoved(context), 42);
  EXPECT_EQ(leave(), 0);
  EXPECT_EQ(onnxopsContextBytesMoved(context), 42);
}

TEST_F(ContextTest, ByteCountSaturates) {
  onnxopsRtCountBytes(context, INT64_MAX);
  onnxopsRtCountBytes(context, 1);
  EXPECT_EQ(onnxopsContextBytesMoved(context), INT64_MAX);
}

TEST_F(ContextTest, EnterClearsTheByteCount) {
  std::vector<OnnxopsValue> table(1);
  onnxopsRtCountBytes(context, 10);
  EXPECT_EQ(enter(Signature({}, {tensor("y", ONNXOPS_FLOAT32, {})}), table), 0);
  EXPECT_EQ(onnxopsContextBytesMoved(context), 0);
}

TEST(ContextNullTest, NullContextIsHarmless) {
  onnxopsContextDestroy(nullptr);
  onnxopsRtCountBytes(nullptr, 1);
  onnxopsRtFree(nullptr, nullptr);
  EXPECT_EQ(onnxopsContextBytesMoved(nullptr), 0);
  EXPECT_EQ(onnxopsRtAllocate(nullptr, 4, 0, nullptr, "tile"), nullptr);
  EXPECT_EQ(onnxopsRtLeave(nullptr, 0), 1);
}

} // namespace

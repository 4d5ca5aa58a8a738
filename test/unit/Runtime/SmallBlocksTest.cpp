//===- SmallBlocksTest.cpp - small temporaries of a call ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of a few bytes, in any order of requests and frees, against a map of
// their expected content; and their cost.
//
//===----------------------------------------------------------------------===//

#include "AllocationFailure.h"
#include "RuntimeTest.h"

#include <cstring>
#include <map>
#include <random>

using namespace mlir::onnxops::test;

namespace {

class SmallBlocksTest : public RuntimeTest {
protected:
  char *allocate(int64_t bytes) {
    return static_cast<char *>(
        onnxopsRtAllocate(context, 1, 1, &bytes, "small"));
  }
};

TEST_F(SmallBlocksTest, AnyOrder) {
  struct Block {
    int64_t bytes;
    char content;
  };
  std::map<char *, Block> blocks;
  std::mt19937 random(3);
  for (int step = 0; step < 100000; ++step) {
    // Sometimes few, sometimes many.
    if (blocks.size() < random() % 3000) {
      int64_t bytes = random() % (random() % 4 ? 20 : 300);
      char *data = allocate(bytes), content = char(random());
      ASSERT_NE(data, nullptr) << error();
      ASSERT_EQ(reinterpret_cast<uintptr_t>(data) % 8, 0u);
      auto after = blocks.lower_bound(data);
      ASSERT_TRUE(after == blocks.end() || data + bytes <= after->first);
      ASSERT_TRUE(after == blocks.begin() ||
                  std::prev(after)->first + std::prev(after)->second.bytes <=
                      data);
      std::memset(data, content, bytes);
      blocks[data] = {bytes, content};
    } else if (!blocks.empty()) {
      auto block = blocks.begin();
      std::advance(block, random() % std::min<size_t>(blocks.size(), 50));
      auto [bytes, content] = block->second;
      for (int64_t i = 0; i < bytes; ++i)
        ASSERT_EQ(block->first[i], content);
      onnxopsRtFree(context, block->first);
      blocks.erase(block);
    }
  }
  EXPECT_EQ(leave(1), 1);
}

TEST_F(SmallBlocksTest, CostLittle) {
  for (int64_t bytes : {1, 8, 24, 256}) {
    AllocationFailure none(INT64_MAX);
    const int64_t count = 100000, used = (bytes + 7) / 8 * 8;
    for (int64_t i = 0; i < count; ++i)
      ASSERT_NE(allocate(bytes), nullptr);
    EXPECT_LT(none.bytes(), count * used * 5 / 4);
    EXPECT_EQ(leave(1), 1);
  }
}

TEST_F(SmallBlocksTest, ALoopThatFreesNeedsOnePage) {
  AllocationFailure none(INT64_MAX);
  for (int i = 0; i < 100000; ++i) {
    char *one = allocate(8), *other = allocate(8);
    onnxopsRtFree(context, i % 2 ? one : other);
    onnxopsRtFree(context, i % 2 ? other : one);
  }
  EXPECT_EQ(none.count(), 1);
}

TEST_F(SmallBlocksTest, APageStaysForCallsThatUseIt) {
  for (int64_t pages : {1, 0, 0}) {
    AllocationFailure none(100);
    ASSERT_NE(allocate(16), nullptr);
    EXPECT_EQ(none.count(), pages);
    EXPECT_EQ(leave(0), 0);
  }
  // Other sizes take its place.
  ASSERT_NE(allocate(32), nullptr);
  EXPECT_EQ(leave(0), 0);
  AllocationFailure none(100);
  ASSERT_NE(allocate(32), nullptr);
  EXPECT_EQ(none.count(), 0);
  ASSERT_NE(allocate(16), nullptr);
  EXPECT_EQ(none.count(), 1);
}

} // namespace

//===- SharedObjectsTest.cpp - objects that a process keeps ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is kept is found, by any thread, and does not grow without bound.
//
//===----------------------------------------------------------------------===//

#include "SharedObjects.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

using namespace mlir;
using namespace mlir::onnxops;

static std::string find(StringRef key) {
  std::unique_ptr<llvm::MemoryBuffer> object = findKeptObject(key);
  return object ? object->getBuffer().str() : "nothing";
}

TEST(SharedObjectsTest, FindsWhatIsKept) {
  EXPECT_EQ(find("a"), "nothing");
  keepObject("a", "code");
  keepObject("empty", "");
  EXPECT_EQ(find("a"), "code");
  EXPECT_EQ(find("empty"), "");
  // The object of a key does not change.
  keepObject("a", "other");
  EXPECT_EQ(find("a"), "code");
}

TEST(SharedObjectsTest, ForgetsWhenThereIsTooMuch) {
  std::string large(size_t(1) << 20, 'x');
  keepObject("first", "code");
  for (int i = 0; i < 15; ++i)
    keepObject("large" + std::to_string(i), large);
  EXPECT_EQ(find("first"), "code");
  keepObject("largest", large + large);
  EXPECT_EQ(find("first"), "nothing");
  EXPECT_EQ(find("largest").size(), 2 * large.size());
}

TEST(SharedObjectsTest, ServesThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([i] {
      for (int j = 0; j < 1000; ++j) {
        std::string key = "k" + std::to_string((i + j) % 20);
        keepObject(key, key);
        EXPECT_EQ(find(key), key);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

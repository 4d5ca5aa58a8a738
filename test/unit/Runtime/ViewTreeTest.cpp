//===- ViewTreeTest.cpp - the tree stays balanced -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the views is tested through sequences, in CallSequenceCostTest.
// Here: that no history makes the tree higher than its bound.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

extern "C" {
#include "ViewTree.h"
}

#include <random>

using namespace mlir::onnxops::test;

namespace {

class ViewTreeTest : public RuntimeTest {
protected:
  void insert(int64_t position, int64_t count) {
    ASSERT_TRUE(onnxopsImplTreeInsert(context, &tree, position,
                                      {elements.data(), count}));
  }

  void erase(int64_t position) {
    ASSERT_TRUE(onnxopsImplTreeErase(context, &tree, position));
  }

  int64_t size() const { return onnxopsImplTreeSize(tree); }

  /// Checks sizes and heights of the whole tree, and returns its height.
  static int64_t expectBalanced(const ViewTree *node) {
    if (!node)
      return 0;
    EXPECT_GT(node->run.count, 0);
    EXPECT_EQ(node->size, onnxopsImplTreeSize(node->left) + node->run.count +
                              onnxopsImplTreeSize(node->right));
    int64_t left = expectBalanced(node->left);
    int64_t right = expectBalanced(node->right);
    EXPECT_LE(std::abs(left - right), 1);
    EXPECT_EQ(node->height, std::max(left, right) + 1);
    return node->height;
  }

  const ViewTree *tree = nullptr;
  std::vector<Element> elements = std::vector<Element>(8);
  std::mt19937 random{1};
};

TEST_F(ViewTreeTest, InsertingInOrderAndAgainstIt) {
  for (int64_t i = 0; i < 1000; ++i) {
    insert(i % 2 ? 0 : size(), 1);
    expectBalanced(tree);
  }
  EXPECT_LE(tree->height, 14); // 1.44 * log2(1000)
}

TEST_F(ViewTreeTest, InsertingBetweenTheLastTwo) {
  for (int64_t i = 0; i < 1000; ++i) {
    insert((i + 1) / 2, 1);
    expectBalanced(tree);
  }
}

TEST_F(ViewTreeTest, SplittingRunsAndErasingThem) {
  for (int64_t rounds = 0; rounds < 5; ++rounds) {
    while (size() < 1500) {
      insert(random() % (size() + 1), 1 + random() % elements.size());
      expectBalanced(tree);
    }
    while (size() > (rounds < 4 ? 100 : 0)) {
      erase(random() % size());
      expectBalanced(tree);
    }
  }
  EXPECT_EQ(tree, nullptr);
}

TEST_F(ViewTreeTest, InsertingNothing) {
  insert(0, 0);
  EXPECT_EQ(tree, nullptr);
}

} // namespace

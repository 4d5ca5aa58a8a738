//===- OutputTest.cpp - output tensors and their ownership ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// onnxopsRtOutput, onnxopsRtLeave and onnxopsValueRelease on tensors of
// numbers: new, reused, replaced and lent memory, and failing calls, which
// leave slots unchanged.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

using namespace mlir::onnxops::test;

namespace {

class OutputTest : public RuntimeTest {
protected:
  OutputTest() : table(1) {}
  ~OutputTest() override { onnxopsValueRelease(&table[0]); }

  float *output(Sizes sizes, int64_t index = 0) {
    return static_cast<float *>(
        onnxopsRtOutput(context, index, sizes.size(), sizes.data()));
  }

  /// Emulates a function that returns `value` in every element.
  int32_t fill(float value, Sizes sizes, int32_t status = 0) {
    int64_t count = 1;
    for (int64_t size : sizes)
      count *= size;
    if (enter(signature, table))
      return 1;
    float *data = output(sizes);
    for (int64_t i = 0; data && i < count; ++i)
      data[i] = value;
    return leave(data ? status : 1);
  }

  const Signature signature{{}, {unranked("y", ONNXOPS_FLOAT32)}};
  std::vector<OnnxopsValue> table;
};

TEST_F(OutputTest, EmptySlotIsFilled) {
  ASSERT_EQ(fill(7, {2, 3}), 0);
  const OnnxopsValue &slot = table[0];
  EXPECT_EQ(slot.kind, ONNXOPS_TENSOR);
  EXPECT_EQ(slot.elementType, ONNXOPS_FLOAT32);
  EXPECT_EQ(sizesOf(slot), (Sizes{2, 3}));
  EXPECT_EQ(slot.strides, nullptr);
  EXPECT_EQ(slot.capacity, 24);
  EXPECT_EQ(slot.owned, ONNXOPS_OWNS_DATA | ONNXOPS_OWNS_SIZES);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(slot.data) % 64, 0u);
  EXPECT_EQ(elements<float>(slot), std::vector<float>(6, 7));
}

TEST_F(OutputTest, OutlivesTheContext) {
  ASSERT_EQ(fill(7, {2}), 0);
  onnxopsContextDestroy(context);
  context = onnxopsContextCreate();
  EXPECT_EQ(elements<float>(table[0]), std::vector<float>(2, 7));
}

TEST_F(OutputTest, SizesAreTheSlotsAcrossContextsAndRanks) {
  for (Sizes sizes : {Sizes{2}, Sizes{1, 2, 1}, Sizes{}, Sizes{2, 1, 1, 1, 1},
                      Sizes{1}, Sizes{1, 1}}) {
    ASSERT_EQ(fill(7, sizes), 0);
    EXPECT_EQ(sizesOf(table[0]), sizes);
    ASSERT_EQ(fill(8, sizes), 0);
    EXPECT_EQ(sizesOf(table[0]), sizes);
    onnxopsContextDestroy(context);
    context = onnxopsContextCreate();
    EXPECT_EQ(sizesOf(table[0]), sizes);
  }
}

TEST_F(OutputTest, RankZeroAndNoElements) {
  ASSERT_EQ(fill(7, {}), 0);
  EXPECT_EQ(elements<float>(table[0]), std::vector<float>{7});
  ASSERT_EQ(fill(7, {3, 0}), 0);
  EXPECT_EQ(sizesOf(table[0]), (Sizes{3, 0}));
  onnxopsValueRelease(&table[0]);
  ASSERT_EQ(fill(7, {0}), 0);
  EXPECT_NE(table[0].data, nullptr);
}

TEST_F(OutputTest, LargeEnoughSlotIsReused) {
  ASSERT_EQ(fill(7, {6}), 0);
  void *data = table[0].data;
  ASSERT_EQ(fill(8, {2, 2}), 0);
  EXPECT_EQ(table[0].data, data);
  EXPECT_EQ(table[0].capacity, 24);
  EXPECT_EQ(elements<float>(table[0]), std::vector<float>(4, 8));
}

TEST_F(OutputTest, TooSmallSlotIsReplaced) {
  ASSERT_EQ(fill(7, {2}), 0);
  ASSERT_EQ(fill(8, {100}), 0);
  EXPECT_EQ(table[0].capacity, 400);
  EXPECT_EQ(elements<float>(table[0]), std::vector<float>(100, 8));
}

TEST_F(OutputTest, SlotChangesOnLeaveOnly) {
  ASSERT_EQ(enter(signature, table), 0);
  ASSERT_NE(output({3}), nullptr);
  expectSameSlot(table[0], OnnxopsValue{});
  ASSERT_EQ(leave(), 0);
  EXPECT_EQ(sizesOf(table[0]), Sizes{3});
}

TEST_F(OutputTest, FailureLeavesAnEmptySlot) {
  EXPECT_EQ(fill(7, {2, 3}, 1), 1);
  EXPECT_EQ(error(), "the call failed without saying why");
  expectSameSlot(table[0], OnnxopsValue{});
}

TEST_F(OutputTest, FailureLeavesAnOwningSlot) {
  ASSERT_EQ(fill(7, {2}), 0);
  OnnxopsValue before = table[0];
  EXPECT_EQ(fill(8, {1000}, 1), 1); // needs more memory
  expectSameSlot(table[0], before);
  EXPECT_EQ(elements<float>(table[0]), std::vector<float>(2, 7));
  EXPECT_EQ(fill(8, {1}, 1), 1); // writes into the slot's own memory
  expectSameSlot(table[0], before);
  EXPECT_EQ(sizesOf(table[0]), Sizes{2});
}

TEST_F(OutputTest, RecordedFailureCannotBeLeftWithStatusZero) {
  ASSERT_EQ(enter(signature, table), 0);
  output({3});
  onnxopsRtFail(context, "stop", nullptr, 0);
  EXPECT_EQ(leave(0), 1);
  EXPECT_EQ(error(), "stop");
  expectSameSlot(table[0], OnnxopsValue{});
}

TEST_F(OutputTest, ForgottenOutputFails) {
  std::vector<OnnxopsValue> two(2);
  Declaration any = unranked("", ONNXOPS_FLOAT32);
  ASSERT_EQ(enter(Signature({}, {any, any}), two), 0);
  ASSERT_NE(output({3}, 0), nullptr);
  EXPECT_EQ(leave(), 1);
  EXPECT_EQ(error(), "output 1: expected a value, but got none");
  expectSameSlot(two[0], OnnxopsValue{});
}

TEST_F(OutputTest, MakingAnOutputTwiceFails) {
  ASSERT_EQ(enter(signature, table), 0);
  ASSERT_NE(output({3}), nullptr);
  EXPECT_EQ(output({3}), nullptr);
  EXPECT_EQ(leave(1), 1);
  EXPECT_EQ(error(),
            "output 'y': expected it to be made once, but it was made before");
}

TEST_F(OutputTest, IndexOutOfRangeFails) {
  ASSERT_EQ(enter(signature, table), 0);
  EXPECT_EQ(output({3}, 1), nullptr);
  EXPECT_EQ(error(), "output 1: expected one of 1 outputs of a running call");
  ASSERT_EQ(enter(signature, table), 0);
  EXPECT_EQ(output({3}, -1), nullptr);
  EXPECT_EQ(leave(1), 1);
}

TEST_F(OutputTest, NoCallIsRunning) {
  EXPECT_EQ(output({3}), nullptr);
  EXPECT_EQ(error(), "output 0: expected one of 0 outputs of a running call");
  EXPECT_EQ(onnxopsRtOutput(nullptr, 0, 0, nullptr), nullptr);
}

TEST_F(OutputTest, LeavingTwiceChangesNothing) {
  ASSERT_EQ(fill(7, {2}), 0);
  OnnxopsValue before = table[0];
  EXPECT_EQ(leave(), 0);
  expectSameSlot(table[0], before);
}

TEST_F(OutputTest, BadSizesFail) {
  EXPECT_EQ(fill(7, {3, -1}), 1);
  EXPECT_EQ(error(), "output 'y': expected memory for 3x-1 elements of 4 "
                     "bytes, but a size is negative");
  ASSERT_EQ(enter(signature, table), 0);
  EXPECT_EQ(output({INT64_MAX, INT64_MAX}), nullptr);
  EXPECT_EQ(leave(1), 1);
  EXPECT_NE(error().find("more than an address can reach"), std::string::npos);
  ASSERT_EQ(enter(signature, table), 0);
  EXPECT_EQ(output({INT64_MAX / 8}), nullptr);
  EXPECT_EQ(leave(1), 1);
  EXPECT_NE(error().find("there is not enough"), std::string::npos);
  ASSERT_EQ(enter(signature, table), 0);
  EXPECT_EQ(onnxopsRtOutput(context, 0, 65, nullptr), nullptr);
  EXPECT_EQ(leave(1), 1);
  EXPECT_EQ(error(), "output 'y': expected a rank from 0 to 64, but got 65");
  expectSameSlot(table[0], OnnxopsValue{});
}

TEST_F(OutputTest, SequenceIsNotATensor) {
  Signature sequence({}, {sequenceOf(unranked("y", ONNXOPS_FLOAT32))});
  ASSERT_EQ(enter(sequence, table), 0);
  EXPECT_EQ(output({3}), nullptr);
  EXPECT_EQ(error(),
            "output 'y': expected it to be made as the kind in its signature");
}

TEST_F(OutputTest, LentMemoryIsUsed) {
  alignas(4) float memory[8] = {};
  table[0].data = memory;
  table[0].capacity = sizeof(memory);
  ASSERT_EQ(fill(7, {2, 3}), 0);
  EXPECT_EQ(table[0].data, memory);
  EXPECT_EQ(table[0].capacity, int64_t(sizeof(memory)));
  EXPECT_EQ(table[0].owned, ONNXOPS_OWNS_SIZES);
  EXPECT_EQ(elements<float>(table[0]), std::vector<float>(6, 7));
  EXPECT_EQ(memory[6], 0);
  ASSERT_EQ(fill(8, {8}), 0); // still lent
  EXPECT_EQ(memory[7], 8);
  onnxopsValueRelease(&table[0]);
  OnnxopsValue released = {};
  released.data = memory;
  released.capacity = sizeof(memory);
  expectSameSlot(table[0], released);
}

TEST_F(OutputTest, TooLittleLentMemoryFails) {
  float memory[4];
  table[0].data = memory;
  table[0].capacity = sizeof(memory);
  OnnxopsValue before = table[0];
  EXPECT_EQ(fill(7, {5}), 1);
  EXPECT_EQ(error(), "output 'y': expected lent memory of at least 20 bytes, "
                     "but got 16");
  expectSameSlot(table[0], before);
  EXPECT_EQ(fill(7, {4}), 0);
}

TEST_F(OutputTest, NegativeCapacityFails) {
  float memory[4];
  table[0].data = memory;
  table[0].capacity = -1;
  EXPECT_EQ(fill(7, {0}), 1);
}

TEST_F(OutputTest, MisalignedLentMemoryFails) {
  alignas(4) char memory[20];
  table[0].data = memory + 1;
  table[0].capacity = 19;
  EXPECT_EQ(fill(7, {4}), 1);
  EXPECT_EQ(error(), "output 'y': expected data aligned to its elements, but "
                     "got an address in between");
}

TEST_F(OutputTest, SizesOfTheCallerAreNotFreed) {
  Sizes mine = {99, 99};
  table[0].rank = 2;
  table[0].sizes = mine.data();
  ASSERT_EQ(fill(7, {2}), 0);
  EXPECT_NE(table[0].sizes, mine.data());
  EXPECT_EQ(mine, (Sizes{99, 99}));
}

TEST_F(OutputTest, FixedSizesAreTheResults) {
  float memory[6] = {};
  Sizes mine = {2, 3};
  table[0].rank = 2;
  table[0].data = memory;
  table[0].sizes = mine.data();
  table[0].capacity = sizeof(memory);
  table[0].owned = ONNXOPS_FIXED_SIZES;
  OnnxopsValue before = table[0];
  ASSERT_EQ(fill(7, {2, 3}), 0);
  expectSameSlot(table[0], before);
  EXPECT_EQ(memory[5], 7);
  EXPECT_EQ(fill(8, {2, 2}), 1);
  EXPECT_EQ(error(), "output 'y': expected dimension 1 of the lent tensor to "
                     "be 2, but got 3");
  EXPECT_EQ(fill(8, {6}), 1);
  EXPECT_EQ(error(), "output 'y': expected a lent tensor of rank 1, but got 2");
  expectSameSlot(table[0], before);
  EXPECT_EQ(memory[0], 7);
  table[0].sizes = nullptr;
  EXPECT_EQ(fill(8, {2, 3}), 1);
  EXPECT_EQ(error(), "output 'y': expected sizes, but got a null pointer");
}

TEST_F(OutputTest, UnknownKindOfSlotFails) {
  float memory[4];
  table[0].data = memory;
  table[0].capacity = sizeof(memory);
  table[0].kind = 5;
  EXPECT_EQ(fill(7, {1}), 1);
  EXPECT_EQ(error(), "output 'y': expected an empty slot or memory of a "
                     "tensor, but got kind 5");
}

TEST_F(OutputTest, ReleaseIsIdempotent) {
  ASSERT_EQ(fill(7, {2}), 0);
  onnxopsValueRelease(&table[0]);
  expectSameSlot(table[0], OnnxopsValue{});
  onnxopsValueRelease(&table[0]);
  onnxopsValueRelease(nullptr);
}

TEST_F(OutputTest, ReleasingAnInputFreesNothing) {
  Tensor<float> a = iota({2});
  OnnxopsValue value = a.value();
  onnxopsValueRelease(&value);
  EXPECT_EQ(value.data, a.data.data());
  EXPECT_EQ(a.sizes, Sizes{2});
}

TEST_F(OutputTest, OutputBecomesAnInput) {
  ASSERT_EQ(fill(7, {2}), 0);
  Declaration declaration = tensor("a", ONNXOPS_FLOAT32, {2});
  EXPECT_EQ(enter(Signature({declaration}, {}), table), 0);
}

TEST_F(OutputTest, MoreOutputsThanBefore) {
  ASSERT_EQ(fill(7, {2}), 0);
  std::vector<OnnxopsValue> three(3);
  Declaration any = unranked("y", ONNXOPS_FLOAT32);
  ASSERT_EQ(enter(Signature({}, {any, any, any}), three), 0);
  for (int64_t i : {2, 0, 1})
    *output({}, i) = float(i);
  ASSERT_EQ(leave(), 0);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(elements<float>(three[i]), std::vector<float>{float(i)});
    onnxopsValueRelease(&three[i]);
  }
}

} // namespace

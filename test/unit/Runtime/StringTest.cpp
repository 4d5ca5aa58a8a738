//===- StringTest.cpp - output tensors of strings -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strings are copied when a call ends: outputs refer to no input, belong to the
// slot, and a failing call leaves the strings of a reused slot unchanged.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

using namespace mlir::onnxops::test;

namespace {

class StringTest : public RuntimeTest {
protected:
  StringTest() : table(1) {}
  ~StringTest() override { onnxopsValueRelease(&table[0]); }

  /// Emulates a function that returns the given strings.
  int32_t give(const std::vector<const OnnxopsString *> &strings,
               int32_t status = 0) {
    EXPECT_EQ(enter(signature, table), 0);
    int64_t size = strings.size();
    auto **data = static_cast<const OnnxopsString **>(
        onnxopsRtOutput(context, 0, 1, &size));
    for (int64_t i = 0; data && i < size; ++i)
      data[i] = strings[i];
    return leave(data ? status : 1);
  }

  const Signature signature{{}, {tensor("y", ONNXOPS_STRING, {-1})}};
  std::vector<OnnxopsValue> table;
};

TEST_F(StringTest, AreCopied) {
  Strings strings({"one", "", std::string("a\0b", 3), "\xc3\xa9"});
  ASSERT_EQ(give(strings.pointers), 0);
  strings.overwrite();
  EXPECT_EQ(texts(table[0]),
            (std::vector<std::string>{"one", "", std::string("a\0b", 3),
                                      "\xc3\xa9"}));
  EXPECT_EQ(table[0].elementType, ONNXOPS_STRING);
  EXPECT_EQ(table[0].capacity, 32);
}

TEST_F(StringTest, OneStringMayOccurTwice) {
  Strings strings({"one"});
  ASSERT_EQ(give({strings.pointers[0], strings.pointers[0]}), 0);
  EXPECT_EQ(texts(table[0]), (std::vector<std::string>{"one", "one"}));
}

TEST_F(StringTest, NoElements) {
  ASSERT_EQ(give({}), 0);
  EXPECT_EQ(sizesOf(table[0]), Sizes{0});
}

TEST_F(StringTest, ReusedSlotFreesItsStrings) {
  Strings first({"one", "two"}), second({"three"});
  ASSERT_EQ(give(first.pointers), 0);
  void *data = table[0].data;
  ASSERT_EQ(give(second.pointers), 0);
  EXPECT_EQ(table[0].data, data);
  EXPECT_EQ(texts(table[0]), std::vector<std::string>{"three"});
}

TEST_F(StringTest, ReplacedSlotFreesItsStrings) {
  Strings first({"one"}), second({"two", "three"});
  ASSERT_EQ(give(first.pointers), 0);
  ASSERT_EQ(give(second.pointers), 0);
  EXPECT_EQ(texts(table[0]), (std::vector<std::string>{"two", "three"}));
}

TEST_F(StringTest, FailureLeavesTheStringsOfASlot) {
  Strings first({"one", "two"}), second({"three", "four"});
  ASSERT_EQ(give(first.pointers), 0);
  OnnxopsValue before = table[0];
  EXPECT_EQ(give(second.pointers, 1), 1);
  expectSameSlot(table[0], before);
  EXPECT_EQ(texts(table[0]), (std::vector<std::string>{"one", "two"}));
}

TEST_F(StringTest, OutputMadeOfAnOutput) {
  Strings strings({"one"});
  ASSERT_EQ(give(strings.pointers), 0);
  // The call returns the slot's old strings: copied before they are freed.
  ASSERT_EQ(give(elements<const OnnxopsString *>(table[0])), 0);
  EXPECT_EQ(texts(table[0]), std::vector<std::string>{"one"});
}

TEST_F(StringTest, UnwrittenElementFails) {
  Strings strings({"one"});
  EXPECT_EQ(give({strings.pointers[0], nullptr}), 1);
  EXPECT_EQ(error(), "output 'y': expected a string for every element, but got "
                     "a null pointer or a negative size");
  expectSameSlot(table[0], OnnxopsValue{});
}

TEST_F(StringTest, AbsurdLengthFails) {
  OnnxopsString huge = {INT64_MAX, "x"};
  EXPECT_EQ(give({&huge, &huge}), 1);
  EXPECT_EQ(error(), "output 'y': expected memory for 2 elements of 8 bytes, "
                     "but that is more than an address can reach");
  expectSameSlot(table[0], OnnxopsValue{});
}

TEST_F(StringTest, LentMemoryHoldsThePointers) {
  const OnnxopsString *memory[3] = {};
  table[0].data = memory;
  table[0].capacity = sizeof(memory);
  Strings strings({"one", "two"});
  ASSERT_EQ(give(strings.pointers), 0);
  strings.overwrite();
  EXPECT_EQ(table[0].data, memory);
  EXPECT_EQ(std::string(memory[1]->data, memory[1]->size), "two");
  EXPECT_EQ(memory[2], nullptr);
  onnxopsValueRelease(&table[0]);
  EXPECT_EQ(table[0].data, memory);
}

TEST_F(StringTest, TooLittleLentMemoryFails) {
  const OnnxopsString *memory[1] = {};
  table[0].data = memory;
  table[0].capacity = sizeof(memory);
  Strings strings({"one", "two"});
  EXPECT_EQ(give(strings.pointers), 1);
  EXPECT_EQ(error(), "output 'y': expected lent memory of at least 16 bytes, "
                     "but got 8");
  EXPECT_EQ(memory[0], nullptr);
}

TEST_F(StringTest, SlotOfStringsBecomesOneOfNumbers) {
  Strings strings({"one"});
  ASSERT_EQ(give(strings.pointers), 0);
  Signature numbers({}, {tensor("y", ONNXOPS_FLOAT32, {})});
  ASSERT_EQ(enter(numbers, table), 0);
  *static_cast<float *>(onnxopsRtOutput(context, 0, 0, nullptr)) = 7;
  ASSERT_EQ(leave(), 0);
  EXPECT_EQ(elements<float>(table[0]), std::vector<float>{7});
}

TEST_F(StringTest, OfConstants) {
  const int64_t ends[] = {3, 3, 6};
  ASSERT_EQ(enter(signature, table), 0);
  const OnnxopsString **strings = onnxopsRtStrings(context, "onea\0b", ends, 3);
  ASSERT_NE(strings, nullptr);
  EXPECT_EQ(std::string(strings[0]->data, strings[0]->size), "one");
  EXPECT_EQ(strings[1]->size, 0);
  EXPECT_EQ(std::string(strings[2]->data, strings[2]->size),
            std::string("a\0b", 3));
  EXPECT_NE(onnxopsRtStrings(context, "", ends, 0), nullptr);
  EXPECT_EQ(leave(1), 1);
}

TEST_F(StringTest, OneFailingOutputLeavesTheOthers) {
  std::vector<OnnxopsValue> two(2);
  Declaration any = unranked("y", ONNXOPS_STRING);
  Strings strings({"one"});
  ASSERT_EQ(enter(Signature({}, {any, any}), two), 0);
  for (int64_t i : {0, 1})
    *static_cast<const OnnxopsString **>(onnxopsRtOutput(
        context, i, 0, nullptr)) = i == 0 ? strings.pointers[0] : nullptr;
  EXPECT_EQ(leave(), 1);
  expectSameSlot(two[0], OnnxopsValue{});
  expectSameSlot(two[1], OnnxopsValue{});
}

} // namespace

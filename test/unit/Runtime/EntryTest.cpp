//===- EntryTest.cpp - checks of tensor inputs and the table ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// onnxopsRtEnter: one positive and one negative case for each check, with the
// whole message.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

using namespace mlir::onnxops::test;

namespace {

class EntryTest : public RuntimeTest {
protected:
  /// Enters a function of one tensor input 'a'. Returns the message.
  std::string enterWith(const Declaration &declaration, OnnxopsValue value,
                        std::vector<std::string> symbols = {}) {
    std::vector<OnnxopsValue> table{value};
    int32_t status = enter(Signature({declaration}, {}, symbols), table);
    EXPECT_EQ(status, error().empty() ? 0 : 1);
    EXPECT_EQ(leave(status), status);
    return error();
  }

  const Declaration any2D = tensor("a", ONNXOPS_FLOAT32, {-1, -1});
};

TEST_F(EntryTest, FittingInput) {
  Tensor<float> a = iota({3, 4});
  EXPECT_EQ(enterWith(tensor("a", ONNXOPS_FLOAT32, {3, 4}), a.value()), "");
  EXPECT_EQ(enterWith(any2D, a.value()), "");
  EXPECT_EQ(enterWith(unranked("a", ONNXOPS_FLOAT32), a.value()), "");
}

TEST_F(EntryTest, NullArguments) {
  Signature signature({}, {});
  OnnxopsValue slot = {};
  EXPECT_EQ(
      onnxopsRtEnter(nullptr, &slot, 0, signature.data(), signature.names()),
      1);
  EXPECT_EQ(
      onnxopsRtEnter(context, nullptr, 0, signature.data(), signature.names()),
      1);
  EXPECT_EQ(error(),
            "function 'main': expected a table, but got a null pointer");
  EXPECT_EQ(onnxopsRtEnter(context, &slot, 0, nullptr, signature.names()), 1);
  EXPECT_EQ(error(), "expected a signature, but got a null pointer");
  EXPECT_EQ(onnxopsRtEnter(context, &slot, 0, signature.data(), nullptr), 1);
  EXPECT_EQ(error(), "expected a signature, but got a null pointer");
}

TEST_F(EntryTest, WrongCount) {
  Signature signature({any2D}, {any2D, any2D});
  std::vector<OnnxopsValue> table(2);
  EXPECT_EQ(enter(signature, table), 1);
  EXPECT_EQ(error(), "function 'main': expected 3 values (1 inputs, 2 "
                     "outputs), but got 2");
}

TEST_F(EntryTest, LeaveAfterAFailedEnterFails) {
  std::vector<OnnxopsValue> table(2);
  EXPECT_EQ(enter(Signature({}, {}), table), 1);
  std::string message = error();
  EXPECT_EQ(leave(0), 1);
  EXPECT_EQ(error(), message);
}

TEST_F(EntryTest, OutputAfterAFailedEnterFails) {
  std::vector<OnnxopsValue> table(2);
  ASSERT_EQ(enter(Signature({any2D}, {any2D}), table), 1);
  EXPECT_EQ(onnxopsRtOutput(context, 0, 0, nullptr), nullptr);
}

TEST_F(EntryTest, WrongKind) {
  OnnxopsValue value = iota({3, 4}).value();
  value.kind = ONNXOPS_SEQUENCE;
  EXPECT_EQ(enterWith(any2D, value),
            "input 'a': expected a tensor, but got a sequence");
  value.kind = 7;
  EXPECT_EQ(enterWith(any2D, value),
            "input 'a': expected a tensor, but got a value of unknown kind");
}

// Breaks import-r11.
TEST_F(EntryTest, WrongElementType) {
  Tensor<float> a = iota({3, 4});
  a.elementType = ONNXOPS_INT32;
  EXPECT_EQ(enterWith(any2D, a.value()),
            "input 'a': expected element type f32, but got i32");
  a.elementType = 99;
  EXPECT_EQ(enterWith(any2D, a.value()),
            "input 'a': expected element type f32, but got the unknown 99");
}

TEST_F(EntryTest, UnknownElementTypeInBothPlaces) {
  Tensor<float> a = iota({1});
  a.elementType = 99;
  EXPECT_EQ(enterWith(tensor("a", 99, {1}), a.value()),
            "input 'a': expected a known element type, but got another");
}

// Breaks import-r11.
TEST_F(EntryTest, WrongRank) {
  Tensor<float> a = iota({3, 4, 1});
  EXPECT_EQ(enterWith(any2D, a.value()),
            "input 'a': expected rank 2, but got 3");
}

TEST_F(EntryTest, AbsurdRank) {
  OnnxopsValue value = iota({}).value();
  for (int64_t rank : {int64_t(-1), int64_t(65), INT64_MAX, INT64_MIN}) {
    value.rank = rank;
    EXPECT_EQ(enterWith(unranked("a", ONNXOPS_FLOAT32), value),
              "input 'a': expected a rank from 0 to 64, but got " +
                  std::to_string(rank));
  }
}

TEST_F(EntryTest, RankZero) {
  Tensor<float> a = iota({});
  EXPECT_EQ(enterWith(tensor("a", ONNXOPS_FLOAT32, {}), a.value()), "");
}

TEST_F(EntryTest, NoSizes) {
  Tensor<float> a = iota({3, 4});
  OnnxopsValue value = a.value();
  value.sizes = nullptr;
  EXPECT_EQ(enterWith(any2D, value),
            "input 'a': expected sizes, but got a null pointer");
}

// Breaks import-r11.
TEST_F(EntryTest, WrongSize) {
  Tensor<float> a = iota({3, 5});
  EXPECT_EQ(enterWith(tensor("a", ONNXOPS_FLOAT32, {-1, 4}), a.value()),
            "input 'a': expected dimension 1 to be 4, but got 5");
}

TEST_F(EntryTest, NegativeSize) {
  Tensor<float> a = iota({3, 5});
  a.sizes[1] = -5;
  EXPECT_EQ(enterWith(any2D, a.value()),
            "input 'a': expected dimension 1 to be at least 0, but got -5");
  EXPECT_EQ(enterWith(unranked("a", ONNXOPS_FLOAT32), a.value()),
            "input 'a': expected dimension 1 to be at least 0, but got -5");
}

TEST_F(EntryTest, OverflowingSizes) {
  Tensor<float> a = iota({1, 1});
  a.sizes = {INT64_MAX / 2, 3};
  EXPECT_EQ(enterWith(any2D, a.value()),
            "input 'a': expected memory for 4611686018427387903x3 elements of "
            "4 bytes, but that is more than an address can reach");
}

TEST_F(EntryTest, NoData) {
  OnnxopsValue value = iota({3, 4}).value();
  Sizes sizes = {3, 4};
  value.sizes = sizes.data();
  value.data = nullptr;
  EXPECT_EQ(enterWith(any2D, value),
            "input 'a': expected data, but got a null pointer");
}

TEST_F(EntryTest, NoElementsNeedNoData) {
  Tensor<float> a = iota({3, 0});
  OnnxopsValue value = a.value();
  value.data = nullptr;
  EXPECT_EQ(enterWith(any2D, value), "");
}

TEST_F(EntryTest, MisalignedData) {
  Tensor<float> a = iota({3, 4});
  a.sizes = {1, 1};
  OnnxopsValue value = a.value();
  value.data = reinterpret_cast<char *>(value.data) + 2;
  EXPECT_EQ(enterWith(any2D, value), "input 'a': expected data aligned to its "
                                     "elements, but got an address in between");
}

TEST_F(EntryTest, ComplexDataIsAlignedToEightBytes) {
  alignas(16) char bytes[32] = {};
  Sizes sizes = {1};
  OnnxopsValue value = {};
  value.elementType = ONNXOPS_COMPLEX128;
  value.rank = 1;
  value.sizes = sizes.data();
  value.data = bytes + 8;
  EXPECT_EQ(enterWith(tensor("a", ONNXOPS_COMPLEX128, {1}), value), "");
}

TEST_F(EntryTest, RowMajorStrides) {
  Tensor<float> a = iota({3, 1, 4});
  Sizes strides = {4, 99, 1};
  OnnxopsValue value = a.value();
  value.strides = strides.data();
  EXPECT_EQ(enterWith(unranked("a", ONNXOPS_FLOAT32), value), "");
}

TEST_F(EntryTest, OtherStrides) {
  Tensor<float> a = iota({3, 4});
  Sizes strides = {1, 3};
  OnnxopsValue value = a.value();
  value.strides = strides.data();
  EXPECT_EQ(enterWith(any2D, value), "input 'a': expected the row-major stride "
                                     "1 in dimension 1, but got 3");
  strides = {8, 1};
  EXPECT_EQ(enterWith(any2D, value), "input 'a': expected the row-major stride "
                                     "4 in dimension 0, but got 8");
}

TEST_F(EntryTest, StridesWithoutElementsMayBeAny) {
  Tensor<float> a = iota({3, 0});
  Sizes strides = {-7, 12};
  OnnxopsValue value = a.value();
  value.strides = strides.data();
  EXPECT_EQ(enterWith(any2D, value), "");
}

TEST_F(EntryTest, NullString) {
  Strings strings({"one", "two"});
  Tensor<const OnnxopsString *> a{ONNXOPS_STRING, {2}, strings.pointers};
  Declaration declaration = tensor("a", ONNXOPS_STRING, {-1});
  EXPECT_EQ(enterWith(declaration, a.value()), "");
  const std::string message =
      "input 'a': expected a string for every element, but got a null pointer "
      "or a negative size";
  a.data[1] = nullptr;
  EXPECT_EQ(enterWith(declaration, a.value()), message);
  a.data[1] = &strings.strings[1];
  strings.strings[1].size = -1;
  EXPECT_EQ(enterWith(declaration, a.value()), message);
  strings.strings[1] = {3, nullptr};
  EXPECT_EQ(enterWith(declaration, a.value()), message);
  strings.strings[1] = {0, nullptr};
  EXPECT_EQ(enterWith(declaration, a.value()), "");
}

TEST_F(EntryTest, ReservedMustBeZero) {
  Tensor<float> a = iota({3, 4});
  OnnxopsValue value = a.value();
  value.reserved = 1;
  EXPECT_EQ(enterWith(any2D, value),
            "input 'a': expected 'reserved' to be 0, but got 1");
  std::vector<OnnxopsValue> table(1);
  table[0].reserved = -2;
  Declaration output = tensor("y", ONNXOPS_FLOAT32, {});
  EXPECT_EQ(enter(Signature({}, {output}), table), 1);
  EXPECT_EQ(error(), "output 'y': expected 'reserved' to be 0, but got -2");
}

TEST_F(EntryTest, UnnamedInputIsCountedFromZero) {
  Tensor<float> a = iota({2}), b = iota({3});
  std::vector<OnnxopsValue> table{a.value(), b.value()};
  Declaration two = tensor("", ONNXOPS_FLOAT32, {2});
  EXPECT_EQ(enter(Signature({two, two}, {}), table), 1);
  EXPECT_EQ(error(), "input 1: expected dimension 0 to be 2, but got 3");
}

TEST_F(EntryTest, SymbolsAgree) {
  Tensor<float> a = iota({3, 4}), b = iota({4, 3});
  std::vector<OnnxopsValue> table{a.value(), b.value()};
  Signature signature({tensor("a", ONNXOPS_FLOAT32, {symbol(0), symbol(1)}),
                       tensor("b", ONNXOPS_FLOAT32, {symbol(1), symbol(0)})},
                      {}, {"N", "M"});
  EXPECT_EQ(enter(signature, table), 0);
}

// Breaks import-r10.
TEST_F(EntryTest, SymbolsDisagree) {
  Tensor<float> a = iota({3}), b = iota({5});
  std::vector<OnnxopsValue> table{a.value(), b.value()};
  Signature signature({tensor("a", ONNXOPS_FLOAT32, {symbol(0)}),
                       tensor("b", ONNXOPS_FLOAT32, {symbol(0)})},
                      {}, {"N"});
  EXPECT_EQ(enter(signature, table), 1);
  EXPECT_EQ(error(), "input 'b': expected dimension 0 to be 3, which input 'a' "
                     "gave for 'N', but got 5");
}

TEST_F(EntryTest, SymbolDisagreesWithinOneInput) {
  Tensor<float> a = iota({3, 2});
  EXPECT_EQ(enterWith(tensor("a", ONNXOPS_FLOAT32, {symbol(1), symbol(1)}),
                      a.value(), {"N", "M"}),
            "input 'a': expected dimension 1 to be 3, which input 'a' gave for "
            "'M', but got 2");
}

TEST_F(EntryTest, SymbolOfSizeZeroBinds) {
  Tensor<float> a = iota({0, 2});
  EXPECT_EQ(enterWith(tensor("a", ONNXOPS_FLOAT32, {symbol(0), symbol(0)}),
                      a.value(), {"N"}),
            "input 'a': expected dimension 1 to be 0, which input 'a' gave for "
            "'N', but got 2");
}

TEST_F(EntryTest, SymbolsAreBoundAnewInEachCall) {
  for (int64_t size : {3, 5}) {
    Tensor<float> a = iota({size});
    EXPECT_EQ(
        enterWith(tensor("a", ONNXOPS_FLOAT32, {symbol(0)}), a.value(), {"N"}),
        "");
  }
}

TEST_F(EntryTest, ManyInputsShareASymbol) {
  const int64_t count = 10000;
  Tensor<float> a = iota({2, 3}), last = iota({2, 4});
  Declaration declaration = tensor("a", ONNXOPS_FLOAT32, {2, symbol(0)});
  std::vector<Declaration> inputs(count, declaration);
  inputs.back().name = "last";
  Signature signature(inputs, {}, {"N"});
  std::vector<OnnxopsValue> table(count, a.value());
  EXPECT_EQ(enter(signature, table), 0);
  table.back() = last.value();
  EXPECT_EQ(enter(signature, table), 1);
  EXPECT_EQ(error(), "input 'last': expected dimension 1 to be 3, which input "
                     "'a' gave for 'N', but got 4");
}

} // namespace

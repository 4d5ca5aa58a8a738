//===- InputSeriesTest.cpp - inputs like the one before -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fast tests of inputs accept what the detailed check accepts, and no more;
// the messages are those of the detailed check.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

using namespace mlir::onnxops::test;

namespace {

class InputSeriesTest : public RuntimeTest {};

// Shows import-r10.
// Inputs that are like one before are compared with it.
TEST_F(InputSeriesTest, InputsAlikeAreCheckedLikeOne) {
  Tensor<float> good = iota({3, 4}), wide = iota({3, 5});
  int64_t negative[] = {-3, 4}, odd[] = {5, 1}, rowMajor[] = {4, 1};
  using Change = void (*)(OnnxopsValue &, void *);
  struct Case {
    Change change;
    void *with;
  };
  const Case cases[] = {
      {[](OnnxopsValue &, void *) {}, nullptr},
      {[](OnnxopsValue &v, void *) { v.kind = ONNXOPS_SEQUENCE; }, nullptr},
      {[](OnnxopsValue &v, void *) { v.elementType = ONNXOPS_INT32; }, nullptr},
      {[](OnnxopsValue &v, void *) { v.rank = 1; }, nullptr},
      {[](OnnxopsValue &v, void *) { v.data = nullptr; }, nullptr},
      {[](OnnxopsValue &v, void *) { v.sizes = nullptr; }, nullptr},
      {[](OnnxopsValue &v, void *) { v.reserved = 1; }, nullptr},
      {[](OnnxopsValue &v, void *) { v.data = (char *)v.data + 1; }, nullptr},
      {[](OnnxopsValue &v, void *with) { v.sizes = (int64_t *)with; },
       negative},
      {[](OnnxopsValue &v, void *with) { v.sizes = (int64_t *)with; },
       wide.sizes.data()},
      {[](OnnxopsValue &v, void *with) { v.strides = (int64_t *)with; }, odd},
      {[](OnnxopsValue &v, void *with) { v.strides = (int64_t *)with; },
       rowMajor},
  };
  for (const Declaration &type :
       {tensor("x", ONNXOPS_FLOAT32, {3, 4}),
        tensor("a", ONNXOPS_FLOAT32, {-1, -1}),
        tensor("x", ONNXOPS_FLOAT32, {-1, symbol(0)})}) {
    for (const Case &wrong : cases) {
      OnnxopsValue value = good.value();
      wrong.change(value, wrong.with);
      for (size_t at : {1, 2, 3}) {
        std::vector<Declaration> inputs(6, type);
        inputs[0].name = "first";
        std::vector<OnnxopsValue> table(6, good.value());
        table[at] = value;
        // After another, so that it is checked in detail.
        Declaration other = type;
        std::vector<OnnxopsValue> pair{good.value(), value};
        inputs[at].name = other.name = "second";
        Signature alone({inputs[0], other}, {}, {"N"}, /*saysMore=*/false);
        const int32_t expected = enter(std::move(alone), pair);
        const std::string message = error();
        leave(expected);
        EXPECT_EQ(enter(Signature(inputs, {}, {"N"}), table), expected);
        EXPECT_EQ(error(), message);
        leave(expected);
      }
    }
  }
}

// Sizes agree where a series was found, of which one dimension may differ.
// Their sum is known where they agree, and in the other to the end of the
// series.
TEST_F(InputSeriesTest, SizesAreKnownToAgree) {
  struct Case {
    std::vector<Sizes> sizes;
    std::vector<int32_t> agree; ///< for each dimension, of inputs 1 to 8
    std::vector<int64_t> sums, lastSums; ///< of inputs 1 to 8, and of 2 to 9
  };
  const std::vector<Sizes> equal(10, {2, 3, 4});
  std::vector<Sizes> second = equal, both = equal, late = equal;
  for (size_t i = 0; i < equal.size(); ++i)
    second[i][1] = both[i][1] = int64_t(i % 3 + 1);
  both[5][2] = 7;
  late[9][0] = 7; // not one of the eight
  const Case cases[] = {{equal, {1, 1, 1}, {16, 24, 32}, {16, 24, 32}},
                        {second, {1, 0, 1}, {16, -1, 32}, {16, 16, 32}},
                        {both, {0, 0, 0}, {-1, -1, -1}, {-1, -1, -1}},
                        {late, {0, 1, 1}, {-1, 24, 32}, {21, 24, 32}}};
  for (const Case &c : cases) {
    std::vector<Declaration> inputs(10,
                                    tensor("x", ONNXOPS_FLOAT32, {-1, -1, -1}));
    std::vector<Tensor<float>> tensors;
    for (const Sizes &sizes : c.sizes)
      tensors.push_back(iota(sizes));
    std::vector<OnnxopsValue> table;
    for (Tensor<float> &tensor : tensors)
      table.push_back(tensor.value());
    ASSERT_EQ(enter(Signature(inputs, {}), table), 0) << error();
    for (int64_t i = 0; i < 3; ++i) {
      EXPECT_EQ(onnxopsRtSizesAgree(context, 1, 8, i), c.agree[i]) << i;
      EXPECT_EQ(onnxopsRtSizesSum(context, 1, 8, i), c.sums[i]) << i;
      EXPECT_EQ(onnxopsRtSizesSum(context, 2, 8, i), c.lastSums[i]) << i;
      // There are not so many, or not so few.
      for (int64_t count :
           {INT64_MIN, int64_t(-1), int64_t(0), int64_t(9), INT64_MAX})
        EXPECT_EQ(onnxopsRtSizesSum(context, 2, count, i), -1) << i;
      EXPECT_EQ(onnxopsRtSizesSum(context, INT64_MAX, INT64_MAX, i), -1) << i;
    }
    // There are not so many.
    EXPECT_EQ(onnxopsRtSizesAgree(context, 0, 11, 2), 0);
    EXPECT_EQ(onnxopsRtSizesAgree(context, INT64_MAX, INT64_MAX, 2), 0);
    leave(0);
  }
  // What was found is of one call.
  Tensor<float> one = iota({2, 3, 4});
  std::vector<OnnxopsValue> table{one.value()};
  ASSERT_EQ(
      enter(Signature({tensor("x", ONNXOPS_FLOAT32, {-1, -1, -1})}, {}), table),
      0);
  EXPECT_EQ(onnxopsRtSizesAgree(context, 1, 8, 0), 0);
  EXPECT_EQ(onnxopsRtSizesSum(context, 1, 8, 0), -1);
  leave(0);
  EXPECT_EQ(onnxopsRtSizesAgree(nullptr, 0, 1, 0), 0);
  EXPECT_EQ(onnxopsRtSizesSum(nullptr, 0, 1, 0), -1);
}

// Sizes of many inputs are added by groups, and of a few slot by slot; no sum
// wraps around.
TEST_F(InputSeriesTest, SumsAreKnown) {
  float data = 0;
  auto sum = [&](std::vector<int64_t> sizes, int64_t inner) {
    std::vector<Declaration> inputs(sizes.size(),
                                    tensor("x", ONNXOPS_FLOAT32, {-1, -1}));
    std::vector<Sizes> shapes;
    std::vector<OnnxopsValue> table;
    for (int64_t size : sizes)
      shapes.push_back({inner, size});
    for (Sizes &shape : shapes) {
      OnnxopsValue value = {};
      value.elementType = ONNXOPS_FLOAT32;
      value.rank = 2;
      value.data = &data;
      value.sizes = shape.data();
      table.push_back(value);
    }
    EXPECT_EQ(enter(Signature(inputs, {}), table), 0) << error();
    const int64_t sum = onnxopsRtSizesSum(context, 0, sizes.size(), 1);
    leave(0);
    return sum;
  };
  for (int64_t count : {5, 8, 9, 10, 11, 12, 13, 40, 101}) {
    std::vector<int64_t> sizes;
    int64_t expected = 0;
    for (int64_t i = 0; i < count; ++i) {
      sizes.push_back(i * i % 7 + 1);
      expected += sizes.back();
    }
    EXPECT_EQ(sum(sizes, 3), expected) << count;
    std::vector<int64_t> equalFirst = sizes;
    std::fill_n(equalFirst.begin(), 4, 9);
    expected += 4 * 9;
    for (int64_t i = 0; i < 4; ++i)
      expected -= sizes[i];
    EXPECT_EQ(sum(equalFirst, 3), expected) << count;
    // 2^60 floats have less than 2^63 bytes; so few of them sum to less.
    const int64_t large = int64_t(1) << 60;
    std::vector<int64_t> few(count, 1), most(count, large);
    few[1] = few[count - 1] = large;
    EXPECT_EQ(sum(few, 1), count < 8 ? 2 * large + count - 2 : -1) << count;
    EXPECT_EQ(sum(most, 1), count < 8 ? count * large : -1) << count;
  }
}

// Breaks import-r10.
// Inputs that differ from the one before in their sizes alone are checked in a
// series: here all of them, with one wrong field or size somewhere. Few are
// checked field by field, many with vectors.
class LengthsOfSeries : public InputSeriesTest,
                        public ::testing::WithParamInterface<size_t> {};

TEST_P(LengthsOfSeries, InputsAreCheckedLikeOne) {
  const size_t count = GetParam();
  struct Series {
    Sizes sizes;    ///< of the first input
    size_t axis;    ///< that grows from one to the next
    Sizes declared; ///< of all, none if they are known
  };
  const int64_t k = symbol(0);
  const Series all[] = {
      {{3}, 0, {}},
      {{3, 4}, 1, {}},
      {{2, 3, 4}, 1, {}},
      {{1, 1, 2, 1, 1, 3}, 5, {}},
      {{1, 1, 1, 1, 1, 1, 1, 1, 1}, 8, {}},
      {{3}, 0, {-1}},
      {{3, 4}, 0, {-1, -1}},
      {{3, 4}, 1, {-1, -1}},
      {{3, 4}, 1, {k, -1}},
      {{3, 4}, 1, {-1, k}},
      {{2, 3, 4}, 1, {-1, -1, -1}},
      {{2, 3, 4, 5}, 2, {2, k, -1, 5}},
      {{1, 1, 1, 1, 1}, 4, {-1, 1, k, -1, -1}},
      {{1, 2, 1, 1, 1, 1, 1, 1, 3}, 1, {1, -1, 1, k, -1, -1, -1, -1, -1}},
      {{1, 2, 1, 1, 1, 1, 1, 1, 3}, 8, {1, -1, 1, k, -1, -1, -1, -1, -1}},
  };
  using Change = void (*)(OnnxopsValue &);
  const Change changes[] = {
      [](OnnxopsValue &) {},
      [](OnnxopsValue &v) { v.kind = ONNXOPS_SEQUENCE; },
      // The sizes of a sequence are not read.
      [](OnnxopsValue &v) {
        v.kind = ONNXOPS_SEQUENCE;
        v.sizes = reinterpret_cast<int64_t *>(8);
      },
      [](OnnxopsValue &v) { v.elementType = ONNXOPS_INT32; },
      [](OnnxopsValue &v) { --v.rank; },
      [](OnnxopsValue &v) { v.data = nullptr; },
      [](OnnxopsValue &v) { v.sizes = nullptr; },
      [](OnnxopsValue &v) { v.reserved = 1; },
      [](OnnxopsValue &v) { v.data = (char *)v.data + 1; },
      [](OnnxopsValue &v) { v.strides = v.sizes; },
  };
  for (const Series &series : all) {
    std::vector<Declaration> inputs;
    std::vector<Tensor<float>> tensors;
    for (size_t i = 0; i < count; ++i) {
      Sizes sizes = series.sizes;
      sizes[series.axis] += i;
      inputs.push_back(
          tensor("x", ONNXOPS_FLOAT32,
                 series.declared.empty() ? sizes : series.declared));
      tensors.push_back(iota(sizes));
    }
    auto check = [&](size_t at, Change change) {
      std::vector<OnnxopsValue> table;
      for (Tensor<float> &tensor : tensors)
        table.push_back(tensor.value());
      change(table[at]);
      const int32_t expected =
          enter(Signature(inputs, {}, {"N"}, /*saysMore=*/false), table);
      const std::string message = error();
      leave(expected);
      EXPECT_EQ(enter(Signature(inputs, {}, {"N"}), table), expected);
      EXPECT_EQ(error(), message);
      leave(expected);
      return expected;
    };
    const bool isSymbol =
        !series.declared.empty() && series.declared[series.axis] == k;
    EXPECT_EQ(check(0, changes[0]), isSymbol ? 1 : 0);
    for (size_t at = 0; at < count; ++at) {
      for (Change change : changes)
        check(at, change);
      // The largest size that fits an int64_t in bytes, and a larger one.
      int64_t largest = INT64_MAX / int64_t(sizeof(float));
      for (int64_t size : tensors[at].sizes)
        largest /= size;
      for (int64_t &size : tensors[at].sizes) {
        const int64_t good = size, most = (largest + 1) * good - 1;
        for (int64_t wrong :
             {INT64_MIN, INT64_MIN + 1, int64_t(-1), int64_t(0), int64_t(1),
              good + 1, largest * good, most, most + 1, INT64_MAX}) {
          size = wrong;
          check(at, changes[0]);
        }
        size = good;
      }
      const Declaration good = inputs[at];
      inputs[at].elementType = ONNXOPS_INT32;
      check(at, changes[0]);
      inputs[at] = sequenceOf(good);
      check(at, changes[0]);
      inputs[at] = good;
      inputs[at].sizes.pop_back();
      --inputs[at].rank;
      check(at, changes[0]);
      inputs[at].sizes.assign({good.sizes[0], 1, 1, 1, 1, 1, 1});
      inputs[at].rank = inputs[at].sizes.size();
      check(at, changes[0]);
      inputs[at] = good;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(InputSeries, LengthsOfSeries,
                         ::testing::Values(5, 9, 40));

// Breaks import-r10.
// Sizes that are all known are compared two at a time.
TEST_F(InputSeriesTest, EachKnownSizeIsCompared) {
  for (size_t rank = 0; rank <= 7; ++rank) {
    Tensor<float> good = iota(Sizes(rank, 1));
    const Declaration declared = tensor("x", ONNXOPS_FLOAT32, good.sizes);
    std::vector<OnnxopsValue> table{good.value()};
    EXPECT_EQ(enter(Signature({declared}, {}), table), 0);
    leave(0);
    for (size_t dimension = 0; dimension < rank; ++dimension)
      for (int64_t size : {-1, 0, 2}) {
        Tensor<float> bad = good;
        bad.sizes[dimension] = size;
        table = {bad.value()};
        EXPECT_EQ(enter(Signature({declared}, {}), table), 1);
        EXPECT_NE(error().find("dimension " + std::to_string(dimension)),
                  std::string::npos);
        leave(1);
      }
  }
}

} // namespace

//===- EntryInputsTest.cpp - inputs of compiled entries -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled code tests a few inputs itself: it accepts what the run-time library
// accepts, and what it does not accept gets the library's message.
//
//===----------------------------------------------------------------------===//

#include "KernelModels.h"

#include "onnxops/ABI/Runtime.h"

#include <limits>

using namespace mlir;
using namespace mlir::onnxops;

namespace {

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();

/// A call with inputs 'a' of 3x4 and 'b' of 3x5 floats, and a number 's', which
/// it returns.
class EntryInputsTest : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    program = compile(R"mlir(
      func.func @main(%a: tensor<?x4xf32> {onnxops.name = "a", onnxops.dims = ["N", ""]},
                      %b: tensor<?x?xf32> {onnxops.name = "b", onnxops.dims = ["N", ""]},
                      %s: tensor<f64> {onnxops.name = "s"}) -> tensor<f64> {
        return %s : tensor<f64>
      })mlir");
  }
  static void TearDownTestSuite() { program.reset(); }

  EntryInputsTest() {
    for (size_t i = 0; i < 3; ++i) {
      table[i].elementType = i == 2 ? ONNXOPS_FLOAT64 : ONNXOPS_FLOAT32;
      table[i].rank = i == 2 ? 0 : 2;
      table[i].data = data[i];
      table[i].sizes = sizes[i];
    }
  }

  ~EntryInputsTest() override {
    onnxopsValueRelease(&table[3]);
    onnxopsContextDestroy(context);
  }

  /// The message of the call, empty if it succeeds.
  std::string call(int64_t count = 4) {
    const int32_t status = program->getEntry()(table, count, context);
    EXPECT_EQ(status != 0, *onnxopsContextError(context) != '\0');
    return status ? onnxopsContextError(context) : "";
  }

  static std::unique_ptr<Program> program;
  OnnxopsContext *context = onnxopsContextCreate();
  alignas(8) float data[3][16] = {};
  int64_t sizes[3][2] = {{3, 4}, {3, 5}, {}};
  OnnxopsValue table[4] = {};
};

std::unique_ptr<Program> EntryInputsTest::program;

TEST_F(EntryInputsTest, AcceptsWhatIsDeclared) {
  data[2][1] = 7;
  EXPECT_EQ(call(), "");
  EXPECT_EQ(static_cast<float *>(table[3].data)[1], 7);
}

// These are for the library to decide.
TEST_F(EntryInputsTest, AcceptsWhatItDoesNotTest) {
  int64_t strides[] = {4, 1};
  table[0].strides = strides;
  EXPECT_EQ(call(), "");
  // Of no elements, neither memory nor alignment is needed.
  sizes[0][0] = sizes[1][0] = 0;
  table[0].data = nullptr;
  table[1].data = reinterpret_cast<char *>(data[1]) + 1;
  EXPECT_EQ(call(), "");
  // The sizes of a scalar are not read.
  table[2].sizes = nullptr;
  EXPECT_EQ(call(), "");
  table[2].sizes = reinterpret_cast<int64_t *>(8);
  EXPECT_EQ(call(), "");
}

TEST_F(EntryInputsTest, RefusesOtherTables) {
  for (int64_t count :
       {kLeast, int64_t(-1), int64_t(0), int64_t(3), int64_t(5), kMost})
    EXPECT_NE(call(count).find("expected 4 values"), std::string::npos);
  EXPECT_EQ(program->getEntry()(nullptr, 4, context), 1);
  EXPECT_NE(StringRef(onnxopsContextError(context)).find("a null pointer"),
            StringRef::npos);
  EXPECT_EQ(program->getEntry()(table, 4, nullptr), 1);
  EXPECT_EQ(call(), "");
}

TEST_F(EntryInputsTest, RefusesOtherSlots) {
  using Change = void (*)(OnnxopsValue &);
  const std::pair<Change, const char *> cases[] = {
      {[](OnnxopsValue &v) { v.kind = ONNXOPS_SEQUENCE; }, "expected a tensor"},
      {[](OnnxopsValue &v) { v.kind = -1; }, "expected a tensor"},
      {[](OnnxopsValue &v) { v.elementType = ONNXOPS_INT32; },
       "expected element type"},
      {[](OnnxopsValue &v) { ++v.rank; }, "expected rank"},
      {[](OnnxopsValue &v) { v.rank = -1; }, "expected rank"},
      {[](OnnxopsValue &v) { v.rank += int64_t(1) << 32; }, "expected rank"},
      {[](OnnxopsValue &v) { v.data = nullptr; }, "null pointer"},
      {[](OnnxopsValue &v) { v.data = static_cast<char *>(v.data) + 1; },
       "aligned"},
      {[](OnnxopsValue &v) { v.reserved = 1; }, "reserved"},
      {[](OnnxopsValue &v) { v.reserved = -1; }, "reserved"},
  };
  const char *names[] = {"'a'", "'b'", "'s'"};
  for (size_t i = 0; i < 3; ++i)
    for (auto [change, expected] : cases) {
      const OnnxopsValue good = table[i];
      change(table[i]);
      const std::string message = call();
      EXPECT_NE(message.find(expected), std::string::npos) << message;
      EXPECT_NE(message.find(names[i]), std::string::npos) << message;
      table[i] = good;
      EXPECT_EQ(call(), "");
    }
  int64_t strides[] = {1, 3};
  table[1].strides = strides;
  EXPECT_NE(call().find("row-major stride"), std::string::npos);
  table[1].strides = nullptr;
  table[0].sizes = nullptr;
  EXPECT_NE(call().find("sizes"), std::string::npos);
}

TEST_F(EntryInputsTest, RefusesOtherSizes) {
  for (size_t dim : {0, 1})
    for (int64_t size : {kLeast, kLeast + 1, int64_t(-1), int64_t(5), kMost}) {
      const int64_t good = sizes[0][dim];
      sizes[0][dim] = size;
      EXPECT_NE(call().find("'a'"), std::string::npos) << dim << " " << size;
      sizes[0][dim] = good;
    }
  // A symbol is bound by the first input.
  sizes[1][0] = 2;
  EXPECT_NE(call().find("which input 'a' gave for 'N'"), std::string::npos);
  sizes[1][0] = 3;
  // More bytes than fit an int64_t, in one dimension or in a product.
  for (int64_t size : {kLeast, kMost, kMost / 4 + 1, kMost / 12 + 1}) {
    sizes[1][1] = size;
    EXPECT_NE(call(), "") << size;
  }
  sizes[0][0] = sizes[1][0] = sizes[1][1] = int64_t(1) << 31;
  EXPECT_NE(call(), "");
  // A symbol that the first input allows, and with other sizes does not fit.
  sizes[0][0] = sizes[1][0] = int64_t(1) << 40;
  sizes[1][1] = int64_t(1) << 29;
  EXPECT_NE(call().find("'b'"), std::string::npos);
}

} // namespace

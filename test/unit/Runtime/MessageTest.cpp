//===- MessageTest.cpp - the text of a failure --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// onnxopsRtFail: placeholders, escapes, truncation, and that the first failure
// of a call is reported.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

using namespace mlir::onnxops::test;

namespace {

class MessageTest : public RuntimeTest {
protected:
  std::string fail(const char *message, std::vector<int64_t> values = {}) {
    std::vector<OnnxopsValue> table(1);
    EXPECT_EQ(enter(Signature({}, {tensor("y", ONNXOPS_FLOAT32, {})}), table),
              0);
    onnxopsRtFail(context, message, values.data(), values.size());
    EXPECT_EQ(leave(1), 1);
    return error();
  }
};

TEST_F(MessageTest, PlaceholdersTakeValues) {
  EXPECT_EQ(fail("expected {0}, but got {1}", {4, -5}),
            "expected 4, but got -5");
}

TEST_F(MessageTest, PlaceholdersMayRepeatInAnyOrder) {
  EXPECT_EQ(fail("{1}{0}{1}", {1, 2}), "212");
}

TEST_F(MessageTest, ExtremeValuesAreWrittenInFull) {
  EXPECT_EQ(fail("{0} {1}", {INT64_MIN, INT64_MAX}),
            "-9223372036854775808 9223372036854775807");
}

TEST_F(MessageTest, TwoDigitPlaceholders) {
  EXPECT_EQ(fail("{10}{9}", {0, 1, 2, 3, 4, 5, 6, 7, 8, 90, 100}), "10090");
}

TEST_F(MessageTest, DoubledBraceIsABrace) {
  EXPECT_EQ(fail("node 'x{{0}': {0}", {7}), "node 'x{0}': 7");
}

TEST_F(MessageTest, RequireRecordsTheFirstThatDoesNotHold) {
  std::vector<OnnxopsValue> table(1);
  EXPECT_EQ(enter(Signature({}, {tensor("y", ONNXOPS_FLOAT32, {})}), table), 0);
  int64_t value = 7;
  onnxopsRtRequire(context, 1, "holds {0}", &value, 1);
  EXPECT_EQ(error(), "");
  onnxopsRtRequire(context, 0, "first {0}", &value, 1);
  onnxopsRtRequire(context, 0, "second {0}", &value, 1);
  EXPECT_EQ(leave(0), 1);
  EXPECT_EQ(error(), "first 7");
}

TEST_F(MessageTest, OtherBracesStay) {
  EXPECT_EQ(fail("{} {a} {0 {-1} {1} } {", {7}), "{} {a} {0 {-1} {1} } {");
}

TEST_F(MessageTest, HugeIndexStays) {
  EXPECT_EQ(fail("{99999999999999999999}", {7}), "{99999999999999999999}");
}

TEST_F(MessageTest, NullValuesLeavePlaceholders) {
  EXPECT_EQ(fail("{0}"), "{0}");
}

TEST_F(MessageTest, FailureWithoutMessageStillHasOne) {
  EXPECT_EQ(fail(nullptr), "the call failed without saying why");
  EXPECT_EQ(fail(""), "the call failed without saying why");
}

TEST_F(MessageTest, StaysOnOneLine) {
  EXPECT_EQ(fail("node 'a\nb\x1b[1m\x7f'"), "node 'a?b?[1m?'");
}

TEST_F(MessageTest, KeepsOtherBytes) {
  EXPECT_EQ(fail("node '\xc3\xa9'"), "node '\xc3\xa9'");
}

TEST_F(MessageTest, LongMessageIsCutOff) {
  std::string message = fail(std::string(5000, 'x').c_str());
  EXPECT_EQ(message, std::string(1020, 'x') + "...");
}

TEST_F(MessageTest, NumberAtTheEndOfTheBufferIsCutOff) {
  std::string message =
      fail((std::string(1015, 'x') + "{0}").c_str(), {INT64_MAX});
  EXPECT_EQ(message, std::string(1015, 'x') + "92233...");
}

TEST_F(MessageTest, LongestMessageIsWhole) {
  EXPECT_EQ(fail(std::string(1023, 'x').c_str()), std::string(1023, 'x'));
}

TEST_F(MessageTest, FirstFailureCounts) {
  onnxopsRtFail(context, "first", nullptr, 0);
  onnxopsRtFail(context, "second", nullptr, 0);
  EXPECT_EQ(error(), "first");
}

TEST_F(MessageTest, NextCallForgets) {
  EXPECT_EQ(fail("first"), "first");
  EXPECT_EQ(fail("second"), "second");
}

TEST_F(MessageTest, LongNameIsCutOff) {
  std::vector<OnnxopsValue> table(1);
  EXPECT_EQ(
      enter(
          Signature({tensor(std::string(3000, 'n'), ONNXOPS_FLOAT32, {2})}, {}),
          table),
      1);
  EXPECT_EQ(error().substr(0, 9), "input 'nn");
  EXPECT_NE(error().find("nn...': expected"), std::string::npos) << error();
}

TEST(MessageNullTest, NullContextIsIgnored) {
  onnxopsRtFail(nullptr, "message", nullptr, 0);
  EXPECT_STREQ(onnxopsContextError(nullptr), "");
}

} // namespace

//===- ElementTypeTest.cpp - sizes and names of element types -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All sixteen types of the dialect, and unsupported numbers of
// TensorProto.DataType.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

namespace {

struct ElementTypeCase {
  int32_t type;
  int64_t bytes;
  const char *name;
};

class ElementTypeTest : public ::testing::TestWithParam<ElementTypeCase> {};

TEST_P(ElementTypeTest, HasBytesAndName) {
  EXPECT_EQ(onnxopsElementBytes(GetParam().type), GetParam().bytes);
  EXPECT_STREQ(onnxopsElementName(GetParam().type), GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(
    Known, ElementTypeTest,
    ::testing::Values(
        ElementTypeCase{1, 4, "f32"}, ElementTypeCase{2, 1, "ui8"},
        ElementTypeCase{3, 1, "i8"}, ElementTypeCase{4, 2, "ui16"},
        ElementTypeCase{5, 2, "i16"}, ElementTypeCase{6, 4, "i32"},
        ElementTypeCase{7, 8, "i64"}, ElementTypeCase{8, 8, "!onnxops.string"},
        ElementTypeCase{9, 1, "i1"}, ElementTypeCase{10, 2, "f16"},
        ElementTypeCase{11, 8, "f64"}, ElementTypeCase{12, 4, "ui32"},
        ElementTypeCase{13, 8, "ui64"}, ElementTypeCase{14, 8, "complex<f32>"},
        ElementTypeCase{15, 16, "complex<f64>"},
        ElementTypeCase{16, 2, "bf16"}));

INSTANTIATE_TEST_SUITE_P(Unknown, ElementTypeTest,
                         ::testing::Values(ElementTypeCase{-1, 0, "?"},
                                           ElementTypeCase{0, 0, "?"},
                                           ElementTypeCase{17, 0, "?"},
                                           ElementTypeCase{INT32_MIN, 0, "?"},
                                           ElementTypeCase{INT32_MAX, 0, "?"}));

} // namespace

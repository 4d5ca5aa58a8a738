//===- CallingConventionTest.cpp - values in and out of a call ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slots have the values of the host, and copies of them outlive them.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/CallingConvention.h"
#include "DataTest.h"
#include "onnxops/Data/Compare.h"

using namespace mlir::onnxops;
using namespace mlir::onnxops::test;

TEST(CallingConventionTest, CopiesTensors) {
  HostValue tensor = makeTensor<int16_t>(ONNXOPS_INT16, {2, 1}, {1, 2});
  HostValue copy =
      llvm::cantFail(copySlot(std::get_if<TensorData>(&tensor)->getSlot()));
  EXPECT_EQ(findDifference(copy, tensor), std::nullopt);
}

TEST(CallingConventionTest, CopiesStrings) {
  HostValue strings = makeStrings({2}, {"one", ""});
  HostValue copy =
      llvm::cantFail(copySlot(std::get_if<TensorData>(&strings)->getSlot()));
  EXPECT_EQ(findDifference(copy, strings), std::nullopt);
  std::get_if<TensorData>(&strings)->setString(0, "two");
  EXPECT_EQ(std::get_if<TensorData>(&copy)->getString(0), "one");
}

TEST(CallingConventionTest, CopiesSequences) {
  SequenceData sequence;
  sequence.elementType = ONNXOPS_INT8;
  sequence.elements.push_back(makeTensor<int8_t>(ONNXOPS_INT8, {2}, {1, 2}));
  sequence.elements.push_back(makeTensor<int8_t>(ONNXOPS_INT8, {}, {3}));
  SequenceHandle handle = llvm::cantFail(makeSequence(sequence));
  HostValue copy = llvm::cantFail(copySlot(getSlot(handle.get())));
  EXPECT_EQ(findDifference(copy, std::move(sequence)), std::nullopt);
}

TEST(CallingConventionTest, RefusesMixedElementTypes) {
  SequenceData sequence; // of f32
  sequence.elements.push_back(makeTensor<int8_t>(ONNXOPS_INT8, {1}, {3}));
  EXPECT_EQ(getError(makeSequence(sequence)),
            "cannot put tensor<1xi8> into a sequence of f32 tensors");
}

//===- TensorProtoTest.cpp - .pb files ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files round trip; other files are refused. The other encodings of tensors are
// tested through models, in test/Import/ONNX.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/TensorProto.h"
#include "DataTest.h"
#include "onnxops/Data/Compare.h"

using namespace mlir::onnxops;
using namespace mlir::onnxops::test;

TEST(TensorProtoTest, ReadsWhatItWrites) {
  for (int32_t type = ONNXOPS_FLOAT32; type <= ONNXOPS_BFLOAT16; ++type) {
    TensorData tensor = llvm::cantFail(TensorData::create(type, {1, 2}));
    if (tensor.isString())
      tensor.setString(1, llvm::StringRef("a\0b", 3));
    else
      for (char &byte : tensor.getMutableBytes())
        byte = 1;
    HostValue written = std::move(tensor);
    TemporaryFile file;
    ASSERT_FALSE(writeProtoFile(file.getPath(), "x", written));
    HostValue read = llvm::cantFail(readTensorFile(file.getPath()));
    EXPECT_EQ(findDifference(read, written), std::nullopt);
  }
}

TEST(TensorProtoTest, ReadsTheSequencesItWrites) {
  SequenceData sequence;
  sequence.elementType = ONNXOPS_INT8;
  sequence.elements.push_back(makeTensor<int8_t>(ONNXOPS_INT8, {2}, {1, 2}));
  sequence.elements.push_back(makeTensor<int8_t>(ONNXOPS_INT8, {0, 3}, {}));
  HostValue written = std::move(sequence);
  TemporaryFile file;
  ASSERT_FALSE(writeProtoFile(file.getPath(), "s", written));
  HostValue read =
      llvm::cantFail(readSequenceFile(file.getPath(), ONNXOPS_INT8));
  EXPECT_EQ(findDifference(read, written), std::nullopt);
  EXPECT_EQ(getError(readSequenceFile(file.getPath(), ONNXOPS_INT16)),
            "tensor 0: expected i16 elements, but got tensor<2xi8>");
}

TEST(TensorProtoTest, EmptySequenceTakesTheTypeGiven) {
  TemporaryFile file;
  ASSERT_FALSE(writeProtoFile(file.getPath(), "s", SequenceData()));
  SequenceData read =
      llvm::cantFail(readSequenceFile(file.getPath(), ONNXOPS_INT64));
  EXPECT_EQ(read.elementType, ONNXOPS_INT64);
  EXPECT_TRUE(read.elements.empty());
}

TEST(TensorProtoTest, RefusesOtherFiles) {
  EXPECT_EQ(getError(readTensorFile("/nonexistent")),
            "No such file or directory");
  EXPECT_EQ(getError(readTensorFile(TemporaryFile().getPath())),
            "the file is empty");
  EXPECT_EQ(getError(readTensorFile(TemporaryFile("\xff\xff\xff").getPath())),
            "not an onnx.TensorProto, or not all of one");
  // dims: 2, data_type: FLOAT, and no data.
  EXPECT_EQ(
      getError(readTensorFile(TemporaryFile("\x08\x02\x10\x01").getPath())),
      "expected 2 values, but got 0");
  // dims: 2, and nothing else.
  EXPECT_EQ(getError(readTensorFile(TemporaryFile("\x08\x02").getPath())),
            "the tensor has no element type");
  EXPECT_EQ(getError(readSequenceFile(TemporaryFile("\x12\x00").getPath(),
                                      ONNXOPS_INT8)),
            "not an onnx.SequenceProto, or not all of one");
  // elem_type: SPARSE_TENSOR.
  EXPECT_EQ(getError(readSequenceFile(TemporaryFile("\x10\x02").getPath(),
                                      ONNXOPS_INT8)),
            "expected a sequence of tensors");
}

TEST(TensorProtoTest, RefusesATensorForASequence) {
  TemporaryFile file;
  ASSERT_FALSE(writeProtoFile(file.getPath(), "x",
                              makeTensor<int8_t>(ONNXOPS_INT8, {2}, {1, 2})));
  EXPECT_NE(getError(readSequenceFile(file.getPath(), ONNXOPS_INT8)), "");
}

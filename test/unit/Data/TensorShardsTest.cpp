//===- TensorShardsTest.cpp - parts of tensors ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shards along each dimension, also empty ones.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/TensorShards.h"

#include "DataTest.h"

using namespace mlir::onnxops;
using namespace mlir::onnxops::test;

static TensorData makeNumbers() {
  return makeTensor<int16_t>(ONNXOPS_INT16, {2, 3}, {1, 2, 3, 4, 5, 6});
}

TEST(TensorShardsTest, Slices) {
  TensorData numbers = makeNumbers();
  EXPECT_EQ(print(llvm::cantFail(sliceTensor(numbers, 0, 1, 2))),
            "[[4, 5, 6]]");
  EXPECT_EQ(print(llvm::cantFail(sliceTensor(numbers, 1, 1, 3))),
            "[[2, 3], [5, 6]]");
  EXPECT_EQ(describeType(llvm::cantFail(sliceTensor(numbers, 1, 3, 3))),
            "tensor<2x0xi16>");
  TensorData empty = llvm::cantFail(TensorData::create(ONNXOPS_INT8, {0, 2}));
  EXPECT_EQ(print(llvm::cantFail(sliceTensor(empty, 0, 0, 0))), "[]");
}

TEST(TensorShardsTest, JoinsWhatWasCut) {
  TensorData numbers = makeNumbers();
  for (int64_t dimension : {0, 1})
    for (int64_t cut = 0; cut <= numbers.getSizes()[dimension]; ++cut) {
      TensorData parts[] = {
          llvm::cantFail(sliceTensor(numbers, dimension, 0, cut)),
          llvm::cantFail(sliceTensor(numbers, dimension, cut,
                                     numbers.getSizes()[dimension]))};
      TensorData joined =
          llvm::cantFail(joinTensors({&parts[0], &parts[1]}, dimension));
      EXPECT_EQ(print(joined), print(numbers));
      EXPECT_EQ(joined.getElementType(), ONNXOPS_INT16);
    }
}

//===- ElementsAttrTest.cpp - tensors as constants ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which attribute a tensor becomes, and that each of them reads back.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/ElementsAttr.h"
#include "DataTest.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "onnxops/Data/Compare.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::test;

namespace {
class ElementsAttrTest : public ::testing::Test {
protected:
  ElementsAttrTest() { context.loadDialect<OnnxOpsDialect>(); }

  ElementsAttr make(const TensorData &tensor) {
    return ElementsBuilder(&context).build(tensor, "x");
  }

  void expectRoundTrip(TensorData tensor) {
    ElementsAttr attribute = make(tensor);
    EXPECT_EQ(attribute.getShapedType(), getTensorType(tensor, &context));
    HostValue read = llvm::cantFail(copyElements(attribute));
    EXPECT_EQ(findDifference(read, std::move(tensor)), std::nullopt);
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};
} // namespace

// Sizes: a scalar, empty, small, a number of bits that is not a multiple of 8,
// and more than is stored densely.
TEST_F(ElementsAttrTest, ReadsBackEveryElementType) {
  for (int32_t type = ONNXOPS_FLOAT32; type <= ONNXOPS_BFLOAT16; ++type)
    for (llvm::SmallVector<int64_t> sizes :
         {llvm::SmallVector<int64_t>{}, {0}, {2, 3}, {9}, {2000, 2}}) {
      SCOPED_TRACE(onnxopsElementName(type));
      TensorData tensor = llvm::cantFail(TensorData::create(type, sizes));
      if (tensor.isString())
        for (int64_t i = 0; i < tensor.getNumElements(); ++i)
          tensor.setString(i, std::to_string(i));
      else
        for (auto [index, byte] : llvm::enumerate(tensor.getMutableBytes()))
          byte = type == ONNXOPS_BOOL ? index % 3 == 0 : index % 7;
      expectRoundTrip(std::move(tensor));
    }
}

TEST_F(ElementsAttrTest, SplatsAreDenseAtAnySize) {
  TensorData tensor =
      llvm::cantFail(TensorData::create(ONNXOPS_FLOAT32, {100, 100}));
  auto dense = dyn_cast<DenseElementsAttr>(make(tensor));
  ASSERT_TRUE(dense);
  EXPECT_TRUE(dense.isSplat());
  expectRoundTrip(std::move(tensor));
  expectRoundTrip(
      llvm::cantFail(TensorData::create(ONNXOPS_COMPLEX128, {100, 100})));
  TensorData truths = llvm::cantFail(TensorData::create(ONNXOPS_BOOL, {9}));
  for (char &byte : truths.getMutableBytes())
    byte = 1;
  expectRoundTrip(std::move(truths));
}

TEST_F(ElementsAttrTest, LargeTensorsAreResources) {
  TensorData tensor =
      llvm::cantFail(TensorData::create(ONNXOPS_INT64, {1, 1000}));
  tensor.getMutableBytes()[0] = 1;
  EXPECT_TRUE(isa<DenseResourceElementsAttr>(make(tensor)));
  // Verifiers read splits and repeats.
  TensorData indices =
      llvm::cantFail(TensorData::create(ONNXOPS_INT64, {1000}));
  indices.getMutableBytes()[0] = 1;
  EXPECT_TRUE(isa<DenseElementsAttr>(make(indices)));
}

TEST_F(ElementsAttrTest, RefusesOtherAttributes) {
  Builder builder(&context);
  auto index =
      DenseElementsAttr::get(RankedTensorType::get({1}, builder.getIndexType()),
                             builder.getIndexAttr(1));
  EXPECT_EQ(getError(copyElements(index)), "expected an element type of ONNX");
}

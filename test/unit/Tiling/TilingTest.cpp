//===- TilingTest.cpp - what tiles of concats fuse with -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of TilingInterface that no transform script makes: upstream's driver
// fuses consumers in destination style only.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Tiling/Tiling.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Parser/Parser.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

class TilingTest : public testing::Test {
protected:
  TilingTest() : builder(&context) {
    DialectRegistry registry;
    registry.insert<func::FuncDialect, tensor::TensorDialect, OnnxOpsDialect>();
    registerTilingModels(registry);
    registerConcatTilingModel(registry);
    tensor::registerValueBoundsOpInterfaceExternalModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// The concat in a module, in front of which the builder stands.
  TilingInterface parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    TilingInterface found;
    if (module)
      module->walk([&](TilingInterface op) { found = op; });
    if (found)
      builder.setInsertionPoint(found);
    return found;
  }

  SmallVector<OpFoldResult> indices(ArrayRef<int64_t> values) {
    return getAsIndexOpFoldResult(&context, values);
  }

  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
};

constexpr const char *kJoined = R"(
  func.func @f(%a: tensor<4x8xf32>, %b: tensor<6x8xf32>) -> tensor<10x8xf32> {
    %0 = onnxops.concat_v13 %a, %b axis = 0
        : (tensor<4x8xf32>, tensor<6x8xf32>) -> tensor<10x8xf32>
    return %0 : tensor<10x8xf32>
  })";

} // namespace

// Shows tiling-r7: columns of all rows of an operand, with the other operand's.
TEST_F(TilingTest, ReadsWholeOperands) {
  TilingInterface concat = parse(kJoined);
  ASSERT_TRUE(concat);
  SmallVector<SmallVector<OpFoldResult>> offsets{indices({0, 2})};
  SmallVector<SmallVector<OpFoldResult>> sizes{indices({6, 3})};
  EXPECT_TRUE(concat.isOpFusableWithProducerSlices({1}, offsets, sizes));
  SmallVector<OpFoldResult> domainOffsets, domainSizes;
  ASSERT_TRUE(succeeded(concat.getIterationDomainTileFromOperandTiles(
      builder, {1}, offsets, sizes, domainOffsets, domainSizes)));
  EXPECT_EQ(domainOffsets, indices({0, 2}));
  EXPECT_EQ(domainSizes, indices({10, 3}));
  FailureOr<TilingResult> tile = concat.getTiledImplementationFromOperandTiles(
      builder, {1}, offsets, sizes);
  ASSERT_TRUE(succeeded(tile));
  EXPECT_EQ(tile->tiledValues.front().getType(),
            RankedTensorType::get({10, 3}, builder.getF32Type()));
  EXPECT_TRUE(succeeded(verify(*module)));
}

// Breaks tiling-r7: part of the rows, other columns, a size that is not known.
TEST_F(TilingTest, RefusesPartsOfOperands) {
  TilingInterface concat = parse(kJoined);
  ASSERT_TRUE(concat);
  EXPECT_FALSE(concat.isOpFusableWithProducerSlices({1}, {indices({0, 2})},
                                                    {indices({5, 3})}));
  EXPECT_FALSE(concat.isOpFusableWithProducerSlices({1}, {indices({1, 2})},
                                                    {indices({6, 3})}));
  EXPECT_FALSE(concat.isOpFusableWithProducerSlices(
      {0, 1}, {indices({0, 2}), indices({0, 3})},
      {indices({4, 3}), indices({6, 3})}));
  EXPECT_TRUE(failed(concat.getTiledImplementationFromOperandTiles(
      builder, {1}, {indices({0, 2})}, {indices({5, 3})})));
}

// Breaks tiling-r7: what would have to be checked in front of a loop that
// computes an operand. A tensor.concat checks nothing.
TEST_F(TilingTest, RefusesUncheckedOperands) {
  TilingInterface concat = parse(R"(
    func.func @f(%a: tensor<4x?xf32>, %b: tensor<6x?xf32>) -> tensor<10x?xf32> {
      %0 = onnxops.concat_v13 %a, %b axis = 0
          : (tensor<4x?xf32>, tensor<6x?xf32>) -> tensor<10x?xf32>
      return %0 : tensor<10x?xf32>
    })");
  ASSERT_TRUE(concat);
  EXPECT_FALSE(concat.isOpFusableWithProducerSlices({1}, {indices({0, 2})},
                                                    {indices({6, 3})}));
  concat = parse(R"(
    func.func @f(%a: tensor<4x?xf32>, %b: tensor<6x?xf32>) -> tensor<10x?xf32> {
      %0 = tensor.concat dim(0) %a, %b
          : (tensor<4x?xf32>, tensor<6x?xf32>) -> tensor<10x?xf32>
      return %0 : tensor<10x?xf32>
    })");
  ASSERT_TRUE(concat);
  EXPECT_TRUE(concat.isOpFusableWithProducerSlices({1}, {indices({0, 2})},
                                                   {indices({6, 3})}));
}

// Shows tiling-r1: a tile at a known offset reads what it has, and nothing
// else.
TEST_F(TilingTest, LeavesOutOperands) {
  TilingInterface concat = parse(kJoined);
  ASSERT_TRUE(concat);
  FailureOr<TilingResult> tile =
      concat.getTiledImplementation(builder, indices({5, 0}), indices({2, 8}));
  ASSERT_TRUE(succeeded(tile));
  auto slice = dyn_cast<tensor::ExtractSliceOp>(tile->tiledOps.front());
  ASSERT_TRUE(slice);
  EXPECT_EQ(slice.getStaticOffsets(), (ArrayRef<int64_t>{1, 0}));
  EXPECT_EQ(slice.getSource(), concat->getOperand(1));
}

// A tile of no elements, which a slice cannot have at the end of an operand.
TEST_F(TilingTest, BuildsEmptyTiles) {
  TilingInterface concat = parse(kJoined);
  ASSERT_TRUE(concat);
  FailureOr<TilingResult> tile =
      concat.getTiledImplementation(builder, indices({10, 0}), indices({0, 8}));
  ASSERT_TRUE(succeeded(tile));
  EXPECT_TRUE(isa<tensor::EmptyOp>(tile->tiledOps.front()));
  EXPECT_TRUE(succeeded(verify(*module)));
}

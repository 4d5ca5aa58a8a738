//===- TilingTest.cpp - what tiles of concats fuse with -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of TilingInterface that no transform script makes. Upstream's driver
// fuses consumers in destination style only, so that a concat as one is called
// directly.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Tiling/Tiling.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/AllInterfaces.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
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
    registry.insert<func::FuncDialect, linalg::LinalgDialect,
                    tensor::TensorDialect, OnnxOpsDialect>();
    linalg::registerAllDialectInterfaceImplementations(registry);
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
      module->walk([&](Operation *op) {
        if (isa<tensor::ConcatOp, ConcatV13Op>(op))
          found = cast<TilingInterface>(op);
      });
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

// Shows tiling-r1: what reads a concat is fused into the loops over its tiles,
// of either kind.
class FusedConsumers
    : public TilingTest,
      public testing::WithParamInterface<scf::SCFTilingOptions::LoopType> {};

TEST_P(FusedConsumers, ReadTiles) {
  TilingInterface concat = parse(R"(
    func.func @f(%a: tensor<4x8xf32>, %b: tensor<6x8xf32>, %e: tensor<10x8xf32>)
        -> tensor<10x8xf32> {
      %0 = onnxops.concat_v13 %a, %b axis = 0
          : (tensor<4x8xf32>, tensor<6x8xf32>) -> tensor<10x8xf32>
      %1 = linalg.abs ins(%0 : tensor<10x8xf32>) outs(%e : tensor<10x8xf32>)
          -> tensor<10x8xf32>
      return %1 : tensor<10x8xf32>
    })");
  ASSERT_TRUE(concat);
  IRRewriter rewriter(&context);
  rewriter.setInsertionPoint(concat);
  scf::SCFTilingOptions options;
  options.setTileSizes(indices({2, 4})).setLoopType(GetParam());
  FailureOr<scf::SCFTilingResult> tiled =
      scf::tileUsingSCF(rewriter, concat, options);
  ASSERT_TRUE(succeeded(tiled));
  rewriter.replaceOp(concat, tiled->replacements);
  Operation *reader = nullptr;
  module->walk([&](linalg::AbsOp op) { reader = op; });
  ASSERT_TRUE(reader);
  ASSERT_TRUE(
      succeeded(scf::tileAndFuseConsumer(rewriter, reader, tiled->loops)));
  EXPECT_TRUE(succeeded(verify(*module)));
  // The one that is used reads the tile in the loop.
  SmallVector<linalg::AbsOp> fused;
  module->walk([&](linalg::AbsOp op) {
    if (!op->use_empty())
      fused.push_back(op);
  });
  ASSERT_EQ(fused.size(), 1u);
  EXPECT_TRUE(fused.front()->getParentOfType<LoopLikeOpInterface>());
  EXPECT_EQ(fused.front().getDpsInputs().front().getType(),
            RankedTensorType::get({2, 4}, rewriter.getF32Type()));
}

INSTANTIATE_TEST_SUITE_P(
    Tiling, FusedConsumers,
    testing::Values(scf::SCFTilingOptions::LoopType::ForOp,
                    scf::SCFTilingOptions::LoopType::ForallOp));

//===- PatternsTest.cpp - rewrites in a driver of patterns ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Applies the public sets of patterns greedily, as other compilers do.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Transforms/Tensors/Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

class PatternsTest : public testing::Test {
protected:
  PatternsTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, math::MathDialect,
                        tensor::TensorDialect>();
  }

  /// Applies the patterns to a module until nothing changes.
  void apply(StringRef text, void (*populate)(RewritePatternSet &)) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    RewritePatternSet patterns(&context);
    populate(patterns);
    ASSERT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
    ASSERT_TRUE(succeeded(verify(*module)));
  }

  template <typename Op>
  SmallVector<Op> collect() {
    SmallVector<Op> ops;
    module->walk([&](Op op) { ops.push_back(op); });
    return ops;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

} // namespace

TEST_F(PatternsTest, MergesAdjacentSlices) {
  apply(R"(
    func.func @f(%a: tensor<8x4xf32>, %b: tensor<3x4xf32>) -> tensor<8x4xf32> {
      %0 = tensor.extract_slice %a[0, 0] [2, 4] [1, 1]
          : tensor<8x4xf32> to tensor<2x4xf32>
      %1 = tensor.extract_slice %a[2, 0] [3, 4] [1, 1]
          : tensor<8x4xf32> to tensor<3x4xf32>
      %2 = tensor.concat dim(0) %0, %1, %b
          : (tensor<2x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<8x4xf32>
      return %2 : tensor<8x4xf32>
    })",
        populateMergeConcatOperandsPatterns);
  auto slices = collect<tensor::ExtractSliceOp>();
  ASSERT_EQ(slices.size(), 1u);
  EXPECT_EQ(slices.front().getType().getDimSize(0), 5);
  ASSERT_EQ(collect<tensor::ConcatOp>().size(), 1u);
  EXPECT_EQ(collect<tensor::ConcatOp>().front().getInputs().size(), 2u);
}

TEST_F(PatternsTest, LeavesOtherSlices) {
  apply(R"(
    func.func @f(%a: tensor<8xf32>, %b: tensor<3xf32>) -> tensor<8xf32> {
      %0 = tensor.extract_slice %a[0] [2] [1] : tensor<8xf32> to tensor<2xf32>
      %1 = tensor.extract_slice %a[3] [3] [1] : tensor<8xf32> to tensor<3xf32>
      %2 = tensor.concat dim(0) %0, %1, %b
          : (tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<8xf32>
      return %2 : tensor<8xf32>
    })",
        populateMergeConcatOperandsPatterns);
  EXPECT_EQ(collect<tensor::ExtractSliceOp>().size(), 2u);
  EXPECT_EQ(collect<tensor::ConcatOp>().front().getInputs().size(), 3u);
}

TEST_F(PatternsTest, ReplacesSlicesOfConcat) {
  apply(R"(
    func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2xf32> {
      %0 = tensor.concat dim(0) %a, %b
          : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
      %1 = tensor.extract_slice %0[5] [2] [1] : tensor<8xf32> to tensor<2xf32>
      return %1 : tensor<2xf32>
    })",
        populateSliceOfConcatPatterns);
  EXPECT_TRUE(collect<tensor::ConcatOp>().empty());
  auto slices = collect<tensor::ExtractSliceOp>();
  ASSERT_EQ(slices.size(), 1u);
  EXPECT_EQ(slices.front().getStaticOffsets().front(), 1);
  func::FuncOp function = *module->getOps<func::FuncOp>().begin();
  EXPECT_EQ(slices.front().getSource(), Value(function.getArgument(1)));
}

TEST_F(PatternsTest, LeavesConcatWithOtherUsers) {
  apply(R"(
    func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>)
        -> (tensor<2xf32>, tensor<8xf32>) {
      %0 = tensor.concat dim(0) %a, %b
          : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
      %1 = tensor.extract_slice %0[5] [2] [1] : tensor<8xf32> to tensor<2xf32>
      return %1, %0 : tensor<2xf32>, tensor<8xf32>
    })",
        populateSliceOfConcatPatterns);
  ASSERT_EQ(collect<tensor::ConcatOp>().size(), 1u);
  EXPECT_EQ(collect<tensor::ExtractSliceOp>().front().getSource(),
            collect<tensor::ConcatOp>().front().getResult());
}

TEST_F(PatternsTest, FusesElementwiseOps) {
  apply(R"(
    #id = affine_map<(d0) -> (d0)>
    func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
      %e = tensor.empty() : tensor<8xf32>
      %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
      ^bb0(%x: f32, %y: f32):
        %n = arith.negf %x : f32
        linalg.yield %n : f32
      } -> tensor<8xf32>
      %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
      ^bb0(%x: f32, %y: f32):
        %n = math.exp %x : f32
        linalg.yield %n : f32
      } -> tensor<8xf32>
      return %1 : tensor<8xf32>
    })",
        populateFuseElementwisePatterns);
  EXPECT_EQ(collect<linalg::GenericOp>().size(), 1u);
}

//===- ValueBoundsTest.cpp - bounds on sizes for upstream passes ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queries ValueBoundsConstraintSet for results of the dialect's ops, as
// upstream passes do.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Parser/Parser.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

using Variable = ValueBoundsConstraintSet::Variable;

class ValueBoundsTest : public testing::Test {
protected:
  ValueBoundsTest() {
    context
        .loadDialect<OnnxOpsDialect, arith::ArithDialect, func::FuncDialect>();
  }

  /// Parses a function and returns its results, then its arguments.
  SmallVector<Value> parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return {};
    func::FuncOp function = *module->getOps<func::FuncOp>().begin();
    Block &body = function.getBody().front();
    SmallVector<Value> values(body.getTerminator()->getOperands());
    llvm::append_range(values, body.getArguments());
    return values;
  }

  /// The largest size that dimension `dim` of `value` can have, -1 if unknown.
  static int64_t getLargest(Value value, int64_t dim) {
    FailureOr<int64_t> bound = ValueBoundsConstraintSet::computeConstantBound(
        presburger::BoundType::UB, Variable(value, dim),
        /*stopCondition=*/nullptr, /*closedUB=*/true);
    return succeeded(bound) ? *bound : -1;
  }

  static bool areEqual(Value a, int64_t dimA, Value b, int64_t dimB) {
    FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(
        Variable(a, dimA), Variable(b, dimB));
    return succeeded(equal) && *equal;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(ValueBoundsTest, ConcatSumsTheAxis) {
  SmallVector<Value> v = parse(R"(
    func.func @f(%a: tensor<2x?xf32>, %b: tensor<3x?xf32>) -> tensor<?x?xf32> {
      %0 = onnxops.concat_v13 %a, %b axis = -2 : (tensor<2x?xf32>, tensor<3x?xf32>) -> tensor<?x?xf32>
      return %0 : tensor<?x?xf32>
    })");
  ASSERT_EQ(v.size(), 3u);
  EXPECT_EQ(getLargest(v[0], 0), 5);
  EXPECT_EQ(getLargest(v[0], 1), -1);
}

TEST_F(ValueBoundsTest, ConcatSharesTheOtherSizes) {
  SmallVector<Value> v = parse(R"(
    func.func @f(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
      %0 = onnxops.concat_v4 %a, %b axis = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      return %0 : tensor<?x?xf32>
    })");
  ASSERT_EQ(v.size(), 3u);
  EXPECT_TRUE(areEqual(v[0], 1, v[1], 1));
  EXPECT_TRUE(areEqual(v[0], 1, v[2], 1));
  EXPECT_FALSE(areEqual(v[0], 0, v[1], 0));
}

TEST_F(ValueBoundsTest, ConcatOfUnknownRankBoundsTheRestOnly) {
  SmallVector<Value> v = parse(R"(
    func.func @f(%a: tensor<2x7xf32>, %b: tensor<*xf32>) -> tensor<?x?xf32> {
      %0 = onnxops.concat_v1 %a, %b axis = 0 : (tensor<2x7xf32>, tensor<*xf32>) -> tensor<?x?xf32>
      return %0 : tensor<?x?xf32>
    })");
  ASSERT_EQ(v.size(), 3u);
  EXPECT_EQ(getLargest(v[0], 1), 7);
  EXPECT_EQ(getLargest(v[0], 0), -1);
}

TEST_F(ValueBoundsTest, BoundsPassThroughChains) {
  SmallVector<Value> v = parse(R"(
    func.func @f(%a: tensor<2x4xf32>, %b: tensor<?x4xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
      %r = arith.constant dense<[3, 1]> : tensor<2xi64>
      %0 = onnxops.tile_v13 %a, %r : (tensor<2x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
      %1 = onnxops.concat_v13 %0, %b axis = 1 : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
      return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
    })");
  ASSERT_EQ(v.size(), 4u);
  EXPECT_EQ(getLargest(v[0], 0), 6);
  EXPECT_EQ(getLargest(v[1], 0), 6);
  EXPECT_EQ(getLargest(v[1], 1), 8);
  EXPECT_TRUE(areEqual(v[1], 0, v[3], 0));
}

TEST_F(ValueBoundsTest, TileNeedsTheRepeat) {
  SmallVector<Value> v = parse(R"(
    func.func @f(%a: tensor<?x4xf32>, %r: tensor<2xi64>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
      %k = arith.constant dense<[1, 2]> : tensor<2xi64>
      %0 = onnxops.tile_v6 %a, %k : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
      %1 = onnxops.tile_v6 %a, %r : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
      return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
    })");
  ASSERT_EQ(v.size(), 4u);
  EXPECT_TRUE(areEqual(v[0], 0, v[2], 0));
  EXPECT_EQ(getLargest(v[0], 1), 8);
  EXPECT_FALSE(areEqual(v[1], 0, v[2], 0));
  EXPECT_EQ(getLargest(v[1], 1), -1);
}

TEST_F(ValueBoundsTest, TileV1NeedsTheAxis) {
  SmallVector<Value> v = parse(R"(
    func.func @f(%a: tensor<?x4xf32>, %t: tensor<i64>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
      %two = arith.constant dense<2> : tensor<i64>
      %one = arith.constant dense<1> : tensor<i64>
      %0 = onnxops.tile_v1 %a, %two, %one : (tensor<?x4xf32>, tensor<i64>, tensor<i64>) -> tensor<?x?xf32>
      %1 = onnxops.tile_v1 %a, %two, %t : (tensor<?x4xf32>, tensor<i64>, tensor<i64>) -> tensor<?x?xf32>
      return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
    })");
  ASSERT_EQ(v.size(), 4u);
  EXPECT_TRUE(areEqual(v[0], 0, v[2], 0));
  EXPECT_EQ(getLargest(v[0], 1), 8);
  EXPECT_FALSE(areEqual(v[1], 0, v[2], 0));
  EXPECT_EQ(getLargest(v[1], 1), -1);
}

} // namespace

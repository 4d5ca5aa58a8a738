//===- ProgramTest.cpp - which calls can be cancelled ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles programs with and without what looks for cancellation: loops, and
// functions of the run-time library.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Execution/Program.h"

#include "KernelModels.h"

using namespace mlir;
using namespace mlir::onnxops;

static bool canBeCancelled(StringRef source) {
  return compile(source)->canBeCancelled();
}

TEST(ProgramTest, CopiesToOneOutputCannotBeCancelled) {
  EXPECT_FALSE(canBeCancelled(R"mlir(
    func.func @main(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<5xf32> {
      %c = onnxops.concat_v13 %a, %b axis = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
      return %c : tensor<5xf32>
    })mlir"));
  EXPECT_FALSE(canBeCancelled(R"mlir(
    func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
      %n = "onnx.Neg"(%a) : (tensor<?xf32>) -> tensor<?xf32>
      %c = onnxops.concat_v13 %n, %b axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      return %c : tensor<?xf32>
    })mlir"));
}

TEST(ProgramTest, SeveralOutputsCanBeCancelled) {
  EXPECT_TRUE(canBeCancelled(R"mlir(
    func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
      return %a, %a : tensor<2xf32>, tensor<2xf32>
    })mlir"));
}

TEST(ProgramTest, SequencesCanBeCancelled) {
  EXPECT_TRUE(canBeCancelled(R"mlir(
    func.func @main(%a: tensor<?xf32>, %n: tensor<i64>) -> !onnxops.seq<tensor<?xf32>> {
      %s = onnxops.split_to_sequence_v11 %a, %n axis = 0 : (tensor<?xf32>, tensor<i64>) -> !onnxops.seq<tensor<?xf32>>
      return %s : !onnxops.seq<tensor<?xf32>>
    })mlir"));
}

TEST(ProgramTest, LoopsCanBeCancelled) {
  EXPECT_TRUE(canBeCancelled(R"mlir(
    func.func @main(%count: tensor<i64>, %x: tensor<i64>) -> tensor<i64> {
      %number = tensor.extract %count[] : tensor<i64>
      %n = arith.index_cast %number : i64 to index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> (tensor<i64>) {
        %e = tensor.extract %t[] : tensor<i64>
        %m = arith.muli %e, %e : i64
        %y = tensor.from_elements %m : tensor<i64>
        scf.yield %y : tensor<i64>
      }
      return %r : tensor<i64>
    })mlir"));
}

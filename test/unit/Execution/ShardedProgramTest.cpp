//===- ShardedProgramTest.cpp - programs that several ranks call ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each rank is a thread with its shards of inputs and outputs.
//
//===----------------------------------------------------------------------===//

#include "mlir/Parser/Parser.h"
#include "onnxops/ABI/Transport.h"
#include "onnxops/Execution/Program.h"
#include "onnxops/InitAll.h"

#include <gtest/gtest.h>

#include <thread>

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// A call of a function from tensors of floats to one, on one rank.
struct RankCall {
  std::vector<std::vector<float>> inputs;
  std::vector<std::vector<int64_t>> sizes;
  std::vector<float> output;
  std::string error;
  int64_t bytesSent = 0;

  void run(EntryFunction entry, OnnxopsTransport *transport) {
    OnnxopsContext *context = onnxopsContextCreate();
    onnxopsContextSetTransport(context, transport);
    std::vector<OnnxopsValue> table(inputs.size() + 1);
    for (size_t i = 0; i < inputs.size(); ++i)
      table[i] = {ONNXOPS_TENSOR,
                  ONNXOPS_FLOAT32,
                  static_cast<int64_t>(sizes[i].size()),
                  inputs[i].data(),
                  sizes[i].data(),
                  nullptr,
                  0,
                  0,
                  0};
    OnnxopsValue &result = table.back();
    result = {};
    result.elementType = ONNXOPS_FLOAT32;
    entry(table.data(), static_cast<int64_t>(table.size()), context);
    error = onnxopsContextError(context);
    int64_t count = 1;
    for (int64_t i = 0; i < result.rank; ++i)
      count *= result.sizes[i];
    if (result.data)
      output.assign(static_cast<float *>(result.data),
                    static_cast<float *>(result.data) + count);
    bytesSent = transport ? transport->bytesSent : 0;
    onnxopsValueRelease(&result);
    onnxopsContextDestroy(context);
  }
};

class ShardedProgramTest : public testing::Test {
protected:
  void compile(StringRef source) {
    DialectRegistry registry;
    registerDialects(registry);
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    prepareContext(context);
    auto module = parseSourceString<ModuleOp>(source, &context);
    auto compiled = Program::compile(*module);
    if (compiled)
      program = std::move(*compiled);
    else
      ADD_FAILURE() << llvm::toString(compiled.takeError());
  }

  /// One thread for each call.
  void run(std::vector<RankCall> &calls) {
    ASSERT_TRUE(program);
    OnnxopsThreadTransports *transports =
        onnxopsThreadTransportsCreate(calls.size());
    std::vector<std::thread> threads;
    for (size_t rank = 0; rank < calls.size(); ++rank)
      threads.emplace_back([&, rank] {
        calls[rank].run(program->getEntry(),
                        onnxopsThreadTransport(transports, rank));
      });
    for (std::thread &thread : threads)
      thread.join();
    onnxopsThreadTransportsDestroy(transports);
  }

  std::unique_ptr<Program> program;
};

} // namespace

TEST_F(ShardedProgramTest, KnownOffsets) {
  compile(R"mlir(
    func.func @main(%a: tensor<2xf32>, %b: tensor<1xf32>) -> tensor<3xf32> attributes {onnxops.ranks = 2} {
      %two = arith.constant dense<[0, 1, 2]> : tensor<3xindex>
      %four = arith.constant dense<[0, 2, 4]> : tensor<3xindex>
      %six = arith.constant dense<[0, 3, 6]> : tensor<3xindex>
      %init = tensor.empty() : tensor<3xf32>
      %r = onnxops.exchange "c" along 0 on [2] ins(%a, %b : tensor<2xf32>, tensor<1xf32>) outs(%init : tensor<3xf32>)
        axes [0, 0, 0] offsets(%four, %two, %six : tensor<3xindex>, tensor<3xindex>, tensor<3xindex>)
        segments [0, 0, 4, 1, 1, 0, 2, 1] -> tensor<3xf32>
      return %r : tensor<3xf32>
    })mlir");
  std::vector<RankCall> calls(2);
  calls[0].inputs = {{1, 2}, {5}};
  calls[1].inputs = {{3, 4}, {6}};
  calls[0].sizes = calls[1].sizes = {{2}, {1}};
  run(calls);
  EXPECT_EQ(calls[0].error, "");
  EXPECT_EQ(calls[1].error, "");
  EXPECT_EQ(calls[0].output, (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(calls[1].output, (std::vector<float>{4, 5, 6}));
  EXPECT_EQ(calls[0].bytesSent, 4);
  EXPECT_EQ(calls[1].bytesSent, 4);
}

static constexpr char kTwice[] = R"mlir(
    func.func @main(%a: tensor<?x2xf32>) -> tensor<?x2xf32> attributes {onnxops.ranks = 3} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %n = tensor.dim %a, %c0 : tensor<?x2xf32>
      %empty = tensor.empty() : tensor<4xindex>
      %from = onnxops.gather_offsets "input 'a'" %n along 0 on [3] outs(%empty : tensor<4xindex>) -> tensor<4xindex>
      // Twice all rows: each rank has twice as many of the result.
      %to = tensor.generate {
      ^bb0(%i: index):
        %offset = tensor.extract %from[%i] : tensor<4xindex>
        %twice = arith.muli %offset, %c2 : index
        tensor.yield %twice : index
      } : tensor<4xindex>
      %all = tensor.extract %from[%c3] : tensor<4xindex>
      %rank = onnxops.rank
      %next = arith.addi %rank, %c1 : index
      %begin = tensor.extract %to[%rank] : tensor<4xindex>
      %end = tensor.extract %to[%next] : tensor<4xindex>
      %size = arith.subi %end, %begin : index
      %init = tensor.empty(%size) : tensor<?x2xf32>
      %r = onnxops.exchange "t" along 0 on [3] ins(%a : tensor<?x2xf32>) outs(%init : tensor<?x2xf32>)
        axes [0, -1, 0, -1] offsets(%from, %to : tensor<4xindex>, tensor<4xindex>)
        segments [0, 0, %all, 2] -> tensor<?x2xf32>
      return %r : tensor<?x2xf32>
    })mlir";

TEST_F(ShardedProgramTest, GatheredOffsets) {
  compile(kTwice);
  std::vector<RankCall> calls(3);
  calls[0].inputs = {{1, 2}};
  calls[1].inputs = {{3, 4, 5, 6}};
  calls[2].inputs = {{}};
  for (RankCall &call : calls)
    call.sizes = {{static_cast<int64_t>(call.inputs[0].size()) / 2, 2}};
  run(calls);
  for (const RankCall &call : calls)
    EXPECT_EQ(call.error, "");
  EXPECT_EQ(calls[0].output, (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(calls[1].output, (std::vector<float>{5, 6, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(calls[2].output, (std::vector<float>{}));
  EXPECT_EQ(calls[0].bytesSent + calls[1].bytesSent, 16);
}

// The others do not wait for it.
TEST_F(ShardedProgramTest, OneWrongInput) {
  compile(kTwice);
  std::vector<RankCall> calls(3);
  for (RankCall &call : calls) {
    call.inputs = {{1, 2}};
    call.sizes = {{1, 2}};
  }
  calls[1].sizes = {{1, 3}};
  run(calls);
  EXPECT_EQ(calls[0].error, "rank 1 failed");
  EXPECT_EQ(calls[1].error, "input 0: expected dimension 1 to be 2, but got 3");
  EXPECT_EQ(calls[2].error, "rank 1 failed");
}

TEST_F(ShardedProgramTest, WithoutOthers) {
  compile(kTwice);
  ASSERT_TRUE(program);
  RankCall call;
  call.inputs = {{1, 2}};
  call.sizes = {{1, 2}};
  call.run(program->getEntry(), nullptr);
  EXPECT_EQ(call.error, "expected 3 ranks, for which the code was compiled, "
                        "but got 1");
}

//===- ShardedCall.cpp - a call by several ranks --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shards are even, as those of dimensions that the compiler knows.
//
//===----------------------------------------------------------------------===//

#include "ShardedCall.h"

#include "Inputs.h"
#include "onnxops/Data/TensorShards.h"
#include "onnxops/Support/Escape.h"

#include <condition_variable>
#include <mutex>
#include <pthread.h>

using namespace mlir;
using namespace mlir::onnxops;

bool mlir::onnxops::isOfOtherRank(StringRef error) {
  StringRef last = error.substr(error.rfind(": ") + 1).ltrim();
  return last.starts_with("rank ") && last.ends_with(" failed");
}

// A value that all ranks have: its memory is shared where it can be.
static llvm::Expected<HostValue> shareInput(const HostValue &input) {
  const auto *tensor = std::get_if<TensorData>(&input);
  if (!tensor || tensor->isString())
    return llvm::createStringError(
        "unsupported: inputs of strings and sequences with several ranks");
  return HostValue(
      tensor->shareAs(tensor->getElementType(), tensor->getSizes()));
}

llvm::Error ShardedCall::cutInputs(ArrayRef<HostValue> values) {
  inputs.resize(llvm::product_of(shards.grid));
  for (auto [rank, parts] : llvm::enumerate(inputs))
    for (auto [value, own] : llvm::zip_equal(values, shards.inputs)) {
      auto part = isSharded(own.dimensions)
                      ? cutInput(value, own, shards.grid, rank)
                      : shareInput(value);
      if (!part)
        return part.takeError();
      parts.push_back(std::move(*part));
    }
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<ShardedCall>>
ShardedCall::prepare(ModuleOp lowered, const Model &model,
                     ArrayRef<HostValue> inputs, ArrayRef<int64_t> grid,
                     const CompileOptions &machine, KeptKernels *kernels) {
  auto shards = readShards(lowered, model, grid);
  if (!shards)
    return shards.takeError();
  std::unique_ptr<ShardedCall> sharded(new ShardedCall());
  sharded->shards = std::move(*shards);
  const int64_t ranks = llvm::product_of(grid);
  sharded->transports.reset(onnxopsThreadTransportsCreate(ranks));
  if (!sharded->transports)
    return llvm::createStringError("there is no memory for " + Twine(ranks) +
                                   " ranks");
  if (llvm::Error error = sharded->cutInputs(inputs))
    return std::move(error);
  auto compiled = CompiledModule::compile(lowered, machine, kernels);
  if (!compiled)
    return compiled.takeError();
  std::shared_ptr<CompiledModule> code = std::move(*compiled);
  for (int64_t rank = 0; rank < ranks; ++rank) {
    auto call = Call::create(code, model, sharded->inputs[rank],
                             /*device=*/nullptr);
    if (!call)
      return call.takeError();
    (*call)->setTransport(
        onnxopsThreadTransport(sharded->transports.get(), rank));
    sharded->calls.push_back(std::move(*call));
  }
  return std::move(sharded);
}

namespace {

/// What ranks wait for: that all of them exist, since they wait for each other
/// in the call.
class Start {
public:
  /// Lets all ranks go, or sends them away.
  void decide(bool callIsMade) {
    std::lock_guard<std::mutex> guard(mutex);
    decision = callIsMade;
    isDecided.notify_all();
  }

  bool wait() {
    std::unique_lock<std::mutex> lock(mutex);
    isDecided.wait(lock, [&] { return decision.has_value(); });
    return *decision;
  }

private:
  std::mutex mutex;
  std::condition_variable isDecided;
  std::optional<bool> decision;
};

/// A rank's thread.
struct RankThread {
  Call *call;
  Start *start;
  pthread_t thread;
  int32_t status;
};

} // namespace

static void *runRank(void *data) {
  auto *rank = static_cast<RankThread *>(data);
  if (rank->start->wait())
    rank->status = rank->call->run();
  return nullptr;
}

// std::thread ends the program if there is no thread.
llvm::Expected<int32_t> ShardedCall::run() {
  Start start;
  std::vector<RankThread> ranks;
  for (auto &call : calls)
    ranks.push_back({call.get(), &start, {}, 0});
  size_t count = 0;
  while (count < ranks.size() && pthread_create(&ranks[count].thread, nullptr,
                                                runRank, &ranks[count]) == 0)
    ++count;
  start.decide(count == ranks.size());
  for (RankThread &rank : MutableArrayRef<RankThread>(ranks).take_front(count))
    pthread_join(rank.thread, nullptr);
  if (count < ranks.size())
    return llvm::createStringError("expected " + Twine(ranks.size()) +
                                   " threads, one for each rank, but got " +
                                   Twine(count));
  return llvm::any_of(ranks,
                      [](const RankThread &rank) { return rank.status != 0; });
}

void ShardedCall::setMemoryLimit(int64_t bytes) {
  for (auto &call : calls)
    call->setMemoryLimit(bytes);
}

std::string ShardedCall::getError() const {
  for (auto [rank, call] : llvm::enumerate(calls)) {
    StringRef error = call->getError();
    if (!error.empty() && !isOfOtherRank(error))
      return "rank " + std::to_string(rank) + ": " + error.str();
  }
  return "";
}

// Ranks are numbered row-major: those that differ along the last axis follow
// each other, and so do, when these are joined, those along the axis before.
llvm::Expected<HostValue>
ShardedCall::joinOutput(std::vector<TensorData> parts,
                        const AxisDimensions &dimensions) const {
  ArrayRef<int64_t> grid = shards.grid;
  for (int64_t axis = grid.size() - 1; axis >= 0; --axis) {
    std::vector<TensorData> joined;
    for (size_t first = 0; first < parts.size(); first += grid[axis]) {
      if (dimensions[axis] < 0) {
        joined.push_back(std::move(parts[first]));
        continue;
      }
      SmallVector<const TensorData *> tensors;
      for (int64_t i = 0; i < grid[axis]; ++i)
        tensors.push_back(&parts[first + i]);
      auto tensor = joinTensors(tensors, dimensions[axis]);
      if (!tensor)
        return tensor.takeError();
      joined.push_back(std::move(*tensor));
    }
    parts = std::move(joined);
  }
  return HostValue(std::move(parts.front()));
}

llvm::Expected<std::vector<HostValue>> ShardedCall::copyOutputs() const {
  std::vector<std::vector<HostValue>> parts;
  for (const auto &call : calls) {
    auto outputs = call->copyOutputs();
    if (!outputs)
      return outputs.takeError();
    parts.push_back(std::move(*outputs));
  }
  std::vector<HostValue> joined;
  for (auto [index, output] : llvm::enumerate(shards.outputs)) {
    if (!isSharded(output.dimensions)) {
      joined.push_back(std::move(parts[0][index]));
      continue;
    }
    std::vector<TensorData> tensors;
    for (std::vector<HostValue> &outputs : parts)
      tensors.push_back(std::move(std::get<TensorData>(outputs[index])));
    auto tensor = joinOutput(std::move(tensors), output.dimensions);
    if (!tensor)
      return tensor.takeError();
    joined.push_back(std::move(*tensor));
  }
  return joined;
}

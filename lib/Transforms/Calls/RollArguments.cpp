//===- RollArguments.cpp - reroll per-input code into loops ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A concat of a thousand inputs checks each of them, adds up their sizes, and
// stores their addresses as arguments of a kernel. As loops, these need no code
// per input, neither to compile nor to fetch.
//
//===----------------------------------------------------------------------===//

#include "LoopIterations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/Calls/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_ROLLARGUMENTS
#include "onnxops/Transforms/Calls/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Minimum number of iterations: with fewer, a loop is no better than straight-
// line code.
static constexpr size_t kFewIterations = 16;

// Maximum number of effects in one iteration: the kernel arguments of one
// input, or its checks.
static constexpr size_t kMostEffects = 4;

namespace {

/// Ops that one loop may replace.
struct Candidate {
  /// The links of a chain, or the effects of the first iteration, of the
  /// second, and so on.
  SmallVector<Operation *> ops;
  size_t perIteration = 1;
  bool isChain = false;

  /// The op to insert the loop before. A check stays before the ops that rely
  /// on it, other ops after their operands.
  Operation *getPosition() const {
    return isChain                     ? ops.back()->getNextNode()
           : isa<CheckOp>(ops.front()) ? ops.front()
                                       : ops.back();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

static llvm::hash_code hashEffect(Operation *op) {
  llvm::hash_code hash =
      llvm::hash_combine(op->getName(), op->getAttrDictionary());
  for (Value operand : op->getOperands())
    hash = llvm::hash_combine(hash, hashComputation(operand));
  return hash;
}

// Finds repeats in a sequence of effects with only arithmetic in between: the
// longest repeat at each position, then those after it.
static void findRepeats(ArrayRef<Operation *> effects,
                        SmallVectorImpl<Candidate> &candidates) {
  if (effects.size() < kFewIterations)
    return;
  SmallVector<llvm::hash_code> hashes =
      llvm::map_to_vector(effects, hashEffect);
  // For each position and period, the number of effects from there on that
  // equal the one a period later.
  SmallVector<std::array<size_t, kMostEffects>> alike(effects.size() + 1);
  for (size_t i = effects.size(); i-- > 0;)
    for (size_t period = 1; period <= kMostEffects; ++period)
      if (i + period < effects.size() && hashes[i] == hashes[i + period])
        alike[i][period - 1] = alike[i + 1][period - 1] + 1;
  for (size_t i = 0; i < effects.size();) {
    size_t best = 1, most = 0;
    for (size_t period = 1; period <= kMostEffects; ++period) {
      size_t iterations = alike[i][period - 1] / period + 1;
      if (iterations >= kFewIterations && iterations * period > most) {
        best = period;
        most = iterations * period;
      }
    }
    if (most > 0)
      candidates.push_back({llvm::to_vector(effects.slice(i, most)), best});
    i += std::max<size_t>(most, 1);
  }
}

static void findEffects(Block &block, SmallVectorImpl<Candidate> &candidates) {
  SmallVector<Operation *> effects;
  auto end = [&] {
    findRepeats(effects, candidates);
    effects.clear();
  };
  for (Operation &op : block) {
    bool isCheck = isa<CheckOp>(op);
    if (!isCheck && !isa<LLVM::StoreOp>(op)) {
      if (!isMemoryEffectFree(&op))
        end();
      continue;
    }
    // Checks and stores are not reordered.
    if (!effects.empty() && isCheck != isa<CheckOp>(effects.back()))
      end();
    effects.push_back(&op);
  }
  end();
}

// Finds the longest suffixes of sums whose addends are all computed alike.
static void findChains(Block &block, SmallVectorImpl<Candidate> &candidates) {
  llvm::DenseSet<Operation *> continued;
  SmallVector<Operation *> links;
  for (Operation &op : block)
    if (Operation *before = getChained(&op)) {
      links.push_back(&op);
      continued.insert(before);
    }
  for (Operation *last : links) {
    if (continued.contains(last))
      continue;
    Candidate chain = {{}, 1, true};
    llvm::hash_code hash = hashComputation(last->getOperand(1));
    for (Operation *op = last;
         getChained(op) && hashComputation(op->getOperand(1)) == hash;
         op = getChained(op))
      chain.ops.push_back(op);
    if (chain.ops.size() < kFewIterations)
      continue;
    std::reverse(chain.ops.begin(), chain.ops.end());
    candidates.push_back(std::move(chain));
  }
}

//===----------------------------------------------------------------------===//
// Rolling
//===----------------------------------------------------------------------===//

// Erased ops, which other candidates may contain, go into `erased`.
static void roll(RuntimeModule &module, const Candidate &candidate,
                 llvm::DenseSet<Operation *> &erased) {
  if (llvm::any_of(candidate.ops,
                   [&](Operation *op) { return erased.contains(op); }))
    return;
  size_t period = candidate.perIteration;
  LoopIterations loop(module, candidate.getPosition(),
                      candidate.ops.size() / period);
  if (candidate.isChain) {
    if (failed(loop.addChain(
            llvm::map_to_vector(candidate.ops, [](Operation *op) -> Value {
              return op->getResult(0);
            }))))
      return;
    return loop.write(erased);
  }
  for (size_t i = 0; i < period; ++i) {
    SmallVector<Operation *> ops;
    for (size_t at = i; at < candidate.ops.size(); at += period)
      ops.push_back(candidate.ops[at]);
    if (failed(loop.addEffect(ops)))
      return;
  }
  loop.write(erased);
}

static void rollBlock(RuntimeModule &module, Block &block) {
  SmallVector<Candidate> candidates;
  findEffects(block, candidates);
  findChains(block, candidates);
  // From the end of the block, so that its beginning stays one block, and users
  // of a value are gone before its own candidate is examined.
  llvm::sort(candidates, [](const Candidate &lhs, const Candidate &rhs) {
    return rhs.getPosition()->isBeforeInBlock(lhs.getPosition());
  });
  llvm::DenseSet<Operation *> erased;
  for (const Candidate &candidate : candidates)
    roll(module, candidate, erased);
}

namespace {

struct RollArguments : onnxops::impl::RollArgumentsBase<RollArguments> {
  using Base::Base;

  void runOnOperation() override {
    RuntimeModule module(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      size_t inputs = 0;
      for (Operation &op : function.getOps())
        inputs += isa<ArgumentOp>(op);
      if (inputs < kFewIterations)
        continue;
      for (Block *block : llvm::map_to_vector(
               function.getBody(), [](Block &block) { return &block; }))
        rollBlock(module, *block);
    }
  }
};

} // namespace

//===- PollLoops.cpp - cancellation checks in loops -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs before copies and elementwise ops become loops, while all loops are
// those of the program. An iteration that allocates memory checks for
// cancellation anyway, but need not allocate.
//
//===----------------------------------------------------------------------===//

#include "PollLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/Calls/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_POLLLOOPS
#include "onnxops/Transforms/Calls/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// A loop of up to this many iterations needs no check of its own.
static constexpr int64_t kFewIterations = 4096;

// The position that an op writes; empty if it writes none or it is unknown.
static SmallVector<OpFoldResult> findWrittenPlace(Operation *op) {
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return getAsOpFoldResult(store.getIndices());
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    if (auto view = copy.getTarget().getDefiningOp<memref::SubViewOp>())
      return view.getMixedOffsets();
  return {};
}

// Whether each iteration only writes to a location of its own: the size of
// memory bounds their number.
static bool fillsMemory(scf::ForOp loop) {
  bool isBounded = false;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (llvm::is_contained(findWrittenPlace(&op),
                           OpFoldResult(loop.getInductionVar())))
      isBounded = true;
    else if (!isPure(&op) &&
             !isa<memref::LoadOp, memref::StoreOp, memref::CopyOp, CheckOp>(op))
      return false;
  }
  return isBounded;
}

static bool endsSoon(scf::ForOp loop) {
  std::optional<APInt> count = loop.getStaticTripCount();
  return (count && count->ule(kFewIterations)) || fillsMemory(loop);
}

static void insertPoll(Block &body, Location loc) {
  auto builder = OpBuilder::atBlockBegin(&body);
  Type bit = builder.getI1Type();
  auto isCancelled =
      func::CallOp::create(builder, loc, kIsCancelledFunction, bit);
  Value isTrue = arith::ConstantIntOp::create(builder, loc, 1, 1);
  Value goesOn =
      arith::XOrIOp::create(builder, loc, isCancelled.getResult(0), isTrue);
  CheckOp::create(builder, loc, goesOn, "the call was cancelled", ValueRange());
}

static void declareFunction(ModuleOp module) {
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  auto function =
      func::FuncOp::create(builder, module.getLoc(), kIsCancelledFunction,
                           builder.getFunctionType({}, builder.getI1Type()));
  function.setPrivate();
}

namespace {
struct PollLoops : onnxops::impl::PollLoopsBase<PollLoops> {
  void runOnOperation() override {
    bool hasPolls = false;
    getOperation()->walk([&](Operation *op) {
      if (auto loop = dyn_cast<scf::WhileOp>(op))
        insertPoll(*loop.getAfterBody(), loop.getLoc());
      else if (auto loop = dyn_cast<scf::ForOp>(op); loop && !endsSoon(loop))
        insertPoll(*loop.getBody(), loop.getLoc());
      else
        return;
      hasPolls = true;
    });
    if (hasPolls)
      declareFunction(getOperation());
  }
};
} // namespace

//===- LaunchKernels.cpp - copies and loops to kernel launches ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The counterpart of LowerCopies and OutlineLoops for devices: every copy,
// repeat and elementwise loop of the host's functions becomes a launch, all
// copies of one concat a single one. Output sequences get a copy kernel.
//
//===----------------------------------------------------------------------===//

#include "GatherKernel.h"
#include "LoopKernel.h"
#include "RequireGPUTarget.h"
#include "onnxops/Copies/InterleavedGroups.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/GPU/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_LAUNCHKERNELS
#include "onnxops/Transforms/GPU/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// Replaces the copies and loops of one function.
class FunctionLaunches {
public:
  FunctionLaunches(func::FuncOp function, DeviceKernels &kernels)
      : function(function), entry(&function.getBody().front()),
        builder(function.getContext()), kernels(kernels) {}

  LogicalResult launchAll();

private:
  void launch(const MoveGroup &group);
  LogicalResult launch(linalg::LinalgOp op);
  CodeWriter getWriter(Operation *op) {
    builder.setInsertionPoint(op);
    return CodeWriter(builder, op->getLoc(), entry, kernels.getFunctions());
  }

  func::FuncOp function;
  Block *entry;
  OpBuilder builder;
  DeviceKernels &kernels;
  StridedViews views;
  IndexNumbers indices;
};

} // namespace

void FunctionLaunches::launch(const MoveGroup &group) {
  CodeWriter writer = getWriter(group.moves.back().op);
  CopyOperands operands(writer, views, indices);
  std::optional<SmallVector<CopyNest>> interleaved;
  if (group.moves.size() > 1)
    interleaved = getInterleavedNests(group, views, operands);
  if (interleaved && !interleaved->empty())
    launchMoves(writer, kernels, *interleaved);
  if (!interleaved)
    for (const Move &move : group.moves) {
      CopyNest nest = operands.getNest(move);
      if (!nest.isEmpty)
        launchMoves(writer, kernels, nest);
    }
  for (const Move &move : group.moves)
    move.op->erase();
}

LogicalResult FunctionLaunches::launch(linalg::LinalgOp op) {
  IRRewriter rewriter(op);
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic) {
    FailureOr<linalg::GenericOp> same = linalg::generalizeNamedOp(rewriter, op);
    if (failed(same))
      return op.emitError("cannot outline ")
             << op->getName() << " into a kernel";
    generic = *same;
  }
  CodeWriter writer = getWriter(generic);
  if (failed(launchLoop(writer, kernels, generic)))
    return failure();
  generic.erase();
  return success();
}

LogicalResult FunctionLaunches::launchAll() {
  llvm::MapVector<Block *, SmallVector<Move>> moves;
  SmallVector<linalg::LinalgOp> loops;
  WalkResult walk = function.walk([&](Operation *op) -> WalkResult {
    FailureOr<std::optional<Move>> move = describeMove(op);
    if (failed(move))
      return WalkResult::interrupt();
    if (*move) {
      remarkOn(**move);
      moves[op->getBlock()].push_back(**move);
    } else if (auto loop = dyn_cast<linalg::LinalgOp>(op)) {
      loops.push_back(loop);
    }
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  for (auto &[block, list] : moves)
    for (const MoveGroup &group : groupMoves(list))
      launch(group);
  for (linalg::LinalgOp loop : loops)
    if (failed(launch(loop)))
      return failure();
  function.walk([&](OutputSequenceOp output) {
    output.setKernelAttr(getSegmentKernel(kernels));
    output.setBlockSize(DeviceWriter::kBlockSize);
  });
  return success();
}

static DeviceCode getDeviceCode(StringRef target) {
  if (target == "spirv")
    return DeviceCode::SPIRV;
  return target == "amdgcn" ? DeviceCode::AMD : DeviceCode::PTX;
}

namespace {

struct LaunchKernels : onnxops::impl::LaunchKernelsBase<LaunchKernels> {
  using LaunchKernelsBase::LaunchKernelsBase;

  void runOnOperation() override {
    if (failed(verifyGPUTarget(getOperation(), target)))
      return signalPassFailure();
    DeviceKernels kernels(getOperation(), getDeviceCode(target));
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (!function.isExternal() &&
          failed(FunctionLaunches(function, kernels).launchAll()))
        return signalPassFailure();
  }
};

} // namespace

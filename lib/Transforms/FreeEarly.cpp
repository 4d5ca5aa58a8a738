//===- FreeEarly.cpp - free an allocation after its last use --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The context of a call frees what is still allocated when the call ends, so
// freeing is never needed for correctness; this keeps the peak low. Upstream's
// deallocation is not used: with many allocations it compares them pairwise,
// and it does not allow the early exits that checks become.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_FREEEARLY
#include "onnxops/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Whether `user` may keep a memref that it is given, beyond its own end.
static bool mayKeep(Operation *user) {
  if (user->hasTrait<OpTrait::IsTerminator>() || isa<CallOpInterface>(user) ||
      isa<RtSequencePushOp, RtSequenceInsertOp>(user))
    return true;
  if (isa<ViewLikeOpInterface>(user))
    return false;
  return llvm::any_of(user->getResultTypes(),
                      [](Type type) { return isa<BaseMemRefType>(type); });
}

// The last op of the allocation's block in which a view of it is used. Null if
// a view escapes.
static Operation *findLastUse(memref::AllocOp allocation) {
  Operation *last = allocation;
  SmallVector<Value> views = {allocation.getMemref()};
  while (!views.empty()) {
    Value view = views.pop_back_val();
    for (Operation *user : view.getUsers()) {
      Operation *ancestor =
          allocation->getBlock()->findAncestorOpInBlock(*user);
      if (!ancestor || mayKeep(user))
        return nullptr;
      if (last->isBeforeInBlock(ancestor))
        last = ancestor;
      if (isa<ViewLikeOpInterface>(user))
        llvm::append_range(views, user->getResults());
    }
  }
  return last;
}

namespace {

struct FreeEarly : onnxops::impl::FreeEarlyBase<FreeEarly> {
  void runOnOperation() override {
    getOperation().walk([](memref::AllocOp allocation) {
      Operation *last = findLastUse(allocation);
      if (!last || last->hasTrait<OpTrait::IsTerminator>())
        return;
      OpBuilder builder(last->getBlock(), std::next(last->getIterator()));
      memref::DeallocOp::create(builder, allocation.getLoc(),
                                allocation.getMemref());
    });
  }
};

} // namespace

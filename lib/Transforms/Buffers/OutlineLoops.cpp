//===- OutlineLoops.cpp - elementwise loops as kernels --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A linalg.generic moves into a kernel, which applies it to a part of each
// memref; upstream lowers it to loops later. Since the time LLVM spends on a
// function grows faster than the number of its loops, many loops are outlined
// for one thread as well.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Copies/CopyStrategy.h"
#include "onnxops/Copies/RunCode.h"
#include "onnxops/Support/ElementBytes.h"
#include "onnxops/Transforms/Buffers/OutlinedLoop.h"
#include "onnxops/Transforms/Buffers/StagedLoop.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/Buffers/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_OUTLINELOOPS
#include "onnxops/Transforms/Buffers/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

static bool canOutline(linalg::GenericOp op) {
  return op.hasPureBufferSemantics() && op.getNumLoops() > 0 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         llvm::all_of(op->getOperands(), isKernelValue) &&
         llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation();
         });
}

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

// The loop whose range is divided: the outermost one with enough iterations for
// several threads.
static unsigned chooseLoop(ArrayRef<Number> sizes) {
  constexpr int64_t enough = 16;
  unsigned longest = 0;
  for (auto [loop, size] : llvm::enumerate(sizes)) {
    std::optional<int64_t> known = size.constant();
    if (!known || *known >= enough)
      return loop;
    if (*known > *sizes[longest].constant())
      longest = loop;
  }
  return longest;
}

// Whether results are written past the caches: an i1. Parts of one memref, such
// as the operands of a concat, go there together.
static Value getStreams(CodeWriter &writer, const LoopGroup &ops,
                        const CopyStrategy &strategy) {
  if (!llvm::all_of(ops, canStage))
    return writer.equal(0, 1);
  Value areLong = writer.equal(0, 0);
  for (linalg::GenericOp op : ops)
    areLong = writer.both(areLong, areLongRows(writer, op));
  return writer.andThen(areLong, [&] {
    return strategy.streamsCopy(writer, getWholeBytes(writer, ops.back()));
  });
}

static Number getBytes(CodeWriter &writer, linalg::GenericOp op,
                       ArrayRef<Number> sizes) {
  int64_t bytes = 0;
  for (Value init : op.getOutputs())
    bytes += getElementBytes(op, cast<MemRefType>(init.getType()));
  Number total = bytes;
  for (Number size : sizes)
    total = writer.mul(total, size);
  return total;
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {

struct OutlineLoops : onnxops::impl::OutlineLoopsBase<OutlineLoops> {
  using OutlineLoopsBase::OutlineLoopsBase;

  void runOnOperation() override {
    const KernelCallOptions options = {int64_t(threads), parallelThreshold};
    KernelLibrary library(getOperation(), CodeTuning(), options);
    CopyStrategy strategy;
    strategy.streamThreshold = streamThreshold;
    strategy.threads = threads;
    // Without vectors, registers of 8 bytes.
    strategy.vectorBytes = std::max(vectorBytes.getValue(), 8u);
    LLVMTypeConverter types(&getContext());
    // Collected beforehand, since kernels are added to the module.
    for (auto function :
         llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
      SmallVector<linalg::GenericOp> loops;
      function.walk([&](linalg::GenericOp op) {
        if (canOutline(op))
          loops.push_back(op);
      });
      bool areMany = loops.size() >= outOfLineThreshold;
      // Of more, the code of staged ones would take too long to compile.
      bool mayStage = loops.size() < 2 * outOfLineThreshold;
      for (const LoopGroup &group : groupLoops(loops))
        outline(group, areMany, mayStage, options.getLeastShared(), strategy,
                function, library, types);
    }
  }

  // With `always`, also loops of less than `leastShared` bytes, which threads
  // do not share. Without `mayStage`, no code for stores past the caches.
  void outline(const LoopGroup &ops, bool always, bool mayStage,
               int64_t leastShared, const CopyStrategy &strategy,
               func::FuncOp function, KernelLibrary &library,
               const LLVMTypeConverter &types) {
    linalg::GenericOp last = ops.back();
    IRRewriter builder(last);
    SetVector<Value> captures;
    for (linalg::GenericOp op : ops)
      captures.set_union(takeCaptures(op, builder));
    if (!llvm::all_of(captures, isKernelValue))
      return;
    builder.setInsertionPoint(last);
    CodeWriter writer(builder, last.getLoc(), &function.getBody().front(),
                      library.getFunctions());
    SmallVector<Number> sizes = getLoopSizes(writer, last);
    Number bytes = 0;
    for (linalg::GenericOp op : ops)
      bytes = writer.add(bytes, getBytes(writer, op, getLoopSizes(writer, op)));
    bool isSmall = bytes.constant() && *bytes.constant() < leastShared;
    bool isShared = threads > 1 && !isSmall;
    Value streams =
        mayStage ? getStreams(writer, ops, strategy) : writer.equal(0, 1);
    bool mayStream = !matchPattern(streams, m_Zero());
    if (!always && !isShared && !mayStream && ops.size() == 1)
      return;
    unsigned loop = ops.size() > 1 ? 0 : chooseLoop(sizes);
    OutlinedLoop outlined(writer, ops, captures, loop, streams,
                          strategy.vectorBytes);
    func::FuncOp kernel =
        library.get(outlined.getCall(), KernelSharing::OneModel,
                    [&](CodeWriter &inner, KernelFrame &frame) {
                      outlined.write(inner, frame, types);
                    });
    // Ranges end after any row; within a row at multiples of kPage / 4
    // elements.
    bool isInnermost = loop + 1 == sizes.size();
    library.call(writer, kernel, outlined.getCall(), sizes[loop],
                 isInnermost ? kPage / 4 : 1, bytes);
    for (linalg::GenericOp op : ops)
      op.erase();
  }
};

} // namespace

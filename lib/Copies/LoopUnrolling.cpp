//===- LoopUnrolling.cpp - which loops LLVM unrolls -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Processors prefetch what a store will write next if it has written places at
// equal distances of less than 2 KB, over long stretches. LLVM unrolls loops
// until the distances are longer, and loops around loops until several stores
// alternate (docs/decisions.md).
//
//===----------------------------------------------------------------------===//

#include "LoopUnrolling.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {
/// Bytes that one iteration of a loop stores from registers.
struct StoredBytes {
  int64_t all = 0;
  int64_t copied = 0; ///< of these, the ones that it also loads
};
} // namespace

static StoredBytes countStoredBytes(scf::ForOp loop) {
  StoredBytes bytes;
  for (auto store : loop.getOps<LLVM::StoreOp>())
    if (auto type = dyn_cast<VectorType>(store.getValue().getType())) {
      int64_t stored =
          type.getNumElements() * type.getElementTypeBitWidth() / 8;
      bytes.all += stored;
      if (store.getValue().getParentBlock() == loop.getBody())
        bytes.copied += stored;
    }
  // Copies of constant length become such stores.
  for (auto copy : loop.getOps<LLVM::MemcpyOp>()) {
    int64_t stored = getConstantIntValue(copy.getLen()).value_or(0);
    bytes.all += stored;
    bytes.copied += stored;
  }
  return bytes;
}

static bool isBetterRolled(scf::ForOp loop) {
  constexpr int64_t few = 8, far = 128;
  auto containsLoop = [&](scf::ForOp inner) {
    return inner == loop ? WalkResult::advance() : WalkResult::interrupt();
  };
  if (loop.walk(containsLoop).wasInterrupted())
    return true;
  StoredBytes bytes = countStoredBytes(loop);
  if (std::optional<APInt> count = loop.getStaticTripCount())
    return count->ugt(few) && bytes.all >= far;
  // What stores the same in each of an unknown number of iterations may do so
  // at a few places, for which instructions of their own are better. What fills
  // contiguous bytes does not.
  const bool fills = getConstantIntValue(loop.getStep()) == bytes.all;
  return (fills ? bytes.all : bytes.copied) >= far;
}

void mlir::onnxops::limitUnrolling(scf::ForOp loop) {
  if (!isBetterRolled(loop))
    return;
  MLIRContext *context = loop.getContext();
  auto unroll = LLVM::LoopUnrollAttr::get(
      context, /*disable=*/BoolAttr::get(context, true), {}, {}, {}, {}, {},
      {});
  loop->setAttr("llvm.loop_annotation",
                LLVM::LoopAnnotationAttr::get(context, {}, {}, {}, unroll, {},
                                              {}, {}, {}, {}, {}, {}, {}, {},
                                              {}, {}));
}

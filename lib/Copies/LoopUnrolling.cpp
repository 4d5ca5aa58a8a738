//===- LoopUnrolling.cpp - which loops LLVM unrolls -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Processors prefetch what a store will write next if it has written places at
// equal distances of less than 2 KB, over long stretches. LLVM unrolls loops of
// a constant number of iterations until the distances are longer, and loops
// around loops until several stores alternate (docs/decisions.md).
//
//===----------------------------------------------------------------------===//

#include "LoopUnrolling.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::onnxops;

// Bytes of registers that one iteration stores.
static int64_t countStoredBytes(scf::ForOp loop) {
  int64_t bytes = 0;
  for (auto store : loop.getOps<LLVM::StoreOp>())
    if (auto type = dyn_cast<VectorType>(store.getValue().getType()))
      bytes += type.getNumElements() * type.getElementTypeBitWidth() / 8;
  return bytes;
}

static bool isBetterRolled(scf::ForOp loop) {
  constexpr int64_t few = 8, far = 128;
  if (!loop.getOps<scf::ForOp>().empty())
    return true;
  std::optional<APInt> count = loop.getStaticTripCount();
  return count && count->ugt(few) && countStoredBytes(loop) >= far;
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

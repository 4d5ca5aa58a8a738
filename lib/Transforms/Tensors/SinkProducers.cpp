//===- SinkProducers.cpp - operands are computed late enough --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operand that is computed before a check that its concat depends on cannot
// be written in place, since the check may end the call. What computes it has
// no effects and may as well stand behind the check, if nothing needs it
// earlier.
//
//===----------------------------------------------------------------------===//

#include "ConcatTree.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::onnxops;

/// The ops from the first that writes a produced operand to the operand itself,
/// the last one first.
static SmallVector<Operation *> getChain(const ConcatOperand &operand) {
  SmallVector<Operation *> chain(operand.reshapes.begin(),
                                 operand.reshapes.end());
  Operation *first = operand.getFirstWriter();
  Value value = operand.produced;
  while (true) {
    auto writer = value.getDefiningOp<DestinationStyleOpInterface>();
    chain.push_back(writer);
    if (writer == first)
      return chain;
    value = writer.getTiedOpOperand(cast<OpResult>(value))->get();
  }
}

/// Whether all that uses `chain` from outside comes after `border`.
static bool isNeededLater(ArrayRef<Operation *> chain, Operation *border) {
  Block *block = border->getBlock();
  return llvm::all_of(chain, [&](Operation *op) {
    return llvm::all_of(op->getUsers(), [&](Operation *user) {
      Operation *ancestor = block->findAncestorOpInBlock(*user);
      return llvm::is_contained(chain, user) ||
             (ancestor && border->isBeforeInBlock(ancestor));
    });
  });
}

bool mlir::onnxops::sinkProducers(ArrayRef<ConcatOperand> early,
                                  Operation *border) {
  // All decisions before the first move, which costs the order of the block.
  SmallVector<SmallVector<Operation *>> chains;
  for (const ConcatOperand &operand : early) {
    SmallVector<Operation *> chain = getChain(operand);
    if (isNeededLater(chain, border))
      chains.push_back(std::move(chain));
  }
  for (ArrayRef<Operation *> chain : llvm::reverse(chains))
    for (Operation *op : chain)
      op->moveAfter(border);
  return !chains.empty();
}

//===- SinkProducers.cpp - sink producers of concats below checks ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operand that is computed before a check that its concat depends on cannot
// be computed in place, since the check may end the call. Its producers have no
// side effects and can be moved after the check, unless they are needed before.
//
//===----------------------------------------------------------------------===//

#include "ConcatTree.h"
#include "Destinations.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::onnxops;

/// The ops from the first writer of a produced operand to the operand itself,
/// the last one first.
static SmallVector<Operation *> getChain(const ConcatOperand &operand) {
  SmallVector<Operation *> chain(operand.reshapes.begin(),
                                 operand.reshapes.end());
  Operation *first = operand.getFirstWriter();
  Value value = operand.produced;
  while (true) {
    chain.push_back(value.getDefiningOp());
    if (chain.back() == first)
      return chain;
    value = getDestination(value)->get();
  }
}

/// Whether all users of `chain` outside of it come after `border`.
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
  // All decisions before the first move, which invalidates the block's order.
  // An op may compute several operands.
  SetVector<Operation *> moved;
  for (const ConcatOperand &operand : early) {
    SmallVector<Operation *> chain = getChain(operand);
    // Later ops may have operands from behind the border, and stay there.
    llvm::erase_if(chain,
                   [&](Operation *op) { return !op->isBeforeInBlock(border); });
    if (isNeededLater(chain, border))
      moved.insert(chain.begin(), chain.end());
  }
  SmallVector<Operation *> ordered = moved.takeVector();
  llvm::sort(ordered,
             [](Operation *a, Operation *b) { return b->isBeforeInBlock(a); });
  for (Operation *op : ordered)
    op->moveAfter(border);
  return !ordered.empty();
}

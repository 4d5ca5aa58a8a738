//===- Aliasing.cpp - aliasing of memrefs ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the base memrefs of views.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Copies/Aliasing.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// The base of a chain of views.
static Value getRoot(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

// Memory that is accessible only through views of this value.
static bool isFresh(Value root) {
  Operation *op = root.getDefiningOp();
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp, OutputOp>(op);
}

// Memory that existed before any fresh memory: an argument of the function, an
// input of the call, a constant, an element of a sequence.
static bool isForeign(Value root) {
  Operation *op = root.getDefiningOp();
  if (!op) {
    Block *owner = cast<BlockArgument>(root).getOwner();
    return owner->isEntryBlock() && isa<func::FuncOp>(owner->getParentOp());
  }
  return isa<memref::GetGlobalOp>(op) ||
         isa_and_nonnull<OnnxOpsDialect>(op->getDialect());
}

bool mlir::onnxops::isApart(Value source, Value target) {
  Value from = getRoot(source), to = getRoot(target);
  return from != to && isFresh(to) && (isFresh(from) || isForeign(from));
}

bool mlir::onnxops::isUndisturbed(Operation *first, Operation *second) {
  for (Operation *op = first->getNextNode(); op != second;
       op = op->getNextNode())
    if (!isMemoryEffectFree(op) && !isa<CountBytesOp>(op))
      return false;
  return true;
}

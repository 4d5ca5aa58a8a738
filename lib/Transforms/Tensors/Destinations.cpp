//===- Destinations.cpp - the tensor that an op writes into ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Destinations.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::onnxops;

// Ops of a loop's body, in a chain from what it carries to what it yields.
static constexpr unsigned kMaxWriters = 64;

// Whether `value` is what is carried, after writes in the body of its loop.
static bool isWrittenInto(Value value, BlockArgument carried) {
  for (unsigned i = 0; i < kMaxWriters; ++i) {
    if (value == carried)
      return true;
    OpOperand *destination = getDestination(value);
    if (!destination ||
        destination->getOwner()->getBlock() != carried.getOwner())
      return false;
    value = destination->get();
  }
  return false;
}

OpOperand *mlir::onnxops::getDestination(Value tensor) {
  auto result = dyn_cast<OpResult>(tensor);
  if (!result)
    return nullptr;
  Operation *op = result.getOwner();
  if (auto writer = dyn_cast<DestinationStyleOpInterface>(op))
    return writer.getTiedOpOperand(result);
  if (auto loop = dyn_cast<scf::ForallOp>(op))
    return loop.getTiedOpOperand(result);
  // What another loop carries may have other sizes in each iteration.
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop)
    return nullptr;
  BlockArgument carried = loop.getTiedLoopRegionIterArg(result);
  Value yielded = loop.getTiedLoopYieldedValue(carried)->get();
  return isWrittenInto(yielded, carried) ? loop.getTiedLoopInit(result)
                                         : nullptr;
}

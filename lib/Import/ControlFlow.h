//===- ControlFlow.h - what operators with regions share --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of values that come out of one of several places. A sequence that is
// known to be empty has every element type, so it adds nothing to a join, and
// gets the type that the join has.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_CONTROLFLOW_H
#define ONNXOPS_LIB_IMPORT_CONTROLFLOW_H

#include "mlir/IR/Block.h"

namespace mlir::onnxops {

/// Lets an empty sequence have the type `type` where it is used. Any other
/// value stays as it is.
void retypeEmptySequence(OpOperand &use, Type type);

/// Whether nothing comes to the end of the block, since it takes an element out
/// of a sequence that has none; of one that `ignored` makes it may. So does the
/// first iteration of a loop that fills a sequence and reads it back in the
/// others: what it would yield there, of unknown rank, adds nothing to a join.
bool alwaysFails(Block &block, const Block *ignored = nullptr);

/// Checks that a value, unless it is null, is a tensor of such elements.
LogicalResult checkElementType(Location loc, const Twine &what, Value value,
                               Type element);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_CONTROLFLOW_H

//===- ControlFlow.h - shared by operators with regions ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of values that may come from several regions. A known empty sequence is
// compatible with every element type, so it adds nothing to a join of types,
// and takes the joined type.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_CONTROLFLOW_H
#define ONNXOPS_LIB_IMPORT_CONTROLFLOW_H

#include "mlir/IR/Block.h"

namespace mlir::onnxops {

/// Gives an empty sequence the type `type` at one use. Other values are not
/// changed.
void retypeEmptySequence(OpOperand &use, Type type);

/// Whether the end of the block is never reached, since an op reads an element
/// of an empty sequence, other than one created in `ignored`. This happens in
/// the first iteration of a loop that fills a sequence and reads it in later
/// iterations: the values that it yields, of unknown rank, add nothing to a
/// join.
bool alwaysFails(Block &block, const Block *ignored = nullptr);

/// Checks that a value, if not null, is a tensor of the element type.
LogicalResult checkElementType(Location loc, const Twine &what, Value value,
                               Type element);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_CONTROLFLOW_H

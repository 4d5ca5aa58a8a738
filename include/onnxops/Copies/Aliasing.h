//===- Aliasing.h - aliasing of memrefs -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops on memrefs may be merged, in any order of their rows, if none reads
// memory that another writes and no op in between has an effect on memory.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_ALIASING_H
#define ONNXOPS_COPIES_ALIASING_H

#include "mlir/IR/Operation.h"

namespace mlir::onnxops {

/// Whether `source` and `target` are views of different memory, so that reads
/// of one never see writes to the other.
bool isApart(Value source, Value target);

/// Whether no op between two ops of a block has an effect on memory.
bool isUndisturbed(Operation *first, Operation *second);

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_ALIASING_H

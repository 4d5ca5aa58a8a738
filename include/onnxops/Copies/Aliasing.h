//===- Aliasing.h - what memrefs share their memory -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work on memrefs may be done together, in any order of its rows, if none of it
// reads what other work writes and nothing in between does either.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_ALIASING_H
#define ONNXOPS_COPIES_ALIASING_H

#include "mlir/IR/Operation.h"

namespace mlir::onnxops {

/// Whether reading `source` never sees what is written to `target`, because
/// they are views of different memory.
bool isApart(Value source, Value target);

/// Whether what stands between two ops of a block leaves all memory as it is.
bool isUndisturbed(Operation *first, Operation *second);

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_ALIASING_H

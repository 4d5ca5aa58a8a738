//===- EarlyExits.h - ops that may end a call -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An op without effects may be moved or refined by what stands behind it, but
// only if what stands behind it is reached.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_EARLYEXITS_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_EARLYEXITS_H

#include "mlir/IR/Operation.h"

namespace mlir::onnxops {

/// Whether control may enter `op` and not reach the op behind it: checks,
/// asserts, calls, loops that need not end, regions that hold one of them, and
/// whatever is unknown. Running out of memory does not count: no op relies on
/// that.
bool mayEndCall(Operation *op);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_EARLYEXITS_H

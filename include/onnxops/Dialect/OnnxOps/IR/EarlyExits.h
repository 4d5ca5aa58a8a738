//===- EarlyExits.h - ops that may end a call -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Later ops may move or refine an op without effects, but only if control
// reaches them.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_EARLYEXITS_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_EARLYEXITS_H

#include "mlir/IR/Operation.h"

namespace mlir::onnxops {

/// Whether control may enter `op` without reaching the next op: true for
/// checks, asserts, calls, loops that may not terminate, regions that contain
/// any of them, and unknown ops. Running out of memory is ignored, since no op
/// relies on it.
bool mayEndCall(Operation *op);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_EARLYEXITS_H

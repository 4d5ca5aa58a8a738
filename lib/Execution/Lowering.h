//===- Lowering.h - a module at a stage of its way --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which pipeline the options of a run ask for.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_LOWERING_H
#define ONNXOPS_LIB_EXECUTION_LOWERING_H

#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Execution/Run.h"

namespace mlir::onnxops {

/// Whether modules can be lowered to, and printed at, a stage of that name.
bool hasStage(StringRef stage);

/// Lowers to a stage that there is, "import" excepted, for the device of the
/// options. Errors have been reported.
LogicalResult lowerToStage(ModuleOp module, StringRef stage,
                           const RunOptions &options);

/// Lowers to what is compiled; with `countStores` calls count what they store.
LogicalResult lowerForCalls(ModuleOp module, const RunOptions &options,
                            bool countStores);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_LOWERING_H

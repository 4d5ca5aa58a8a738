//===- Lowering.h - lowering to a named stage -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses the pipeline for the options of a run.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_LOWERING_H
#define ONNXOPS_LIB_EXECUTION_LOWERING_H

#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Execution/Run.h"

namespace mlir::onnxops {

/// Whether `stage` is the name of a stage that modules can be lowered to and
/// printed at.
bool hasStage(StringRef stage);

/// Lowers to an existing stage, except "import", for the device of the options.
/// Errors have been reported.
LogicalResult lowerToStage(ModuleOp module, StringRef stage,
                           const RunOptions &options);

/// Lowers to the code that is compiled; with `countStores` calls count the
/// bytes that they store. `sharedCode` is as for createLowerCopies.
LogicalResult lowerForCalls(ModuleOp module, const RunOptions &options,
                            bool countStores, SharedCode *sharedCode = nullptr);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_LOWERING_H

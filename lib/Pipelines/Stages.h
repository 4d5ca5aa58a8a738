//===- Stages.h - stages that several pipelines share -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Internal parts of the public builders of Pipelines.h.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_PIPELINES_STAGES_H
#define ONNXOPS_LIB_PIPELINES_STAGES_H

#include "onnxops/Pipelines/Pipelines.h"
#include "onnxops/Transforms/Calls/Passes.h"

namespace mlir::onnxops {

/// Prepares a module and lowers the dialect to linalg, tensor and scf.
void addToLinalgPasses(OpPassManager &pm, const ToLinalgOptions &options,
                       UnknownOps unknownOps = UnknownOps::Refuse);

/// Bufferizes tensors, including arguments and results of functions, and folds
/// sizes. With `inPlace`, operands of a concat are computed in its result.
void addBufferization(OpPassManager &pm, bool inPlace);

/// Lowers the host's code from memrefs, scf and run-time ops to the LLVM
/// dialect.
void addHostCode(OpPassManager &pm, const LowerRuntimeOpsOptions &options);

/// Registers passes that were renamed by the names that they had.
void registerFormerNames();

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_PIPELINES_STAGES_H

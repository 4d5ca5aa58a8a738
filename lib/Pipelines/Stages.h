//===- Stages.h - stages that several pipelines share -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What lies between the public builders of Pipelines.h.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_PIPELINES_STAGES_H
#define ONNXOPS_LIB_PIPELINES_STAGES_H

#include "onnxops/Transforms/Calls/Passes.h"

namespace mlir::onnxops {

/// Tensors become memrefs, of functions' arguments and results too; sizes are
/// folded into each other. With `inPlace`, what a concat's operands are
/// computed by writes into its result.
void addBufferization(OpPassManager &pm, bool inPlace);

/// The code of the host, from memrefs, scf and run-time ops to the LLVM
/// dialect.
void addHostCode(OpPassManager &pm, const LowerRuntimeOpsOptions &options);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_PIPELINES_STAGES_H

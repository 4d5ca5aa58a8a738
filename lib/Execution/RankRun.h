//===- RankRun.h - a run on one of several processes ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each process of `mpirun onnxops-run --mpi` does.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_RANKRUN_H
#define ONNXOPS_LIB_EXECUTION_RANKRUN_H

#include "onnxops/Execution/Run.h"

namespace mlir::onnxops {

/// Runs a model with `options.mpi` as runModel does. Rank 0 prints results, and
/// the first rank that has an error prints that; the exit status is the same on
/// all ranks.
int runOnMPI(const RunOptions &options, raw_ostream &os, raw_ostream &errors);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_RANKRUN_H

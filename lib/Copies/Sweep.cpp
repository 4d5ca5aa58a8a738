//===- Sweep.cpp - rows of runs from several sources ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels ask about the runs of a row.
//
//===----------------------------------------------------------------------===//

#include "Sweep.h"

using namespace mlir;
using namespace mlir::onnxops;

Number Sweep::rowBytes(CodeWriter &writer) const {
  if (std::optional<Number> run = equalRun())
    return writer.mul(*run, runs.size());
  Number sum = 0;
  for (const SweepRun &run : runs)
    sum = writer.add(sum, run.bytes);
  return sum;
}

bool Sweep::isPacked() const {
  return llvm::all_of(
      runs, [](const SweepRun &run) { return run.sourceStride == run.bytes; });
}

std::optional<Number> Sweep::equalRun() const {
  Number first = runs.front().bytes;
  if (llvm::all_of(runs,
                   [&](const SweepRun &run) { return run.bytes == first; }))
    return first;
  return std::nullopt;
}

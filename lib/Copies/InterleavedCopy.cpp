//===- InterleavedCopy.cpp - rows of runs from several sources ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties of the runs of a row.
//
//===----------------------------------------------------------------------===//

#include "InterleavedCopy.h"

using namespace mlir;
using namespace mlir::onnxops;

Number InterleavedCopy::rowBytes(CodeWriter &writer) const {
  if (std::optional<Number> run = equalRun())
    return writer.mul(*run, runs.size());
  Number sum = 0;
  for (const InterleavedRun &run : runs)
    sum = writer.add(sum, run.bytes);
  return sum;
}

Number InterleavedCopy::missingRows(CodeWriter &writer, int64_t threads) const {
  return writer.rem(writer.sub(threads, writer.rem(rows, threads)), threads);
}

bool InterleavedCopy::isPacked() const {
  return llvm::all_of(runs, [](const InterleavedRun &run) {
    return run.sourceStride == run.bytes;
  });
}

std::optional<Number> InterleavedCopy::equalRun() const {
  Number first = runs.front().bytes;
  if (llvm::all_of(
          runs, [&](const InterleavedRun &run) { return run.bytes == first; }))
    return first;
  return std::nullopt;
}

//===- CopyStrategy.cpp - thresholds and choices of kernels ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choices that several kinds of kernels have in common.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Copies/CopyStrategy.h"

#include "onnxops/ABI/GeneratedCode.h"

using namespace mlir;
using namespace mlir::onnxops;

// Whether nothing of that many bytes is streamed. Of unknown bytes the run-time
// library says so: a branch would keep RollArguments from making a loop of what
// many operands need.
static bool isSmall(Number bytes) {
  return bytes.constant() && *bytes.constant() < ONNXOPS_LEAST_STREAMED;
}

Value CopyStrategy::streamsCopy(CodeWriter &writer, Number bytes) const {
  if (isForced(ForcedCopy::Stream))
    return writer.equal(0, 0);
  // Each byte stored is also read.
  Number moved = writer.mul(bytes, 2);
  if (streamThreshold >= 0)
    return writer.compare(arith::CmpIPredicate::sge, moved, streamThreshold);
  if (isSmall(moved))
    return writer.equal(0, 1);
  return writer.equal(writer.ask("onnxopsRtStreamsCopy", {moved, threads}), 1);
}

Value CopyStrategy::streamsFill(CodeWriter &writer, Number bytes) const {
  if (isForced(ForcedCopy::Stream))
    return writer.equal(0, 0);
  // No reads compete for the cache, and lines that are written whole need not
  // be fetched (measured: docs/decisions.md).
  if (fillThreshold >= 0)
    return writer.compare(arith::CmpIPredicate::sge, bytes, fillThreshold);
  if (isSmall(bytes))
    return writer.equal(0, 1);
  return writer.equal(writer.ask("onnxopsRtStreamsFill", {bytes, threads}), 1);
}

//===- CopyStrategy.cpp - thresholds and choices of kernels ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choices that several kinds of kernels have in common.
//
//===----------------------------------------------------------------------===//

#include "CopyStrategy.h"

using namespace mlir;
using namespace mlir::onnxops;

Value CopyStrategy::streamsCopy(CodeWriter &writer, Number bytes) const {
  if (isForced(ForcedCopy::Stream))
    return writer.equal(0, 0);
  // Each byte stored is also read.
  return writer.compare(arith::CmpIPredicate::sge, writer.mul(bytes, 2),
                        streamThreshold);
}

Value CopyStrategy::streamsFill(CodeWriter &writer, Number bytes) const {
  if (isForced(ForcedCopy::Stream))
    return writer.equal(0, 0);
  // No reads compete for the cache, and lines that are written whole need not
  // be fetched (measured: docs/decisions.md).
  return writer.compare(arith::CmpIPredicate::sge, bytes, fillThreshold);
}

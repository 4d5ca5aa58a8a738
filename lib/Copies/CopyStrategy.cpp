//===- CopyStrategy.cpp - thresholds and choices of kernels ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choices that several kinds of kernels have in common.
//
//===----------------------------------------------------------------------===//

#include "CopyStrategy.h"

#include "onnxops/ABI/GeneratedCode.h"

using namespace mlir;
using namespace mlir::onnxops;

Value CopyStrategy::streamsCopy(CodeWriter &writer, Number bytes) const {
  if (isForced(ForcedCopy::Stream))
    return writer.equal(0, 0);
  // Each byte stored is also read.
  Number moved = writer.mul(bytes, 2);
  auto isAtLeast = [&](int64_t least) {
    return writer.compare(arith::CmpIPredicate::sge, moved, least);
  };
  if (streamThreshold >= 0)
    return isAtLeast(streamThreshold);
  return writer.andThen(isAtLeast(ONNXOPS_LEAST_STREAMED), [&] {
    return writer.equal(writer.ask("onnxopsRtStreamsCopy", {moved, threads}),
                        1);
  });
}

Value CopyStrategy::streamsFill(CodeWriter &writer, Number bytes) const {
  if (isForced(ForcedCopy::Stream))
    return writer.equal(0, 0);
  // No reads compete for the cache, and lines that are written whole need not
  // be fetched (measured: docs/decisions.md).
  auto isAtLeast = [&](int64_t least) {
    return writer.compare(arith::CmpIPredicate::sge, bytes, least);
  };
  if (fillThreshold >= 0)
    return isAtLeast(fillThreshold);
  return writer.andThen(isAtLeast(ONNXOPS_LEAST_STREAMED), [&] {
    return writer.equal(writer.ask("onnxopsRtStreamsFill", bytes), 1);
  });
}

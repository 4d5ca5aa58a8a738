//===- PrefetchCode.cpp - code that prefetches runs -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All figures are measured: docs/decisions.md.
//
//===----------------------------------------------------------------------===//

#include "PrefetchCode.h"

#include "onnxops/Copies/RunCode.h"

using namespace mlir;
using namespace mlir::onnxops;

// Processors do not prefetch from one short run to the next, a stride away: its
// lines take as long as memory does, unless there are requests for many runs.
Number mlir::onnxops::getPrefetchDistance(CodeWriter &writer, Number run,
                                          Number stride) {
  constexpr int64_t aheadBytes = 8192, leastRuns = 2, mostRuns = 32;
  if (run == stride)
    return kPage;
  Number runs =
      writer.max(writer.min(writer.div(aheadBytes, run), mostRuns), leastRuns);
  return writer.select(writer.equal(run, stride), kPage,
                       writer.mul(runs, stride));
}

// What is in a cache of the core needs no prefetch. For shorter runs the
// instructions take longer than what they save; code for any length has more of
// them, of which the processor holds fewer rows.
Value mlir::onnxops::paysToPrefetch(CodeWriter &writer, Number count,
                                    Number run, Number stride) {
  constexpr int64_t leastBytes = 1 << 20;
  const int64_t leastRun = run.constant() ? 128 : kLeastPrefetched;
  Value isFar = writer.less(leastBytes - 1, writer.mul(count, run));
  return writer.both(isFar, writer.both(writer.less(leastRun - 1, run),
                                        writer.less(run, stride)));
}

void mlir::onnxops::writePrefetch(CodeWriter &writer, Value source,
                                  Number bytes) {
  constexpr int64_t line = 64;
  writer.loop(0, bytes, line, [&](Number offset) {
    writer.prefetch(writer.advance(source, offset));
  });
}

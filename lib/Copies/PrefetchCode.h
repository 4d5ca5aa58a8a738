//===- PrefetchCode.h - code that prefetches runs ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For rows of one source, a stride apart.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_PREFETCHCODE_H
#define ONNXOPS_LIB_COPIES_PREFETCHCODE_H

#include "onnxops/Copies/CodeWriter.h"

namespace mlir::onnxops {

/// How far ahead of a run to prefetch, in bytes, if runs begin `stride` bytes
/// from each other. `run` is not 0.
Number getPrefetchDistance(CodeWriter &writer, Number run, Number stride);

/// The bytes of the shortest run of unknown length for which prefetching pays.
constexpr int64_t kLeastPrefetched = 64;

/// Whether prefetching so far ahead pays, an i1, for `count` runs that are
/// copied without non-temporal stores.
Value paysToPrefetch(CodeWriter &writer, Number count, Number run,
                     Number stride);

/// Prefetches the lines of a run.
void writePrefetch(CodeWriter &writer, Value source, Number bytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_PREFETCHCODE_H

//===- InterleavedCopy.h - rows of runs from several sources ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A concat in memory: each row of the target consists of one run of bytes from
// each source.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_INTERLEAVEDCOPY_H
#define ONNXOPS_LIB_COPIES_INTERLEAVEDCOPY_H

#include "onnxops/Copies/CodeWriter.h"

namespace mlir::onnxops {

/// Rows whose runs have up to this many bytes are copied run by run; rows of
/// longer runs by ranges of bytes, which may end within a run.
constexpr int64_t kLongestOfRows = 8192;

/// From this many rows on threads share rows in any case.
constexpr int64_t kManyRows = 16;

/// Threads share fewer rows if at most one in so many is missing for each to
/// have as many.
constexpr int64_t kRowsForOneMissing = 4;

/// The run that one source contributes to each row.
struct InterleavedRun {
  Value source;
  Number sourceStride; ///< bytes from row to row
  Number bytes;
};

/// Rows of adjacent runs. Rows do not overlap each other, and no source
/// overlaps the target.
struct InterleavedCopy {
  Value target;
  Number targetStride;
  Number rows;
  int64_t elementBytes;
  SmallVector<InterleavedRun> runs;

  Number rowBytes(CodeWriter &writer) const;
  /// How many rows less than a multiple of `threads` there are.
  Number missingRows(CodeWriter &writer, int64_t threads) const;
  /// Whether the rows of each source are contiguous.
  bool isPacked() const;
  /// The bytes of a run, if all runs have the same constant or value.
  std::optional<Number> equalRun() const;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_INTERLEAVEDCOPY_H

//===- Sweep.h - rows of runs from several sources --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a concat is in memory: each row of the target is one run of bytes from
// each source, side by side.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_SWEEP_H
#define ONNXOPS_LIB_COPIES_SWEEP_H

#include "onnxops/Copies/CodeWriter.h"

namespace mlir::onnxops {

/// Rows of runs of up to so many bytes are copied run by run; longer ones by
/// ranges of bytes, which may end within a run.
constexpr int64_t kLongestOfRows = 8192;

/// What one source gives to each row.
struct SweepRun {
  Value source;
  Number sourceStride; ///< bytes from row to row
  Number bytes;
};

/// Rows of adjacent runs. Rows do not overlap, nor does any source overlap the
/// target.
struct Sweep {
  Value target;
  Number targetStride;
  Number rows;
  int64_t elementBytes;
  SmallVector<SweepRun> runs;

  Number rowBytes(CodeWriter &writer) const;
  /// Each source's rows lie side by side.
  bool isPacked() const;
  /// The bytes of every run, if all of them are that constant or value.
  std::optional<Number> equalRun() const;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_SWEEP_H

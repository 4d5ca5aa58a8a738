//===- CopyStrategy.h - thresholds and choices of kernels -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of the pass, as used by its parts.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_COPYSTRATEGY_H
#define ONNXOPS_COPIES_COPYSTRATEGY_H

#include "onnxops/Copies/CodeWriter.h"

namespace mlir::onnxops {

/// The strategy that a test forces, wherever it is possible.
enum class ForcedCopy {
  None,
  Plain,   ///< as None, but without vectors
  Rows,    ///< constant runs one by one
  Permute, ///< constant short runs in registers
  Table,   ///< any runs from a table
  Stream   ///< as Table, with non-temporal stores
};

struct CopyStrategy {
  /// Bytes of a vector register; 8 for code without vectors.
  int64_t vectorBytes = 16;
  /// Minimum bytes read and written for non-temporal stores of a copy; -1 asks
  /// the run-time library.
  int64_t streamThreshold = 0;
  /// Minimum bytes written for non-temporal stores of a fill; -1 asks.
  int64_t fillThreshold = 0;
  int64_t threads = 1;
  /// Whether copies of few short runs are inlined.
  bool isInline = true;
  ForcedCopy forced = ForcedCopy::None;

  bool isForced(ForcedCopy copy) const { return forced == copy; }

  /// Whether a copy of `bytes` uses non-temporal stores: an i1.
  Value streamsCopy(CodeWriter &writer, Number bytes) const;
  /// The same for a fill, which reads few bytes; its threshold is higher.
  Value streamsFill(CodeWriter &writer, Number bytes) const;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_COPYSTRATEGY_H

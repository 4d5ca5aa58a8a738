//===- CopyStrategy.h - what decides how memory moves -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of the pass as its parts see them.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_COPYSTRATEGY_H
#define ONNXOPS_LIB_COPIES_COPYSTRATEGY_H

#include "onnxops/Copies/CodeWriter.h"

namespace mlir::onnxops {

/// Code that a test asks for, wherever it is possible.
enum class ForcedCopy {
  None,
  Plain,   ///< as none is forced, without vectors
  Rows,    ///< constant runs one by one
  Permute, ///< constant short runs in registers
  Table,   ///< any runs from a table
  Stream   ///< as Table, around the cache
};

struct CopyStrategy {
  /// Bytes of a vector register; 8 for code without vectors.
  int64_t vectorBytes = 16;
  /// Bytes read and written from which stores of a copy go around the cache.
  int64_t streamThreshold = 0;
  /// Bytes written from which those of a fill do.
  int64_t fillThreshold = 0;
  int64_t threads = 1;
  /// Whether copies of few short runs stand where they are.
  bool isInline = true;
  ForcedCopy forced = ForcedCopy::None;

  bool isForced(ForcedCopy copy) const { return forced == copy; }

  /// Whether copying `bytes` goes around the cache: an i1.
  Value streamsCopy(CodeWriter &writer, Number bytes) const;
  /// Whether filling `bytes` from little does, which pays much later.
  Value streamsFill(CodeWriter &writer, Number bytes) const;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_COPYSTRATEGY_H

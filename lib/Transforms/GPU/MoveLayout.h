//===- MoveLayout.h - arguments of kernels that copy ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each row of the target consists of one run of bytes from each source.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_MOVELAYOUT_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_MOVELAYOUT_H

#include "onnxops/ABI/GeneratedCode.h"

#include <cstdint>
#include <optional>

namespace mlir::onnxops {

/// What the code of a kernel depends on, and the positions of its arguments:
/// those that segments have too, the words below, then for each loop its words,
/// and for each source its address, the end of its run in a row, and its
/// strides.
struct MoveLayout {
  enum { Target = ONNXOPS_SEGMENTS_FIRST, RowBytes, RowReciprocal, FirstLoop };
  /// The words of a loop. Strides are those in the target.
  enum { LoopSize, LoopReciprocal, LoopStride, LoopWords };

  unsigned loops;
  int64_t sources; ///< 0 for more than a few
  int64_t elementBytes;
  bool isFill;                  ///< each run repeats one element
  int64_t widestUnit;           ///< as far as constants tell
  std::optional<bool> isNarrow; ///< if known at compile time
  std::optional<bool> isDense;  ///< rows are adjacent in the target, if known

  int64_t getLoop(unsigned loop, int64_t word) const {
    return FirstLoop + LoopWords * int64_t(loop) + word;
  }
  int64_t getSources() const { return getLoop(loops, 0); }
  /// The words of a source.
  int64_t getSourceWords() const { return 2 + int64_t(loops); }
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_MOVELAYOUT_H

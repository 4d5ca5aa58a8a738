//===- TileKernels.h - kernels of repeats -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile in memory: nested loops over a contiguous target, some of which have
// stride 0 in the source. Each byte is read from the source once or few times;
// repeats are stored from registers, or copied from memory that has just been
// written and is still in the cache.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TILEKERNELS_H
#define ONNXOPS_LIB_COPIES_TILEKERNELS_H

#include "onnxops/Copies/CopyStrategy.h"
#include "onnxops/Copies/KernelLibrary.h"

namespace mlir::onnxops {

/// One loop. Strides are in bytes; that of the source is 0 for a repeat.
struct TileLevel {
  Number size;
  Number targetStride, sourceStride;
};

/// Loops, outermost first, around a run of contiguous bytes. A level's stride
/// in the target is the size of the inner levels; only the outermost level, if
/// it is not a repeat, may leave gaps.
struct Tile {
  Value target, source;
  SmallVector<TileLevel> levels;
  Number run;

  /// Bytes that are written.
  Number getBytes(CodeWriter &writer) const;
};

/// Writes a call of a kernel for this nest. Of an empty tile neither source nor
/// target is accessed.
void writeTile(CodeWriter &writer, KernelLibrary &library, const Tile &tile,
               const CopyStrategy &strategy);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TILEKERNELS_H

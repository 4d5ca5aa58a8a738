//===- TileShuffle.h - rows of small tiles, by permutes ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of tile kernels for many rows that each are a tile of few bytes.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TILESHUFFLE_H
#define ONNXOPS_LIB_COPIES_TILESHUFFLE_H

#include "TileTable.h"

namespace mlir::onnxops {

/// Adjacent iterations of a level of data, each with all levels in it.
struct TileRows {
  Number level;
  Value target, source; ///< of the first one
  Number count;
};

/// How permutes write rows.
struct TileSteps {
  Number rows = 0; ///< at a time
  Value pay;       ///< whether they are the fastest way, an i1; null if never
};

/// How permutes would write these rows, whose level is not the last one.
TileSteps getTileSteps(CodeWriter &writer, TileTable &table,
                       const TileRows &rows);

/// Writes all rows, `step` at a time. `writeStep` writes as many from any
/// source to any target, by loops.
void writeShuffledTiles(
    CodeWriter &writer, TileTable &table, const TileRows &rows, Number step,
    llvm::function_ref<void(Value target, Value source)> writeStep);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TILESHUFFLE_H

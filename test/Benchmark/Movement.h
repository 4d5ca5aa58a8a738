//===- Movement.h - a case in memory ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the hand-written kernels see: pointers and bytes, with contiguous
// dimensions merged. A concat joins parts to rows, a split cuts rows into
// parts, a tile repeats blocks.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_BENCHMARK_MOVEMENT_H
#define ONNXOPS_BENCHMARK_MOVEMENT_H

#include "Case.h"

namespace bench {

/// The share of one operand or chunk in each row; its rows lie end to end.
struct Part {
  char *data;     ///< of the first row
  int64_t bytes;  ///< a row
  int64_t offset; ///< in the whole row
};

/// `size` items, each of what is below, and that `repeat` times.
struct Level {
  int64_t size, repeat;
};

struct Movement {
  Family family = Family::Concat;
  int64_t outputBytes = 0;
  int64_t inputBytes = 0; ///< that are read

  // Concat, split.
  int64_t rows = 1;
  int64_t rowBytes = 0;   ///< from one row of the whole to the next
  int64_t movedBytes = 0; ///< of a row; less than rowBytes for one chunk
  char *whole = nullptr;
  std::vector<Part> parts;

  // Fusion: rows of the result in `whole`, an operand in each part, with the
  // bytes of its own rows.
  Fusion fusion = Fusion::None;

  // Tile. Outermost level first; the last one counts bytes.
  std::vector<Level> levels;
  const char *input = nullptr;
  char *output = nullptr;
};

/// Lays a case out: operands from `input` on, results from `output` on, chunks
/// end to end. Every operand begins at 64 bytes.
Movement makeMovement(const Case &c, char *input, char *output);

/// Where operand `index` of a case is; null where `input` is.
char *getOperandData(const Case &c, char *input, size_t index);

/// Whether the outputs are what they must be, bit for bit.
bool isMoved(const Movement &m);

} // namespace bench

#endif // ONNXOPS_BENCHMARK_MOVEMENT_H

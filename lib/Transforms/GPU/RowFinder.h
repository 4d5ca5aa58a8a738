//===- RowFinder.h - rows of what a kernel writes ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which row of the target a thread writes, and where in it.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_ROWFINDER_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_ROWFINDER_H

#include "DeviceWriter.h"
#include "MoveLayout.h"

namespace mlir::onnxops {

/// A place in the target.
struct RowPlace {
  Value column;               ///< bytes from the row's first one on, an index
  SmallVector<Value> indices; ///< the row's in each loop, i64
};

/// Numbers units of the target row by row. Indices of 32 bits, of up to 2^30
/// bytes, are divided by the reciprocals that the host provides.
class RowFinder {
public:
  /// Reads the arguments of the kernel: before the loop of a thread, at best.
  /// Rows are multiples of `unit` bytes.
  RowFinder(DeviceWriter &writer, const MoveLayout &layout, int64_t unit);

  /// The place of the unit at an index.
  RowPlace find(Value at) const;

private:
  /// What numbers are divided by.
  struct Divisor {
    Value number, reciprocal;
  };

  Divisor read(int64_t position, int64_t reciprocal) const;
  Value takeQuotient(Value &number, const Divisor &divisor) const;

  DeviceWriter &writer;
  int64_t unit;
  bool isNarrow;
  Divisor row;
  SmallVector<Divisor> loops;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_ROWFINDER_H

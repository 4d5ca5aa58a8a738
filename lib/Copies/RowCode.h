//===- RowCode.h - code that copies rows of runs ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies a range of rows, each composed of runs of constant length: the inner
// part of kernels for interleaved copies.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_ROWCODE_H
#define ONNXOPS_LIB_COPIES_ROWCODE_H

#include "PermutePlan.h"

namespace mlir::onnxops {

/// Rows of runs of constant length. Pointers are those of row 0.
struct ConstantRows {
  Value target;
  Number targetStride = 0;
  SmallVector<Value> sources;
  SmallVector<Number> sourceStrides;
  SmallVector<int64_t> runs; ///< in bytes
  /// Whether another thread may write the rows behind a range.
  bool areShared = false;
};

/// Copies the rows [begin, end) run by run. If `streams`, an i1, holds, stores
/// of runs of whole registers are non-temporal; ends without a fence.
void writeSingleRuns(CodeWriter &writer, const ConstantRows &rows, Number begin,
                     Number end, Value streams, int64_t vectorBytes);

/// The same by a plan, if the range has at least the rows of one block of it.
/// The rows of each source are contiguous.
void writePermutedRows(CodeWriter &writer, const PermutePlan &plan,
                       const ConstantRows &rows, Number begin, Number end,
                       Value streams, int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_ROWCODE_H

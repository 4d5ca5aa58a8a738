//===- RowCode.h - code that copies rows of runs ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A range of rows, each of which is put together from runs whose lengths the
// code knows: the inner part of kernels that sweep over several sources.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_ROWCODE_H
#define ONNXOPS_LIB_COPIES_ROWCODE_H

#include "PermutePlan.h"

namespace mlir::onnxops {

/// Where rows are and what they are made of. Pointers are those of row 0.
struct ConstantRows {
  Value target;
  Number targetStride = 0;
  SmallVector<Value> sources;
  SmallVector<Number> sourceStrides;
  SmallVector<int64_t> runs; ///< in bytes
};

/// Copies the rows [begin, end) run by run. If `streams`, an i1, around the
/// cache where runs are whole registers; ends without a fence.
void writeSingleRuns(CodeWriter &writer, const ConstantRows &rows, Number begin,
                     Number end, Value streams, int64_t vectorBytes);

/// The same by a plan, as far as the range has as many rows as that needs. Each
/// source's rows lie side by side.
void writePermutedRows(CodeWriter &writer, const PermutePlan &plan,
                       const ConstantRows &rows, Number begin, Number end,
                       Value streams, int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_ROWCODE_H

//===- TableShuffle.h - short rows of few runs, permuted --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the table kernel for rows shorter than a register, whose runs
// have any lengths.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TABLESHUFFLE_H
#define ONNXOPS_LIB_COPIES_TABLESHUFFLE_H

#include "RunTable.h"

namespace mlir::onnxops {

/// Whether the target has code for rows of so many sources.
bool hasShuffle(const CodeWriter &writer, int64_t numSources);

/// Whether this code is the fastest for the rows [begin, end): an i1. They and
/// those of each source are contiguous.
Value paysToShuffle(CodeWriter &writer, RunTableReader &table,
                    const RunLengths &lengths, Number begin, Number end);

/// Writes rows of `numSources` sources, and returns the first row not written:
/// the last ones must be exact.
Number writeShuffledRows(CodeWriter &writer, RunTableReader &table,
                         int64_t numSources, const RunLengths &lengths,
                         Number begin, Number end);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TABLESHUFFLE_H

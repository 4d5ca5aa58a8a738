//===- TableGroups.h - equal short runs, permuted in groups -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the table kernel for runs that all have one of a few lengths.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TABLEGROUPS_H
#define ONNXOPS_LIB_COPIES_TABLEGROUPS_H

#include "RunTable.h"

namespace mlir::onnxops {

/// Number of sources that are permuted together; more of them for runs of one
/// byte.
constexpr int64_t kGroup = 8, kByteGroup = 16;

/// Static knowledge about the sources.
struct SourceCount {
  bool areSingle = false;     ///< there is only one row
  int64_t few = 0;            ///< their number, 0 if more than a group
  bool hasByteGroups = false; ///< at least as many as a group of bytes
};

/// The lengths in bytes for which the kernel has code.
SmallVector<int64_t> getPermutedRuns(int64_t elementBytes, int64_t vectorBytes);

/// Writes the range by rows; all runs have the length `run`.
void writePermutedTable(CodeWriter &writer, RunTableReader &table,
                        const SourceCount &sources, int64_t run,
                        int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TABLEGROUPS_H

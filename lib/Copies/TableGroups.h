//===- TableGroups.h - equal short runs, permuted in groups -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the kernel for any runs where all have one length that code is
// made for.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TABLEGROUPS_H
#define ONNXOPS_LIB_COPIES_TABLEGROUPS_H

#include "RunTable.h"

namespace mlir::onnxops {

/// Sources that are permuted together, more of them if runs are a byte.
constexpr int64_t kGroup = 8, kByteGroup = 16;

/// What the code for a table knows of its sources.
struct SourceCount {
  int64_t few;        ///< how many they are, 0 if more than a group
  bool hasByteGroups; ///< at least as many as a group of bytes
};

/// The lengths in bytes for which there is code.
SmallVector<int64_t> getPermutedRuns(int64_t elementBytes, int64_t vectorBytes);

/// Writes the range by rows, of runs that all have the length `run`.
void writePermutedTable(CodeWriter &writer, RunTableReader &table,
                        const SourceCount &sources, int64_t run,
                        int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TABLEGROUPS_H

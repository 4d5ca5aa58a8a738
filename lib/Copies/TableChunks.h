//===- TableChunks.h - short rows of one source, permuted -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the table kernel for chunks of longer rows: one run of each, and
// a gap before the next.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TABLECHUNKS_H
#define ONNXOPS_LIB_COPIES_TABLECHUNKS_H

#include "InterleavedCopy.h"
#include "RunTable.h"

namespace mlir::onnxops {

/// Whether the target has code for chunks.
bool hasChunks(const CodeWriter &writer);

/// Whether this code is the fastest for a copy of constant lengths, if there
/// are many rows.
bool paysForChunks(const CodeWriter &writer, const InterleavedCopy &copy);

/// Whether this code is the fastest for the rows [begin, end), which are
/// contiguous in the target: an i1.
Value paysForChunks(CodeWriter &writer, RunTableReader &table,
                    const RunLengths &lengths, Number begin, Number end);

/// Writes rows, and returns the first one not written: the last ones must be
/// exact.
Number writeChunks(CodeWriter &writer, RunTableReader &table,
                   const RunLengths &lengths, Number begin, Number end);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TABLECHUNKS_H

//===- TableFewRuns.h - rows of few short runs ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the table kernel for runs so few that their rows of the table
// stay in registers.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TABLEFEWRUNS_H
#define ONNXOPS_LIB_COPIES_TABLEFEWRUNS_H

#include "RunTable.h"

namespace mlir::onnxops {

/// Whether there may be code for rows of so many runs.
bool hasFewRuns(int64_t count);

/// The row after the last one that writeFewRuns can write of those from `begin`
/// to `end`: `begin` if the runs, of which there are `count`, are too long.
/// `isDense` is as for writeTableRows.
Number getEndOfFewRuns(CodeWriter &writer, int64_t count,
                       const RunLengths &lengths, Value isDense, Number begin,
                       Number end, int64_t vectorBytes);

/// Writes the range, whose rows getEndOfFewRuns allows.
void writeFewRuns(CodeWriter &writer, RunTableReader &table, int64_t count,
                  const RunLengths &lengths, Value isDense,
                  int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TABLEFEWRUNS_H

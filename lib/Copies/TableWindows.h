//===- TableWindows.h - a register of many rows at a time -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the table kernel for many rows of a few runs of about a register.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TABLEWINDOWS_H
#define ONNXOPS_LIB_COPIES_TABLEWINDOWS_H

#include "RunTable.h"

namespace mlir::onnxops {

/// Whether there is code for windows of rows of so many runs.
bool hasWindows(int64_t count, int64_t vectorBytes);

/// The first row and the one after the last of those of [begin, end) that
/// writeTableWindows can write, and faster than others; both are `end` if there
/// are none. `isDense` is as for writeTableRows.
std::pair<Number, Number> getWindowRows(CodeWriter &writer,
                                        RunTableReader &table,
                                        const RunLengths &lengths,
                                        Value isDense, Number begin, Number end,
                                        int64_t vectorBytes);

/// Writes these rows, which getWindowRows returns.
void writeTableWindows(CodeWriter &writer, RunTableReader &table, Number begin,
                       Number end, int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TABLEWINDOWS_H

//===- TableColumns.h - short runs, two at a time ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the table kernel for any number of short runs.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TABLECOLUMNS_H
#define ONNXOPS_LIB_COPIES_TABLECOLUMNS_H

#include "RunTable.h"

namespace mlir::onnxops {

/// Whether writeTableColumns can write the rows, and is fast, an i1: all runs
/// are short, and L1 holds several rows.
/// `isDense` is as for writeTableRows.
Value areShortColumns(CodeWriter &writer, RunTableReader &table,
                      const RunLengths &lengths, Value isDense,
                      int64_t vectorBytes);

/// Writes the range by rows, of which areShortColumns holds, of two runs or
/// more.
void writeTableColumns(CodeWriter &writer, RunTableReader &table,
                       const RunLengths &lengths, int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TABLECOLUMNS_H

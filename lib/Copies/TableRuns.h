//===- TableRuns.h - loops over the runs of rows ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Orders in which the table kernel goes through the runs of several rows.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TABLERUNS_H
#define ONNXOPS_LIB_COPIES_TABLERUNS_H

#include "RunTable.h"

namespace mlir::onnxops {

/// The address of element `i` of an array whose elements are `stride` bytes
/// apart.
Value getElementAddress(CodeWriter &writer, Value pointer, Number i,
                        Number stride);

/// Calls `write` for each run of the rows [begin, end), row by row.
void forEachRun(CodeWriter &writer, RunTableReader &table, Number begin,
                Number end, WriteRun write);

/// The same for runs that are written without a branch: of a single one, four
/// rows at a time.
void forEachShortRun(CodeWriter &writer, RunTableReader &table, Number begin,
                     Number end, WriteRun write);

/// The same, with the loop over the runs unrolled: hardware prefetchers track
/// the addresses of a load instruction, and one that reads all sources has no
/// pattern.
void forEachRunUnrolled(CodeWriter &writer, RunTableReader &table, Number begin,
                        Number end, WriteRun write);

/// The same, but reads `group` sources at a time, for some rows: processors
/// prefetch from few places.
void forEachRunInGroups(CodeWriter &writer, RunTableReader &table, Number group,
                        Number begin, Number end, WriteRun write);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TABLERUNS_H

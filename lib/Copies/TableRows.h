//===- TableRows.h - rows of runs of any lengths ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of the table kernel for runs of any lengths.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TABLEROWS_H
#define ONNXOPS_LIB_COPIES_TABLEROWS_H

#include "RunTable.h"

namespace mlir::onnxops {

/// Whether writeTableRows uses non-temporal stores, an i1.
Value areStreamed(CodeWriter &writer, RunTableReader &table,
                  const RunLengths &lengths, int64_t vectorBytes);

/// Writes the range by rows. Of several runs, areShortColumns does not hold
/// unless areStreamed does. `isDense`, an i1, tells whether rows are
/// contiguous in the target, and those of a source do not overlap.
void writeTableRows(CodeWriter &writer, RunTableReader &table,
                    const RunLengths &lengths, Value isDense,
                    int64_t vectorBytes);

/// Whether there are several runs, and each is exactly one register: of the
/// width that is used for long runs, or for short ones.
Value areRegisterRuns(CodeWriter &writer, RunTableReader &table,
                      const RunLengths &lengths, int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TABLEROWS_H

//===- PeriodCopies.h - copies of repeats from where they were written ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Repeats of a run that are read from the target.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_PERIODCOPIES_H
#define ONNXOPS_LIB_COPIES_PERIODCOPIES_H

#include "PeriodCode.h"

namespace mlir::onnxops {

/// Writes rows of at least one register by copies of what has been written;
/// `rows.period` is not 0.
void writeCopiedPeriods(CodeWriter &writer, const PeriodRows &rows,
                        int64_t vectorBytes);

/// Whether that pays for a period of at least kSinglePeriod, of which `bytes`
/// are to be written: an i1. Shorter ones are written so in any case.
Value paysToRepeat(CodeWriter &writer, Number period, Number bytes,
                   int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_PERIODCOPIES_H

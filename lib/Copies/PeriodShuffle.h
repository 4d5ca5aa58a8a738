//===- PeriodShuffle.h - short periods, by permutes -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of PeriodCode that permutes bytes: in constant positions, or by an
// instruction of the target in any.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_PERIODSHUFFLE_H
#define ONNXOPS_LIB_COPIES_PERIODSHUFFLE_H

#include "ByteShuffle.h"
#include "PeriodCode.h"

namespace mlir::onnxops {

/// Writes several rows of less than a register at once. Returns the first row
/// not written, 0 if this does not pay.
Number writePermutedPeriods(CodeWriter &writer, const PeriodRows &rows);

/// The same for rows of constant length: 0 if they are not contiguous.
Number writeShuffledPeriods(CodeWriter &writer, const PeriodRows &rows,
                            int64_t vectorBytes);

/// Whether there is code for any period of up to a register.
bool fillsAnyPeriod(const CodeWriter &writer, int64_t vectorBytes);

/// Whether that is the fastest code for rows of `row` bytes: an i1.
Value paysToFill(CodeWriter &writer, Number period, Number row,
                 int64_t vectorBytes);

/// Writes rows, of at least a register, of any period of up to a register. It
/// holds as many repeats as fit, and the next register overwrites the rest; the
/// last one ends with the row.
void writeFilledPeriods(CodeWriter &writer, const PeriodRows &rows,
                        int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_PERIODSHUFFLE_H

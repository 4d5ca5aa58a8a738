//===- PeriodCode.h - code that repeats a run of bytes ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Repeats one run of bytes without a gap: the innermost part of tiles.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_PERIODCODE_H
#define ONNXOPS_LIB_COPIES_PERIODCODE_H

#include "onnxops/Copies/CodeWriter.h"

namespace mlir::onnxops {

/// Periods of at least this many bytes are copied one by one: to double them
/// first does not pay.
constexpr int64_t kSinglePeriod = 1024;

/// Periods of at least this many bytes are long: threads may share the bytes of
/// one, and their stores may be non-temporal.
constexpr int64_t kLongPeriod = 4096;

/// Bytes that are copied to all their places before the next ones, so that they
/// stay in L1.
constexpr int64_t kSlab = 16384;

/// Rows, each of which repeats a run of `period` bytes `repeats` times. Strides
/// are those between rows.
struct PeriodRows {
  Value target, source;
  Number rows;
  Number targetStride, sourceStride;
  Number period, repeats;
};

/// Calls `write` with the places of the rows [begin, end).
void forEachPeriodRow(
    CodeWriter &writer, const PeriodRows &rows, Number begin, Number end,
    llvm::function_ref<void(Value target, Value source)> write);

/// Writes rows; any of the numbers may be 0. Source and target do not overlap.
/// `streams`, an i1, allows non-temporal stores; ends without a fence. Code for
/// a period known only at run time is in a function of its own.
void writePeriods(CodeWriter &writer, const PeriodRows &rows, Value streams,
                  int64_t vectorBytes);

/// Whether rows of `row` bytes that repeat one run are written from registers:
/// an i1. Copying such a row would be slower than writing it again.
Value isPatternRow(CodeWriter &writer, Number run, Number row,
                   int64_t vectorBytes);

/// Writes the bytes [begin, end) of each repeat of a long period.
void writeLongPeriod(CodeWriter &writer, Value target, Value source,
                     Number period, Number begin, Number end, Number repeats,
                     Value streams, int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_PERIODCODE_H

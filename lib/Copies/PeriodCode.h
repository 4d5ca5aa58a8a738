//===- PeriodCode.h - code that repeats a few bytes -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of bytes, again and again without a gap: the innermost part of tiles.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_PERIODCODE_H
#define ONNXOPS_LIB_COPIES_PERIODCODE_H

#include "onnxops/Copies/CodeWriter.h"

namespace mlir::onnxops {

/// Periods from which the bytes of one are data of their own: threads may share
/// them, and stores of them go around the cache.
constexpr int64_t kLongPeriod = 4096;

/// Bytes that are copied to wherever they repeat before the next ones' turn:
/// the nearest cache holds them.
constexpr int64_t kSlab = 16384;

/// Rows, each of which is a run of `period` bytes `repeats` times. Strides lead
/// from one row to the next.
struct PeriodRows {
  Value target, source;
  Number rows;
  Number targetStride, sourceStride;
  Number period, repeats;
};

/// Writes rows, of which nothing may be left where a number is 0. Source and
/// target do not overlap. `streams`, an i1, allows stores that go around the
/// cache; ends without a fence. Code for a period known only at run time stands
/// in a function of its own.
void writePeriods(CodeWriter &writer, const PeriodRows &rows, Value streams,
                  int64_t vectorBytes);

/// Whether rows of `row` bytes that repeat one run are written from registers:
/// an i1. Copying such a row would take longer than writing it again.
Value isPatternRow(CodeWriter &writer, Number run, Number row,
                   int64_t vectorBytes);

/// Writes the bytes [begin, end) of each repeat of one long period.
void writeLongPeriod(CodeWriter &writer, Value target, Value source,
                     Number period, Number begin, Number end, Number repeats,
                     Value streams, int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_PERIODCODE_H

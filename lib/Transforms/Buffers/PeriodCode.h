//===- PeriodCode.h - code that repeats a few bytes -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of bytes, again and again without a gap: the innermost part of tiles.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_BUFFERS_PERIODCODE_H
#define ONNXOPS_LIB_TRANSFORMS_BUFFERS_PERIODCODE_H

#include "CodeWriter.h"

namespace mlir::onnxops {

/// Writes `count` copies of the `period` bytes at `source`, both of which may
/// be 0. The two do not overlap. `streams`, an i1, allows stores that go around
/// the cache; ends without a fence.
void writePeriod(CodeWriter &writer, Value target, Value source, Number period,
                 Number count, Value streams, int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_BUFFERS_PERIODCODE_H

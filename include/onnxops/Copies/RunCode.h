//===- RunCode.h - code that copies one run of bytes ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contiguous bytes from one place to another: the innermost part of kernels.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_RUNCODE_H
#define ONNXOPS_COPIES_RUNCODE_H

#include "onnxops/Copies/CodeWriter.h"

namespace mlir::onnxops {

/// Runs from this many bytes on are long: what it takes to begin one no longer
/// shows.
constexpr int64_t kLongRun = 2048;

/// Where memory is cut for several threads, and into streams side by side.
constexpr int64_t kPage = 4096;

/// Copies `bytes`, which may be 0, exactly: nothing beyond them is read or
/// written. `vectorBytes` is the width of a register: 8, 16, 32 or 64.
void writeRun(CodeWriter &writer, Value target, Value source, Number bytes,
              int64_t vectorBytes);

/// The same of a part of `allBytes`, some of which may be in no near cache.
void writeRunOf(CodeWriter &writer, Number allBytes, Value target, Value source,
                Number bytes, int64_t vectorBytes);

/// The same of fewer bytes than a register.
void writeShortRun(CodeWriter &writer, Value target, Value source, Number bytes,
                   int64_t vectorBytes);

/// The same of any bytes, with stores that go around the cache. Ends without a
/// fence.
void writeStreamedRun(CodeWriter &writer, Value target, Value source,
                      Number bytes, int64_t vectorBytes);

/// The same of whole registers, to an address that is a multiple of one.
void writeStreamedRegisters(CodeWriter &writer, Value target, Value source,
                            Number bytes, int64_t registerBytes);

/// Copies one run, of at least one register, to `count` places, each a stride
/// behind the one before: what is read once is stored to all of them.
void writeToEach(CodeWriter &writer, Value target, Number stride, Number count,
                 Value source, Number bytes, int64_t registerBytes);

/// Runs of equal length, each a stride behind the one before.
struct RunSeries {
  Value target, source;
  Number targetStride, sourceStride;
  Number bytes, count;
};

/// Copies each of them like writeRun; if `streams`, an i1, like
/// writeStreamedRun. Code that depends on a length known only at run time
/// stands in a function of its own.
void writeRuns(CodeWriter &writer, const RunSeries &runs, Value streams,
               int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_RUNCODE_H

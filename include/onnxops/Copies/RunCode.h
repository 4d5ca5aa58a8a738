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

#include <algorithm>

namespace mlir::onnxops {

/// Runs of at least this many bytes are long: their fixed cost is negligible.
constexpr int64_t kLongRun = 2048;

/// Runs of up to this many bytes are copied in the same few ways: for longer
/// ones, how they end is a small part of the time.
constexpr int64_t kLongestMedium = 1024;

/// The granularity of ranges of threads, and of parallel non-temporal streams.
constexpr int64_t kPage = 4096;

/// Runs that are not much longer than a vector, and not aligned, are copied in
/// registers of at most this size: fewer of their stores cross a cache line.
constexpr int64_t kPieceBytes = 32;

inline int64_t getPieceBytes(int64_t vectorBytes) {
  return std::min(vectorBytes, kPieceBytes);
}

/// Copies one register at each of the offsets, which count bytes. All are
/// loaded before the first is stored.
void moveRegisters(CodeWriter &writer, Value target, Value source,
                   ArrayRef<Number> offsets, int64_t registerBytes,
                   bool streams = false);

/// Number of registers that are loaded before the first one is stored.
constexpr int64_t kUnroll = 4;

/// The same for adjacent registers, from an offset on.
void moveBlock(CodeWriter &writer, Value target, Value source, Number offset,
               int64_t registers, int64_t registerBytes, bool streams = false);

/// Copies `bytes`, which may be 0, exactly: nothing beyond them is read or
/// written. `vectorBytes` is the width of a register: 8, 16, 32 or 64.
void writeRun(CodeWriter &writer, Value target, Value source, Number bytes,
              int64_t vectorBytes);

/// The same for at least one register, from the first byte on. The source may
/// be in front of the target, at least four registers away.
void writeRegisters(CodeWriter &writer, Value target, Value source,
                    Number bytes, int64_t registerBytes);

/// The same for runs of up to kLongestMedium, in less code: register by
/// register, the last of which overlaps the one before.
void writeMediumRun(CodeWriter &writer, Value target, Value source,
                    Number bytes, int64_t registerBytes);

/// Copies the beginning of `bytes`, which may be 0, up to fewer than four
/// registers from the end. Returns how much.
Number writeBlocks(CodeWriter &writer, Value target, Value source, Number bytes,
                   int64_t registerBytes);

/// The shortest run for which a call of the C library pays.
constexpr int64_t kLeastOfLibrary = 2048;

/// Whether runs of at least that length, of a copy of `allBytes`, are copied by
/// the C library.
Value copiesByLibrary(CodeWriter &writer, Number allBytes);

/// The same as writeRun for a part of `allBytes`, which may not fit into L1.
void writeRunOf(CodeWriter &writer, Number allBytes, Value target, Value source,
                Number bytes, int64_t vectorBytes);

/// The same as writeRun by a call of a function that all runs share: for what
/// is too little, or too rare, for code of its own.
void callRun(CodeWriter &writer, Value target, Value source, Number bytes,
             int64_t vectorBytes);

/// The same as writeRun for fewer bytes than a register.
void writeShortRun(CodeWriter &writer, Value target, Value source, Number bytes,
                   int64_t vectorBytes);

/// Copies one run, of at least one register, to `count` places, a stride apart:
/// each register is loaded once and stored to all places.
void writeToEach(CodeWriter &writer, Value target, Number stride, Number count,
                 Value source, Number bytes, int64_t registerBytes);

/// The same for runs of few registers, all of which are held at a time, and for
/// others by writeToEach.
void writeFewToEach(CodeWriter &writer, Value target, Number stride,
                    Number count, Value source, Number bytes,
                    int64_t registerBytes);

/// Runs of equal length, a stride apart.
struct RunSeries {
  Value target, source;
  Number targetStride, sourceStride;
  Number bytes, count;
};

/// Copies each run like writeRun, or like writeStreamedRun if `streams`, an i1,
/// holds. Code for a length known only at run time is in a function of its own.
void writeRuns(CodeWriter &writer, const RunSeries &runs, Value streams,
               int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_RUNCODE_H

//===- ByteShuffle.h - permutes whose indices are computed ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short rows of unknown lengths are permuted in registers, like those of
// constant lengths (PermutePlan.h), but the positions of bytes are computed
// before the loop. One register of the target holds as many whole rows as fit;
// what it holds behind them, the next one overwrites.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_BYTESHUFFLE_H
#define ONNXOPS_LIB_COPIES_BYTESHUFFLE_H

#include "onnxops/Copies/CodeWriter.h"

namespace mlir::onnxops {

/// To compute indices is a small part of the time from this many bytes on.
constexpr int64_t kLeastPermuted = 2048;

/// The bytes of a register at the positions that the bytes of `indices` give:
/// less than its size, or below 0 for a byte that does not matter.
Value permuteBytes(CodeWriter &writer, Value bytes, Value indices);

/// A register whose bytes all are `number`.
Value repeatByte(CodeWriter &writer, Number number, int64_t registerBytes);

/// A register with the bytes `first`, `first` + 1 and so on.
Value countBytes(CodeWriter &writer, Number first, int64_t registerBytes);

/// Permutes of the bytes of one register from each of several sources into one
/// register of the target.
class ByteShuffle {
public:
  /// Bytes of a register; 0 if the target has no such instruction.
  static int64_t getRegisterBytes(const CodeWriter &writer);

  /// The end of the rows of [0, `end`) at which whole registers are within the
  /// rows of sources and target, of which none is shorter than `shortest`.
  static Number getEndOfWhole(CodeWriter &writer, Number shortest, Number end);

  /// `sources` point to the first row. In each step, sources and target advance
  /// by these numbers of bytes.
  ByteShuffle(CodeWriter &writer, ArrayRef<Value> sources,
              ArrayRef<Number> sourceSteps, Value target, Number targetStep);

  /// Takes `bytes` bytes of the target's register at `position` from those of a
  /// source's register at `index`. Both ranges are within the register. The
  /// runs of a source are added in the order of their positions.
  void addRun(Number source, Number position, Number index, Number bytes);

  /// Makes the steps [0, steps), each of at most `sourceBytes` of each source.
  /// Each reads up to a register, and writes a whole one.
  void write(Number steps, Number sourceBytes);

private:
  Value getIndices(Number source);
  void writeSteps(Number steps, int64_t loadedBytes);

  CodeWriter &writer;
  int64_t registerBytes;
  SmallVector<Value> sources;
  SmallVector<Number> sourceSteps;
  Value target;
  Number targetStep;
  Value indices; ///< a register for each source, in the stack frame
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_BYTESHUFFLE_H

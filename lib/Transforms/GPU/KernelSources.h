//===- KernelSources.h - what a kernel copies from --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel finds the source of a byte of the target by the ends of what the
// sources provide.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_KERNELSOURCES_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_KERNELSOURCES_H

#include "DeviceWriter.h"

namespace mlir::onnxops {

/// Reads the sources of a kernel, which are the last arguments: `words` each,
/// the first of which are the address and the end of what the source provides.
class KernelSources {
public:
  /// Up to this many sources, a thread compares with all ends instead of
  /// searching.
  static constexpr int64_t kFew = 8;

  /// `first` is the position of the first source's words, `bytes` that of the
  /// argument with the end of the last one; `count` is 0 if there are more than
  /// a few, or an unknown number.
  KernelSources(DeviceWriter &writer, int64_t first, int64_t words,
                int64_t bytes, int64_t count)
      : writer(writer), first(first), words(words), bytes(bytes), count(count) {
  }

  /// A word of a source, given as an i64; null for the only source.
  Value read(Value source, int64_t word);

  /// The source that provides a byte, an i64: the number of those that end
  /// before it.
  Value find(Value byte);

  /// The first byte that a source provides.
  Value findBegin(Value source);
  /// The byte after the last one.
  Value findEnd(Value source);

private:
  Value search(Value byte);
  Value guess(Value byte);
  Value select(Value condition, Value lhs, Value rhs);

  DeviceWriter &writer;
  int64_t first, words, bytes, count;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_KERNELSOURCES_H

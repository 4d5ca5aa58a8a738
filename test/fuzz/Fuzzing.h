//===- Fuzzing.h - what the harnesses share ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A harness is one function, LLVMFuzzerTestOneInput, which libFuzzer calls in a
// build with ONNXOPS_FUZZ and Replay.cpp in any other. It ends the program on
// anything that must not be, whatever the bytes are; a sanitizer does the same
// for what only it can see.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_FUZZ_FUZZING_H
#define ONNXOPS_TEST_FUZZ_FUZZING_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Optional: changes an input, in a buffer of `maxSize` bytes, and returns its
/// new size.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed);

/// Optional: makes an input of two others.
extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first,
                                            size_t firstSize,
                                            const uint8_t *second,
                                            size_t secondSize, uint8_t *out,
                                            size_t maxSize, unsigned seed);

/// Changes bytes blindly. Of libFuzzer, or of Replay.cpp.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

/// Marks a function that compares results: its branches tell libFuzzer nothing
/// about the code under test, and tracing them is slow.
#define ONNXOPS_FUZZ_JUDGE [[clang::no_sanitize("coverage")]]

namespace mlir::onnxops::fuzz {

/// Ends the program with `rule` and `detail` unless the rule holds.
inline void require(bool holds, const char *rule,
                    std::string_view detail = "") {
  if (holds)
    return;
  std::fprintf(stderr, "broken: %s%s%.*s\n", rule, detail.empty() ? "" : ": ",
               int(detail.size()), detail.data());
  std::abort();
}

} // namespace mlir::onnxops::fuzz

#endif // ONNXOPS_TEST_FUZZ_FUZZING_H

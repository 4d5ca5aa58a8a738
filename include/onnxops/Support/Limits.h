//===- Limits.h - how much of anything is taken -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds on what a file or a shape operand may ask for. What exceeds one is
// refused by name and number, before anything is made of that size.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_LIMITS_H
#define ONNXOPS_SUPPORT_LIMITS_H

#include "llvm/Support/Error.h"

#include <cstdint>

namespace mlir::onnxops {

/// The most dimensions that a tensor has. Ranks come from files as lengths of
/// lists and of shape operands, so that a few bytes can ask for any rank, while
/// each dimension costs several ops, a loop, and recursion in upstream's
/// analyses: at a rank of 20,000 that takes seconds, at 100,000 the stack
/// overflows. numpy and PyTorch have the same limit; models stay below 10.
constexpr int64_t kMaxRank = 64;

/// The most elements that a sequence is split into. Elements take memory also
/// where they are empty, 64 bytes or more each, and a loop over them takes
/// seconds: what is beyond a position of 32 bits is an error of the model,
/// which a tensor without data can ask for.
constexpr int64_t kMaxSequenceLength = 2147483647;

/// Refuses a rank above kMaxRank, by its number.
llvm::Error checkRank(uint64_t rank);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_LIMITS_H

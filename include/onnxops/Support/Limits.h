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

#include "llvm/ADT/ArrayRef.h"
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

/// How deep graphs may be nested: protobuf itself reads 32 levels, and each
/// takes some stack, here and later on.
constexpr unsigned kMaxGraphDepth = 30;

/// The most bytes that the constants of a module have together: more machine
/// code could not reach.
constexpr uint64_t kMaxConstantBytes = uint64_t(1) << 31;

/// What an embedder lets a model of ONNX or OpenVINO have. By default only
/// ranks and the bytes of constants are limited.
struct ModelLimits {
  /// Dimensions of a tensor. Above kMaxRank it is that.
  uint64_t maxRank = kMaxRank;
  /// Elements of a tensor: a constant, or a value whose type is declared or
  /// inferred. A size that is not known counts as 1.
  uint64_t maxElements = UINT64_MAX;
  /// Nodes of all graphs and functions, of OpenVINO layers.
  uint64_t maxNodes = UINT64_MAX;
  /// Bytes of all constants. A part of a file that is several constants counts
  /// once.
  uint64_t maxConstantBytes = kMaxConstantBytes;
};

/// Refuses a rank above the limit, by its number.
llvm::Error checkRank(uint64_t rank, uint64_t limit = kMaxRank);

/// Refuses sizes that are too many, or of too many elements. Those below 0 are
/// not known.
llvm::Error checkShape(llvm::ArrayRef<int64_t> sizes,
                       const ModelLimits &limits);

/// Refuses a model of too many nodes.
llvm::Error checkNumNodes(uint64_t count, const ModelLimits &limits);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_LIMITS_H

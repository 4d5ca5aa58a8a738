//===- Limits.h - limits of models ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits on sizes requested by a file or a shape operand. Excess is refused
// with a name and a number, before anything of that size is allocated.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_LIMITS_H
#define ONNXOPS_SUPPORT_LIMITS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace mlir::onnxops {

/// The most dimensions of a tensor. Ranks come from files as lengths of lists
/// and of shape operands, so that a few bytes can request any rank, while each
/// dimension costs several ops, a loop, and recursion in upstream's analyses: a
/// rank of 20,000 takes seconds, and at 100,000 the stack overflows. numpy and
/// PyTorch have the same limit; models stay below 10.
constexpr int64_t kMaxRank = 64;

/// The most elements of a sequence made by a split. Even empty elements take
/// memory, 64 bytes or more each, and a loop over them takes seconds: a count
/// beyond 32 bits, possible with a tensor without data, is an error of the
/// model.
constexpr int64_t kMaxSequenceLength = 2147483647;

/// The deepest nesting of graphs: protobuf itself reads 32 levels, and each
/// takes some stack, here and later on.
constexpr unsigned kMaxGraphDepth = 30;

/// The most bytes of all constants of a module: machine code could not reach
/// more.
constexpr uint64_t kMaxConstantBytes = uint64_t(1) << 31;

/// The limits that an embedder sets for models of ONNX or OpenVINO. By default
/// only ranks and the bytes of constants are limited.
struct ModelLimits {
  /// Dimensions of a tensor. Clamped to kMaxRank.
  uint64_t maxRank = kMaxRank;
  /// Elements of a tensor: a constant, or a value of a declared or inferred
  /// type. An unknown size counts as 1.
  uint64_t maxElements = UINT64_MAX;
  /// Nodes of all graphs and functions, or OpenVINO layers.
  uint64_t maxNodes = UINT64_MAX;
  /// Bytes of all constants. Constants that share a part of a file count once.
  uint64_t maxConstantBytes = kMaxConstantBytes;
};

/// Refuses a rank above the limit.
llvm::Error checkRank(uint64_t rank, uint64_t limit = kMaxRank);

/// Refuses too many sizes, or too many elements. Negative sizes are unknown.
llvm::Error checkShape(llvm::ArrayRef<int64_t> sizes,
                       const ModelLimits &limits);

/// Refuses a model with too many nodes.
llvm::Error checkNumNodes(uint64_t count, const ModelLimits &limits);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_LIMITS_H

//===- LoweredModule.h - facts about a lowered module -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes by which passes tell callers of compiled code what it does.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_LOWEREDMODULE_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_LOWEREDMODULE_H

#include "llvm/ADT/StringRef.h"

namespace mlir::onnxops {

/// The unit attribute of a module in the LLVM dialect that has loops which end
/// when the call is cancelled.
constexpr llvm::StringLiteral kPollsAttr = "onnxops.polls";

/// An array of a module whose one public function several ranks call: an i64
/// array for each axis of the grid of each input, with the dimension that ranks
/// along the axis share, or -1. Where the shards begin, and the end, follow if
/// they are neither even nor any.
constexpr llvm::StringLiteral kInputShardsAttr = "onnxops.input_shards";

/// An i64 array of a module whose one public function several ranks call: the
/// dimension along which each result is sharded, -1 for one that every rank
/// has. On a grid of several axes, each result has a dimension for each axis.
constexpr llvm::StringLiteral kOutputShardsAttr = "onnxops.output_shards";

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_LOWEREDMODULE_H

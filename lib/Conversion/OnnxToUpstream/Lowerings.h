//===- Lowerings.h - one function for each operator -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lowerings of supported operators of the dialect onnx. Each function
// replaces an op by upstream ops or ops of the dialect, or emits an error and
// fails.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_LOWERINGS_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_LOWERINGS_H

#include "Node.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::onnxops {

/// Lowering functions by operator.
using Lowerings = llvm::StringMap<LogicalResult (*)(Node &)>;

// The functions of each file: addGatherLowerings(lowerings) for
// Operators/Gather.cpp. CMake writes the list of files.
#define ONNXOPS_LOWERING_FILE(NAME) void add##NAME##Lowerings(Lowerings &);
#include "LoweringFiles.inc"
#undef ONNXOPS_LOWERING_FILE

/// Lowers all onnx ops in a block, in program order, and refines the types of
/// the dialect's ops between them, so that operand types are as precise as
/// possible. Keeps the block's `onnx.Yield`.
LogicalResult lowerBlock(Block &block, const LoweringMode &mode);

/// Verifies that region `index` of a node has one block with `arguments`
/// arguments that ends with an `onnx.Yield`, and returns its operands.
FailureOr<OperandRange> getYielded(Node &node, Operation *op, unsigned index,
                                   unsigned arguments);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_LOWERINGS_H

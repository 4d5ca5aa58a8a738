//===- Lowerings.h - one function for each operator -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators of the dialect onnx that are known. Each function puts upstream
// ops, or ops of ours, in the place of the op, or emits an error and fails.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_LOWERINGS_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_LOWERINGS_H

#include "Node.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::onnxops {

/// By operator.
using Lowerings = llvm::StringMap<LogicalResult (*)(Node &)>;

// The functions of each file: addGatherLowerings(lowerings) for
// Operators/Gather.cpp. CMake writes the list of files.
#define ONNXOPS_LOWERING_FILE(NAME) void add##NAME##Lowerings(Lowerings &);
#include "LoweringFiles.inc"
#undef ONNXOPS_LOWERING_FILE

/// Lowers all onnx ops in a block, in program order, and refines the types of
/// our own ops on the way, so that each op sees operands as precise as can be
/// known. The block's `onnx.Yield` stays.
LogicalResult lowerBlock(Block &block, int64_t opset);

/// The operands of the `onnx.Yield` that must end region `index` of a node, a
/// region of one block with `arguments` arguments.
FailureOr<OperandRange> getYielded(Node &node, Operation *op, unsigned index,
                                   unsigned arguments);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_LOWERINGS_H

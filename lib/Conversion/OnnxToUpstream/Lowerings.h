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

namespace mlir::onnxops {

// Values.cpp
LogicalResult lowerConstant(Node &node);
LogicalResult lowerIdentity(Node &node);

// If.cpp, Loop.cpp, SequenceMap.cpp
LogicalResult lowerIf(Node &node);
LogicalResult lowerLoop(Node &node);
LogicalResult lowerSequenceMap(Node &node);

// Arithmetic.cpp, Cast.cpp, ConstantOfShape.cpp
LogicalResult lowerAdd(Node &node);
LogicalResult lowerSub(Node &node);
LogicalResult lowerMul(Node &node);
LogicalResult lowerDiv(Node &node);
LogicalResult lowerNeg(Node &node);
LogicalResult lowerNot(Node &node);
LogicalResult lowerCast(Node &node);
LogicalResult lowerConstantOfShape(Node &node);

// Functions.cpp
LogicalResult lowerAbs(Node &node);
LogicalResult lowerExp(Node &node);
LogicalResult lowerRelu(Node &node);
LogicalResult lowerSigmoid(Node &node);
LogicalResult lowerSqrt(Node &node);
LogicalResult lowerTanh(Node &node);

// Shapes.cpp
LogicalResult lowerShape(Node &node);
LogicalResult lowerSize(Node &node);
LogicalResult lowerSqueeze(Node &node);
LogicalResult lowerUnsqueeze(Node &node);

// Expand.cpp, Gather.cpp, Reshape.cpp, Slice.cpp, Split.cpp, Transpose.cpp
LogicalResult lowerExpand(Node &node);
LogicalResult lowerGather(Node &node);
LogicalResult lowerReshape(Node &node);
LogicalResult lowerSlice(Node &node);
LogicalResult lowerSplit(Node &node);
LogicalResult lowerTranspose(Node &node);

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

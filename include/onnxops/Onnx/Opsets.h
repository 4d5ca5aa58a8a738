//===- Opsets.h - opsets that changed an operator ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first opset in which an operator has a feature, as ONNX's list of
// operators and their versions documents it.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_ONNX_OPSETS_H
#define ONNXOPS_ONNX_OPSETS_H

#include <cstdint>

namespace mlir::onnxops::opsets {

/// Concat, Gather, Squeeze and Unsqueeze accept a negative axis, or index,
/// which counts from the end.
constexpr int64_t kFirstNegativeAxis = 11;

/// Add, Sub, Mul and Div broadcast both operands.
constexpr int64_t kFirstBroadcast = 7;

/// Cast has the attributes `saturate` and `round_mode`.
constexpr int64_t kFirstSaturate = 19;
constexpr int64_t kFirstRoundMode = 24;

/// Abs, Exp, Relu and other functions take bf16; Relu takes integers.
constexpr int64_t kFirstFunctionOfBF16 = 13;
constexpr int64_t kFirstReluOfIntegers = 14;

/// Identity takes sequences.
constexpr int64_t kFirstIdentityOfSequence = 14;

/// Reshape has the attribute `allowzero`.
constexpr int64_t kFirstAllowZero = 14;

/// Shape has the attributes `start` and `end`.
constexpr int64_t kFirstShapeRange = 15;

/// Slice takes its bounds as operands, not as attributes.
constexpr int64_t kFirstSliceOperands = 10;

/// Split takes the lengths as an attribute only (version 1 had both); as an
/// operand; or takes their number, by the attribute `num_outputs`.
constexpr int64_t kFirstSplitWithoutOperand = 2;
constexpr int64_t kFirstSplitOperand = 13;
constexpr int64_t kFirstNumOutputs = 18;

/// Squeeze and Unsqueeze take the axes as an operand, not as an attribute.
constexpr int64_t kFirstAxesOperand = 13;

} // namespace mlir::onnxops::opsets

#endif // ONNXOPS_ONNX_OPSETS_H

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

/// Add, Sub, Mul, Div, comparisons, And, Or, Xor and Pow broadcast both
/// operands.
constexpr int64_t kFirstBroadcast = 7;

/// Max, Min, Sum and Mean broadcast their operands.
constexpr int64_t kFirstVariadicBroadcast = 8;

/// Clip takes its bounds, and Pad the lengths and the value, as operands, not
/// as attributes. Pad calls its lengths `pads` and takes axes.
constexpr int64_t kFirstClipOperands = 11;
constexpr int64_t kFirstPadOperands = 11;
constexpr int64_t kFirstPads = 2;
constexpr int64_t kFirstPadAxes = 18;

/// Upsample takes the scales as a list, not as the attributes of two
/// dimensions; then as an operand. Resize has modes and sizes, and the scales
/// as operand 2.
constexpr int64_t kFirstUpsampleScales = 7;
constexpr int64_t kFirstUpsampleOperand = 9;
constexpr int64_t kFirstResizeModes = 11;

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

/// Squeeze, Unsqueeze and ReduceSum take the axes as an operand, not as an
/// attribute; the other reductions do so later.
constexpr int64_t kFirstAxesOperand = 13;
constexpr int64_t kFirstReductionAxesOperand = 18;

} // namespace mlir::onnxops::opsets

#endif // ONNXOPS_ONNX_OPSETS_H

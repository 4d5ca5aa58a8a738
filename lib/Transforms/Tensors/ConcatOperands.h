//===- ConcatOperands.h - what a concat may write in place ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules that decide which operands of a tensor.concat are computed in
// place. What the soundness of --concat-in-place rests on stands here.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_TENSORS_CONCATOPERANDS_H
#define ONNXOPS_LIB_TRANSFORMS_TENSORS_CONCATOPERANDS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::bufferization {
class AnalysisState;
} // namespace mlir::bufferization

namespace mlir::onnxops {

/// How the bytes of one operand of a concat come into its result.
struct ConcatOperand {
  enum class Kind {
    /// Copied when the concat is reached.
    Copied,
    /// Written there by its producers.
    Produced,
    /// A concat itself, whose own operands are written or copied there.
    Nested
  };
  Kind kind = Kind::Copied;
  /// Copied only: why, in a few words for users; empty if there is nothing to
  /// copy.
  StringRef whyCopied;

  /// The operand has readers besides the concat. They see the memory of the
  /// result, so nobody may change the result later.
  bool isShared = false;

  /// Produced only: the tensor.empty that the destination replaces, as operand
  /// of the first op that writes.
  OpOperand *firstDestination = nullptr;
  /// Produced only: what the last op that writes returns.
  Value produced;
  /// Produced only: reshapes from `produced` to the operand, last one first.
  SmallVector<tensor::CollapseShapeOp> reshapes;

  /// The op before which the destination has to exist.
  Operation *getFirstWriter() const;
};

/// An operand that is copied for that reason, a string that outlives it.
ConcatOperand makeCopied(StringRef why);

/// Classifies `operand` of a tensor.concat. The answer holds as long as only
/// this pass changes the IR.
ConcatOperand classifyConcatOperand(OpOperand &operand,
                                    const bufferization::AnalysisState &state);

/// True if `use` reads the tensor, at most handing it on as views. False for
/// writers, for anything that may keep an alias where this analysis does not
/// follow it (calls, control flow, terminators), and for what is unknown.
bool onlyReads(OpOperand &use, const bufferization::AnalysisState &state);

/// True if the result of `concat` can live in a buffer that this pass makes.
bool hasBufferizableResult(tensor::ConcatOp concat);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_CONCATOPERANDS_H

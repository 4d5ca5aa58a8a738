//===- ConcatOperands.h - operands computed in place ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conditions under which operands of a tensor.concat are computed in place.
// The soundness of --onnxops-concat-in-place depends on these.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_TENSORS_CONCATOPERANDS_H
#define ONNXOPS_LIB_TRANSFORMS_TENSORS_CONCATOPERANDS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::bufferization {
class AnalysisState;
} // namespace mlir::bufferization

namespace mlir::onnxops {

/// How one operand of a concat gets into its result.
struct ConcatOperand {
  enum class Kind {
    /// Copied when the concat is reached.
    Copied,
    /// Computed in place by its producers.
    Produced,
    /// A concat itself, whose own operands are computed or copied there.
    Nested
  };
  Kind kind = Kind::Copied;
  /// Copied only: a short reason for users; empty if there is nothing to copy.
  StringRef whyCopied;

  /// The operand has readers besides the concat. They read the memory of the
  /// result, so the result must not be written later.
  bool isShared = false;

  /// Produced only: the tensor.empty that the destination replaces, as operand
  /// of the first op that writes.
  OpOperand *firstDestination = nullptr;
  /// Produced only: the result of the last op that writes.
  Value produced;
  /// Produced only: reshapes from `produced` to the operand, last one first.
  SmallVector<tensor::CollapseShapeOp> reshapes;

  /// The op before which the destination has to exist.
  Operation *getFirstWriter() const;
};

/// An operand that is copied, with the reason, a string that outlives it.
ConcatOperand makeCopied(StringRef why);

/// Classifies `operand` of a tensor.concat. The result is valid as long as only
/// this pass changes the IR.
ConcatOperand classifyConcatOperand(OpOperand &operand,
                                    const bufferization::AnalysisState &state);

/// True if `use` only reads the tensor or makes views of it. False for writers,
/// for ops that may keep an alias that this analysis does not follow (calls,
/// control flow, terminators), and for unknown ops.
bool onlyReads(OpOperand &use, const bufferization::AnalysisState &state);

/// True if the result of `concat` can be in a buffer that this pass allocates.
bool hasBufferizableResult(tensor::ConcatOp concat);

/// Emits an optimization remark about each operand.
void remarkOn(tensor::ConcatOp concat, ArrayRef<ConcatOperand> operands);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_CONCATOPERANDS_H

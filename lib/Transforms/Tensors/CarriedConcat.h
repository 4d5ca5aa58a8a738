//===- CarriedConcat.h - a concat that a loop repeats -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules that decide which tensors that a loop carries can grow in place.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_TENSORS_CARRIEDCONCAT_H
#define ONNXOPS_LIB_TRANSFORMS_TENSORS_CARRIEDCONCAT_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::bufferization {
class AnalysisState;
} // namespace mlir::bufferization

namespace mlir::onnxops {

/// A tensor to which each turn of a loop adds as many rows.
struct CarriedConcat {
  scf::ForOp loop;
  /// Which of the values that the loop carries.
  unsigned index = 0;
  /// What the loop yields for it.
  tensor::ConcatOp concat;
  /// Which operand of the concat is the tensor itself: the first or the last.
  unsigned position = 0;
  /// What each other operand adds along the axis, known before the loop; 0 for
  /// the tensor itself.
  SmallVector<OpFoldResult> added;
  /// Why it is left as it is, in a few words for users; empty if it need not
  /// be.
  StringRef whyLeft;

  BlockArgument getCarried() { return loop.getRegionIterArg(index); }
  Value getInit() { return loop.getInitArgs()[index]; }
  int64_t getAxis() { return concat.getDim(); }
  bool isPrepended() const { return position != 0; }
};

/// Value `index` that `loop` carries, if the loop concatenates it with
/// something else and yields that: to be rewritten, or with a reason to be
/// left. Sizes that `added` needs are moved before the loop.
std::optional<CarriedConcat>
findCarriedConcat(scf::ForOp loop, unsigned index,
                  const bufferization::AnalysisState &state);

/// Where the memory of `use` can be seen afterwards: views, and what branches
/// hand on.
SmallVector<Value> getViews(OpOperand &use,
                            const bufferization::AnalysisState &state);

/// `tensor` and all that may share its memory, as far as it is only read.
SetVector<Value> collectViews(Value tensor,
                              const bufferization::AnalysisState &state);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_CARRIEDCONCAT_H

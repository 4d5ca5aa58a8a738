//===- CarriedConcat.h - concats to loop-carried tensors --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conditions under which a loop-carried tensor can grow in place.
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

/// A tensor to which each iteration of a loop adds the same number of rows.
struct CarriedConcat {
  scf::ForOp loop;
  /// The index of the loop-carried value.
  unsigned index = 0;
  /// The value that the loop yields for it.
  tensor::ConcatOp concat;
  /// The operand of the concat that is the tensor itself: the first or the
  /// last.
  unsigned position = 0;
  /// The rows that each operand adds along the axis, known before the loop; 0
  /// for the tensor itself.
  SmallVector<OpFoldResult> added;
  /// A short reason for users why the tensor is left unchanged; empty if it can
  /// be rewritten.
  StringRef whyLeft;

  BlockArgument getCarried() { return loop.getRegionIterArg(index); }
  Value getInit() { return loop.getInitArgs()[index]; }
  int64_t getAxis() { return concat.getDim(); }
  bool isPrepended() const { return position != 0; }
};

/// Describes loop-carried value `index` of `loop`, if the loop yields a concat
/// of it. Moves the computation of `added` before the loop.
std::optional<CarriedConcat>
findCarriedConcat(scf::ForOp loop, unsigned index,
                  const bufferization::AnalysisState &state);

/// The values that alias `use` afterwards: views, and results of branches.
SmallVector<Value> getViews(OpOperand &use,
                            const bufferization::AnalysisState &state);

/// `tensor` and all values that may share its memory through reads.
SetVector<Value> collectViews(Value tensor,
                              const bufferization::AnalysisState &state);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_CARRIEDCONCAT_H

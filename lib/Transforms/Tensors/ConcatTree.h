//===- ConcatTree.h - what shares one allocation ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A concat and the concats nested in its operands form a tree whose results are
// one allocation. Decides what goes into a tree, and where the allocation and
// the offsets in it are computed. Part of --concat-in-place.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_TENSORS_CONCATTREE_H
#define ONNXOPS_LIB_TRANSFORMS_TENSORS_CONCATTREE_H

#include "ConcatOperands.h"
#include "onnxops/Transforms/Tensors/EarlySizes.h"

namespace mlir::onnxops {

/// The sizes that one concat needs.
struct ConcatSizes {
  /// Of the operands along the axis.
  SmallVector<OpFoldResult> lengths;
  SmallVector<OpFoldResult> result;
  /// Operands that are known to hold no element.
  SmallVector<bool> isEmpty;
  /// The last op that the result and the offsets in it depend on.
  Operation *readyAfter = nullptr;
  /// The last op before the concat that may end the call. A write before it
  /// happens even if the concat, whose operands have to fit, is not reached.
  Operation *lastExit = nullptr;
};

/// Looked up for all concats before anything is rewritten.
using ConcatSizesMap = DenseMap<Operation *, ConcatSizes>;

/// `lastExit` is left to findLastExits.
ConcatSizes lookUpConcatSizes(tensor::ConcatOp concat, EarlySizes &earlySizes);

/// Finds `lastExit` for all concats of `sizes`.
void findLastExits(ConcatSizesMap &sizes);

/// One concat of a tree.
struct ConcatNode {
  tensor::ConcatOp concat;
  SmallVector<ConcatOperand> operands;
  /// The op before which the buffer of the result, and the offsets of the
  /// operands in it, are computed.
  Operation *start = nullptr;
  /// The sizes of the part of the root's buffer that is for the result.
  SmallVector<OpFoldResult> place;
  /// Whether the operands are sure to take all of it along the axis.
  bool isFilled = false;
  /// Where the result goes, and its sizes; set by the rewriting. The root
  /// makes the buffer, the others get a part of it.
  Value buffer;
  SmallVector<OpFoldResult> shape;
};

/// The root first, then each concat after the one that it is an operand of.
using ConcatTree = SmallVector<ConcatNode, 1>;

/// Moves what computes `early`, operands before `border`, behind it, where
/// nothing needs them before. Returns whether anything was moved.
bool sinkProducers(ArrayRef<ConcatOperand> early, Operation *border);

/// The tree of all that can be computed in the result of `root`. Moves
/// producers that stand before an exit that the root stands behind.
ConcatTree buildConcatTree(tensor::ConcatOp root, const ConcatSizesMap &sizes,
                           EarlySizes &earlySizes,
                           const bufferization::AnalysisState &state);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_CONCATTREE_H

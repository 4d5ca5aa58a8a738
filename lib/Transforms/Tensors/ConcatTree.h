//===- ConcatTree.h - nested concats in one allocation ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A concat and the concats nested in its operands form a tree whose results
// share one allocation. Decides which concats form a tree, and where the
// allocation and the offsets in it are computed. Part of
// --onnxops-concat-in-place.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_TENSORS_CONCATTREE_H
#define ONNXOPS_LIB_TRANSFORMS_TENSORS_CONCATTREE_H

#include "ConcatOperands.h"
#include "onnxops/Transforms/Tensors/EarlySizes.h"

namespace mlir::onnxops {

/// The sizes of one concat.
struct ConcatSizes {
  /// Those of the operands along the axis.
  SmallVector<OpFoldResult> lengths;
  /// Those of the operands along the axis, and the end of the last one.
  SmallVector<OpFoldResult> offsets;
  SmallVector<OpFoldResult> result;
  /// Operands that are known to be empty.
  SmallVector<bool> isEmpty;
  /// The last op that the result and the offsets in it depend on.
  Operation *readyAfter = nullptr;
  /// The last op before the concat that may end the call. A write before it is
  /// executed even if the concat, whose operands have to fit, is not reached.
  Operation *lastExit = nullptr;
};

/// Computed for all concats before any of them is rewritten.
using ConcatSizesMap = DenseMap<Operation *, ConcatSizes>;

/// Does not set `lastExit`; see findLastExits.
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
  /// The sizes of the part of the root's buffer that holds the result.
  SmallVector<OpFoldResult> place;
  /// Whether the operands are known to fill it along the axis.
  bool isFilled = false;
  /// The buffer of the result, and its sizes; set by the rewrite. The root
  /// allocates it, the others get a part of it.
  Value buffer;
  SmallVector<OpFoldResult> shape;
};

/// The root first, then each concat after its user.
using ConcatTree = SmallVector<ConcatNode, 1>;

/// Moves the producers of `early`, operands computed before `border`, after it,
/// unless they are needed before. Returns whether anything was moved.
bool sinkProducers(ArrayRef<ConcatOperand> early, Operation *border);

/// The tree of all operands that can be computed in the result of `root`. Moves
/// producers from before to after an exit that precedes the root.
ConcatTree buildConcatTree(tensor::ConcatOp root, const ConcatSizesMap &sizes,
                           EarlySizes &earlySizes,
                           const bufferization::AnalysisState &state);

/// The tree of `concat` alone, with all operands copied.
ConcatTree makeCopiedTree(tensor::ConcatOp concat);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_CONCATTREE_H

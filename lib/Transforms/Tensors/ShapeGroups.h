//===- ShapeGroups.h - ops that fuse for the usual shapes -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds ops that could be fused if no tensor between them were broadcast, and
// if the runs of concats and the periods of tiles were long.
// --onnxops-specialize-shapes specializes them for these shapes.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_TENSORS_SHAPEGROUPS_H
#define ONNXOPS_LIB_TRANSFORMS_TENSORS_SHAPEGROUPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::onnxops {

/// Ops that fuse into one for the usual shapes: a tree of which only the root
/// has users outside.
struct ShapeGroup {
  /// The root first, each op before its producers.
  llvm::SetVector<Operation *> ops;
  /// Branches that forward their source unchanged for the usual shapes.
  SmallVector<scf::IfOp> branches;
  /// Concats whose runs are long for the usual shapes.
  SmallVector<tensor::ConcatOp> concats;
  /// Repeats whose periods are all long, or all a single element.
  SmallVector<linalg::BroadcastOp> repeats;
  /// Whether all ops that are computed in place of a concat are included.
  bool isWhole = true;

  Operation *getRoot() const { return ops.front(); }
  bool isUseful() const {
    return isWhole && !(branches.empty() && concats.empty() && repeats.empty());
  }
};

/// If `value` is the result of a branch that either forwards or broadcasts a
/// tensor, that tensor; otherwise null.
Value getKept(Value value);

/// The groups of a block that are worth specializing.
SmallVector<ShapeGroup> findShapeGroups(Block &block);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_SHAPEGROUPS_H

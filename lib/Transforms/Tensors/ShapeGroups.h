//===- ShapeGroups.h - ops that fuse for the usual shapes -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the ops that would become one if it were known that no tensor between
// them is broadcast and that the runs of a concat and the periods of a tile are
// long. --onnxops-version-shapes makes it known.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_TENSORS_SHAPEGROUPS_H
#define ONNXOPS_LIB_TRANSFORMS_TENSORS_SHAPEGROUPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::onnxops {

/// Ops that fuse into one for the usual shapes: a tree, of which nothing but
/// the root has users outside.
struct ShapeGroup {
  /// The root first, each before what it reads.
  llvm::SetVector<Operation *> ops;
  /// Branches that hand on what they are made from for the usual shapes.
  SmallVector<scf::IfOp> branches;
  /// Concats whose runs are long for the usual shapes.
  SmallVector<tensor::ConcatOp> concats;
  /// Repeats whose periods all are long, or else all one element.
  SmallVector<linalg::BroadcastOp> repeats;
  /// Whether all that is computed in place of a concat is there as well.
  bool isWhole = true;

  Operation *getRoot() const { return ops.front(); }
  bool isUseful() const {
    return isWhole && !(branches.empty() && concats.empty() && repeats.empty());
  }
};

/// The tensor that a result of a branch, in which it is broadcast otherwise, is
/// made from. Null if it is no such result.
Value getKept(Value value);

/// The groups of a block that are worth two versions.
SmallVector<ShapeGroup> findShapeGroups(Block &block);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_SHAPEGROUPS_H

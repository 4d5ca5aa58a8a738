//===- EarlySizes.h - sizes of tensors before they exist --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In-place concat allocates a result before its operands are computed, so it
// needs their sizes as early as possible. They are found by following producers
// instead of reading the size of the finished tensor.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_TENSORS_EARLYSIZES_H
#define ONNXOPS_TRANSFORMS_TENSORS_EARLYSIZES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

namespace mlir::onnxops {

/// The op of `block` after which `value` is known, or null if it is known when
/// the block is entered.
Operation *getReadyAfter(OpFoldResult value, Block *block);

/// The later of two ops of one block, where null is the start of the block.
Operation *getLater(Operation *a, Operation *b);

/// Finds the sizes of tensors and caches them. Inserts computations as early in
/// the block as their operands allow.
class EarlySizes : private OpBuilder::Listener {
public:
  explicit EarlySizes(MLIRContext *context) : builder(context, this) {}

  /// The size of dimension `dim` of `tensor`: an attribute if it is static.
  OpFoldResult get(Value tensor, int64_t dim);

  /// The sizes of all dimensions of `tensor`.
  SmallVector<OpFoldResult> getAll(Value tensor);

  /// The offset of each operand of `concat` along the axis, and the end of the
  /// last one.
  SmallVector<OpFoldResult> getOffsets(tensor::ConcatOp concat);

  /// Erases inserted ops that have no users.
  void eraseUnused();

private:
  OpFoldResult compute(Value tensor, int64_t dim);
  OpFoldResult computeConcat(tensor::ConcatOp concat, int64_t dim);
  OpFoldResult computeCollapse(tensor::CollapseShapeOp collapse, int64_t dim);
  OpFoldResult readDim(Value tensor, int64_t dim);

  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    inserted.push_back(op);
  }

  OpBuilder builder;
  DenseMap<std::pair<Value, int64_t>, OpFoldResult> known;
  DenseMap<Value, SmallVector<OpFoldResult>> offsets;
  SmallVector<Operation *> inserted;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_TENSORS_EARLYSIZES_H

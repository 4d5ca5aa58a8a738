//===- ViewRewrites.h - rewrites of slices and concats ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each op that --onnxops-simplify-views rewrites. Each visits
// an op once, in time linear in its operands and users.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_TENSORS_VIEWREWRITES_H
#define ONNXOPS_LIB_TRANSFORMS_TENSORS_VIEWREWRITES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::onnxops {

/// Merges operands that are adjacent slices of one tensor, removes those
/// without rows, and replaces a concat of one operand by the operand.
///   %0 = tensor.extract_slice %a[0, 0] [2, 4] [1, 1]
///   %1 = tensor.extract_slice %a[2, 0] [3, 4] [1, 1]
///   %2 = tensor.concat dim(0) %0, %1, %b
///   ==>  %0 = tensor.extract_slice %a[0, 0] [5, 4] [1, 1]
///        %2 = tensor.concat dim(0) %0, %b
LogicalResult mergeConcatOperands(RewriterBase &rewriter,
                                  tensor::ConcatOp concat);

/// Replaces slices of a concat by slices of its operands, if it has no other
/// users and neither bytes nor copies increase. Returns the number of slices
/// made, at most `limit`.
///   %0 = tensor.concat dim(0) %a, %b, %c : (tensor<4xf32>, ...)
///   %1 = tensor.extract_slice %0[5] [2] [1]
///   ==>  %1 = tensor.extract_slice %b[1] [2] [1]
size_t splitConcat(RewriterBase &rewriter, tensor::ConcatOp concat,
                   size_t limit);

/// The same for one slice of a concat whose operands have dynamic numbers of
/// rows: the slice of an operand may be empty.
size_t splitOpenConcat(RewriterBase &rewriter, tensor::ConcatOp concat,
                       size_t limit);

/// Replaces slices of a tile that ends in `collapse` by slices of its input, or
/// by smaller tiles, if it has no other users and no more is copied than
/// before.
///   %0 = a tile of tensor<4xf32> to tensor<12xf32>
///   %1 = tensor.extract_slice %0[5] [2] [1]
///   ==>  %1 = tensor.extract_slice %a[1] [2] [1]
LogicalResult shrinkTile(RewriterBase &rewriter,
                         tensor::CollapseShapeOp collapse);

/// Erases the producers of `values` that have become dead.
void eraseUnused(RewriterBase &rewriter, ValueRange values);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_VIEWREWRITES_H

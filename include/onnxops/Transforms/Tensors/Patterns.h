//===- Patterns.h - rewrites of concats, slices and tiles -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Patterns that other compilers combine with their own. They match upstream ops
// only. Our passes apply the same rewrites in an order of their own, in linear
// time.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_TENSORS_PATTERNS_H
#define ONNXOPS_TRANSFORMS_TENSORS_PATTERNS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::onnxops {

/// Adds patterns that merge the operands of a tensor.concat: adjacent slices of
/// one tensor become one slice, operands without rows go, and a concat of one
/// operand is the operand.
///
///   %0 = tensor.extract_slice %a[0, 0] [2, 4] [1, 1]
///   %1 = tensor.extract_slice %a[2, 0] [3, 4] [1, 1]
///   %2 = tensor.concat dim(0) %0, %1, %b
///   ==>  %0 = tensor.extract_slice %a[0, 0] [5, 4] [1, 1]
///        %2 = tensor.concat dim(0) %0, %b
void populateMergeConcatOperandsPatterns(RewritePatternSet &patterns);

/// Adds patterns that replace all slices of a concat, or of a tile, by slices
/// of the operands, so that the concat or tile goes. They match only if it has
/// no other users, and if neither bytes nor the number of copies increase. A
/// tile is a linalg.broadcast to unit dimensions that a tensor.collapse_shape
/// merges.
///
///   %0 = tensor.concat dim(0) %a, %b, %c : (tensor<4xf32>, ...)
///   %1 = tensor.extract_slice %0[5] [2] [1]
///   ==>  %1 = tensor.extract_slice %b[1] [2] [1]
///
/// A concat whose slices would become more than 64 is left as it is.
void populateSliceOfConcatPatterns(RewritePatternSet &patterns);

/// Adds patterns that fuse elementwise linalg ops with one reader, and move
/// those of a tile in front of the reshape that merges its dimensions.
///
///   %0 = linalg.generic (negf) ins(%a) outs(%e)
///   %1 = linalg.generic (addf) ins(%0, %b) outs(%e)
///   ==>  %1 = linalg.generic (negf, addf) ins(%a, %b) outs(%e)
void populateFuseElementwisePatterns(RewritePatternSet &patterns);

/// Adds a pattern that splits structured ops at the boundaries of a concat that
/// they read: one op for each operand, and a concat of their results. The op
/// must have a parallel loop along the axis, and each of its results a
/// dimension for that.
///
///   %0 = tensor.concat dim(0) %a, %b
///   %1 = linalg.exp ins(%0) outs(%e)
///   ==>  %2 = linalg.exp ins(%a) outs(%ea)
///        %3 = linalg.exp ins(%b) outs(%eb)
///        %1 = tensor.concat dim(0) %2, %3
///
/// Code grows with the number of operands.
void populateSplitConcatReadersPatterns(RewritePatternSet &patterns);

/// The same for one op. Returns the ops that read the operands, in their order,
/// without those that are known to be empty. Fails if the op reads no concat
/// along which it can be split, or one whose operands are all known to be
/// empty.
FailureOr<SmallVector<Operation *>> splitConcatReader(RewriterBase &rewriter,
                                                      linalg::LinalgOp reader);

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_TENSORS_PATTERNS_H

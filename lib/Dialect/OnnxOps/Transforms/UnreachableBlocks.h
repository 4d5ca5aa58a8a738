//===- UnreachableBlocks.h - erase unreachable blocks -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In unreachable blocks, ops may use each other's results in a cycle. Code that
// follows operands to their definitions does not expect that.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_UNREACHABLEBLOCKS_H
#define ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_UNREACHABLEBLOCKS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::onnxops {

/// Erases the unreachable blocks of `module`.
inline void eraseUnreachableBlocks(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  (void)mlir::eraseUnreachableBlocks(rewriter, module->getRegions());
}

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_UNREACHABLEBLOCKS_H

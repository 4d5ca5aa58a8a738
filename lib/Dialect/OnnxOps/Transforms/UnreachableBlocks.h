//===- UnreachableBlocks.h - blocks that are never reached ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops of blocks that are never reached may be made of each other, in a circle,
// which what follows operands does not expect.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_UNREACHABLEBLOCKS_H
#define ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_UNREACHABLEBLOCKS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::onnxops {

/// Erases blocks of `module` that are never reached.
inline void eraseUnreachableBlocks(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  (void)mlir::eraseUnreachableBlocks(rewriter, module->getRegions());
}

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_UNREACHABLEBLOCKS_H

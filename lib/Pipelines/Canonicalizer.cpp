//===- Canonicalizer.cpp - the canonicalizer as pipelines use it ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's, without what is unsound.
//
//===----------------------------------------------------------------------===//

#include "Canonicalizer.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void mlir::onnxops::addCanonicalizer(OpPassManager &pm) {
  // Gives a value that an scf.for carries the type that it has before the loop,
  // even if its size changes in it: a tensor that grows would end up short.
  static constexpr StringLiteral kUnsound[] = {
      "(anonymous namespace)::ForOpTensorCastFolder",
      "{anonymous}::ForOpTensorCastFolder"};
  SmallVector<std::string> disabled(std::begin(kUnsound), std::end(kUnsound));
  // Top down, as the pass does by itself: the other way round, in a chain of
  // reshapes, each is folded into all that follow.
  pm.addPass(createCanonicalizerPass(
      GreedyRewriteConfig().setUseTopDownTraversal(true), disabled));
}

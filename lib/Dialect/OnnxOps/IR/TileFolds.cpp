//===- TileFolds.cpp - folds of Tile --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds that are always beneficial, for the newest version only, to which all
// others are upgraded.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"

using namespace mlir;
using namespace mlir::onnxops;

/// A tile whose repeats are all 1 is its input, which may be its own result in
/// unreachable code.
///   %ones = arith.constant dense<1> : tensor<2xi64>
///   tile_v13 %a, %ones : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
///   ==>  %a
OpFoldResult NewestTileOp::fold(FoldAdaptor) {
  if (getInput().getType() != getOutput().getType() ||
      !isa<RankedTensorType>(getInput().getType()) || getInput() == getOutput())
    return {};
  FailureOr<SmallVector<std::optional<int64_t>>> repeats =
      getKnownElements(getRepeats());
  if (failed(repeats) ||
      !llvm::all_of(*repeats, [](auto repeat) { return repeat == 1; }))
    return {};
  return getInput();
}

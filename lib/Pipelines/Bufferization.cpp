//===- Bufferization.cpp - the stage from tensors to memrefs --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of One-Shot Bufferize, shared by all targets.
//
//===----------------------------------------------------------------------===//

#include "Stages.h"

#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "onnxops/Transforms/Passes.h"

using namespace mlir;

void mlir::onnxops::addBufferization(OpPassManager &pm, bool inPlace) {
  // Not earlier, since other passes need the concats. Before
  // MaterializeNonAliasing, since it creates writers.
  if (inPlace)
    pm.addNestedPass<func::FuncOp>(createAppendInPlace());
  pm.addPass(createMaterializeNonAliasing());
  // Kernels group the remaining copies.
  pm.addNestedPass<func::FuncOp>(
      createConcatInPlace({/*copyOperands=*/!inPlace, /*leaveCopies=*/true}));
  // Last, since other passes match constants.
  pm.addPass(createGlobalizeConstants());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  // Strided layouts at function boundaries would cost a copy at each, and a
  // memref is only a few kernel arguments if its layout is static.
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  // A loop-carried concat is a new allocation in each iteration.
  bufferize.allowReturnAllocsFromLoops = true;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addNestedPass<func::FuncOp>(createPropagateIdentityLayouts());
  // Folds sizes of allocations into those of their operands.
  pm.addPass(createCanonicalize());
  pm.addPass(createCSEPass());
}

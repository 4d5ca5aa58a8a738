//===- Bufferization.cpp - the stage from tensors to memrefs --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one set of options that One-Shot Bufferize gets, for every target.
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
  // Not earlier: other passes look for concats. Before tensors are unshared,
  // since it makes writers.
  if (inPlace)
    pm.addNestedPass<func::FuncOp>(createAppendInPlace());
  pm.addPass(createUnshareTensors());
  // What is left to be copied is for the kernels to group, and upstream's own
  // way is linear for offsets known statically only.
  if (inPlace)
    pm.addNestedPass<func::FuncOp>(createConcatInPlace({/*leaveCopies=*/true}));
  pm.addNestedPass<func::FuncOp>(createAllocateConcats());
  // Last: other passes know a constant where they see one.
  pm.addPass(createPlaceConstants());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  // Strided layouts at boundaries would cost a copy at each, and a kernel's
  // argument is a few words only if its layout is known.
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  // A concat that a loop carries is a new allocation each time.
  bufferize.allowReturnAllocsFromLoops = true;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addNestedPass<func::FuncOp>(createSettleBranches());
  // Sizes of allocations fold into those of their operands.
  pm.addPass(createCanonicalize());
  pm.addPass(createCSEPass());
}

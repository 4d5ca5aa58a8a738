//===- LoopKernel.cpp - elementwise loops on devices ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifies a loop and launches its kernel.
//
//===----------------------------------------------------------------------===//

#include "LoopKernel.h"

#include "DeviceLoop.h"
#include "onnxops/Transforms/Buffers/OutlinedLoop.h"

using namespace mlir;
using namespace mlir::onnxops;

// Other ops would access a descriptor in host memory.
static LogicalResult verifyReads(linalg::GenericOp op,
                                 const SetVector<Value> &captures) {
  for (Value capture : captures)
    for (Operation *user : capture.getUsers())
      if (isa<MemRefType>(capture.getType()) && op->isProperAncestor(user) &&
          !isa<memref::LoadOp>(user))
        return user->emitError("expected memref.load of memory from outside of "
                               "the loop, but got ")
               << user->getName();
  return success();
}

static LogicalResult verifyLoop(linalg::GenericOp op,
                                const SetVector<Value> &captures) {
  if (!op.hasPureBufferSemantics())
    return op.emitError("expected a loop over memrefs, but got ")
           << op->getName() << " on tensors";
  for (AffineMap map : op.getIndexingMapsArray())
    if (!map.isProjectedPermutation())
      return op.emitError("expected maps that are projected permutations, but "
                          "got ")
             << AffineMapAttr::get(map);
  auto verify = [&](Value value) -> LogicalResult {
    auto memref = dyn_cast<MemRefType>(value.getType());
    bool isReached = memref ? memref.isStrided() && !memref.getMemorySpace()
                            : isKernelValue(value);
    if (isReached && getDeviceBytes(getElementTypeOrSelf(value.getType())))
      return success();
    return op.emitError("unsupported type on a device: ") << value.getType();
  };
  for (Value operand : op->getOperands())
    if (failed(verify(operand)))
      return failure();
  for (Value capture : captures)
    if (failed(verify(capture)))
      return failure();
  return verifyReads(op, captures);
}

LogicalResult mlir::onnxops::launchLoop(CodeWriter &writer,
                                        DeviceKernels &kernels,
                                        linalg::GenericOp op) {
  IRRewriter rewriter(op);
  SetVector<Value> captures = takeCaptures(op, rewriter);
  if (failed(verifyLoop(op, captures)))
    return failure();
  DeviceLoop loop(writer, op, captures);
  kernels.launch(writer, loop.getCall(), loop.getUnits(),
                 [&](DeviceWriter &device) { loop.write(device); });
  return success();
}

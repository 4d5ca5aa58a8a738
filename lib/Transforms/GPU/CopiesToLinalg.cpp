//===- CopiesToLinalg.cpp - memref.copy as parallel work ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where LowerCopies would make memcpy calls of the host, a device needs loops.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "onnxops/Transforms/GPUPasses.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_COPIESTOLINALG
#include "onnxops/Transforms/GPUPasses.h.inc"
} // namespace mlir::onnxops

using namespace mlir;

namespace {
struct CopiesToLinalg
    : public onnxops::impl::CopiesToLinalgBase<CopiesToLinalg> {
  void runOnOperation() override {
    WalkResult result =
        getOperation().walk([](memref::CopyOp op) -> WalkResult {
          for (Value memref : op->getOperands())
            if (!isa<MemRefType>(memref.getType()))
              return op.emitOpError("expected a ranked memref, but got ")
                     << memref.getType();
          OpBuilder builder(op);
          linalg::makeMemRefCopyOp(builder, op.getLoc(), op.getSource(),
                                   op.getTarget());
          op.erase();
          return WalkResult::advance();
        });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace

//===- OnnxOpsTransformOps.cpp - ops of transform scripts -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each op is a call of a function or a pass of lib/Transforms.
//
//===----------------------------------------------------------------------===//

#include "onnxops/TransformOps/OnnxOpsTransformOps.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Pass/PassManager.h"
#include "onnxops/Transforms/Tensors/Passes.h"
#include "onnxops/Transforms/Tensors/Patterns.h"

using namespace mlir;
using namespace mlir::onnxops;

#define GET_OP_CLASSES
#include "onnxops/TransformOps/OnnxOpsTransformOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Sets of patterns
//===----------------------------------------------------------------------===//

void ApplyMergeConcatOperandsPatternsOp::populatePatterns(
    RewritePatternSet &patterns) {
  populateMergeConcatOperandsPatterns(patterns);
}

void ApplySliceOfConcatPatternsOp::populatePatterns(
    RewritePatternSet &patterns) {
  populateSliceOfConcatPatterns(patterns);
}

void ApplyFuseElementwisePatternsOp::populatePatterns(
    RewritePatternSet &patterns) {
  populateFuseElementwisePatterns(patterns);
}

void ApplySplitConcatReadersPatternsOp::populatePatterns(
    RewritePatternSet &patterns) {
  populateSplitConcatReadersPatterns(patterns);
}

//===----------------------------------------------------------------------===//
// Transforms
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
SplitConcatReadersOp::apply(transform::TransformRewriter &rewriter,
                            transform::TransformResults &results,
                            transform::TransformState &state) {
  SmallVector<Operation *> parts;
  for (Operation *target : state.getPayloadOps(getTarget())) {
    auto reader = dyn_cast<linalg::LinalgOp>(target);
    FailureOr<SmallVector<Operation *>> split = failure();
    if (reader)
      split = splitConcatReader(rewriter, reader);
    if (failed(split)) {
      DiagnosedSilenceableFailure error =
          emitSilenceableError()
          << "expected a structured op that reads a tensor.concat with "
             "elements, in a parallel loop along its axis, but got '"
          << target->getName() << "'";
      error.attachNote(target->getLoc()) << "target op";
      return error;
    }
    llvm::append_range(parts, *split);
  }
  results.set(cast<OpResult>(getParts()), parts);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
ConcatInPlaceOp::applyToOne(transform::TransformRewriter &, func::FuncOp target,
                            transform::ApplyToEachResultList &results,
                            transform::TransformState &) {
  onnxops::ConcatInPlaceOptions options;
  options.copyOperands = getCopyOperands();
  options.leaveCopies = getLeaveCopies();
  PassManager pm(getContext(), func::FuncOp::getOperationName());
  pm.addPass(createConcatInPlace(options));
  if (failed(pm.run(target)))
    return emitDefaultDefiniteFailure(target);
  results.push_back(target);
  return DiagnosedSilenceableFailure::success();
}

namespace {

class OnnxOpsTransformOps
    : public transform::TransformDialectExtension<OnnxOpsTransformOps> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OnnxOpsTransformOps)

  using Base::Base;

  void init() {
    declareGeneratedDialect<arith::ArithDialect>();
    declareGeneratedDialect<bufferization::BufferizationDialect>();
    declareGeneratedDialect<linalg::LinalgDialect>();
    declareGeneratedDialect<memref::MemRefDialect>();
    declareGeneratedDialect<tensor::TensorDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "onnxops/TransformOps/OnnxOpsTransformOps.cpp.inc"
        >();
  }
};

} // namespace

void mlir::onnxops::registerTransformOps(DialectRegistry &registry) {
  registry.addExtensions<OnnxOpsTransformOps>();
}

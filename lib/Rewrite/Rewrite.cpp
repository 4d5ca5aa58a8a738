//===- Rewrite.cpp - a model to a better one ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts to a newer opset first, since it can express more, and to an older
// one last.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Rewrite/Rewrite.h"

#include "mlir/Pass/PassManager.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Pipelines/Pipelines.h"

using namespace mlir;
using namespace mlir::onnxops;

static LogicalResult convertTo(ModuleOp module, int64_t opset,
                               bool verifyPasses) {
  return runPasses(module, verifyPasses, [&](OpPassManager &pm) {
    ConvertVersionOptions options;
    options.targetOpset = opset;
    pm.addPass(createInferShapes());
    pm.addPass(createConvertVersion(options));
  });
}

// Emits one error for all sequences that are left.
static LogicalResult refuseSequences(ModuleOp module,
                                     ArrayRef<RemainingSequence> sequences) {
  if (sequences.empty())
    return success();
  InFlightDiagnostic error =
      emitError(module.getLoc())
      << "expected no sequences, but " << sequences.size()
      << (sequences.size() == 1 ? " is left" : " are left");
  for (const RemainingSequence &sequence : sequences)
    error.attachNote(sequence.loc) << sequence.name << ": " << sequence.reason;
  return error;
}

FailureOr<RewriteReport>
mlir::onnxops::rewriteModel(ModuleOp module, const RewriteOptions &options) {
  RewriteReport report;
  report.before = summarize(module);
  int64_t opset = getOpset(module);
  int64_t target = options.targetOpset.value_or(opset);
  if (target > opset && failed(convertTo(module, target, options.verifyPasses)))
    return failure();
  RewriteModelOptions pipeline;
  for (const std::string &dim : options.dims)
    pipeline.dims.push_back(dim);
  for (ModelRewrite rewrite : options.keep)
    pipeline.keep.push_back(rewrite);
  if (failed(runPasses(module, options.verifyPasses, [&](OpPassManager &pm) {
        buildRewriteModelPipeline(pm, pipeline);
      })))
    return failure();
  if (!llvm::is_contained(options.keep, ModelRewrite::Sequences))
    report.sequences = findRemainingSequences(module);
  if (options.noSequences && failed(refuseSequences(module, report.sequences)))
    return failure();
  if (target < opset && failed(convertTo(module, target, options.verifyPasses)))
    return failure();
  report.after = summarize(module);
  return report;
}

//===- Rewrite.cpp - a model to a better one ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts to a newer opset first, since it can express more, and to an older
// one last.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Rewrite/Rewrite.h"

#include "CompareGraphs.h"
#include "NodeHistory.h"
#include "mlir/Pass/PassManager.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Export/Export.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Pipelines/Pipelines.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// Runs pipelines, and records what they do to nodes if that is asked for.
class Rewriter {
public:
  Rewriter(ModuleOp module, const RewriteOptions &options)
      : module(module), options(options) {
    if (!options.recordsNodes)
      return;
    history.emplace(module);
    before = captureGraph(module);
  }

  LogicalResult run(llvm::function_ref<void(OpPassManager &)> build);
  LogicalResult convertTo(int64_t opset);
  void finish(RewriteReport &report);

private:
  ModuleOp module;
  const RewriteOptions &options;
  std::optional<NodeHistory> history;
  ModelGraph before;
};

} // namespace

LogicalResult Rewriter::run(llvm::function_ref<void(OpPassManager &)> build) {
  return runPasses(module, options.verifyPasses, build,
                   [&](Pass &pass, Operation *root) {
                     if (history)
                       history->observe(pass, root);
                     if (options.progress && !pass.getArgument().empty())
                       options.progress(pass.getArgument());
                   });
}

LogicalResult Rewriter::convertTo(int64_t opset) {
  return run([&](OpPassManager &pm) {
    ConvertVersionOptions options;
    options.targetOpset = opset;
    pm.addPass(createInferShapes());
    pm.addPass(createConvertVersion(options));
  });
}

// Adds to the report what has been recorded.
void Rewriter::finish(RewriteReport &report) {
  if (!history)
    return;
  report.graphBefore = std::move(before);
  report.graphAfter = captureGraph(module);
  report.changes =
      compareGraphs(report.graphBefore, report.graphAfter, *history);
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
  recordCalls(module);
  RewriteReport report;
  report.before = summarize(module);
  Rewriter rewriter(module, options);
  int64_t opset = getOpset(module);
  int64_t target = options.targetOpset.value_or(opset);
  if (target > opset && failed(rewriter.convertTo(target)))
    return failure();
  RewriteModelOptions pipeline;
  for (const std::string &dim : options.dims)
    pipeline.dims.push_back(dim);
  for (ModelRewrite rewrite : options.keep)
    pipeline.keep.push_back(rewrite);
  if (failed(rewriter.run(
          [&](OpPassManager &pm) { buildRewriteModelPipeline(pm, pipeline); })))
    return failure();
  if (!llvm::is_contained(options.keep, ModelRewrite::Sequences))
    report.sequences = findRemainingSequences(module);
  if (options.noSequences && failed(refuseSequences(module, report.sequences)))
    return failure();
  if (target < opset && failed(rewriter.convertTo(target)))
    return failure();
  report.after = summarize(module);
  rewriter.finish(report);
  return report;
}

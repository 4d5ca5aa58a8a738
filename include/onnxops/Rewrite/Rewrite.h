//===- Rewrite.h - a model to a better one ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites an imported model to one that can be exported: without sequences
// where their structure is known, at another opset, with fewer operators.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_REWRITE_REWRITE_H
#define ONNXOPS_REWRITE_REWRITE_H

#include "onnxops/Pipelines/RewriteModel.h"
#include "onnxops/Rewrite/Report.h"

#include <functional>
#include <optional>

namespace mlir::onnxops {

struct RewriteOptions {
  /// The opset of the result, the model's if none.
  std::optional<int64_t> targetOpset;
  /// Whether a sequence that is left is an error.
  bool noSequences = false;
  /// Sizes of symbolic dimensions of inputs, as "N=8".
  std::vector<std::string> dims;
  /// What is not rewritten.
  std::vector<ModelRewrite> keep;
  /// Called with the name of each pass that is done; may be null.
  std::function<void(StringRef)> progress;
  /// Verifies the module after each pass, which checks the compiler.
  bool verifyPasses = false;
  /// Records for the report what is done to each node.
  bool recordsNodes = false;
};

/// Rewrites a module that importONNX has read with `allowUnsupported`, for
/// exportONNX. For inputs on which the model succeeds, the result has the same
/// outputs, bit for bit; it may succeed for others. Names of inputs, outputs
/// and of all values that stay are unchanged.
///
/// Emits one error if an option does not suit the model, an operator has no
/// equivalent at the target opset, or a sequence is left that must not be.
FailureOr<RewriteReport> rewriteModel(ModuleOp module,
                                      const RewriteOptions &options);

} // namespace mlir::onnxops

#endif // ONNXOPS_REWRITE_REWRITE_H

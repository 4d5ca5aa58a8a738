//===- Rewrite.cpp - a model to a better one, for C -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts the options, and prints the report.
//
//===----------------------------------------------------------------------===//

#include "onnxops-c/Rewrite.h"

#include "ErrorText.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "onnxops/Rewrite/Rewrite.h"

using namespace mlir;
using namespace mlir::onnxops;

static llvm::Expected<RewriteOptions>
convert(const OnnxopsRewriteOptions *options) {
  RewriteOptions converted;
  if (!options)
    return converted;
  if (options->targetOpset < 0)
    return llvm::createStringError("targetOpset: expected 0 or more, but got " +
                                   Twine(options->targetOpset));
  if (options->numDims < 0 || (options->numDims > 0 && !options->dims))
    return llvm::createStringError("dims: expected " + Twine(options->numDims) +
                                   " texts");
  if (options->targetOpset > 0)
    converted.targetOpset = options->targetOpset;
  converted.noSequences = options->noSequences;
  for (int64_t i = 0; i < options->numDims; ++i) {
    if (!options->dims[i])
      return llvm::createStringError("dims: expected text, but got null");
    converted.dims.emplace_back(options->dims[i]);
  }
  return converted;
}

MlirLogicalResult onnxopsRewriteModel(MlirModule module,
                                      const OnnxopsRewriteOptions *options,
                                      MlirStringCallback report, void *userData,
                                      char **error) {
  ErrorText errors(unwrap(module).getContext(), error);
  llvm::Expected<RewriteOptions> converted = convert(options);
  if (!converted) {
    errors.fail(converted.takeError());
    return mlirLogicalResultFailure();
  }
  converted->recordsNodes = report != nullptr;
  FailureOr<RewriteReport> rewritten = rewriteModel(unwrap(module), *converted);
  if (failed(rewritten)) {
    errors.fail("the model cannot be rewritten");
    return mlirLogicalResultFailure();
  }
  if (report) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printJSON(*rewritten, os);
    report(wrap(StringRef(text)), userData);
  }
  return mlirLogicalResultSuccess();
}

//===- Models.cpp - models in and out of the dialect, for C ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls the importers and the exporter on memory.
//
//===----------------------------------------------------------------------===//

#include "onnxops-c/Models.h"

#include "ErrorText.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "onnxops/Export/Export.h"
#include "onnxops/Model/Model.h"

using namespace mlir;
using namespace mlir::onnxops;

static ImportOptions convert(const OnnxopsImportOptions *options) {
  ImportOptions converted;
  if (!options)
    return converted;
  converted.allowNewerOpset = options->allowNewerOpset;
  converted.allowUnsupported = options->allowUnsupported;
  converted.freezeInitializers = options->freezeInitializers;
  converted.torchSplitSqueeze = options->torchSplitSqueeze;
  converted.dropEmptyInputs = options->dropEmptyInputs;
  converted.allowNegativeAxes = options->allowNegativeAxes;
  converted.allowBytecode = options->allowBytecode;
  return converted;
}

// What all functions that read do with what they read.
static MlirModule finish(OwningOpRef<ModuleOp> module, ErrorText &errors) {
  if (!module)
    errors.fail("the model cannot be read");
  return wrap(module.release());
}

MlirModule onnxopsImportONNX(MlirContext context, MlirStringRef model,
                             MlirStringRef name,
                             const OnnxopsImportOptions *options,
                             char **error) {
  ErrorText errors(unwrap(context), error);
  return finish(importONNX({unwrap(model), unwrap(name)}, *unwrap(context),
                           convert(options)),
                errors);
}

MlirModule onnxopsImportOpenVINO(MlirContext context, MlirStringRef model,
                                 MlirStringRef weights, MlirStringRef name,
                                 char **error) {
  ErrorText errors(unwrap(context), error);
  return finish(importOpenVINO({unwrap(model), unwrap(name)},
                               {unwrap(weights), "weights"}, *unwrap(context)),
                errors);
}

MlirModule onnxopsImportFile(MlirContext context, MlirStringRef path,
                             const OnnxopsImportOptions *options,
                             char **error) {
  ErrorText errors(unwrap(context), error);
  return finish(readModule(unwrap(path), *unwrap(context), convert(options)),
                errors);
}

MlirLogicalResult onnxopsExportONNX(MlirModule module, MlirStringCallback write,
                                    void *userData, char **error) {
  ErrorText errors(unwrap(module).getContext(), error);
  FailureOr<std::string> bytes = exportONNX(unwrap(module));
  if (failed(bytes)) {
    errors.fail("the module cannot be written");
    return mlirLogicalResultFailure();
  }
  write(wrap(StringRef(*bytes)), userData);
  return mlirLogicalResultSuccess();
}

//===- Models.cpp - import and export of models, for C --------------------===//
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
#include "mlir/IR/AttrTypeSubElements.h"
#include "onnxops/Export/Export.h"
#include "onnxops/Model/Model.h"

using namespace mlir;
using namespace mlir::onnxops;

static llvm::Error setLimit(uint64_t &limit, const char *name, int64_t given) {
  if (given < 0)
    return llvm::createStringError(
        Twine(name) + ": expected 0 or more, but got " + Twine(given));
  if (given > 0)
    limit = given;
  return llvm::Error::success();
}

static llvm::Expected<ImportOptions>
convert(const OnnxopsImportOptions *options) {
  ImportOptions converted;
  if (!options)
    return converted;
#define ONNXOPS_IMPORT_OPTION(member, flag, help)                              \
  converted.member = options->member;
#define ONNXOPS_MODEL_LIMIT(member, flag, help)                                \
  if (llvm::Error error =                                                      \
          setLimit(converted.limits.member, #member, options->member))         \
    return error;
#include "onnxops/Import/ImportOptions.def"
  return converted;
}

// Reads a model with `read`, in which the functions differ.
static MlirModule
import(MlirContext context, const OnnxopsImportOptions *options, char **error,
       llvm::function_ref<OwningOpRef<ModuleOp>(const ImportOptions &)> read) {
  ErrorText errors(unwrap(context), error);
  llvm::Expected<ImportOptions> converted = convert(options);
  if (!converted) {
    errors.fail(converted.takeError());
    return {nullptr};
  }
  OwningOpRef<ModuleOp> module = read(*converted);
  if (!module)
    errors.fail("the model cannot be read");
  return wrap(module.release());
}

MlirModule onnxopsImportONNX(MlirContext context, MlirStringRef model,
                             MlirStringRef name,
                             const OnnxopsImportOptions *options,
                             char **error) {
  return import(context, options, error, [&](const ImportOptions &converted) {
    return importONNX({unwrap(model), unwrap(name)}, *unwrap(context),
                      converted);
  });
}

MlirModule onnxopsImportOpenVINO(MlirContext context, MlirStringRef model,
                                 MlirStringRef weights, MlirStringRef name,
                                 char **error) {
  return onnxopsImportOpenVINOWithOptions(context, model, weights, name,
                                          /*options=*/nullptr, error);
}

MlirModule onnxopsImportOpenVINOWithOptions(
    MlirContext context, MlirStringRef model, MlirStringRef weights,
    MlirStringRef name, const OnnxopsImportOptions *options, char **error) {
  return import(context, options, error, [&](const ImportOptions &converted) {
    return importOpenVINO({unwrap(model), unwrap(name)},
                          {unwrap(weights), "weights"}, *unwrap(context),
                          converted);
  });
}

MlirModule onnxopsImportFile(MlirContext context, MlirStringRef path,
                             const OnnxopsImportOptions *options,
                             char **error) {
  return import(context, options, error, [&](const ImportOptions &converted) {
    return readModule(unwrap(path), *unwrap(context), converted);
  });
}

// Attributes of a context are never freed; constants are folded and converted
// to others of their size.
int64_t onnxopsModuleContextBytes(MlirModule module) {
  constexpr int64_t bytesOfOp = 1024, copies = 8;
  int64_t bytes = 0;
  AttrTypeWalker walker;
  walker.addWalk([&](ElementsAttr elements) {
    // Those of strings have a pointer and a length for each.
    Type type = elements.getElementType();
    int64_t bits = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 128;
    int64_t count = elements.isSplat() ? 1 : elements.getNumElements();
    bytes += copies * llvm::divideCeil(count * bits, 8);
  });
  walker.addWalk([&](StringAttr text) { bytes += text.size(); });
  unwrap(module)->walk([&](Operation *op) {
    bytes += bytesOfOp;
    walker.walk(op->getAttrDictionary());
  });
  return bytes;
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

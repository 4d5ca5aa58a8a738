//===- ExportONNX.cpp - export a module as an ONNX model ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the properties of the whole model: opsets, versions, documentation.
// The graph is built completely before a file is created.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Export/Export.h"

#include "FunctionCalls.h"
#include "GraphWriter.h"
#include "OpsetChoice.h"
#include "mlir/Pass/PassManager.h"
#include "onnxops/Data/TensorProto.h"
#include "onnxops/Dialect/OnnxOps/IR/ModelMetadata.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Support/OutputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::onnxops;
namespace fs = llvm::sys::fs;

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

// Writes entries that the dialect's verifier has checked.
static void writeModelEntries(DictionaryAttr entries, onnx::ModelProto &model) {
  auto getText = [&](StringRef name) {
    auto text = entries.getAs<StringAttr>(name);
    return text ? text.str() : std::string();
  };
  if (std::string text = getText(metadata::kGraph); !text.empty())
    model.mutable_graph()->set_name(text);
  if (std::string text = getText(metadata::kDomain); !text.empty())
    model.set_domain(text);
  if (std::string text = getText(metadata::kProducer); !text.empty())
    model.set_producer_name(text);
  if (std::string text = getText(metadata::kProducerVersion); !text.empty())
    model.set_producer_version(text);
  if (auto version = entries.getAs<IntegerAttr>(metadata::kVersion))
    model.set_model_version(version.getInt());
  auto metadata = entries.getAs<ArrayAttr>(metadata::kMetadata);
  if (!metadata)
    return;
  for (auto pair : metadata.getAsRange<ArrayAttr>()) {
    onnx::StringStringEntryProto &entry = *model.add_metadata_props();
    entry.set_key(cast<StringAttr>(pair[0]).str());
    entry.set_value(cast<StringAttr>(pair[1]).str());
  }
}

static void writeMetadata(ModuleOp module, func::FuncOp main,
                          onnx::ModelProto &model) {
  onnx::GraphProto &graph = *model.mutable_graph();
  if (auto text = module->getAttrOfType<StringAttr>(metadata::kDocAttr))
    model.set_doc_string(text.str());
  if (auto text = main->getAttrOfType<StringAttr>(metadata::kDocAttr))
    graph.set_doc_string(text.str());
  graph.set_name(metadata::kDefaultGraph.str());
  if (auto entries =
          module->getAttrOfType<DictionaryAttr>(metadata::kModelAttr))
    writeModelEntries(entries, model);
}

static void writeOpsets(ModuleOp module, int64_t opset,
                        onnx::ModelProto &model) {
  auto add = [&](StringRef domain, int64_t version) {
    onnx::OperatorSetIdProto &import = *model.add_opset_import();
    import.set_domain(domain.str());
    import.set_version(version);
  };
  add("", opset);
  if (auto domains =
          module->getAttrOfType<DictionaryAttr>(metadata::kDomainsAttr))
    for (NamedAttribute domain : domains)
      add(domain.getName(), cast<IntegerAttr>(domain.getValue()).getInt());
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

// The only function that a module may have.
static FailureOr<func::FuncOp> getMain(ModuleOp module) {
  func::FuncOp main;
  for (Operation &op : *module.getBody()) {
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function || function.getName() != "main")
      return emitUnwritable(&op)
             << "expected nothing beside the function 'main'";
    main = function;
  }
  if (!main)
    return emitUnwritable(module) << "expected a function 'main', but got none";
  if (!main.isPublic() || !main.getBody().hasOneBlock())
    return emitUnwritable(main)
           << "expected 'main' to be public and to have one block";
  if (!main.getNumResults())
    return emitUnwritable(main) << "expected 'main' to have a result";
  return main;
}

// The casts to types more precise than those of their operands.
static SmallVector<Operation *> findNarrowCasts(ModuleOp module) {
  SmallVector<Operation *> casts;
  module.walk([&](Operation *op) {
    Value source = getCastSource(op);
    if (source && !isRefinementOf(source.getType(), op->getResultTypes()[0]))
      casts.push_back(op);
  });
  return casts;
}

// Casts have no ONNX equivalent, so their types may not be more precise than
// inferred types.
static LogicalResult verifyCasts(ModuleOp module) {
  if (findNarrowCasts(module).empty())
    return success();
  OwningOpRef<ModuleOp> inferred = module.clone();
  PassManager inference(module.getContext());
  inference.addPass(createInferShapes());
  if (failed(inference.run(*inferred)))
    return failure();
  for (Operation *op : findNarrowCasts(*inferred))
    return emitUnwritable(op)
           << "expected a cast to a type no more precise than "
           << op->getOperandTypes()[0] << ", but got "
           << op->getResultTypes()[0];
  return success();
}

// The version of the file format that the model was imported from, 0 if it is
// not known.
static int64_t getFormat(ModuleOp module) {
  auto entries = module->getAttrOfType<DictionaryAttr>(metadata::kModelAttr);
  auto version = entries ? entries.getAs<IntegerAttr>(metadata::kIRVersion)
                         : IntegerAttr();
  return version ? version.getInt() : 0;
}

// Whether the opset of the module has other versions of some ops.
static bool hasOtherVersions(ModuleOp module) {
  if (!module->hasAttr(OnnxOpsDialect::kOpsetAttr))
    return false;
  int64_t opset = std::min(getOpset(module), OnnxOpsDialect::kLatestOpset);
  WalkResult walk = module.walk([&](VersionedOpInterface op) {
    bool isSelected =
        isa<OpenVINOConcatV1Op>(op) ||
        (op.getFirstOpset() <= opset && opset <= op.getLastOpset());
    return WalkResult(success(isSelected));
  });
  return walk.wasInterrupted();
}

// A copy of the module whose ops have the versions of its opset, as after
// --onnxops-upgrade; null if the module has them itself.
static FailureOr<OwningOpRef<ModuleOp>> selectVersions(ModuleOp module) {
  if (!hasOtherVersions(module))
    return OwningOpRef<ModuleOp>();
  OwningOpRef<ModuleOp> copy = module.clone();
  ConvertVersionOptions options;
  options.targetOpset =
      std::min(getOpset(module), OnnxOpsDialect::kLatestOpset);
  int64_t opset = getOpset(module);
  PassManager conversion(module.getContext());
  conversion.addPass(createConvertVersion(options));
  if (failed(conversion.run(*copy)))
    return failure();
  (*copy)->setAttr(OnnxOpsDialect::kOpsetAttr,
                   Builder(module).getI64IntegerAttr(opset));
  return copy;
}

static FailureOr<onnx::ModelProto> buildModel(ModuleOp given,
                                              ExternalConstants *external) {
  FailureOr<OwningOpRef<ModuleOp>> selected = selectVersions(given);
  if (failed(selected))
    return failure();
  ModuleOp module = *selected ? selected->get() : given;

  FailureOr<func::FuncOp> main = getMain(module);
  if (failed(main))
    return failure();
  FailureOr<int64_t> opset = chooseOpset(module);
  if (failed(opset) || failed(verifyCasts(module)))
    return failure();
  onnx::ModelProto model;
  writeMetadata(module, *main, model);
  writeOpsets(module, *opset, model);
  GraphWriter writer(*main, *opset, external);
  if (failed(writer.write(*model.mutable_graph())))
    return failure();
  // Never lowered: other versions treat initializers of inputs differently.
  model.set_ir_version(std::max(
      getFormat(module), writer.hasConstant() ? metadata::kFormatOfConstants
                                              : metadata::kFirstFormat));
  return model;
}

// Errors that are not caused by an op.
static LogicalResult fail(ModuleOp module, llvm::Error error) {
  return emitError(UnknownLoc::get(module.getContext()))
         << llvm::toString(std::move(error));
}

// Whether constants go into a file beside the model, as they did in the file
// that it was imported from.
static bool hasExternalData(ModuleOp module, StringRef path) {
  auto entries = module->getAttrOfType<DictionaryAttr>(metadata::kModelAttr);
  return entries && entries.contains(metadata::kExternalData) && path != "-" &&
         (!fs::exists(path) || fs::is_regular_file(path));
}

// Nobody has named the data file, so that it replaces a file of this name only:
// a link there may lead anywhere.
static llvm::Error checkDataFile(StringRef path) {
  fs::file_status status;
  fs::status(path, status, /*follow=*/false);
  if (!fs::exists(status) || fs::is_regular_file(status))
    return llvm::Error::success();
  return llvm::createStringError(
      path + ": expected a regular file, but got a link, a directory or a "
             "device");
}

// The model with calls of functions.
static FailureOr<onnx::ModelProto>
buildModelWithCalls(ModuleOp module, ExternalConstants *external) {
  FailureOr<onnx::ModelProto> model = buildModel(module, external);
  if (failed(model) || failed(restoreCalls(module, *model)))
    return failure();
  return model;
}

void mlir::onnxops::recordCalls(ModuleOp module) {
  auto entries = module->getAttrOfType<DictionaryAttr>(metadata::kModelAttr);
  if (!entries || !entries.contains(metadata::kCalls))
    return;
  // What cannot be written now may be rewritten before it is.
  ScopedDiagnosticHandler ignored(module.getContext(),
                                  [](Diagnostic &) { return success(); });
  FailureOr<onnx::ModelProto> model = buildModel(module, /*external=*/nullptr);
  if (succeeded(model))
    (void)addExpectedNodes(module, *model);
}

LogicalResult mlir::onnxops::exportONNX(ModuleOp module, StringRef path) {
  std::string dataPath = (path + ".data").str();
  ExternalConstants external(llvm::sys::path::filename(dataPath));
  FailureOr<onnx::ModelProto> model = buildModelWithCalls(
      module, hasExternalData(module, path) ? &external : nullptr);
  if (failed(model))
    return failure();
  SmallVector<OutputFile> files;
  if (!external.empty()) {
    if (llvm::Error error = checkDataFile(dataPath))
      return fail(module, std::move(error));
    files.push_back(
        {dataPath, [&](raw_ostream &os) { return external.print(os); }});
  }
  files.push_back(
      {path.str(), [&](raw_ostream &os) { return printMessage(os, *model); }});
  if (llvm::Error error = writeOutputs(files))
    return fail(module, std::move(error));
  return success();
}

FailureOr<std::string> mlir::onnxops::exportONNX(ModuleOp module) {
  FailureOr<onnx::ModelProto> model =
      buildModelWithCalls(module, /*external=*/nullptr);
  if (failed(model))
    return failure();
  llvm::Expected<std::string> bytes = serializeMessage(*model);
  if (!bytes)
    return fail(module, bytes.takeError());
  return std::move(*bytes);
}

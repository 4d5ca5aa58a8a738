//===- ExportONNX.cpp - the dialect to an ONNX model ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes what is said of the whole: opsets, versions, texts. The graph is made
// in full before there is a file.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Export/Export.h"

#include "GraphWriter.h"
#include "OpsetChoice.h"
#include "onnxops/Data/TensorProto.h"
#include "onnxops/Dialect/OnnxOps/IR/ModelNotes.h"

#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::onnxops;

// What a version of the file format brought: initializers that are no inputs.
// Before that, version 3 was the first with opsets.
static constexpr int64_t kFirstFormat = 3;
static constexpr int64_t kFormatOfConstants = 4;

//===----------------------------------------------------------------------===//
// Notes
//===----------------------------------------------------------------------===//

static void writeDoc(Operation *op, std::string *doc) {
  if (auto text = op->getAttrOfType<StringAttr>(notes::kDocAttr))
    *doc = text.str();
}

// Writes what the dialect's verifier has checked.
static void writeNotes(ModuleOp module, onnx::ModelProto &model) {
  if (module->hasAttr(notes::kDocAttr))
    writeDoc(module, model.mutable_doc_string());
  auto entries = module->getAttrOfType<DictionaryAttr>(notes::kModelAttr);
  model.mutable_graph()->set_name("main");
  if (!entries)
    return;
  if (auto text = entries.getAs<StringAttr>(notes::kDomain))
    model.set_domain(text.str());
  if (auto text = entries.getAs<StringAttr>(notes::kGraph))
    model.mutable_graph()->set_name(text.str());
  if (auto text = entries.getAs<StringAttr>(notes::kProducer))
    model.set_producer_name(text.str());
  if (auto text = entries.getAs<StringAttr>(notes::kProducerVersion))
    model.set_producer_version(text.str());
  if (auto version = entries.getAs<IntegerAttr>(notes::kVersion))
    model.set_model_version(version.getInt());
  auto metadata = entries.getAs<ArrayAttr>(notes::kMetadata);
  for (Attribute pair :
       metadata ? metadata.getValue() : ArrayRef<Attribute>()) {
    onnx::StringStringEntryProto &entry = *model.add_metadata_props();
    entry.set_key(cast<StringAttr>(cast<ArrayAttr>(pair)[0]).str());
    entry.set_value(cast<StringAttr>(cast<ArrayAttr>(pair)[1]).str());
  }
}

static void writeOpsets(ModuleOp module, int64_t opset,
                        onnx::ModelProto &model) {
  auto add = [&](StringRef domain, int64_t version) {
    onnx::OperatorSetIdProto &import = *model.add_opset_import();
    import.set_domain(domain.str());
    import.set_version(version);
  };
  add("", opset);
  if (auto domains = module->getAttrOfType<DictionaryAttr>(notes::kDomainsAttr))
    for (NamedAttribute domain : domains)
      add(domain.getName(), cast<IntegerAttr>(domain.getValue()).getInt());
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

// The one function that a module may hold.
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

static FailureOr<onnx::ModelProto> buildModel(ModuleOp module) {
  FailureOr<func::FuncOp> main = getMain(module);
  if (failed(main))
    return failure();
  FailureOr<int64_t> opset = chooseOpset(module);
  if (failed(opset))
    return failure();
  onnx::ModelProto model;
  writeNotes(module, model);
  writeOpsets(module, *opset, model);
  if ((*main)->hasAttr(notes::kDocAttr))
    writeDoc(*main, model.mutable_graph()->mutable_doc_string());
  GraphWriter writer(*main, *opset);
  if (failed(writer.write(*model.mutable_graph())))
    return failure();
  model.set_ir_version(writer.hasConstant() ? kFormatOfConstants
                                            : kFirstFormat);
  return model;
}

LogicalResult mlir::onnxops::exportONNX(ModuleOp module, StringRef path) {
  FailureOr<onnx::ModelProto> model = buildModel(module);
  if (failed(model))
    return failure();
  if (llvm::Error error = writeMessage(path, *model))
    return emitError(UnknownLoc::get(module.getContext()))
           << path << ": " << llvm::toString(std::move(error));
  return success();
}

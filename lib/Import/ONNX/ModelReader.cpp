//===- ModelReader.cpp - an ONNX file to a graph --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns ModelProto into a FileModel. Only protobuf's classes are used, never
// the checker or the shape inference of libonnx, which stop at opset 17 and at
// some inputs stop the process.
//
//===----------------------------------------------------------------------===//

#include "ModelReader.h"

#include "GraphReader.h"
#include "mlir/IR/Diagnostics.h"
#include "onnxops/Data/TensorProto.h"
#include "llvm/ADT/StringMap.h"

#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::onnxops;

static LogicalResult readOpsets(Location loc, FileModel &model,
                                const onnx::ModelProto &proto) {
  llvm::StringMap<int64_t> opsets;
  for (const onnx::OperatorSetIdProto &import : proto.opset_import()) {
    StringRef domain = normalizeDomain(import.domain());
    auto [known, isNew] = opsets.try_emplace(domain, import.version());
    if (isNew && !domain.empty())
      model.notes.domains.emplace_back(domain.str(), import.version());
    if (isNew)
      continue;
    InFlightDiagnostic error = emitError(loc)
                               << "the model imports opsets " << known->second
                               << " and " << import.version();
    if (!domain.empty())
      error << " of domain '" << domain << "'";
    return error;
  }
  if (!opsets.contains(""))
    return emitError(loc) << "the model does not say which opset it imports";
  model.opset = opsets.lookup("");
  return success();
}

static void readNotes(ModelNotes &notes, const onnx::ModelProto &proto) {
  notes.doc = proto.doc_string();
  notes.domain = proto.domain();
  notes.graphName = proto.graph().name();
  notes.producer = proto.producer_name();
  notes.producerVersion = proto.producer_version();
  if (proto.has_model_version())
    notes.version = proto.model_version();
  for (const onnx::StringStringEntryProto &entry : proto.metadata_props())
    notes.metadata.emplace_back(entry.key(), entry.value());
}

FailureOr<FileModel> mlir::onnxops::readONNXModel(llvm::MemoryBufferRef file,
                                                  StringRef directory,
                                                  MLIRContext &context) {
  FileModel model;
  model.file = file.getBufferIdentifier().str();
  GraphPlace place(&context, model.file);
  onnx::ModelProto proto;
  if (llvm::Error error = parseMessage(file.getBuffer(), proto))
    return emitError(place.getLoc())
           << "cannot read the model: " << llvm::toString(std::move(error));
  if (!proto.has_graph())
    return emitError(place.getLoc())
           << "cannot read the model: it has no graph";
  // What calls one would mean nothing without it.
  if (proto.functions_size())
    return emitError(place.getLoc())
           << "function '" << proto.functions(0).name()
           << "': functions of a model's own are not supported";
  readNotes(model.notes, proto);
  GraphReader reader(model, model.graph, place, directory, /*outer=*/nullptr);
  if (failed(readOpsets(place.getLoc(), model, proto)) ||
      failed(reader.read(proto.graph())))
    return failure();
  return std::move(model);
}

//===- ModelReader.cpp - read an ONNX file --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts a ModelProto to a FileModel. Uses only protobuf's classes, not the
// checker or the shape inference of libonnx, which support opsets up to 17 and
// abort the process on some inputs.
//
//===----------------------------------------------------------------------===//

#include "ModelReader.h"

#include "Functions.h"
#include "GraphReader.h"
#include "mlir/IR/Diagnostics.h"
#include "onnxops/Data/ModelFunctions.h"
#include "onnxops/Data/TensorProto.h"
#include "onnxops/Dialect/OnnxOps/IR/ModelMetadata.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "llvm/ADT/StringMap.h"

#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

static uint64_t countNodes(const onnx::ModelProto &proto) {
  uint64_t count = 0;
  auto add = [&](const onnx::NodeProto &) { ++count; };
  walkNodes(proto.graph().node(), add);
  for (const onnx::FunctionProto &function : proto.functions())
    walkNodes(function.node(), add);
  return count;
}

// Whether a node, or one of a subgraph, is an operator of the default domain.
static bool usesDefaultDomain(const NodeProtos &nodes) {
  bool found = false;
  walkNodes(nodes, [&](const onnx::NodeProto &node) {
    found |= normalizeDomain(node.domain()).empty();
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Opsets
//===----------------------------------------------------------------------===//

// The newest opset that ONNX released with a version of the file format, as
// onnx/docs/Versioning.md lists them.
static int64_t getNewestOpset(int64_t format) {
  constexpr int64_t kNewest[] = {1,  1,  1,  8,  9,  10, 11,
                                 14, 18, 20, 22, 23, 24, 25};
  return format >= 0 && format < int64_t(std::size(kNewest))
             ? kNewest[format]
             : OnnxOpsDialect::kLatestOpset;
}

static LogicalResult readOpsets(Location loc, FileModel &model,
                                const onnx::ModelProto &proto) {
  llvm::StringMap<int64_t> opsets;
  for (const onnx::OperatorSetIdProto &import : proto.opset_import()) {
    StringRef domain = normalizeDomain(import.domain());
    auto [known, isNew] = opsets.try_emplace(domain, import.version());
    if (isNew && !domain.empty())
      model.metadata.domains.emplace_back(domain.str(), import.version());
    if (isNew)
      continue;
    InFlightDiagnostic error = emitError(loc)
                               << "the model imports opsets " << known->second
                               << " and " << import.version();
    if (!domain.empty())
      error << " of domain '" << domain << "'";
    return error;
  }
  if (auto opset = opsets.find(""); opset != opsets.end()) {
    model.opset = opset->second;
    return success();
  }
  if (!proto.has_ir_version() ||
      (opsets.empty() && proto.ir_version() >= metadata::kFirstFormat))
    return emitError(loc) << "the model does not say which opset it imports";
  model.opset = getNewestOpset(proto.ir_version());
  if (usesDefaultDomain(proto.graph().node()))
    emitWarning(loc) << "the model does not say which opset of ONNX it "
                        "imports; opset "
                     << model.opset << " is the newest of its ir_version "
                     << proto.ir_version();
  return success();
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

static void readMetadata(ModelMetadata &metadata,
                         const onnx::ModelProto &proto) {
  metadata.doc = proto.doc_string();
  metadata.domain = proto.domain();
  metadata.graphName = proto.graph().name();
  metadata.producer = proto.producer_name();
  metadata.producerVersion = proto.producer_version();
  if (proto.has_ir_version())
    metadata.irVersion = proto.ir_version();
  if (proto.has_model_version())
    metadata.version = proto.model_version();
  for (const onnx::StringStringEntryProto &entry : proto.metadata_props())
    metadata.metadata.emplace_back(entry.key(), entry.value());
}

// Records what exporters make functions of again.
static void recordCalls(ModelMetadata &metadata, const onnx::ModelProto &proto,
                        ArrayRef<onnx::GraphProto> calls) {
  if (calls.empty())
    return;
  for (const onnx::FunctionProto &function : proto.functions())
    if (!function.name().empty())
      metadata.functions.push_back(function.SerializeAsString());
  for (const onnx::GraphProto &call : calls)
    metadata.calls.push_back(call.SerializeAsString());
}

FailureOr<FileModel>
mlir::onnxops::readONNXModel(llvm::MemoryBufferRef file, StringRef directory,
                             const ImportOptions &options, MLIRContext &context,
                             std::unique_ptr<llvm::MemoryBuffer> owner) {
  FileModel model;
  model.file = file.getBufferIdentifier().str();
  GraphPlace place(&context, model.file);
  onnx::ModelProto proto;
  if (llvm::Error error = parseMessage(file.getBuffer(), proto))
    return emitError(place.getLoc())
           << "cannot read the model: " << llvm::toString(std::move(error));
  owner.reset();
  if (!proto.has_graph())
    return emitError(place.getLoc())
           << "cannot read the model: it has no graph";
  if (llvm::Error error = checkNumNodes(countNodes(proto), options.limits))
    return emitError(place.getLoc()) << llvm::toString(std::move(error));
  std::vector<onnx::GraphProto> calls;
  if (llvm::Error error = inlineFunctions(
          proto, options.limits, options.keepFunctions ? &calls : nullptr))
    return emitError(place.getLoc()) << llvm::toString(std::move(error));
  readMetadata(model.metadata, proto);
  recordCalls(model.metadata, proto, calls);
  ConstantPool pool(options.limits);
  GraphReader reader(model, place, directory, pool);
  if (failed(readOpsets(place.getLoc(), model, proto)) ||
      failed(reader.read(*proto.mutable_graph())))
    return failure();
  return std::move(model);
}

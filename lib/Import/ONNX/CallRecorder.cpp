//===- CallRecorder.cpp - record calls of functions -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recorded call without its node is none: it is dropped at the end.
//
//===----------------------------------------------------------------------===//

#include "CallRecorder.h"

#include "llvm/ADT/STLExtras.h"

#include <onnx/onnx_pb.h>

using namespace mlir::onnxops;

std::optional<size_t> CallRecorder::begin(const onnx::NodeProto &call,
                                          bool hasExternalData) {
  if (!calls)
    return std::nullopt;
  if (hasExternalData) {
    for (size_t outer : open)
      (*calls)[outer].clear_node();
    return std::nullopt;
  }
  open.push_back(calls->size());
  *calls->emplace_back().add_node() = call;
  return open.back();
}

void CallRecorder::end(std::optional<size_t> call, const NodeProtos &nodes,
                       int first) {
  if (!call)
    return;
  open.pop_back();
  onnx::GraphProto &recorded = (*calls)[*call];
  for (int index = first; index < nodes.size(); ++index) {
    int numNamed = recorded.output_size();
    for (const std::string &name : nodes[index].output())
      if (!name.empty())
        recorded.add_output()->set_name(name);
    // Nothing would tell a node without results.
    if (recorded.output_size() == numNamed)
      recorded.clear_node();
  }
}

// Names of operands and values must be defined once: others could be taken for
// them. Passes make operators of ONNX, which must not be calls.
void CallRecorder::select(const onnx::ModelProto &model) {
  if (!calls)
    return;
  auto isOnnx = [](const onnx::FunctionProto &function) {
    return normalizeDomain(function.domain()).empty();
  };
  if (llvm::any_of(model.functions(), isOnnx))
    return calls->clear();
  DefinitionCounts definitions(model.graph());
  auto isUnique = [&](const std::string &name) {
    return name.empty() || definitions.get(name) == 1;
  };
  auto isUniqueValue = [&](const onnx::ValueInfoProto &value) {
    return isUnique(value.name());
  };
  llvm::erase_if(*calls, [&](const onnx::GraphProto &call) {
    return !call.node_size() || !llvm::all_of(call.node(0).input(), isUnique) ||
           !llvm::all_of(call.node(0).output(), isUnique) ||
           !llvm::all_of(call.output(), isUniqueValue);
  });
}

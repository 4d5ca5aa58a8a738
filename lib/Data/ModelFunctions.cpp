//===- ModelFunctions.cpp - the functions of ONNX models ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/ModelFunctions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

#include <onnx/onnx_pb.h>

using namespace mlir::onnxops;
using llvm::StringRef;

StringRef mlir::onnxops::normalizeDomain(StringRef domain) {
  return domain == "ai.onnx" ? "" : domain;
}

std::string mlir::onnxops::getFunctionKey(StringRef domain, StringRef name) {
  return (normalizeDomain(domain) + ":" + name).str();
}

void mlir::onnxops::walkNodes(
    const NodeProtos &nodes,
    llvm::function_ref<void(const onnx::NodeProto &)> visit) {
  for (const onnx::NodeProto &node : nodes) {
    visit(node);
    for (const onnx::AttributeProto &attribute : node.attribute()) {
      walkNodes(attribute.g().node(), visit);
      for (const onnx::GraphProto &graph : attribute.graphs())
        walkNodes(graph.node(), visit);
    }
  }
}

void mlir::onnxops::visitDefinitions(
    const onnx::GraphProto &graph,
    llvm::function_ref<void(const std::string &)> visit) {
  llvm::StringSet<> given;
  auto add = [&](const std::string &name) {
    if (given.insert(name).second)
      visit(name);
  };
  for (const onnx::ValueInfoProto &input : graph.input())
    add(input.name());
  for (const onnx::TensorProto &constant : graph.initializer())
    add(constant.name());
  for (const onnx::SparseTensorProto &constant : graph.sparse_initializer())
    add(constant.values().name());
  for (const onnx::NodeProto &node : graph.node())
    for (const std::string &name : node.output())
      if (!name.empty())
        visit(name);
}

void DefinitionCounts::add(const onnx::GraphProto &graph) {
  visitDefinitions(graph, [&](const std::string &name) { ++counts[name]; });
  for (const onnx::NodeProto &node : graph.node())
    for (const onnx::AttributeProto &attribute : node.attribute())
      if (attribute.has_g())
        add(attribute.g());
}

static bool isExternal(const onnx::TensorProto &tensor) {
  return tensor.data_location() == onnx::TensorProto::EXTERNAL;
}

static bool isSparseExternal(const onnx::SparseTensorProto &tensor) {
  return isExternal(tensor.values()) || isExternal(tensor.indices());
}

static bool hasExternalConstant(const onnx::GraphProto &graph) {
  return llvm::any_of(graph.initializer(), isExternal) ||
         llvm::any_of(graph.sparse_initializer(), isSparseExternal);
}

bool mlir::onnxops::hasExternalData(const onnx::NodeProto &node) {
  return llvm::any_of(
      node.attribute(), [](const onnx::AttributeProto &attribute) {
        return isExternal(attribute.t()) ||
               isSparseExternal(attribute.sparse_tensor()) ||
               llvm::any_of(attribute.tensors(), isExternal) ||
               llvm::any_of(attribute.sparse_tensors(), isSparseExternal) ||
               hasExternalConstant(attribute.g()) ||
               llvm::any_of(attribute.graphs(), hasExternalConstant);
      });
}

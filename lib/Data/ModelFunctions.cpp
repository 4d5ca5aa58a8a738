//===- ModelFunctions.cpp - the functions of ONNX models ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/ModelFunctions.h"

#include "llvm/ADT/STLExtras.h"
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

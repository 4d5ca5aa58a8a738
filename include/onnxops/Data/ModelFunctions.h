//===- ModelFunctions.h - the functions of ONNX models ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model may define operators of its own, as lists of nodes. What importers
// and exporters need to follow their calls.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DATA_MODELFUNCTIONS_H
#define ONNXOPS_DATA_MODELFUNCTIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace google::protobuf {
template <typename Element>
class RepeatedPtrField;
} // namespace google::protobuf

namespace onnx {
class GraphProto;
class NodeProto;
} // namespace onnx

namespace mlir::onnxops {

using NodeProtos = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

/// "ai.onnx" is another name of the default domain, "".
llvm::StringRef normalizeDomain(llvm::StringRef domain);

/// What identifies an operator of a domain, and the function that defines it.
std::string getFunctionKey(llvm::StringRef domain, llvm::StringRef name);

/// Calls `visit` for each node, also of graphs in attributes, those of a node
/// after the node. Protobuf limits their nesting depth.
void walkNodes(const NodeProtos &nodes,
               llvm::function_ref<void(const onnx::NodeProto &)> visit);

/// Calls `visit` with each name that a graph itself defines, once for an input
/// that has an initializer.
void visitDefinitions(const onnx::GraphProto &graph,
                      llvm::function_ref<void(const std::string &)> visit);

/// How often a graph and all graphs in attributes of its nodes define a name.
class DefinitionCounts {
public:
  explicit DefinitionCounts(const onnx::GraphProto &graph) { add(graph); }

  unsigned get(llvm::StringRef name) const { return counts.lookup(name); }

private:
  void add(const onnx::GraphProto &graph);

  llvm::StringMap<unsigned> counts;
};

/// Whether a tensor of a node, or of a graph in its attributes, but not of the
/// nodes of that, is in another file.
bool hasExternalData(const onnx::NodeProto &node);

} // namespace mlir::onnxops

#endif // ONNXOPS_DATA_MODELFUNCTIONS_H

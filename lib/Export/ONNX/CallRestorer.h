//===- CallRestorer.h - calls in place of nodes -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXPORT_ONNX_CALLRESTORER_H
#define ONNXOPS_LIB_EXPORT_ONNX_CALLRESTORER_H

#include "GraphScope.h"

namespace mlir::onnxops {

/// Replaces nodes of one graph by calls, which are as metadata::kCalls
/// describes them.
class CallRestorer {
public:
  /// `definitions` are those of the whole model.
  CallRestorer(onnx::GraphProto &graph, const GraphScope *outer,
               const DefinitionCounts &definitions)
      : graph(graph), definitions(definitions), scope(graph, outer),
        uses(graph), isReplaced(graph.node_size()) {}

  /// Selects a call if all nodes in its place that are there are as they were,
  /// only they use their inner values, and its operands are there.
  void restore(const onnx::GraphProto &call);
  /// Puts the selected calls in place of their nodes; none if nodes would use
  /// each other.
  void placeCalls();
  /// Removes inner values that nothing uses any longer.
  void removeUnused();

private:
  struct Match {
    SmallVector<int> nodes;
    llvm::StringMap<std::string> constants; // to equal ones of another name
  };

  using Constants = llvm::StringMap<const onnx::TensorProto *>; // of a call

  bool matchInputs(const Constants &known, onnx::NodeProto &expected,
                   const onnx::NodeProto &actual, Match &match) const;
  std::optional<Match> match(const onnx::GraphProto &call) const;
  bool isSelfContained(const onnx::NodeProto &call, const Match &match,
                       const UseCounts &own) const;
  bool setOperands(onnx::NodeProto &call, const Match &match,
                   const UseCounts &own) const;

  onnx::GraphProto &graph;
  const DefinitionCounts &definitions;
  GraphScope scope;
  UseCounts uses;
  std::vector<bool> isReplaced;
  std::vector<std::pair<int, onnx::NodeProto>> restored; // and their positions
  llvm::StringSet<> removable; // values, if nothing uses them
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXPORT_ONNX_CALLRESTORER_H

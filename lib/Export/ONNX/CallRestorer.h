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
  CallRestorer(onnx::GraphProto &graph, const GraphScope *outer)
      : graph(graph), scope(graph, outer), uses(graph),
        isReplaced(graph.node_size()) {}

  /// Restores a call if all nodes in its place that are there are as they were,
  /// no others use their inner values, and its operands are visible.
  void restore(const onnx::GraphProto &call);
  /// Changes the graph, and removes inner values. Restores nothing if nodes
  /// would use each other.
  void finish();

private:
  struct Match {
    SmallVector<int> nodes;
    llvm::StringMap<std::string> constants; // to equal ones of another name
  };

  using Constants = llvm::StringMap<const onnx::TensorProto *>; // of a call

  bool matchInputs(const Constants &known, onnx::NodeProto &expected,
                   const onnx::NodeProto &actual, Match &match) const;
  std::optional<Match> match(const onnx::GraphProto &call) const;
  bool isSelfContained(const onnx::GraphProto &call, const Match &match) const;
  bool renameOperands(onnx::NodeProto &call, const Match &match) const;

  onnx::GraphProto &graph;
  GraphScope scope;
  UseCounts uses;
  std::vector<bool> isReplaced;
  std::vector<std::pair<int, onnx::NodeProto>> restored; // and their positions
  llvm::StringSet<> inner; // values that are gone if nothing uses them
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXPORT_ONNX_CALLRESTORER_H

//===- GraphScope.h - names in graphs of messages ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What names stand for in a GraphProto that is being changed.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXPORT_ONNX_GRAPHSCOPE_H
#define ONNXOPS_LIB_EXPORT_ONNX_GRAPHSCOPE_H

#include "mlir/Support/LLVM.h"
#include "onnxops/Data/ModelFunctions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <onnx/onnx_pb.h>

#include <optional>
#include <vector>

namespace mlir::onnxops {

/// The tensor of a Constant; null for other nodes.
const onnx::TensorProto *getConstant(const onnx::NodeProto &node);

/// The definitions of a graph, inside of those of enclosing graphs. Valid as
/// long as they do not change.
class GraphScope {
public:
  GraphScope(const onnx::GraphProto &graph, const GraphScope *outer);

  const onnx::GraphProto &getGraph() const { return graph; }
  /// The index of the node of this graph that makes a value.
  std::optional<int> findNode(StringRef name) const;
  /// The constant of that name, an initializer or a node's, in this graph or
  /// the nearest enclosing one that defines the name; null if it is something
  /// else.
  const onnx::TensorProto *findConstant(StringRef name) const;
  /// Whether this graph defines the name.
  bool isDefined(StringRef name) const;
  /// Whether the name is an input or a constant of this graph or an enclosing
  /// one.
  bool isGiven(StringRef name) const;

private:
  const onnx::GraphProto &graph;
  const GraphScope *outer;
  llvm::StringMap<int> nodes;
  llvm::StringMap<const onnx::TensorProto *> constants;
  llvm::StringSet<> inputs;
};

/// How often nodes, graphs in their attributes, and outputs of graphs use each
/// name of the graph that the nodes are in.
class UseCounts {
public:
  UseCounts() = default;
  explicit UseCounts(const onnx::GraphProto &graph) { addAll(graph); }

  void add(const onnx::NodeProto &node);
  unsigned get(StringRef name) const { return counts.lookup(name); }
  /// Calls `visit` with each name that is used.
  template <typename Visit>
  void forEach(Visit visit) const {
    for (const auto &entry : counts)
      visit(entry.getKey());
  }

private:
  void addAll(const onnx::GraphProto &graph);

  llvm::StringMap<unsigned> counts;
};

/// A node and its position among others; positions may be equal.
struct PlacedNode {
  int position;
  onnx::NodeProto *node;
};

/// The indices of the nodes in the order of their positions, but behind those
/// whose results they use. None if they use each other.
std::optional<std::vector<size_t>> orderNodes(ArrayRef<PlacedNode> nodes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXPORT_ONNX_GRAPHSCOPE_H

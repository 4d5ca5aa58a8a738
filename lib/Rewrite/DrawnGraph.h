//===- DrawnGraph.h - the part of a graph that is drawn ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphviz cannot lay out a large model, nor could anybody read the drawing:
// what is far from any change becomes one box.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_REWRITE_DRAWNGRAPH_H
#define ONNXOPS_LIB_REWRITE_DRAWNGRAPH_H

#include "onnxops/Rewrite/ModelGraph.h"
#include "llvm/Support/Error.h"

#include <array>
#include <map>

namespace mlir::onnxops {

/// A rectangle, from the upper left corner of the drawing, in pixels.
struct DrawnRect {
  double left = 0, top = 0, width = 0, height = 0;
};

/// A node, or a connected set of nodes of one graph that are not drawn.
struct DrawnBox {
  std::vector<size_t> nodes; ///< more than one is not drawn
  /// The box of the node that has the graph with these nodes, and the graph.
  std::optional<size_t> parent = {};
  StringRef region = {};
  size_t numChanged = 0; ///< of nodes that are not drawn
  DrawnRect rect = {};

  bool isNode() const { return nodes.size() == 1; }
};

struct DrawnEdge {
  size_t from, to; ///< boxes
  /// The points of a curve of cubic segments.
  std::vector<std::array<double, 2>> points = {};
};

/// A frame around the boxes of a graph of the node of a box.
struct DrawnCluster {
  size_t owner;
  StringRef region;
  DrawnRect rect = {};
};

struct DrawnGraph {
  std::vector<DrawnBox> boxes;
  std::vector<DrawnEdge> edges;
  std::vector<DrawnCluster> clusters;
  double width = 0, height = 0;
  /// The box of each node.
  std::vector<size_t> boxOf;
  /// Whether there are too many nodes even near changes.
  bool isCut = false;
};

/// Chooses what is drawn: all of a small graph, otherwise nodes that changed
/// and those within a distance of 2. Of too many, the first ones.
DrawnGraph chooseDrawn(const ModelGraph &graph);

/// Sets the positions. `getWidth` has the width of a box in pixels.
llvm::Error layOut(DrawnGraph &graph,
                   llvm::function_ref<double(const DrawnBox &)> getWidth);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_REWRITE_DRAWNGRAPH_H

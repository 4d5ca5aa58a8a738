//===- DotGraph.h - graphs in Graphviz's language ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boxes and edges, from left to right, as DOT, or as SVG by Graphviz's program
// `dot`. Independent of operators.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_DOTGRAPH_H
#define ONNXOPS_LIB_EXECUTION_DOTGRAPH_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::onnxops {

/// What becomes of the data of a box or an edge.
enum class DataMovement { Unknown, InPlace, Copied };

struct DotEdge {
  size_t from; ///< the index of a box before this one
  DataMovement movement = DataMovement::Unknown;
  std::string label = {}; ///< one line, or nothing
};

struct DotBox {
  /// Each is one line, the first one is the title. May be any text, such as
  /// names in a model: long lines are shortened, and control characters
  /// escaped.
  std::vector<std::string> lines;
  DataMovement movement = DataMovement::Unknown;
  std::vector<DotEdge> edges; ///< from the boxes that it reads
};

/// Prints a graph in the DOT language: gray, green for data in place, red for
/// copied data, on a white background.
void printDot(raw_ostream &os, ArrayRef<DotBox> boxes);

/// Prints the same graph as SVG. Fails where `dot` is not installed, or cannot
/// lay out the graph within a minute.
llvm::Error printSVG(raw_ostream &os, ArrayRef<DotBox> boxes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_DOTGRAPH_H

//===- ModelGraph.h - the nodes of a model ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module as a graph of the model's nodes, which outlives the module: names,
// locations and types are the context's.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_REWRITE_MODELGRAPH_H
#define ONNXOPS_REWRITE_MODELGRAPH_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Location.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::onnxops {

/// An operand or a result of a node.
struct ModelValue {
  StringRef name; ///< in the model, empty if it has none there
  Type type;
  /// Of an operand, the node that computes it; none for a constant, an argument
  /// of an inner graph and an absent operand.
  std::optional<size_t> node = {};
};

/// What rewriting did to a node.
enum class NodeStatus {
  Unchanged,
  Changed, ///< before: others have taken its place; after: changed in place
  Removed, ///< only before
  New,     ///< only after
};

/// A node, or an input or output of the model.
struct ModelNode {
  enum class Kind { Node, Input, Output };

  Kind kind = Kind::Node;
  std::string opType; ///< "Concat" or "domain:Name", empty for the other kinds
  Location loc;
  SmallVector<ModelValue, 2> operands = {};
  SmallVector<ModelValue, 1> results = {};
  /// The bytes of the results, none if they are not known at compile time.
  std::optional<int64_t> bytes = {};
  /// The node that has this one in its graph `region`; none in the model's
  /// graph.
  std::optional<size_t> parent = {};
  StringRef region = {};
  /// The nodes whose results its own graphs return.
  SmallVector<size_t, 0> returned = {};

  NodeStatus status = NodeStatus::Unchanged;
  /// What was done to it and why, empty if nothing.
  std::string reason = {};
  /// The same node, or those in its place, in the other graph.
  SmallVector<size_t, 1> counterparts = {};
};

/// The nodes of a module, each after those that it reads, and after the node
/// that has its graph.
struct ModelGraph {
  std::vector<ModelNode> nodes;
};

ModelGraph captureGraph(ModuleOp module);

/// What was done to one node of a model.
struct NodeChange {
  Location loc;
  /// The operator of the node, empty for one that the model did not have.
  std::string opType;
  /// The operators of the nodes that have its place or compute its results,
  /// sorted.
  std::vector<std::string> becomes;
  std::string reason;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_REWRITE_MODELGRAPH_H

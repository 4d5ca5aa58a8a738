//===- CompareGraphs.cpp - nodes before and after -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nodes are joined by their places, and by the names of their results.
//
//===----------------------------------------------------------------------===//

#include "CompareGraphs.h"

#include "NodePlaces.h"

using namespace mlir;
using namespace mlir::onnxops;

using Kind = ModelNode::Kind;

// Nodes of one name in a graph, from which on that name tells nothing:
// comparing all of them with all would take quadratic time.
static constexpr size_t kMaxNamesakes = 16;

namespace {

/// The nodes of a graph by what identifies them.
struct GraphIndex {
  explicit GraphIndex(const ModelGraph &graph);

  /// The number of nodes of an operator at a place.
  size_t count(Attribute place, StringRef opType) const {
    return counts.lookup({place, opType});
  }

  DenseMap<Attribute, SmallVector<size_t, 1>> places;
  DenseMap<std::pair<Attribute, StringRef>, size_t> counts;
  DenseMap<std::pair<Attribute, StringRef>, size_t> results;
  SmallVector<size_t> inputs, outputs;
};

} // namespace

GraphIndex::GraphIndex(const ModelGraph &graph) {
  for (auto [index, node] : llvm::enumerate(graph.nodes)) {
    if (node.kind != Kind::Node) {
      (node.kind == Kind::Input ? inputs : outputs).push_back(index);
      continue;
    }
    Attribute place = getNodePlace(node.loc);
    places[place].push_back(index);
    ++counts[{place, node.opType}];
    for (const ModelValue &result : node.results)
      if (!result.name.empty())
        results[getScopedName(node.loc, result.name)] = index;
  }
}

// The nodes that have the place of `node` or compute one of its results. Of
// many at one place, the results alone tell which.
static SmallVector<size_t, 1> findCounterparts(const ModelNode &node,
                                               const GraphIndex &after) {
  SmallVector<size_t, 1> found;
  auto namesakes = after.places.find(getNodePlace(node.loc));
  if (namesakes != after.places.end() &&
      namesakes->second.size() <= kMaxNamesakes)
    found = namesakes->second;
  for (const ModelValue &result : node.results) {
    if (result.name.empty())
      continue;
    auto computed = after.results.find(getScopedName(node.loc, result.name));
    if (computed != after.results.end() &&
        !llvm::is_contained(found, computed->second))
      found.push_back(computed->second);
  }
  llvm::sort(found);
  return found;
}

static std::vector<std::string> listOperators(const ModelNode &node,
                                              const ModelGraph &after) {
  std::vector<std::string> operators;
  for (size_t index : node.counterparts)
    operators.push_back(after.nodes[index].opType);
  llvm::sort(operators);
  return operators;
}

// The places from which a node of some operator is gone.
static DenseSet<Attribute> findFewer(const GraphIndex &before,
                                     const GraphIndex &after) {
  DenseSet<Attribute> places;
  for (const auto &[key, count] : before.counts)
    if (after.count(key.first, key.second) < count)
      places.insert(key.first);
  return places;
}

// Sets the status of a node of the model. Of nodes that share a name, as many
// have changed as there are fewer; if none are, at least one: which one, cannot
// be told.
static void setStatus(ModelNode &node, size_t numBefore, size_t numAfter,
                      bool areFewer, size_t &numChanged,
                      const NodeHistory &history) {
  std::string reason = history.getReason(getNodePlace(node.loc));
  size_t expected = std::max<size_t>(
      numBefore > numAfter ? numBefore - numAfter : 0, !areFewer);
  if (reason.empty() || numChanged == expected)
    return;
  ++numChanged;
  node.reason = std::move(reason);
  node.status =
      node.counterparts.empty() ? NodeStatus::Removed : NodeStatus::Changed;
}

// Joins inputs or outputs, whose number and order stay.
static void joinEnds(ModelGraph &before, ModelGraph &after,
                     ArrayRef<size_t> old, ArrayRef<size_t> current) {
  for (auto [lhs, rhs] : llvm::zip(old, current)) {
    before.nodes[lhs].counterparts = {rhs};
    after.nodes[rhs].counterparts = {lhs};
  }
}

// Sets the status of a node that the rewritten model has.
static void setStatusAfter(ModelNode &node, const ModelGraph &before,
                           const NodeHistory &history) {
  Attribute place = getNodePlace(node.loc);
  node.status = NodeStatus::New;
  node.reason = history.getReason(place);
  for (size_t index : node.counterparts) {
    const ModelNode &old = before.nodes[index];
    if (node.reason.empty())
      node.reason = old.reason;
    if (getNodePlace(old.loc) != place || old.opType != node.opType)
      continue;
    node.status = old.status;
    node.reason = old.reason;
    if (node.status == NodeStatus::Unchanged)
      return;
  }
}

std::vector<NodeChange>
mlir::onnxops::compareGraphs(ModelGraph &before, ModelGraph &after,
                             const NodeHistory &history) {
  GraphIndex old(before), current(after);
  joinEnds(before, after, old.inputs, current.inputs);
  joinEnds(before, after, old.outputs, current.outputs);
  DenseSet<Attribute> fewer = findFewer(old, current);
  std::vector<NodeChange> changes;
  DenseMap<std::pair<Attribute, StringRef>, size_t> numChanged;
  for (auto [index, node] : llvm::enumerate(before.nodes)) {
    if (node.kind != Kind::Node)
      continue;
    node.counterparts = findCounterparts(node, current);
    for (size_t counterpart : node.counterparts)
      after.nodes[counterpart].counterparts.push_back(index);
    Attribute place = getNodePlace(node.loc);
    setStatus(node, old.count(place, node.opType),
              current.count(place, node.opType), fewer.contains(place),
              numChanged[{place, node.opType}], history);
    if (node.status != NodeStatus::Unchanged)
      changes.push_back(
          {node.loc, node.opType, listOperators(node, after), node.reason});
  }
  for (ModelNode &node : after.nodes) {
    if (node.kind != Kind::Node)
      continue;
    setStatusAfter(node, before, history);
    if (node.counterparts.empty())
      changes.push_back({node.loc, "", {node.opType}, node.reason});
  }
  return changes;
}

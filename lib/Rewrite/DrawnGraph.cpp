//===- DrawnGraph.cpp - the part of a graph that is drawn -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nodes that are not drawn are joined to boxes along edges, so that a box
// stands between the same nodes as what it hides.
//
//===----------------------------------------------------------------------===//

#include "DrawnGraph.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;
using namespace mlir::onnxops;

// A smaller graph is drawn as a whole.
static constexpr size_t kMaxWhole = 500;
// Graphviz lays out so many nodes in seconds.
static constexpr size_t kMaxDrawn = 1500;
// How far from a change nodes are drawn.
static constexpr int kDistance = 2;
// A node with more edges is drawn, but does not lead to all of what reads it.
static constexpr size_t kMaxEdges = 30;

namespace {

class Chooser {
public:
  explicit Chooser(const ModelGraph &graph)
      : nodes(graph.nodes), adjacent(nodes.size()), isDrawn(nodes.size()) {}

  DrawnGraph choose();

private:
  template <typename Visit>
  void forEachEdge(Visit visit) const;
  void chooseNodes();
  void joinOthers();
  void makeBoxes();
  void addEdges();

  const std::vector<ModelNode> &nodes;
  std::vector<SmallVector<size_t, 4>> adjacent;
  std::vector<bool> isDrawn;
  llvm::IntEqClasses sets;
  DrawnGraph drawn;
};

} // namespace

// Calls `visit` with the producer and the reader of each value, and with each
// node whose result a graph returns and the node that has the graph.
template <typename Visit>
void Chooser::forEachEdge(Visit visit) const {
  for (auto [index, node] : llvm::enumerate(nodes)) {
    for (const ModelValue &operand : node.operands)
      if (operand.node)
        visit(*operand.node, index);
    for (size_t returned : node.returned)
      if (returned != index)
        visit(returned, index);
  }
}

void Chooser::chooseNodes() {
  if (nodes.size() <= kMaxWhole) {
    isDrawn.assign(nodes.size(), true);
    return;
  }
  forEachEdge([&](size_t from, size_t to) {
    adjacent[from].push_back(to);
    adjacent[to].push_back(from);
  });
  SmallVector<size_t> front;
  for (auto [index, node] : llvm::enumerate(nodes))
    if (node.status != NodeStatus::Unchanged) {
      isDrawn[index] = true;
      front.push_back(index);
    }
  for (int step = 0; step < kDistance; ++step) {
    SmallVector<size_t> next;
    for (size_t index : front) {
      if (adjacent[index].size() > kMaxEdges)
        continue;
      for (size_t other : adjacent[index])
        if (!isDrawn[other]) {
          isDrawn[other] = true;
          next.push_back(other);
        }
    }
    front = std::move(next);
  }
  // The nodes around them; an outer node comes before those that it has.
  for (size_t index = nodes.size(); index-- > 0;)
    if (isDrawn[index] && nodes[index].parent)
      isDrawn[*nodes[index].parent] = true;
  size_t count = 0;
  for (size_t index = 0; index < nodes.size(); ++index)
    if (isDrawn[index] && ++count > kMaxDrawn) {
      isDrawn[index] = false;
      drawn.isCut = true;
    }
}

// Joins nodes that are not drawn to sets.
void Chooser::joinOthers() {
  sets.grow(nodes.size());
  std::optional<size_t> last;
  for (auto [index, node] : llvm::enumerate(nodes)) {
    if (isDrawn[index])
      continue;
    if (node.parent && !isDrawn[*node.parent]) {
      sets.join(*node.parent, index);
    } else if (drawn.isCut && !node.parent) {
      // One box for all, since there may be as many sets as nodes.
      if (last)
        sets.join(*last, index);
      last = index;
    }
  }
  forEachEdge([&](size_t from, size_t to) {
    if (!isDrawn[from] && !isDrawn[to] &&
        nodes[from].parent == nodes[to].parent &&
        nodes[from].region == nodes[to].region)
      sets.join(from, to);
  });
  sets.compress();
}

void Chooser::makeBoxes() {
  DenseMap<unsigned, size_t> boxes;
  for (auto [index, node] : llvm::enumerate(nodes)) {
    auto [box, isNew] = boxes.try_emplace(sets[index], drawn.boxes.size());
    drawn.boxOf.push_back(box->second);
    if (isNew) {
      DrawnBox &added = drawn.boxes.emplace_back();
      added.region = node.region;
      if (node.parent)
        added.parent = drawn.boxOf[*node.parent];
    }
    DrawnBox &added = drawn.boxes[box->second];
    added.nodes.push_back(index);
    added.numChanged += node.status != NodeStatus::Unchanged;
  }
  // One node is drawn, without the inputs that only it reads.
  for (DrawnBox &box : drawn.boxes) {
    auto isNode = [&](size_t index) {
      return nodes[index].kind == ModelNode::Kind::Node;
    };
    if (llvm::count_if(box.nodes, isNode) == 1)
      box.nodes = {*llvm::find_if(box.nodes, isNode)};
  }
  DenseSet<std::pair<size_t, StringRef>> clusters;
  for (const DrawnBox &box : drawn.boxes)
    if (box.parent && clusters.insert({*box.parent, box.region}).second)
      drawn.clusters.push_back({*box.parent, box.region});
}

void Chooser::addEdges() {
  DenseSet<std::pair<size_t, size_t>> known;
  forEachEdge([&](size_t from, size_t to) {
    std::pair<size_t, size_t> edge(drawn.boxOf[from], drawn.boxOf[to]);
    if (edge.first != edge.second && known.insert(edge).second)
      drawn.edges.push_back({edge.first, edge.second});
  });
}

DrawnGraph Chooser::choose() {
  chooseNodes();
  joinOthers();
  makeBoxes();
  addEdges();
  return std::move(drawn);
}

DrawnGraph mlir::onnxops::chooseDrawn(const ModelGraph &graph) {
  return Chooser(graph).choose();
}

//===- NodeOrder.cpp - sort the nodes of a graph --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ONNX requires nodes to follow the nodes whose results they use, also within
// the subgraphs of a node. Some exporters do not, and other runtimes sort.
//
//===----------------------------------------------------------------------===//

#include "GraphReader.h"

#include <functional>
#include <queue>
#include <unordered_map>

using namespace mlir;
using namespace mlir::onnxops;

namespace {
// The node that defines each value of a graph.
using Producers = std::unordered_map<ValueId, unsigned>;
} // namespace

// Calls `visit` for each value that a node or one of its subgraphs uses.
static void visitUses(const GraphNode &node,
                      llvm::function_ref<void(ValueId)> visit) {
  llvm::for_each(node.inputs, visit);
  for (const GraphAttribute &attribute : node.attributes) {
    auto *graph = std::get_if<std::unique_ptr<Graph>>(&attribute.value);
    if (!graph)
      continue;
    for (const GraphNode &inner : (*graph)->nodes)
      visitUses(inner, visit);
    for (const GraphOutput &output : (*graph)->outputs)
      visit(output.value);
  }
}

static Producers findProducers(const Graph &graph) {
  Producers producers;
  for (auto [index, node] : llvm::enumerate(graph.nodes))
    for (ValueId output : node.outputs)
      producers.try_emplace(output, index);
  producers.erase(kNoValue); // an unused result, and an absent operand
  return producers;
}

static bool isSorted(const Graph &graph, const Producers &producers) {
  for (auto [index, node] : llvm::enumerate(graph.nodes)) {
    bool usesLater = false;
    visitUses(node, [&, index = index](ValueId value) {
      auto producer = producers.find(value);
      usesLater |= producer != producers.end() && producer->second >= index;
    });
    if (usesLater)
      return false;
  }
  return true;
}

// The nodes in an order that respects their uses, as near to the present one as
// can be; fewer nodes if some form a cycle.
static std::vector<unsigned> sortByUses(const Graph &graph,
                                        const Producers &producers) {
  std::vector<std::vector<unsigned>> users(graph.nodes.size());
  std::vector<unsigned> numMissing(graph.nodes.size(), 0);
  for (auto [index, node] : llvm::enumerate(graph.nodes))
    visitUses(node, [&, index = index](ValueId value) {
      auto producer = producers.find(value);
      if (producer == producers.end())
        return;
      users[producer->second].push_back(index);
      ++numMissing[index];
    });
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> ready;
  for (unsigned index = 0; index < numMissing.size(); ++index)
    if (!numMissing[index])
      ready.push(index);
  std::vector<unsigned> order;
  while (!ready.empty()) {
    unsigned next = ready.top();
    ready.pop();
    order.push_back(next);
    for (unsigned user : users[next])
      if (--numMissing[user] == 0)
        ready.push(user);
  }
  return order;
}

bool mlir::onnxops::sortNodes(Graph &graph) {
  Producers producers = findProducers(graph);
  if (isSorted(graph, producers))
    return false;
  std::vector<unsigned> order = sortByUses(graph, producers);
  if (order.size() != graph.nodes.size())
    return false;
  std::vector<GraphNode> sorted;
  for (unsigned index : order) {
    sorted.push_back(std::move(graph.nodes[index]));
    sorted.back().number = sorted.size();
  }
  graph.nodes = std::move(sorted);
  return true;
}

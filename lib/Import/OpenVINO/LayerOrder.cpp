//===- LayerOrder.cpp - topological order of layers -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layers of a file may have any order; the ops of a function may not.
//
//===----------------------------------------------------------------------===//

#include "Readers.h"

#include "llvm/ADT/PriorityQueue.h"

using namespace mlir;
using namespace mlir::onnxops;

// Finds a cycle among layers that could not be ordered: follows sources that
// are not ordered either until a layer repeats.
static std::vector<unsigned> findCycle(const Net &net,
                                       ArrayRef<unsigned> missing) {
  auto isWaiting = [&](unsigned index) { return missing[index] > 0; };
  unsigned current = llvm::find_if(missing, [](unsigned n) { return n > 0; }) -
                     missing.begin();
  std::vector<unsigned> path;
  std::vector<bool> seen(net.layers.size());
  while (!seen[current]) {
    seen[current] = true;
    path.push_back(current);
    current = *llvm::find_if(net.layers[current].sources, isWaiting);
  }
  path.erase(path.begin(), llvm::find(path, current));
  return path;
}

// Reports the cycle in the direction of the data, from its first layer in the
// file.
static LogicalResult refuseCycle(const Net &net, MLIRContext &context,
                                 std::vector<unsigned> cycle) {
  std::reverse(cycle.begin(), cycle.end());
  std::rotate(cycle.begin(), llvm::min_element(cycle), cycle.end());
  const NetLayer &first = net.layers[cycle.front()];
  InFlightDiagnostic error = emitError(getLayerLoc(&context, net, first))
                             << "the layers form a cycle: '" << first.name
                             << "'";
  // Only print the beginning of a long cycle.
  constexpr size_t kMaxNames = 8;
  for (unsigned index : ArrayRef(cycle).drop_front().take_front(kMaxNames))
    error << " to '" << net.layers[index].name << "'";
  if (cycle.size() > kMaxNames + 1)
    error << " to ...";
  return error << " to '" << first.name << "'";
}

FailureOr<std::vector<unsigned>>
mlir::onnxops::orderLayers(const Net &net, MLIRContext &context) {
  // For each layer, its users, and the number of inputs not ordered yet.
  std::vector<std::vector<unsigned>> users(net.layers.size());
  std::vector<unsigned> missing(net.layers.size());
  llvm::PriorityQueue<unsigned, std::vector<unsigned>, std::greater<unsigned>>
      ready;
  for (auto [index, layer] : llvm::enumerate(net.layers)) {
    missing[index] = layer.sources.size();
    for (unsigned source : layer.sources)
      users[source].push_back(index);
    if (layer.sources.empty())
      ready.push(index);
  }

  std::vector<unsigned> order;
  while (!ready.empty()) {
    unsigned index = ready.top();
    ready.pop();
    order.push_back(index);
    for (unsigned user : users[index])
      if (--missing[user] == 0)
        ready.push(user);
  }
  if (order.size() != net.layers.size())
    return refuseCycle(net, context, findCycle(net, missing));
  return order;
}

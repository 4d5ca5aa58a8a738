//===- GraphScope.cpp - names in graphs of messages -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphScope.h"

#include <queue>

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

GraphScope::GraphScope(const onnx::GraphProto &graph, const GraphScope *outer)
    : graph(graph), outer(outer) {
  for (const onnx::ValueInfoProto &input : graph.input())
    inputs.insert(input.name());
  for (const onnx::TensorProto &constant : graph.initializer())
    constants[constant.name()] = &constant;
  for (int index = 0; index < graph.node_size(); ++index)
    for (const std::string &name : graph.node(index).output())
      if (!name.empty())
        nodes.try_emplace(name, index);
}

const onnx::TensorProto *
mlir::onnxops::getConstant(const onnx::NodeProto &node) {
  bool isConstant = node.op_type() == "Constant" &&
                    normalizeDomain(node.domain()).empty() &&
                    node.output_size() == 1 && node.attribute_size() == 1 &&
                    node.attribute(0).has_t();
  return isConstant ? &node.attribute(0).t() : nullptr;
}

std::optional<int> GraphScope::findNode(StringRef name) const {
  auto known = nodes.find(name);
  return known == nodes.end() ? std::nullopt : std::optional(known->second);
}

const onnx::TensorProto *GraphScope::findConstant(StringRef name) const {
  if (std::optional<int> node = findNode(name))
    return getConstant(graph.node(*node));
  // An input with an initializer has a value that callers may replace.
  if (inputs.contains(name))
    return nullptr;
  if (const onnx::TensorProto *constant = constants.lookup(name))
    return constant;
  return outer ? outer->findConstant(name) : nullptr;
}

bool GraphScope::isDefined(StringRef name) const {
  return inputs.contains(name) || nodes.contains(name) ||
         constants.contains(name);
}

bool GraphScope::isGiven(StringRef name) const {
  if (isDefined(name))
    return !nodes.contains(name);
  return outer && outer->isGiven(name);
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

void UseCounts::add(const onnx::NodeProto &node) {
  for (const std::string &name : node.input())
    if (!name.empty())
      ++counts[name];
  for (const onnx::AttributeProto &attribute : node.attribute())
    if (attribute.has_g()) {
      // Not those that the graph defines itself.
      UseCounts inner(attribute.g());
      visitDefinitions(attribute.g(), [&](const std::string &name) {
        inner.counts.erase(name);
      });
      for (const auto &entry : inner.counts)
        counts[entry.getKey()] += entry.getValue();
    }
}

void UseCounts::addAll(const onnx::GraphProto &graph) {
  for (const onnx::NodeProto &node : graph.node())
    add(node);
  for (const onnx::ValueInfoProto &output : graph.output())
    ++counts[output.name()];
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

std::optional<std::vector<size_t>>
mlir::onnxops::orderNodes(ArrayRef<PlacedNode> nodes) {
  llvm::StringMap<size_t> makers;
  for (auto [index, placed] : llvm::enumerate(nodes))
    for (const std::string &name : placed.node->output())
      if (!name.empty())
        makers[name] = index;
  std::vector<std::vector<size_t>> readers(nodes.size());
  std::vector<size_t> numPending(nodes.size());
  for (auto [index, placed] : llvm::enumerate(nodes)) {
    UseCounts uses;
    uses.add(*placed.node);
    uses.forEach([&, reader = index](StringRef name) {
      auto maker = makers.find(name);
      if (maker == makers.end())
        return;
      readers[maker->second].push_back(reader);
      ++numPending[reader];
    });
  }
  using Entry = std::pair<int, size_t>; // position and index
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> ready;
  auto add = [&](size_t index) { ready.push({nodes[index].position, index}); };
  for (size_t index = 0; index < nodes.size(); ++index)
    if (!numPending[index])
      add(index);
  std::vector<size_t> order;
  while (!ready.empty()) {
    size_t index = ready.top().second;
    ready.pop();
    order.push_back(index);
    for (size_t reader : readers[index])
      if (--numPending[reader] == 0)
        add(reader);
  }
  if (order.size() != nodes.size())
    return std::nullopt;
  return order;
}

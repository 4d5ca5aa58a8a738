//===- CallRestorer.cpp - calls in place of nodes -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallRestorer.h"

#include "onnxops/Data/ModelFunctions.h"

using namespace mlir;
using namespace mlir::onnxops;

// Whether two constants, which are written as bytes or strings, are equal.
static bool isEqual(const onnx::TensorProto &lhs,
                    const onnx::TensorProto &rhs) {
  auto equal = [](const auto &left, const auto &right) {
    return llvm::equal(left, right);
  };
  return lhs.data_type() == rhs.data_type() && equal(lhs.dims(), rhs.dims()) &&
         lhs.data_location() == rhs.data_location() &&
         equal(lhs.string_data(), rhs.string_data()) &&
         lhs.raw_data() == rhs.raw_data();
}

// Gives the expected node the constants that the actual one reads, if they are
// equal to its own.
bool CallRestorer::matchInputs(const Constants &known,
                               onnx::NodeProto &expected,
                               const onnx::NodeProto &actual,
                               Match &match) const {
  if (expected.input_size() != actual.input_size())
    return false;
  for (auto [index, name] : llvm::enumerate(actual.input())) {
    std::string &given = *expected.mutable_input(index);
    if (given == name)
      continue;
    std::string &other = match.constants[given];
    if (other != name) {
      const onnx::TensorProto *own = known.lookup(given);
      const onnx::TensorProto *constant = scope.findConstant(name);
      if (!own || !constant || !isEqual(*own, *constant))
        return false;
      other = name;
    }
    given = name;
  }
  return true;
}

// The nodes in place of the call, if those that are there are as they were. A
// node that nothing needed is gone.
std::optional<CallRestorer::Match>
CallRestorer::match(const onnx::GraphProto &call) const {
  Match match;
  Constants constants;
  for (const onnx::TensorProto &constant : call.initializer())
    constants[constant.name()] = &constant;
  for (int index = 1; index < call.node_size(); ++index) {
    onnx::NodeProto expected = call.node(index);
    auto name = llvm::find_if(expected.output(), [](const std::string &name) {
      return !name.empty();
    });
    if (name == expected.output().end())
      return std::nullopt;
    std::optional<int> node = scope.findNode(*name);
    if (!node && !scope.isDefined(*name))
      continue;
    if (!node || isReplaced[*node])
      return std::nullopt;
    const onnx::NodeProto &actual = graph.node(*node);
    if (!matchInputs(constants, expected, actual, match) ||
        expected.SerializeAsString() != actual.SerializeAsString())
      return std::nullopt;
    match.nodes.push_back(*node);
  }
  if (match.nodes.empty())
    return std::nullopt;
  return match;
}

// Whether only results of the call are used elsewhere, and the nodes make all
// of these that there are: a result that nothing needs comes back, and its name
// may have become another value's.
bool CallRestorer::isSelfContained(const onnx::NodeProto &call,
                                   const Match &match,
                                   const UseCounts &own) const {
  llvm::StringSet<> made, results;
  for (int node : match.nodes)
    for (const std::string &name : graph.node(node).output())
      made.insert(name);
  for (const std::string &name : call.output()) {
    if (!name.empty() && definitions.get(name) != made.contains(name))
      return false;
    results.insert(name);
  }
  return llvm::all_of(made, [&](const auto &entry) {
    StringRef name = entry.getKey();
    return name.empty() ||
           (definitions.get(name) == 1 &&
            (results.contains(name) || uses.get(name) == own.get(name)));
  });
}

// Gives the call the constants that the nodes read. False unless the nodes read
// all operands, or these are there whatever the order of nodes.
bool CallRestorer::setOperands(onnx::NodeProto &call, const Match &match,
                               const UseCounts &own) const {
  for (std::string &name : *call.mutable_input()) {
    if (auto other = match.constants.find(name); other != match.constants.end())
      name = other->second;
    if (!name.empty() && (definitions.get(name) != 1 ||
                          (!own.get(name) && !scope.isGiven(name))))
      return false;
  }
  return true;
}

void CallRestorer::restore(const onnx::GraphProto &call) {
  std::optional<Match> found = match(call);
  if (!found)
    return;
  UseCounts own;
  for (int index : found->nodes)
    own.add(graph.node(index));
  onnx::NodeProto node = call.node(0);
  if (!isSelfContained(node, *found, own) || !setOperands(node, *found, own))
    return;
  for (int index : found->nodes) {
    isReplaced[index] = true;
    for (const std::string &name : graph.node(index).output())
      removable.insert(name);
  }
  for (const onnx::ValueInfoProto &value : call.output())
    if (scope.isDefined(value.name()) && scope.findConstant(value.name()))
      removable.insert(value.name());
  for (const std::string &name : node.output())
    removable.erase(name);
  restored.emplace_back(*llvm::max_element(found->nodes), std::move(node));
}

template <typename Messages, typename Predicate>
static void eraseIf(Messages &messages, Predicate predicate) {
  messages.erase(std::remove_if(messages.begin(), messages.end(), predicate),
                 messages.end());
}

void CallRestorer::placeCalls() {
  if (restored.empty())
    return;
  std::vector<PlacedNode> nodes;
  for (auto &[position, call] : restored)
    nodes.push_back({position, &call});
  for (int index = 0; index < graph.node_size(); ++index)
    if (!isReplaced[index])
      nodes.push_back({index, graph.mutable_node(index)});
  // In a cycle if a pass has made an operand of the call depend on its results.
  std::optional<std::vector<size_t>> order = orderNodes(nodes);
  if (!order)
    return removable.clear();
  NodeProtos sorted;
  for (size_t index : *order)
    *sorted.Add() = std::move(*nodes[index].node);
  graph.mutable_node()->Swap(&sorted);
}

void CallRestorer::removeUnused() {
  if (removable.empty())
    return;
  UseCounts left(graph);
  auto isUnused = [&](const std::string &name) {
    return removable.contains(name) && !left.get(name);
  };
  auto isUnusedValue = [&](const auto &value) {
    return isUnused(value.name());
  };
  auto isUnusedConstant = [&](const onnx::NodeProto &node) {
    return getConstant(node) && isUnused(node.output(0));
  };
  eraseIf(*graph.mutable_value_info(), isUnusedValue);
  eraseIf(*graph.mutable_initializer(), isUnusedValue);
  eraseIf(*graph.mutable_node(), isUnusedConstant);
}

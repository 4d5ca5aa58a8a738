//===- FunctionCalls.cpp - calls of the model's functions -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Works on the messages that are written: what an exporter makes of an op is
// the same before and after passes if these did not touch it. Nodes are found
// by the names of their results, which stay, and are defined once in the model.
//
//===----------------------------------------------------------------------===//

#include "FunctionCalls.h"

#include "CallRestorer.h"
#include "ProtoWriters.h"
#include "onnxops/Data/ModelFunctions.h"
#include "onnxops/Data/TensorProto.h"
#include "onnxops/Dialect/OnnxOps/IR/ModelMetadata.h"

#include <onnx/onnx_pb.h>

#include <set>

using namespace mlir;
using namespace mlir::onnxops;

// Constants that a call reads are recorded up to this size, to be recognized
// behind another name.
static constexpr size_t kMaxOperandBytes = 1024;

//===----------------------------------------------------------------------===//
// What the module records
//===----------------------------------------------------------------------===//

static ArrayAttr getEntry(ModuleOp module, StringRef name) {
  auto entries = module->getAttrOfType<DictionaryAttr>(metadata::kModelAttr);
  return entries ? entries.getAs<ArrayAttr>(name) : ArrayAttr();
}

// Parses the strings of an entry, which may be absent.
template <typename Message>
static FailureOr<std::vector<Message>> readEntry(ModuleOp module,
                                                 StringRef name) {
  std::vector<Message> messages;
  ArrayAttr entry = getEntry(module, name);
  if (!entry)
    return messages;
  for (auto bytes : entry.getAsRange<StringAttr>())
    if (llvm::Error error =
            parseMessage(bytes.getValue(), messages.emplace_back())) {
      emitUnwritable(module)
          << "element #" << messages.size() - 1 << " of '" << name << "' of "
          << metadata::kModelAttr << ": " << llvm::toString(std::move(error));
      return failure();
    }
  return messages;
}

static void setCalls(ModuleOp module, ArrayRef<onnx::GraphProto> calls) {
  NamedAttrList entries(
      module->getAttrOfType<DictionaryAttr>(metadata::kModelAttr));
  SmallVector<Attribute> bytes;
  for (const onnx::GraphProto &call : calls)
    bytes.push_back(
        StringAttr::get(module.getContext(), call.SerializeAsString()));
  entries.set(metadata::kCalls, ArrayAttr::get(module.getContext(), bytes));
  module->setAttr(metadata::kModelAttr,
                  entries.getDictionary(module.getContext()));
}

namespace {

/// The calls of a module, by the names of their results.
class CallTable {
public:
  explicit CallTable(MutableArrayRef<onnx::GraphProto> calls) : calls(calls) {
    for (auto [index, call] : llvm::enumerate(calls))
      if (call.node_size())
        for (const std::string &name : call.node(0).output())
          if (!name.empty())
            byResult[name].push_back(index);
  }

  /// Those with a result that a node of the graph makes, outer ones first.
  SmallVector<onnx::GraphProto *> find(const onnx::GraphProto &graph) const {
    std::set<size_t> found;
    for (const onnx::NodeProto &node : graph.node())
      for (const std::string &name : node.output())
        if (auto known = byResult.find(name); known != byResult.end())
          found.insert(known->second.begin(), known->second.end());
    return llvm::map_to_vector(found,
                               [&](size_t index) { return &calls[index]; });
  }

private:
  MutableArrayRef<onnx::GraphProto> calls;
  llvm::StringMap<SmallVector<size_t, 1>> byResult;
};

} // namespace

//===----------------------------------------------------------------------===//
// Nodes as they are before passes
//===----------------------------------------------------------------------===//

static void addConstant(onnx::GraphProto &call, StringRef name,
                        const onnx::TensorProto &constant) {
  onnx::TensorProto &added = *call.add_initializer();
  added = constant;
  added.set_name(name.str());
}

// Adds the nodes and constants in the place of a call, once.
static void addExpected(onnx::GraphProto &call, const GraphScope &scope) {
  if (call.node_size() > 1)
    return;
  std::set<int> nodes; // in order, each once
  for (const onnx::ValueInfoProto &value : call.output()) {
    if (!scope.isDefined(value.name()))
      continue;
    if (const onnx::TensorProto *constant = scope.findConstant(value.name()))
      addConstant(call, value.name(), *constant);
    else if (std::optional<int> node = scope.findNode(value.name()))
      nodes.insert(*node);
  }
  for (const std::string &name : call.node(0).input())
    if (const onnx::TensorProto *constant = scope.findConstant(name);
        constant && constant->ByteSizeLong() <= kMaxOperandBytes)
      addConstant(call, name, *constant);
  for (int node : nodes)
    *call.add_node() = scope.getGraph().node(node);
}

static void addExpected(const CallTable &table, const onnx::GraphProto &graph,
                        const GraphScope *outer) {
  GraphScope scope(graph, outer);
  for (onnx::GraphProto *call : table.find(graph))
    addExpected(*call, scope);
  for (const onnx::NodeProto &node : graph.node())
    for (const onnx::AttributeProto &attribute : node.attribute())
      if (attribute.has_g())
        addExpected(table, attribute.g(), &scope);
}

LogicalResult mlir::onnxops::addExpectedNodes(ModuleOp module,
                                              const onnx::ModelProto &model) {
  auto calls = readEntry<onnx::GraphProto>(module, metadata::kCalls);
  if (failed(calls))
    return failure();
  addExpected(CallTable(*calls), model.graph(), /*outer=*/nullptr);
  setCalls(module, *calls);
  return success();
}

//===----------------------------------------------------------------------===//
// Calls in place of nodes
//===----------------------------------------------------------------------===//

// Restores calls in a graph, then in those of the nodes that are left.
static void
restoreIn(onnx::GraphProto &graph, const GraphScope *outer,
          const DefinitionCounts &definitions, const CallTable &table,
          llvm::function_ref<bool(const onnx::NodeProto &)> filter) {
  CallRestorer restorer(graph, outer, definitions);
  for (const onnx::GraphProto *call : table.find(graph))
    if (filter(call->node(0)))
      restorer.restore(*call);
  restorer.placeCalls();
  GraphScope scope(graph, outer);
  for (onnx::NodeProto &node : *graph.mutable_node())
    for (onnx::AttributeProto &attribute : *node.mutable_attribute())
      if (attribute.has_g())
        restoreIn(*attribute.mutable_g(), &scope, definitions, table, filter);
  restorer.removeUnused();
}

// Adds those functions that the graph calls, and that they call.
static void addCalledFunctions(MutableArrayRef<onnx::FunctionProto> functions,
                               onnx::ModelProto &model) {
  llvm::StringMap<onnx::FunctionProto *> unused;
  for (onnx::FunctionProto &function : functions)
    unused.try_emplace(getFunctionKey(function.domain(), function.name()),
                       &function);
  SmallVector<const NodeProtos *> pending = {&model.graph().node()};
  llvm::SmallPtrSet<onnx::FunctionProto *, 8> called;
  while (!pending.empty())
    walkNodes(*pending.pop_back_val(), [&](const onnx::NodeProto &node) {
      auto known = unused.find(getFunctionKey(node.domain(), node.op_type()));
      if (known == unused.end())
        return;
      called.insert(known->second);
      pending.push_back(&known->second->node());
      unused.erase(known);
    });
  for (onnx::FunctionProto &function : functions)
    if (called.contains(&function))
      *model.add_functions() = std::move(function);
}

LogicalResult mlir::onnxops::restoreCalls(ModuleOp module,
                                          onnx::ModelProto &model) {
  auto calls = readEntry<onnx::GraphProto>(module, metadata::kCalls);
  auto functions = readEntry<onnx::FunctionProto>(module, metadata::kFunctions);
  if (failed(calls) || failed(functions))
    return failure();
  if (calls->empty())
    return success();
  llvm::StringSet<> domains, defined;
  for (const onnx::OperatorSetIdProto &opset : model.opset_import())
    domains.insert(normalizeDomain(opset.domain()));
  for (const onnx::FunctionProto &function : *functions)
    defined.insert(getFunctionKey(function.domain(), function.name()));
  DefinitionCounts definitions(model.graph());
  restoreIn(*model.mutable_graph(), /*outer=*/nullptr, definitions,
            CallTable(*calls), [&](const onnx::NodeProto &call) {
              return domains.contains(normalizeDomain(call.domain())) &&
                     defined.contains(
                         getFunctionKey(call.domain(), call.op_type()));
            });
  addCalledFunctions(*functions, model);
  return success();
}

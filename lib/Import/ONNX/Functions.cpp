//===- Functions.cpp - inline the functions of a model --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Works on the messages of the file, before names are resolved. Fields that the
// packaged definition of FunctionProto does not have are read from the bytes
// that protobuf keeps of them.
//
//===----------------------------------------------------------------------===//

#include "Functions.h"

#include "CallRecorder.h"
#include "onnxops/Data/ModelFunctions.h"
#include "onnxops/Onnx/Schemas.h"
#include "onnxops/Support/Limits.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <google/protobuf/unknown_field_set.h>
#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::onnxops;
using llvm::createStringError;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
struct Function {
  const onnx::FunctionProto *proto;
  llvm::StringMap<onnx::AttributeProto> defaults; // by name
  bool hasExternalData = false;
};

// Fields of FunctionProto in newer versions of ONNX.
constexpr int kAttributeProtoField = 11;
constexpr int kOverloadField = 13;

// What calls may add to a model: a few functions that call each other several
// times expand to any size.
constexpr uint64_t kMaxInlinedNodes = uint64_t(1) << 20;
constexpr uint64_t kMaxInlinedBytes = uint64_t(1) << 30;

using Names = llvm::StringMap<std::string>;

/// Replaces the calls of one model.
class Inliner {
public:
  Inliner(onnx::ModelProto &model, const ModelLimits &limits,
          std::vector<onnx::GraphProto> *calls)
      : model(model), limits(limits), recorder(calls) {}

  llvm::Error run();

private:
  llvm::Error readFunction(const onnx::FunctionProto &proto);
  llvm::Error readOpsets(const onnx::FunctionProto &proto);
  llvm::Error checkVersions(const onnx::FunctionProto &proto,
                            const NodeProtos &nodes, int64_t opset);
  void reserveNames(const onnx::GraphProto &graph);

  llvm::Error inlineGraph(onnx::GraphProto &graph, unsigned depth);
  llvm::Error inlineNode(onnx::NodeProto node, NodeProtos &nodes,
                         unsigned depth);
  llvm::Error inlineCall(const onnx::NodeProto &call, const Function &function,
                         NodeProtos &nodes, unsigned depth);

  const Function *findFunction(const onnx::NodeProto &node) const;
  std::string invent(StringRef prefix, StringRef name);

  onnx::ModelProto &model;
  const ModelLimits &limits;
  CallRecorder recorder;
  llvm::StringMap<Function> functions; // by getFunctionKey
  llvm::StringSet<> taken;             // names of values
  llvm::StringMap<unsigned> numbers;   // of equal names
  uint64_t numNodes = 0;               // of the model so far
  uint64_t numInlined = 0, numBytes = 0;
};
} // namespace

// Reads the fields of a function that newer versions of ONNX added.
static llvm::Error readNewFields(Function &function) {
  const google::protobuf::UnknownFieldSet &fields =
      function.proto->unknown_fields();
  for (int index = 0; index < fields.field_count(); ++index) {
    const google::protobuf::UnknownField &field = fields.field(index);
    if (field.type() != google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED)
      continue;
    const std::string &text = field.length_delimited();
    if (field.number() == kOverloadField && !text.empty())
      return createStringError("overloads are not supported");
    if (field.number() != kAttributeProtoField)
      continue;
    onnx::AttributeProto attribute;
    if (!attribute.ParseFromString(text))
      return createStringError("the default of an attribute is not valid");
    function.defaults[attribute.name()] = attribute;
  }
  return llvm::Error::success();
}

static int64_t findOpset(
    const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto> &imports,
    StringRef domain) {
  for (const onnx::OperatorSetIdProto &import : imports)
    if (normalizeDomain(import.domain()) == domain)
      return import.version();
  return 0;
}

// The nodes of a function become nodes of the model's opset.
llvm::Error Inliner::checkVersions(const onnx::FunctionProto &proto,
                                   const NodeProtos &nodes, int64_t opset) {
  int64_t modelOpset = findOpset(model.opset_import(), "");
  for (const onnx::NodeProto &node : nodes) {
    if (normalizeDomain(node.domain()).empty() &&
        findSchema("", node.op_type(), opset) !=
            findSchema("", node.op_type(), modelOpset))
      return createStringError("opset " + Twine(opset) +
                               " of the function has another version of " +
                               node.op_type() + " than opset " +
                               Twine(modelOpset) + " of the model");
    for (const onnx::AttributeProto &attribute : node.attribute())
      if (attribute.has_g())
        if (llvm::Error error =
                checkVersions(proto, attribute.g().node(), opset))
          return error;
  }
  return llvm::Error::success();
}

llvm::Error Inliner::readOpsets(const onnx::FunctionProto &proto) {
  for (const onnx::OperatorSetIdProto &import : proto.opset_import())
    if (StringRef domain = normalizeDomain(import.domain());
        !domain.empty() && !findOpset(model.opset_import(), domain))
      *model.add_opset_import() = import;
  int64_t opset = findOpset(proto.opset_import(), "");
  if (!opset)
    return llvm::Error::success();
  return checkVersions(proto, proto.node(), opset);
}

llvm::Error Inliner::readFunction(const onnx::FunctionProto &proto) {
  auto [entry, isNew] =
      functions.try_emplace(getFunctionKey(proto.domain(), proto.name()));
  if (!isNew)
    return createStringError("it is defined twice");
  Function &function = entry->second;
  function.proto = &proto;
  walkNodes(proto.node(), [&](const onnx::NodeProto &node) {
    function.hasExternalData |= hasExternalData(node);
  });
  if (llvm::Error error = readNewFields(entry->second))
    return error;
  return readOpsets(proto);
}

const Function *Inliner::findFunction(const onnx::NodeProto &node) const {
  auto known = functions.find(getFunctionKey(node.domain(), node.op_type()));
  return known == functions.end() ? nullptr : &known->second;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void Inliner::reserveNames(const onnx::GraphProto &graph) {
  for (const onnx::ValueInfoProto &value : graph.input())
    taken.insert(value.name());
  for (const onnx::TensorProto &value : graph.initializer())
    taken.insert(value.name());
  for (const onnx::NodeProto &node : graph.node()) {
    for (const std::string &name : node.output())
      taken.insert(name);
    for (const onnx::AttributeProto &attribute : node.attribute())
      if (attribute.has_g())
        reserveNames(attribute.g());
  }
}

std::string Inliner::invent(StringRef prefix, StringRef name) {
  std::string invented = (prefix + name).str();
  // Goes on counting where the last equal name stopped.
  unsigned &number = numbers.try_emplace(invented, 1).first->second;
  while (!taken.insert(invented).second)
    invented = (prefix + name + "_" + Twine(++number)).str();
  return invented;
}

namespace {
// Renames the values of the nodes of one call. A name that is not a formal
// operand or result becomes a new one when it is first seen.
class Renamer {
public:
  Renamer(std::function<std::string(StringRef)> invent)
      : invent(std::move(invent)) {}

  void set(StringRef name, StringRef actual) { names[name] = actual.str(); }
  std::string get(StringRef name) {
    if (name.empty())
      return "";
    auto [known, isNew] = names.try_emplace(name);
    if (isNew)
      known->second = invent(name);
    return known->second;
  }

  void rename(onnx::NodeProto &node) {
    for (std::string &name : *node.mutable_input())
      name = get(name);
    for (std::string &name : *node.mutable_output())
      name = get(name);
    for (onnx::AttributeProto &attribute : *node.mutable_attribute())
      if (attribute.has_g())
        rename(*attribute.mutable_g());
  }

private:
  void rename(onnx::GraphProto &graph) {
    for (onnx::ValueInfoProto &value : *graph.mutable_input())
      value.set_name(get(value.name()));
    for (onnx::ValueInfoProto &value : *graph.mutable_output())
      value.set_name(get(value.name()));
    for (onnx::ValueInfoProto &value : *graph.mutable_value_info())
      value.set_name(get(value.name()));
    for (onnx::TensorProto &value : *graph.mutable_initializer())
      value.set_name(get(value.name()));
    for (onnx::NodeProto &node : *graph.mutable_node())
      rename(node);
  }

  std::function<std::string(StringRef)> invent;
  Names names;
};
} // namespace

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static const onnx::AttributeProto *findAttribute(const onnx::NodeProto &node,
                                                 StringRef name) {
  for (const onnx::AttributeProto &attribute : node.attribute())
    if (attribute.name() == name)
      return &attribute;
  return nullptr;
}

// Replaces attributes that refer to attributes of the call, also in subgraphs.
// One that the call does not have is absent, unless the function has a default.
static void substituteAttributes(onnx::NodeProto &node,
                                 const onnx::NodeProto &call,
                                 const Function &function) {
  google::protobuf::RepeatedPtrField<onnx::AttributeProto> attributes;
  attributes.Swap(node.mutable_attribute());
  for (onnx::AttributeProto &attribute : attributes) {
    if (attribute.has_g())
      for (onnx::NodeProto &inner : *attribute.mutable_g()->mutable_node())
        substituteAttributes(inner, call, function);
    const onnx::AttributeProto *value = &attribute;
    if (StringRef name = attribute.ref_attr_name(); !name.empty()) {
      value = findAttribute(call, name);
      if (auto known = function.defaults.find(name);
          !value && known != function.defaults.end())
        value = &known->second;
    }
    if (!value)
      continue;
    onnx::AttributeProto &added = *node.add_attribute();
    added = *value;
    added.set_name(attribute.name());
  }
}

// Gives a formal result that is an operand the name of the actual result.
static void addIdentity(StringRef from, StringRef to, NodeProtos &nodes) {
  onnx::NodeProto &identity = *nodes.Add();
  identity.set_op_type("Identity");
  identity.add_input(from.str());
  identity.add_output(to.str());
}

llvm::Error Inliner::inlineCall(const onnx::NodeProto &call,
                                const Function &function, NodeProtos &nodes,
                                unsigned depth) {
  const onnx::FunctionProto &proto = *function.proto;
  if (depth == kMaxGraphDepth)
    return createStringError("function '" + proto.name() +
                             "': expected calls to be nested " +
                             Twine(kMaxGraphDepth) + " deep at most");
  if (call.input_size() > proto.input_size() ||
      call.output_size() > proto.output_size())
    return createStringError(
        "function '" + proto.name() + "': expected " +
        Twine(proto.input_size()) + " operands and " +
        Twine(proto.output_size()) + " results at most, but a call has " +
        Twine(call.input_size()) + " and " + Twine(call.output_size()));
  std::string prefix =
      (call.name().empty() ? call.op_type() : call.name()) + "/";
  Renamer names([&](StringRef name) { return invent(prefix, name); });
  for (auto [index, formal] : llvm::enumerate(proto.input()))
    names.set(formal, static_cast<int>(index) < call.input_size()
                          ? call.input(index)
                          : "");
  SmallVector<std::pair<std::string, std::string>> passed;
  for (auto [index, formal] : llvm::enumerate(proto.output())) {
    if (static_cast<int>(index) >= call.output_size() ||
        call.output(index).empty())
      continue;
    if (llvm::is_contained(proto.input(), formal))
      passed.emplace_back(names.get(formal), call.output(index));
    else
      names.set(formal, call.output(index));
  }
  std::optional<size_t> record =
      recorder.begin(call, function.hasExternalData || hasExternalData(call));
  int first = nodes.size();
  for (const onnx::NodeProto &given : proto.node()) {
    numBytes += given.ByteSizeLong();
    if (++numInlined > kMaxInlinedNodes || numBytes > kMaxInlinedBytes)
      return createStringError(
          "function '" + proto.name() + "': expected calls to expand to " +
          Twine(kMaxInlinedNodes) + " nodes and 1 GiB at most");
    onnx::NodeProto node = given;
    substituteAttributes(node, call, function);
    names.rename(node);
    if (!node.name().empty())
      node.set_name(prefix + node.name());
    if (llvm::Error error = inlineNode(std::move(node), nodes, depth + 1))
      return error;
  }
  for (auto &[from, to] : passed)
    addIdentity(from, to, nodes);
  recorder.end(record, nodes, first);
  return llvm::Error::success();
}

llvm::Error Inliner::inlineNode(onnx::NodeProto node, NodeProtos &nodes,
                                unsigned depth) {
  if (llvm::Error error = checkNumNodes(++numNodes, limits))
    return error;
  for (onnx::AttributeProto &attribute : *node.mutable_attribute())
    if (attribute.has_g())
      if (llvm::Error error = inlineGraph(*attribute.mutable_g(), depth))
        return error;
  if (const Function *function = findFunction(node))
    return inlineCall(node, *function, nodes, depth);
  *nodes.Add() = std::move(node);
  return llvm::Error::success();
}

llvm::Error Inliner::inlineGraph(onnx::GraphProto &graph, unsigned depth) {
  NodeProtos given;
  given.Swap(graph.mutable_node());
  for (onnx::NodeProto &node : given)
    if (llvm::Error error =
            inlineNode(std::move(node), *graph.mutable_node(), depth))
      return error;
  return llvm::Error::success();
}

llvm::Error Inliner::run() {
  for (const onnx::FunctionProto &proto : model.functions())
    if (llvm::Error error = readFunction(proto))
      return createStringError("function '" + proto.name() +
                               "': " + llvm::toString(std::move(error)));
  reserveNames(model.graph());
  if (llvm::Error error = inlineGraph(*model.mutable_graph(), /*depth=*/0))
    return error;
  recorder.select(model);
  return llvm::Error::success();
}

llvm::Error
mlir::onnxops::inlineFunctions(onnx::ModelProto &model,
                               const ModelLimits &limits,
                               std::vector<onnx::GraphProto> *calls) {
  if (!model.functions_size())
    return llvm::Error::success();
  return Inliner(model, limits, calls).run();
}

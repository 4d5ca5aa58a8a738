//===- GraphReader.cpp - read a graph of an ONNX file ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts a GraphProto to a Graph and resolves names: in the graph itself,
// then in the enclosing graphs.
//
//===----------------------------------------------------------------------===//

#include "GraphReader.h"

#include "SparseTensor.h"
#include "mlir/IR/Diagnostics.h"
#include "onnxops/Data/ModelFunctions.h"
#include "onnxops/Data/TensorProto.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Support/Limits.h"
#include "llvm/ADT/StringSet.h"

#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::onnxops;

llvm::Expected<std::variant<TensorData, StoredTensor>>
GraphReader::readTensor(onnx::TensorProto &proto) {
  if (proto.data_location() == onnx::TensorProto::EXTERNAL && directory.empty())
    return llvm::createStringError("external data needs a directory, which was "
                                   "not given for this model in memory");
  model.metadata.hasExternalData |=
      proto.data_location() == onnx::TensorProto::EXTERNAL;
  StoredElement stored = getStoredElement(proto.data_type(), getContext());
  llvm::Expected<TensorData> data =
      stored.type ? decodePacked(proto, stored.bits, directory, pool)
                  : decodeTensor(proto, directory, pool);
  if (!data)
    return data.takeError();
  // Otherwise all constants would be in memory twice.
  delete proto.release_raw_data();
  if (!stored.type)
    return std::move(*data);
  ArrayRef<int64_t> sizes(proto.dims().data(), proto.dims_size());
  return StoredTensor{std::move(*data),
                      RankedTensorType::get(sizes, stored.type)};
}

llvm::Expected<std::variant<TensorData, StoredTensor>>
GraphReader::readSparse(onnx::SparseTensorProto &proto) {
  auto values = readTensor(*proto.mutable_values());
  if (!values)
    return values.takeError();
  auto indices = readTensor(*proto.mutable_indices());
  if (!indices)
    return indices.takeError();
  if (!std::holds_alternative<TensorData>(*values) ||
      !std::holds_alternative<TensorData>(*indices))
    return llvm::createStringError("unsupported element type " +
                                   Twine(proto.values().data_type()));
  llvm::Expected<TensorData> tensor = expandSparse(
      std::get<TensorData>(*values), std::get<TensorData>(*indices),
      ArrayRef<int64_t>(proto.dims().data(), proto.dims_size()), pool);
  if (!tensor)
    return tensor.takeError();
  return std::move(*tensor);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

// Names of the graph itself have precedence: no use of such a name, even before
// its definition, refers to an outer value.
void GraphReader::declareNames(const onnx::GraphProto &proto) {
  SmallVector<StringRef> given;
  for (const onnx::ValueInfoProto &input : proto.input())
    given.push_back(input.name());
  for (const onnx::TensorProto &initializer : proto.initializer())
    given.push_back(initializer.name());
  for (const onnx::SparseTensorProto &initializer : proto.sparse_initializer())
    given.push_back(initializer.values().name());
  for (StringRef name : given)
    declareName(name);
  for (const onnx::NodeProto &node : proto.node())
    for (const std::string &output : node.output())
      declareName(output);
  // Only now, so that a new name is none of this graph.
  for (StringRef name : given)
    renameHiding(name);
}

// Inputs and initializers of a subgraph may hide outer values in ONNX Runtime,
// though not in ONNX: they get names of their own.
void GraphReader::renameHiding(StringRef name) {
  auto known = valueIds.find(name);
  if (known == valueIds.end() || model.values[known->second].outer == kNoValue)
    return;
  ValueId id = known->second;
  std::string renamed;
  for (unsigned number = 1; renamed.empty() || findValue(renamed) != kNoValue;
       ++number)
    renamed = (name + "_" + Twine(number)).str();
  emitWarning(place.getValueLoc(name))
      << "the value hides one outside of the subgraph; it is renamed to '"
      << renamed << "'";
  valueIds[renamed] = id;
  model.values[id].outer = kNoValue;
  model.values[id].name = std::move(renamed);
}

void GraphReader::declareName(StringRef name) {
  if (name.empty())
    return;
  auto [entry, isNew] = valueIds.try_emplace(name, model.values.size());
  if (isNew)
    model.values.push_back(
        {name.str(), std::nullopt, outer ? outer->findValue(name) : kNoValue});
}

ValueId GraphReader::findValue(StringRef name) const {
  for (const GraphReader *reader = this; reader; reader = reader->outer)
    if (auto known = reader->valueIds.find(name);
        known != reader->valueIds.end())
      return known->second;
  return kNoValue;
}

// An undefined name becomes a value of this graph: its uses are errors when the
// graph is built.
ValueId GraphReader::getValue(StringRef name) {
  if (name.empty())
    return kNoValue;
  if (ValueId known = findValue(name); known != kNoValue)
    return known;
  declareName(name);
  return valueIds.lookup(name);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static bool isDeclared(const onnx::ValueInfoProto &proto) {
  return proto.has_type() &&
         proto.type().value_case() != onnx::TypeProto::VALUE_NOT_SET;
}

// Whether a size is -1, which ONNX does not allow.
static bool hasNegativeSize(const onnx::TypeProto &proto) {
  if (proto.has_optional_type())
    return hasNegativeSize(proto.optional_type().elem_type());
  if (proto.has_sequence_type())
    return hasNegativeSize(proto.sequence_type().elem_type());
  return llvm::any_of(proto.tensor_type().shape().dim(),
                      [](const auto &dim) { return dim.dim_value() < 0; });
}

llvm::Expected<DeclaredType>
GraphReader::readType(const onnx::ValueInfoProto &proto, bool takesAny) {
  llvm::Expected<DeclaredType> type =
      takesAny ? readAnyType(proto.type(), getContext())
               : mlir::onnxops::readType(proto.type(), getContext());
  GraphReader *root = this;
  while (root->outer)
    root = root->outer;
  if (type && !root->hasWarnedOfSize && hasNegativeSize(proto.type())) {
    root->hasWarnedOfSize = true;
    emitWarning(place.getValueLoc(proto.name()))
        << "a size of -1 is not valid in ONNX, and taken as unknown";
  }
  return type;
}

LogicalResult GraphReader::readInput(const onnx::ValueInfoProto &proto) {
  ValueId id = getValue(proto.name());
  if (id == kNoValue)
    return emitError(place.getLoc())
           << "graph input #" << graph.inputs.size() << " has no name";
  graph.inputs.push_back(id);
  model.values[id].doc = proto.doc_string();
  // The types of a subgraph's inputs follow from its node.
  if (outer && !isDeclared(proto))
    return success();
  llvm::Expected<DeclaredType> type = readType(proto, /*takesAny=*/!outer);
  // Other types of a subgraph's inputs do not matter either.
  if (!type && outer) {
    llvm::consumeError(type.takeError());
    return success();
  }
  if (!type)
    return emitError(place.getValueLoc(proto.name()))
           << llvm::toString(type.takeError());
  model.values[id].type = std::move(*type);
  return success();
}

// For values of this graph only: a subgraph may return an outer one.
void GraphReader::setTypeHint(StringRef name, const DeclaredType &type) {
  auto known = valueIds.find(name);
  if (known != valueIds.end() && !model.values[known->second].type)
    model.values[known->second].type = type;
}

LogicalResult GraphReader::readOutput(const onnx::ValueInfoProto &proto) {
  GraphOutput output = {getValue(proto.name()), std::nullopt,
                        proto.doc_string()};
  if (output.value == kNoValue)
    return emitError(place.getLoc())
           << "graph output #" << graph.outputs.size() << " has no name";
  if (isDeclared(proto)) {
    llvm::Expected<DeclaredType> type = readType(proto, /*takesAny=*/!outer);
    if (!type && !outer)
      return emitError(place.getValueLoc(proto.name()))
             << llvm::toString(type.takeError());
    // The type of a subgraph's output follows from its nodes.
    if (!type)
      llvm::consumeError(type.takeError());
    else if (output.type = std::move(*type); output.type->otherKind.empty())
      setTypeHint(proto.name(), *output.type);
  }
  graph.outputs.push_back(std::move(output));
  return success();
}

// Declared types of inner values are hints: ignore unsupported ones.
void GraphReader::readValueInfo(const onnx::ValueInfoProto &proto) {
  llvm::Expected<DeclaredType> type = readType(proto);
  if (!type)
    return llvm::consumeError(type.takeError());
  setTypeHint(proto.name(), *type);
}

LogicalResult GraphReader::readInitializer(
    const std::string &name, const std::string &doc,
    llvm::Expected<std::variant<TensorData, StoredTensor>> data) {
  if (!data)
    return emitError(place.getValueLoc(name))
           << llvm::toString(data.takeError());
  ValueId id = getValue(name);
  if (id == kNoValue)
    return emitError(place.getLoc())
           << "initializer #" << graph.initializers.size() << " has no name";
  graph.initializers.push_back({id, std::move(*data), doc});
  return success();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

// The label of a node in errors: its name, or its operator and first result.
static std::string makeLabel(const onnx::NodeProto &proto) {
  if (!proto.name().empty())
    return proto.name();
  std::string output = proto.output_size() ? proto.output(0) : "";
  return proto.op_type() + ":" + output;
}

LogicalResult GraphReader::readNode(onnx::NodeProto &proto) {
  GraphNode node;
  node.number = getNumber();
  node.label = makeLabel(proto);
  Location loc = place.getNodeLoc(node.number, node.label);
  if (proto.op_type().empty())
    return emitError(loc) << "the node has no operator";
  node.domain = normalizeDomain(proto.domain()).str();
  node.opType = proto.op_type();
  node.doc = proto.doc_string();
  for (const std::string &name : proto.input())
    node.inputs.push_back(getValue(name));
  for (const std::string &name : proto.output())
    node.outputs.push_back(getValue(name));
  llvm::StringSet<> names;
  for (onnx::AttributeProto &attribute : *proto.mutable_attribute()) {
    StringRef name = attribute.name();
    if (name.empty())
      return emitError(loc) << "an attribute has no name";
    if (!names.insert(name).second)
      return emitError(loc) << "attribute '" << name << "' is given twice";
    if (failed(readAttribute(node, attribute)))
      return failure();
  }
  graph.nodes.push_back(std::move(node));
  return success();
}

LogicalResult GraphReader::read(onnx::GraphProto &proto) {
  if (!proto.output_size())
    return emitError(place.getLoc()) << "the graph has no output";
  graph.doc = proto.doc_string();
  declareNames(proto);
  for (const onnx::ValueInfoProto &input : proto.input())
    if (failed(readInput(input)))
      return failure();
  for (const onnx::ValueInfoProto &output : proto.output())
    if (failed(readOutput(output)))
      return failure();
  for (const onnx::ValueInfoProto &value : proto.value_info())
    readValueInfo(value);
  for (onnx::TensorProto &initializer : *proto.mutable_initializer())
    if (failed(readInitializer(initializer.name(), initializer.doc_string(),
                               readTensor(initializer))))
      return failure();
  for (onnx::SparseTensorProto &initializer :
       *proto.mutable_sparse_initializer())
    if (failed(readInitializer(initializer.values().name(),
                               initializer.values().doc_string(),
                               readSparse(initializer))))
      return failure();
  for (onnx::NodeProto &node : *proto.mutable_node())
    if (failed(readNode(node)))
      return failure();
  if (sortNodes(graph))
    emitWarning(place.getLoc())
        << "the nodes were not in an order in which each follows those whose "
           "results it uses, and have been sorted";
  return success();
}

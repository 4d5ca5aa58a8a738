//===- ModelReader.cpp - an ONNX file to a graph --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns ModelProto into a Graph. Only protobuf's classes are used, never the
// checker or the shape inference of libonnx, which stop at opset 17 and at
// some inputs stop the process.
//
//===----------------------------------------------------------------------===//

#include "ModelReader.h"

#include "mlir/IR/Diagnostics.h"
#include "onnxops/Data/TensorProto.h"
#include "onnxops/Support/Diagnostics.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::onnxops;

namespace {
class ModelReader {
public:
  ModelReader(StringRef path, MLIRContext &context) : context(context) {
    model.file = path.str();
  }

  FailureOr<Model> read();

private:
  LogicalResult readOpset(const onnx::ModelProto &proto);
  LogicalResult readGraph(const onnx::GraphProto &proto);
  LogicalResult readInput(const onnx::ValueInfoProto &proto);
  LogicalResult readOutput(const onnx::ValueInfoProto &proto);
  void readValueInfo(const onnx::ValueInfoProto &proto);
  LogicalResult readInitializer(const onnx::TensorProto &proto);
  LogicalResult readNode(const onnx::NodeProto &proto);

  llvm::Expected<GraphAttribute>
  readAttribute(const onnx::AttributeProto &proto);
  llvm::Expected<TensorData> readTensor(const onnx::TensorProto &proto) {
    return decodeTensor(proto, llvm::sys::path::parent_path(model.file));
  }

  ValueId getValue(StringRef name);
  InFlightDiagnostic emitModelError() {
    return emitError(getModelLoc(&context, model.file));
  }
  InFlightDiagnostic emitValueError(StringRef name) {
    return emitError(getValueLoc(&context, model.file, name));
  }

  MLIRContext &context;
  Model model;
  Graph &graph = model.graph;
  llvm::StringMap<ValueId> valueIds;
};
} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static llvm::Expected<GraphDimension>
readDimension(const onnx::TensorShapeProto::Dimension &proto) {
  GraphDimension dimension;
  if (proto.has_dim_param())
    dimension.symbol = proto.dim_param();
  if (!proto.has_dim_value())
    return dimension;
  // As MLIR counts sizes, a negative one could mean "unknown".
  if (proto.dim_value() < 0)
    return llvm::createStringError("expected sizes of 0 or more, but got " +
                                   Twine(proto.dim_value()));
  dimension.size = proto.dim_value();
  return dimension;
}

static llvm::Expected<DeclaredType>
readTensorType(const onnx::TypeProto::Tensor &proto) {
  DeclaredType type;
  type.elementType = proto.elem_type();
  if (!onnxopsElementBytes(type.elementType))
    return llvm::createStringError("unsupported element type " +
                                   Twine(type.elementType));
  if (!proto.has_shape())
    return type;
  type.dimensions.emplace();
  for (const auto &dimensionProto : proto.shape().dim()) {
    llvm::Expected<GraphDimension> dimension = readDimension(dimensionProto);
    if (!dimension)
      return dimension.takeError();
    type.dimensions->push_back(std::move(*dimension));
  }
  return type;
}

static llvm::Expected<DeclaredType> readType(const onnx::TypeProto &proto) {
  if (proto.has_tensor_type())
    return readTensorType(proto.tensor_type());
  if (!proto.has_sequence_type() ||
      !proto.sequence_type().elem_type().has_tensor_type())
    return llvm::createStringError(
        "expected the type to be a tensor or a sequence of tensors");
  llvm::Expected<DeclaredType> type =
      readTensorType(proto.sequence_type().elem_type().tensor_type());
  if (type)
    type->isSequence = true;
  return type;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

ValueId ModelReader::getValue(StringRef name) {
  if (name.empty())
    return kNoValue;
  auto [entry, isNew] = valueIds.try_emplace(name, graph.values.size());
  if (isNew)
    graph.values.push_back({name.str(), std::nullopt});
  return entry->second;
}

LogicalResult ModelReader::readInput(const onnx::ValueInfoProto &proto) {
  ValueId id = getValue(proto.name());
  if (id == kNoValue)
    return emitModelError()
           << "graph input #" << graph.inputs.size() << " has no name";
  llvm::Expected<DeclaredType> type = readType(proto.type());
  if (!type)
    return emitValueError(proto.name()) << llvm::toString(type.takeError());
  graph.values[id].type = std::move(*type);
  graph.inputs.push_back(id);
  return success();
}

LogicalResult ModelReader::readOutput(const onnx::ValueInfoProto &proto) {
  GraphOutput output = {getValue(proto.name()), std::nullopt};
  if (output.value == kNoValue)
    return emitModelError()
           << "graph output #" << graph.outputs.size() << " has no name";
  if (proto.has_type()) {
    llvm::Expected<DeclaredType> type = readType(proto.type());
    if (!type)
      return emitValueError(proto.name()) << llvm::toString(type.takeError());
    output.type = std::move(*type);
    if (!graph.values[output.value].type)
      graph.values[output.value].type = output.type;
  }
  graph.outputs.push_back(std::move(output));
  return success();
}

// What a model says of values inside it is a hint: one that is not understood
// is no reason to refuse it.
void ModelReader::readValueInfo(const onnx::ValueInfoProto &proto) {
  llvm::Expected<DeclaredType> type = readType(proto.type());
  if (!type)
    return llvm::consumeError(type.takeError());
  ValueId id = getValue(proto.name());
  if (id != kNoValue && !graph.values[id].type)
    graph.values[id].type = std::move(*type);
}

LogicalResult ModelReader::readInitializer(const onnx::TensorProto &proto) {
  ValueId id = getValue(proto.name());
  if (id == kNoValue)
    return emitModelError()
           << "initializer #" << graph.initializers.size() << " has no name";
  llvm::Expected<TensorData> data = readTensor(proto);
  if (!data)
    return emitValueError(proto.name()) << llvm::toString(data.takeError());
  graph.initializers.push_back({id, std::move(*data)});
  return success();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

llvm::Expected<GraphAttribute>
ModelReader::readAttribute(const onnx::AttributeProto &proto) {
  GraphAttribute attribute;
  attribute.name = proto.name();
  switch (proto.type()) {
  case onnx::AttributeProto::INT:
    attribute.value = proto.i();
    break;
  case onnx::AttributeProto::FLOAT:
    attribute.value = proto.f();
    break;
  case onnx::AttributeProto::STRING:
    attribute.value = proto.s();
    break;
  case onnx::AttributeProto::INTS:
    attribute.value =
        std::vector<int64_t>(proto.ints().begin(), proto.ints().end());
    break;
  case onnx::AttributeProto::FLOATS:
    attribute.value =
        std::vector<float>(proto.floats().begin(), proto.floats().end());
    break;
  case onnx::AttributeProto::STRINGS:
    attribute.value = std::vector<std::string>(proto.strings().begin(),
                                               proto.strings().end());
    break;
  case onnx::AttributeProto::TENSOR: {
    llvm::Expected<TensorData> tensor = readTensor(proto.t());
    if (!tensor)
      return tensor.takeError();
    attribute.value = std::move(*tensor);
    break;
  }
  default:
    attribute.value =
        UnreadAttribute{onnx::AttributeProto::AttributeType_Name(proto.type())};
  }
  return attribute;
}

// What errors call a node: its name, or its operator and first result.
static std::string makeLabel(const onnx::NodeProto &proto) {
  if (!proto.name().empty())
    return proto.name();
  std::string output = proto.output_size() ? proto.output(0) : "";
  return proto.op_type() + ":" + output;
}

// "ai.onnx" is another spelling of the default domain.
static StringRef normalizeDomain(StringRef domain) {
  return domain == "ai.onnx" ? "" : domain;
}

LogicalResult ModelReader::readNode(const onnx::NodeProto &proto) {
  GraphNode node;
  node.label = makeLabel(proto);
  Location loc =
      getNodeLoc(&context, model.file, graph.nodes.size() + 1, node.label);
  if (proto.op_type().empty())
    return emitError(loc) << "the node has no operator";
  node.domain = normalizeDomain(proto.domain()).str();
  node.opType = proto.op_type();
  for (const std::string &name : proto.input())
    node.inputs.push_back(getValue(name));
  for (const std::string &name : proto.output())
    node.outputs.push_back(getValue(name));
  llvm::StringSet<> names;
  for (const onnx::AttributeProto &attributeProto : proto.attribute()) {
    StringRef name = attributeProto.name();
    if (name.empty())
      return emitError(loc) << "an attribute has no name";
    if (!names.insert(name).second)
      return emitError(loc) << "attribute '" << name << "' is given twice";
    llvm::Expected<GraphAttribute> attribute = readAttribute(attributeProto);
    if (!attribute)
      return emitError(loc) << "attribute '" << name
                            << "': " << llvm::toString(attribute.takeError());
    node.attributes.push_back(std::move(*attribute));
  }
  graph.nodes.push_back(std::move(node));
  return success();
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

LogicalResult ModelReader::readOpset(const onnx::ModelProto &proto) {
  std::optional<int64_t> opset;
  for (const onnx::OperatorSetIdProto &import : proto.opset_import()) {
    if (!normalizeDomain(import.domain()).empty())
      continue;
    if (opset)
      return emitModelError() << "the model imports opsets " << *opset
                              << " and " << import.version();
    opset = import.version();
  }
  if (!opset)
    return emitModelError() << "the model does not say which opset it imports";
  model.opset = *opset;
  return success();
}

LogicalResult ModelReader::readGraph(const onnx::GraphProto &proto) {
  if (proto.sparse_initializer_size())
    return emitModelError() << "sparse initializers are not supported";
  if (!proto.output_size())
    return emitModelError() << "the graph has no output";
  for (const onnx::ValueInfoProto &input : proto.input())
    if (failed(readInput(input)))
      return failure();
  for (const onnx::ValueInfoProto &output : proto.output())
    if (failed(readOutput(output)))
      return failure();
  for (const onnx::ValueInfoProto &value : proto.value_info())
    readValueInfo(value);
  for (const onnx::TensorProto &initializer : proto.initializer())
    if (failed(readInitializer(initializer)))
      return failure();
  for (const onnx::NodeProto &node : proto.node())
    if (failed(readNode(node)))
      return failure();
  return success();
}

FailureOr<Model> ModelReader::read() {
  onnx::ModelProto proto;
  if (llvm::Error error = readMessage(model.file, proto))
    return emitModelError()
           << "cannot read the model: " << llvm::toString(std::move(error));
  if (!proto.has_graph())
    return emitModelError() << "cannot read the model: it has no graph";
  if (failed(readOpset(proto)) || failed(readGraph(proto.graph())))
    return failure();
  return std::move(model);
}

FailureOr<Model> mlir::onnxops::readONNXModel(StringRef path,
                                              MLIRContext &context) {
  return ModelReader(path, context).read();
}

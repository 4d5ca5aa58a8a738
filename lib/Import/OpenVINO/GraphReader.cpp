//===- GraphReader.cpp - convert layers to a graph ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts a Net to a FileModel: Parameters become inputs, Consts become
// initializers, Results become nodes that give a value the name of an output.
//
//===----------------------------------------------------------------------===//

#include "Readers.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {
class GraphReader {
public:
  GraphReader(const Net &net, Weights &weights, MLIRContext &context)
      : net(net), context(context), weights(weights) {}

  FailureOr<FileModel> read();

private:
  LogicalResult readLayer(const NetLayer &layer);
  LogicalResult readParameter(const NetLayer &layer, GraphValue &value);
  FailureOr<uint64_t> readBytes(const NetLayer &layer, StringRef name);
  LogicalResult readConst(const NetLayer &layer);
  LogicalResult readConcat(const NetLayer &layer, GraphValue &value);
  GraphNode &addNode(const NetLayer &layer);
  LogicalResult boundConcat(const NetLayer &layer, int64_t axis);
  FailureOr<DeclaredType> readType(const NetLayer &layer);
  FailureOr<DeclaredType> readPortType(const NetLayer &layer);
  LogicalResult checkPort(const NetLayer &layer, const DeclaredType &type);
  LogicalResult checkNames();

  InFlightDiagnostic refuse(const NetLayer &layer) {
    return emitError(getLayerLoc(&context, net, layer));
  }
  // A layer has a single value, with the layer's index.
  ValueId getValue(const NetLayer &layer) const {
    return &layer - net.layers.data();
  }

  const Net &net;
  MLIRContext &context;
  Weights &weights;
  FileModel model;
  std::vector<ShapeBounds> bounds; ///< of each value
};
} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// The type declared by the <data> of a Parameter or Const.
FailureOr<DeclaredType> GraphReader::readType(const NetLayer &layer) {
  for (StringRef attribute : {"element_type", "shape"})
    if (!layer.findAttribute(attribute))
      return refuse(layer) << "expected attribute '" << attribute
                           << "', but it is not given";
  DeclaredType type;
  if (llvm::Error error =
          readElementType(*layer.findAttribute("element_type"), type, context))
    return refuse(layer) << llvm::toString(std::move(error));
  llvm::Expected<ShapeBounds> shape = readShape(*layer.findAttribute("shape"));
  if (!shape)
    return refuse(layer) << llvm::toString(shape.takeError());
  if (*shape) {
    type.dimensions.emplace();
    for (SizeBounds size : **shape)
      type.dimensions->push_back({size.getSize(), /*symbol=*/""});
  }
  bounds[getValue(layer)] = std::move(*shape);
  return type;
}

// The type of the output port. Without a <dim>, its rank is unknown.
FailureOr<DeclaredType> GraphReader::readPortType(const NetLayer &layer) {
  const NetPort &port = layer.outputs.front();
  DeclaredType type;
  if (llvm::Error error = readPrecision(port.precision, type, context))
    return refuse(layer) << "output port " << port.id << ": "
                         << llvm::toString(std::move(error));
  if (!port.dims)
    return type;
  type.dimensions.emplace();
  for (int64_t size : *port.dims)
    type.dimensions->push_back(
        {size < 0 ? ShapedType::kDynamic : size, /*symbol=*/""});
  return type;
}

static SmallVector<int64_t> getSizes(const DeclaredType &type) {
  return llvm::map_to_vector(
      *type.dimensions,
      [](const GraphDimension &dimension) { return dimension.size; });
}

// Prints sizes in the syntax of a shape: "1,?,50".
static std::string describeSizes(ArrayRef<int64_t> sizes) {
  return llvm::join(llvm::map_range(sizes,
                                    [](int64_t size) {
                                      return ShapedType::isDynamic(size)
                                                 ? std::string("?")
                                                 : std::to_string(size);
                                    }),
                    ",");
}

// If <data> declares the type, that of the port must match. The port type of a
// computed value is checked after inference.
LogicalResult GraphReader::checkPort(const NetLayer &layer,
                                     const DeclaredType &type) {
  FailureOr<DeclaredType> port = readPortType(layer);
  if (failed(port))
    return failure();
  const NetPort &text = layer.outputs.front();
  // Both may omit it.
  bool hasElement = (port->elementType || port->foreignElement) &&
                    (type.elementType || type.foreignElement);
  if (hasElement && (port->elementType != type.elementType ||
                     port->foreignElement != type.foreignElement))
    return refuse(layer) << "expected precision of output port " << text.id
                         << " to be that of element type '"
                         << *layer.findAttribute("element_type")
                         << "', but got '" << text.precision << "'";
  if (!type.dimensions || !port->dimensions)
    return success();
  SmallVector<int64_t> sizes = getSizes(type), portSizes = getSizes(*port);
  if (succeeded(verifyCompatibleShape(sizes, portSizes)))
    return success();
  return refuse(layer) << "expected dimensions of output port " << text.id
                       << " to be those of shape '" << describeSizes(sizes)
                       << "', but got '" << describeSizes(portSizes) << "'";
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

LogicalResult GraphReader::readParameter(const NetLayer &layer,
                                         GraphValue &value) {
  FailureOr<DeclaredType> type = readType(layer);
  if (failed(type) || failed(checkPort(layer, *type)))
    return failure();
  value.type = std::move(*type);
  model.graph.inputs.push_back(getValue(layer));
  return success();
}

// A number of bytes in the .bin file.
FailureOr<uint64_t> GraphReader::readBytes(const NetLayer &layer,
                                           StringRef name) {
  const std::string *text = layer.findAttribute(name);
  if (!text)
    return refuse(layer) << "expected attribute '" << name
                         << "', but it is not given";
  uint64_t number;
  if (StringRef(*text).trim().getAsInteger(10, number))
    return refuse(layer) << "expected attribute '" << name
                         << "' to be a number of 0 or more, but got '" << *text
                         << "'";
  return number;
}

LogicalResult GraphReader::readConst(const NetLayer &layer) {
  FailureOr<DeclaredType> type = readType(layer);
  if (failed(type) || failed(checkPort(layer, *type)))
    return failure();
  if (!type->elementType)
    return refuse(layer) << "a Const of element type '"
                         << *layer.findAttribute("element_type")
                         << "' is not supported";
  if (!type->dimensions || llvm::any_of(getSizes(*type), ShapedType::isDynamic))
    return refuse(layer) << "expected the shape of a Const to be known, but "
                            "got '"
                         << *layer.findAttribute("shape") << "'";
  FailureOr<uint64_t> offset = readBytes(layer, "offset");
  if (failed(offset))
    return failure();
  FailureOr<uint64_t> size = readBytes(layer, "size");
  if (failed(size))
    return failure();
  llvm::Expected<TensorData> data =
      weights.read(type->elementType, getSizes(*type), *offset, *size);
  if (!data)
    return refuse(layer) << llvm::toString(data.takeError());
  model.graph.initializers.push_back({getValue(layer), std::move(*data)});
  return success();
}

LogicalResult GraphReader::readConcat(const NetLayer &layer,
                                      GraphValue &value) {
  FailureOr<DeclaredType> type = readPortType(layer);
  if (failed(type))
    return failure();
  value.type = std::move(*type);
  GraphNode &node = addNode(layer);
  const std::string *text = layer.findAttribute("axis");
  if (!text)
    return success(); // the op reports the missing attribute
  int64_t axis;
  if (StringRef(*text).trim().getAsInteger(10, axis))
    return refuse(layer)
           << "expected attribute 'axis' to be a number, but got '" << *text
           << "'";
  node.attributes.push_back({"axis", axis});
  return boundConcat(layer, axis);
}

LogicalResult GraphReader::boundConcat(const NetLayer &layer, int64_t axis) {
  SmallVector<const ShapeBounds *> inputs;
  for (unsigned source : layer.sources)
    inputs.push_back(&bounds[source]);
  auto emit = [&] { return refuse(layer); };
  FailureOr<ShapeBounds> result = inferConcatBounds(emit, inputs, axis);
  if (failed(result))
    return failure();
  ValueId value = getValue(layer);
  bounds[value] = std::move(*result);
  return verifyWithinBounds(emit, bounds[value], *model.values[value].type);
}

GraphNode &GraphReader::addNode(const NetLayer &layer) {
  GraphNode &node = model.graph.nodes.emplace_back();
  node.number = layer.number;
  node.label = layer.name;
  node.opType = getLayerKindName(layer.kind);
  node.inputs.assign(layer.sources.begin(), layer.sources.end());
  node.outputs.push_back(getValue(layer));
  return node;
}

LogicalResult GraphReader::readLayer(const NetLayer &layer) {
  GraphValue &value = model.values[getValue(layer)];
  switch (layer.kind) {
  case LayerKind::Parameter:
    return readParameter(layer, value);
  case LayerKind::Const:
    return readConst(layer);
  case LayerKind::Concat:
    return readConcat(layer, value);
  case LayerKind::Result:
    addNode(layer);
    return success();
  }
  llvm_unreachable("unknown kind of layer");
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

// Inputs and outputs are selected by name, so their names must be unique.
LogicalResult GraphReader::checkNames() {
  llvm::StringMap<uint64_t> parameters, results;
  for (const NetLayer &layer : net.layers) {
    bool isResult = layer.kind == LayerKind::Result;
    if (!isResult && layer.kind != LayerKind::Parameter)
      continue;
    auto [first, isNew] =
        (isResult ? results : parameters).try_emplace(layer.name, layer.id);
    if (!isNew)
      return refuse(layer) << getLayerKindName(layer.kind) << " " << layer.id
                           << " has the name of " << first->second;
  }
  return success();
}

FailureOr<FileModel> GraphReader::read() {
  model.file = net.file;
  model.format = ModelFormat::OpenVINO;
  for (const NetLayer &layer : net.layers)
    model.values.push_back({layer.name, std::nullopt, kNoValue});
  bounds.resize(net.layers.size());
  FailureOr<std::vector<unsigned>> order = orderLayers(net, context);
  if (failed(order) || failed(checkNames()))
    return failure();
  // Sources come before their users, Parameters stay in the order of the file.
  for (unsigned index : *order)
    if (failed(readLayer(net.layers[index])))
      return failure();
  for (const NetLayer &layer : net.layers)
    if (layer.kind == LayerKind::Result)
      model.graph.outputs.push_back({getValue(layer), std::nullopt});
  if (model.graph.outputs.empty())
    return emitError(getModelLoc(&context, net.file))
           << "the net has no Result";
  if (failed(resolveElementTypes(net, model, context)))
    return failure();
  return std::move(model);
}

FailureOr<FileModel> mlir::onnxops::readGraph(const Net &net, Weights &weights,
                                              MLIRContext &context) {
  return GraphReader(net, weights, context).read();
}

//===- NetReader.cpp - read the XML of an OpenVINO file -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts <net> to a Net. pugixml parses the text; only this file and
// EdgeReader.cpp use its nodes.
//
//===----------------------------------------------------------------------===//

#include "NetReader.h"

#include "Readers.h"
#include "onnxops/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

// An element has few attributes, except in files crafted to take long.
static StringRef findRepeatedAttribute(pugi::xml_node element) {
  SmallVector<StringRef> names;
  for (pugi::xml_attribute attribute : element.attributes())
    names.push_back(attribute.name());
  llvm::sort(names);
  auto *repeated = llvm::adjacent_find(names);
  return repeated == names.end() ? "" : *repeated;
}

LogicalResult mlir::onnxops::checkElement(Location loc, pugi::xml_node element,
                                          ArrayRef<StringRef> children,
                                          bool repeats) {
  if (StringRef name = findRepeatedAttribute(element); !name.empty())
    return emitError(loc) << "attribute '" << name << "' of <" << element.name()
                          << "> is given twice";
  SmallVector<StringRef> seen;
  for (pugi::xml_node child : element.children()) {
    if (child.type() != pugi::node_element)
      return emitError(loc) << "unexpected text in <" << element.name() << ">";
    StringRef name = child.name();
    if (!llvm::is_contained(children, name))
      return emitError(loc) << "<" << name << "> in <" << element.name()
                            << "> is not supported";
    if (repeats)
      continue;
    if (llvm::is_contained(seen, name))
      return emitError(loc) << "expected one <" << name << "> in <"
                            << element.name() << ">, but got two";
    seen.push_back(name);
  }
  return success();
}

FailureOr<uint64_t> mlir::onnxops::readNumber(Location loc,
                                              pugi::xml_node element,
                                              const char *attribute) {
  pugi::xml_attribute text = element.attribute(attribute);
  if (!text)
    return emitError(loc) << "<" << element.name() << "> has no attribute '"
                          << attribute << "'";
  uint64_t number;
  if (StringRef(text.value()).trim().getAsInteger(10, number))
    return emitError(loc) << "expected attribute '" << attribute << "' of <"
                          << element.name()
                          << "> to be a number of 0 or more, but got '"
                          << text.value() << "'";
  return number;
}

//===----------------------------------------------------------------------===//
// Ports
//===----------------------------------------------------------------------===//

static LogicalResult readDim(Location loc, NetPort &port,
                             pugi::xml_node element) {
  int64_t size;
  StringRef text = StringRef(element.child_value()).trim();
  if (element.first_child() != element.last_child() ||
      text.getAsInteger(10, size) || size < -1)
    return emitError(loc) << "expected <dim> of port " << port.id
                          << " to be a number of -1 or more, but got '" << text
                          << "'";
  if (!port.dims)
    port.dims.emplace();
  port.dims->push_back(size);
  return success();
}

LogicalResult NetReader::readPort(Location loc, NetPort &port,
                                  pugi::xml_node element) {
  if (failed(checkElement(loc, element, {"dim", "rt_info"}, /*repeats=*/true)))
    return failure();
  FailureOr<uint64_t> id = readNumber(loc, element, "id");
  if (failed(id))
    return failure();
  port.id = *id;
  port.precision = element.attribute("precision").value();
  for (pugi::xml_node dim : element.children("dim"))
    if (failed(readDim(loc, port, dim)))
      return failure();
  if (llvm::Error error = checkRank(port.dims ? port.dims->size() : 0))
    return emitError(loc) << "port " << port.id << ": "
                          << llvm::toString(std::move(error));
  return success();
}

LogicalResult NetReader::readPorts(Location loc, std::vector<NetPort> &ports,
                                   pugi::xml_node element) {
  if (failed(checkElement(loc, element, {"port"}, /*repeats=*/true)))
    return failure();
  std::set<uint64_t> ids; // see NetReader.h
  for (pugi::xml_node child : element.children()) {
    NetPort &port = ports.emplace_back();
    if (failed(readPort(loc, port, child)))
      return failure();
    if (!ids.insert(port.id).second)
      return emitError(loc)
             << "<" << element.name() << "> has two ports " << port.id;
  }
  return success();
}

LogicalResult NetReader::checkPorts(Location loc, const NetLayer &layer) {
  bool hasInput = layer.kind == LayerKind::Result;
  if (layer.kind != LayerKind::Concat && layer.inputs.size() != hasInput)
    return emitError(loc) << "expected " << getLayerKindName(layer.kind)
                          << " to have " << (hasInput ? "1 input" : "no input")
                          << " port, but got " << layer.inputs.size();
  bool hasOutput = layer.kind != LayerKind::Result;
  if (layer.outputs.size() != hasOutput)
    return emitError(loc) << "expected " << getLayerKindName(layer.kind)
                          << " to have "
                          << (hasOutput ? "1 output" : "no output")
                          << " port, but got " << layer.outputs.size();
  return success();
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

StringRef mlir::onnxops::getLayerKindName(LayerKind kind) {
  switch (kind) {
  case LayerKind::Parameter:
    return "Parameter";
  case LayerKind::Const:
    return "Const";
  case LayerKind::Concat:
    return "Concat";
  case LayerKind::Result:
    return "Result";
  }
  llvm_unreachable("unknown kind of layer");
}

// All opsets have the same four operators.
static bool isOpset(StringRef version) {
  unsigned number;
  return version.empty() || (version.consume_front("opset") &&
                             !version.getAsInteger(10, number) && number > 0);
}

LogicalResult NetReader::readKind(Location loc, NetLayer &layer,
                                  pugi::xml_node element) {
  StringRef type = element.attribute("type").value();
  StringRef version = element.attribute("version").value();
  auto kind = llvm::StringSwitch<std::optional<LayerKind>>(type)
                  .CaseLower("parameter", LayerKind::Parameter)
                  .CaseLower("const", LayerKind::Const)
                  .CaseLower("concat", LayerKind::Concat)
                  .CaseLower("result", LayerKind::Result)
                  .Default(std::nullopt);
  if (!kind || !isOpset(version))
    return emitError(loc) << "layer " << layer.id << " of type '" << type
                          << "', version '" << version << "', is not supported";
  layer.kind = *kind;
  return success();
}

// Checks that <data> only has attributes of its operator.
LogicalResult NetReader::readData(Location loc, NetLayer &layer,
                                  pugi::xml_node element) {
  if (failed(checkElement(loc, element, {})))
    return failure();
  static constexpr StringLiteral parameter[] = {"element_type", "shape"};
  static constexpr StringLiteral constant[] = {"element_type", "shape",
                                               "offset", "size"};
  static constexpr StringLiteral concat[] = {"axis"};
  ArrayRef<StringLiteral> known;
  if (layer.kind == LayerKind::Parameter)
    known = parameter;
  else if (layer.kind == LayerKind::Const)
    known = constant;
  else if (layer.kind == LayerKind::Concat)
    known = concat;
  for (pugi::xml_attribute attribute : element.attributes()) {
    if (!llvm::is_contained(known, attribute.name()))
      return emitError(loc) << getLayerKindName(layer.kind)
                            << " has no attribute '" << attribute.name() << "'";
    layer.attributes.push_back({attribute.name(), attribute.value()});
  }
  return success();
}

LogicalResult NetReader::readLayer(pugi::xml_node element) {
  NetLayer layer;
  layer.number = net.layers.size() + 1;
  FailureOr<uint64_t> id =
      readNumber(getNodeLoc(context, net.file, layer.number,
                            element.attribute("name").value()),
                 element, "id");
  if (failed(id))
    return failure();
  layer.id = *id;
  layer.name = element.attribute("name").value();
  if (layer.name.empty())
    layer.name =
        (StringRef(element.attribute("type").value()) + ":" + Twine(layer.id))
            .str();
  Location loc = getLoc(layer);
  if (!layerIndex.try_emplace(layer.id, net.layers.size()).second)
    return emitError(loc) << "there are two layers " << layer.id;
  if (failed(readKind(loc, layer, element)) ||
      failed(
          checkElement(loc, element, {"data", "input", "output", "rt_info"})) ||
      failed(readData(loc, layer, element.child("data"))) ||
      failed(readPorts(loc, layer.inputs, element.child("input"))) ||
      failed(readPorts(loc, layer.outputs, element.child("output"))) ||
      failed(checkPorts(loc, layer)))
    return failure();
  net.layers.push_back(std::move(layer));
  return success();
}

//===----------------------------------------------------------------------===//
// The net
//===----------------------------------------------------------------------===//

LogicalResult NetReader::read(pugi::xml_node element) {
  Location loc = getModelLoc(context, net.file);
  if (StringRef(element.name()) != "net")
    return emitError(loc) << "expected <net>, but got <" << element.name()
                          << ">";
  FailureOr<uint64_t> version = readNumber(loc, element, "version");
  if (failed(version))
    return failure();
  if (*version != 10 && *version != 11)
    return emitError(loc) << "expected a net of version 10 or 11, but got "
                          << *version;
  // The last ones describe how the file was created.
  if (failed(checkElement(loc, element,
                          {"layers", "edges", "rt_info", "meta_data",
                           "quantization_parameters"})))
    return failure();
  pugi::xml_node layers = element.child("layers");
  pugi::xml_node edges = element.child("edges");
  if (failed(checkElement(loc, layers, {"layer"}, /*repeats=*/true)) ||
      failed(checkElement(loc, edges, {"edge"}, /*repeats=*/true)))
    return failure();
  auto children = layers.children();
  if (llvm::Error error = checkNumNodes(
          std::distance(children.begin(), children.end()), limits))
    return emitError(loc) << llvm::toString(std::move(error));
  for (pugi::xml_node layer : children)
    if (failed(readLayer(layer)))
      return failure();
  return readEdges(edges);
}

FailureOr<Net> mlir::onnxops::readNet(llvm::MemoryBufferRef file,
                                      MLIRContext &context,
                                      const ModelLimits &limits) {
  Net net;
  net.file = file.getBufferIdentifier().str();
  Location loc = getModelLoc(&context, net.file);
  auto refuse = [&]() { return emitError(loc) << "cannot read the model: "; };
  StringRef text = file.getBuffer();
  if (text.empty())
    return refuse() << "the file is empty";
  pugi::xml_document document;
  pugi::xml_parse_result result =
      document.load_buffer(text.data(), text.size());
  if (!result)
    return refuse() << "byte " << result.offset << ": " << result.description();
  pugi::xml_node root = document.document_element();
  if (root != document.last_child() || root != document.first_child())
    return refuse() << "expected one element, <net>, but got several";
  if (failed(NetReader(net, context, limits).read(root)))
    return failure();
  return net;
}

//===- EdgeReader.cpp - read the edges between ports ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resolves the ids of an edge's layers and ports, and checks that every input
// has one edge.
//
//===----------------------------------------------------------------------===//

#include "NetReader.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::onnxops;

// The entry of NetLayer::sources for an input without an edge.
static constexpr unsigned kNoSource = ~0u;

FailureOr<NetReader::Edge> NetReader::readEnds(pugi::xml_node element) {
  Location loc = getModelLoc(context, net.file);
  if (failed(checkElement(loc, element, {})))
    return failure();
  Edge edge;
  for (auto [attribute, end] : {std::pair("from-layer", &edge.fromLayer),
                                std::pair("from-port", &edge.fromPort),
                                std::pair("to-layer", &edge.toLayer),
                                std::pair("to-port", &edge.toPort)}) {
    FailureOr<uint64_t> id = readNumber(loc, element, attribute);
    if (failed(id))
      return failure();
    *end = *id;
  }
  return edge;
}

// The layer with an id, null if there is none.
NetLayer *NetReader::findLayer(uint64_t id) {
  auto known = layerIndex.find(id);
  return known == layerIndex.end() ? nullptr : &net.layers[known->second];
}

LogicalResult NetReader::readEdge(pugi::xml_node element) {
  FailureOr<Edge> edge = readEnds(element);
  if (failed(edge))
    return failure();
  NetLayer *source = findLayer(edge->fromLayer);
  NetLayer *user = findLayer(edge->toLayer);
  // Emits the error at a layer that exists, if any.
  auto refuse = [&](const NetLayer *layer) {
    return emitError(layer ? getLoc(*layer) : getModelLoc(context, net.file))
           << "edge from layer " << edge->fromLayer << ", port "
           << edge->fromPort << " to layer " << edge->toLayer << ", port "
           << edge->toPort << ": ";
  };
  if (!source)
    return refuse(user) << "there is no layer " << edge->fromLayer;
  if (!user)
    return refuse(source) << "there is no layer " << edge->toLayer;
  if (source->outputs.empty() || source->outputs.front().id != edge->fromPort)
    return refuse(source) << "layer " << edge->fromLayer
                          << " has no output port " << edge->fromPort;
  auto &inputs = inputIndex[user - net.layers.data()];
  auto port = inputs.find(edge->toPort);
  if (port == inputs.end())
    return refuse(user) << "layer " << edge->toLayer << " has no input port "
                        << edge->toPort;
  unsigned &slot = user->sources[port->second];
  if (slot != kNoSource)
    return refuse(user) << "the port has an edge already, from layer "
                        << net.layers[slot].id;
  slot = source - net.layers.data();
  return success();
}

void NetReader::indexInputs(NetLayer &layer) {
  layer.sources.assign(layer.inputs.size(), kNoSource);
  auto &ids = inputIndex.emplace_back();
  for (auto [position, port] : llvm::enumerate(layer.inputs))
    ids[port.id] = position;
}

LogicalResult NetReader::readEdges(pugi::xml_node element) {
  for (NetLayer &layer : net.layers)
    indexInputs(layer);
  for (pugi::xml_node edge : element.children())
    if (failed(readEdge(edge)))
      return failure();
  for (const NetLayer &layer : net.layers)
    for (auto [source, port] : llvm::zip_equal(layer.sources, layer.inputs))
      if (source == kNoSource)
        return emitError(getLoc(layer))
               << "input port " << port.id << " has no edge";
  return success();
}

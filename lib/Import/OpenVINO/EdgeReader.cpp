//===- EdgeReader.cpp - which port feeds which ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resolves the ids of an edge's layers and ports, and checks that every input
// is fed once.
//
//===----------------------------------------------------------------------===//

#include "NetReader.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::onnxops;

// What NetLayer::sources holds of an input without an edge.
static constexpr unsigned kNoSource = ~0u;

// One end of an edge, or what is wrong with it.
static const NetPort *findPort(ArrayRef<NetPort> ports, uint64_t id) {
  auto *port =
      llvm::find_if(ports, [&](const NetPort &p) { return p.id == id; });
  return port == ports.end() ? nullptr : port;
}

LogicalResult NetReader::readEdge(pugi::xml_node element) {
  Location model = getModelLoc(context, net.file);
  if (failed(checkElement(model, element, {})))
    return failure();
  FailureOr<uint64_t> fromLayer = readNumber(model, element, "from-layer");
  if (failed(fromLayer))
    return failure();
  FailureOr<uint64_t> fromPort = readNumber(model, element, "from-port");
  if (failed(fromPort))
    return failure();
  FailureOr<uint64_t> toLayer = readNumber(model, element, "to-layer");
  if (failed(toLayer))
    return failure();
  FailureOr<uint64_t> toPort = readNumber(model, element, "to-port");
  if (failed(toPort))
    return failure();

  auto refuse = [&](Location loc) {
    return emitError(loc) << "edge from layer " << *fromLayer << ", port "
                          << *fromPort << " to layer " << *toLayer << ", port "
                          << *toPort << ": ";
  };
  auto from = layerIndex.find(*fromLayer), to = layerIndex.find(*toLayer);
  if (from == layerIndex.end())
    return refuse(to == layerIndex.end() ? model
                                         : getLoc(net.layers[to->second]))
           << "there is no layer " << *fromLayer;
  NetLayer &source = net.layers[from->second];
  if (to == layerIndex.end())
    return refuse(getLoc(source)) << "there is no layer " << *toLayer;
  NetLayer &user = net.layers[to->second];
  if (!findPort(source.outputs, *fromPort))
    return refuse(getLoc(source))
           << "layer " << *fromLayer << " has no output port " << *fromPort;
  const NetPort *port = findPort(user.inputs, *toPort);
  if (!port)
    return refuse(getLoc(user))
           << "layer " << *toLayer << " has no input port " << *toPort;
  unsigned &slot = user.sources[port - user.inputs.data()];
  if (slot != kNoSource)
    return refuse(getLoc(user)) << "the port has an edge already, from layer "
                                << net.layers[slot].id;
  slot = from->second;
  return success();
}

LogicalResult NetReader::readEdges(pugi::xml_node element) {
  for (NetLayer &layer : net.layers)
    layer.sources.assign(layer.inputs.size(), kNoSource);
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

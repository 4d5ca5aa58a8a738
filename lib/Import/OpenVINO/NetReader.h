//===- NetReader.h - read the XML of an OpenVINO file -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the XML of a net. Rejects unknown elements and attributes that may
// change the meaning of a model.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_OPENVINO_NETREADER_H
#define ONNXOPS_LIB_IMPORT_OPENVINO_NETREADER_H

#include "Net.h"
#include "onnxops/Support/Limits.h"

#include <map>
#include <pugixml.hpp>
#include <set>

namespace mlir::onnxops {

class NetReader {
public:
  NetReader(Net &net, MLIRContext &context, const ModelLimits &limits)
      : net(net), context(&context), limits(limits) {}

  LogicalResult read(pugi::xml_node element);

private:
  struct Edge {
    uint64_t fromLayer, fromPort, toLayer, toPort;
  };

  // NetReader.cpp
  LogicalResult readLayer(pugi::xml_node element);
  LogicalResult readKind(Location loc, NetLayer &layer, pugi::xml_node element);
  LogicalResult readData(Location loc, NetLayer &layer, pugi::xml_node element);
  LogicalResult readPorts(Location loc, std::vector<NetPort> &ports,
                          pugi::xml_node element);
  LogicalResult readPort(Location loc, NetPort &port, pugi::xml_node element);
  LogicalResult checkPorts(Location loc, const NetLayer &layer);

  // EdgeReader.cpp
  void indexInputs(NetLayer &layer);
  FailureOr<Edge> readEnds(pugi::xml_node element);
  NetLayer *findLayer(uint64_t id);
  LogicalResult readEdge(pugi::xml_node element);
  LogicalResult readEdges(pugi::xml_node element);

  Location getLoc(const NetLayer &layer) const {
    return getLayerLoc(context, net, layer);
  }

  Net &net;
  MLIRContext *context;
  const ModelLimits &limits;
  // Layers by id. Not a hash table, since a file may choose colliding ids, and
  // DenseMap reserves two keys.
  std::map<uint64_t, unsigned> layerIndex;
  // The position of an input port, by layer and id.
  std::vector<std::map<uint64_t, unsigned>> inputIndex;
};

/// Checks that an element has no other children than `children`, each once
/// unless `repeats`, no text, and no repeated attribute. The content of
/// <rt_info> is ignored.
LogicalResult checkElement(Location loc, pugi::xml_node element,
                           ArrayRef<StringRef> children, bool repeats = false);

/// Reads a non-negative number.
FailureOr<uint64_t> readNumber(Location loc, pugi::xml_node element,
                               const char *attribute);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_OPENVINO_NETREADER_H

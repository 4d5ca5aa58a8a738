//===- NetReader.h - the elements of an OpenVINO file -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the XML of a net. Elements and attributes that change what a model
// means are refused by name when they are not known.
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
  // By id. Not hashed: a file may choose ids that all have the same place in a
  // table. DenseMap keeps two keys for itself, too.
  std::map<uint64_t, unsigned> layerIndex;
  // By layer, then by id: the position of an input port.
  std::vector<std::map<uint64_t, unsigned>> inputIndex;
};

/// Checks that an element has no other children than these, each once unless
/// `repeats`, no text, and no attribute twice. What is below <rt_info> is
/// nobody's business.
LogicalResult checkElement(Location loc, pugi::xml_node element,
                           ArrayRef<StringRef> children, bool repeats = false);

/// A number of 0 or more.
FailureOr<uint64_t> readNumber(Location loc, pugi::xml_node element,
                               const char *attribute);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_OPENVINO_NETREADER_H

//===- NodePlaces.cpp - identities of nodes -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the forms of locations that Diagnostics.h makes.
//
//===----------------------------------------------------------------------===//

#include "NodePlaces.h"

#include "onnxops/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::onnxops;

Attribute mlir::onnxops::getNodePlace(Location location) {
  return LocationAttr(getUnnamedLoc(location));
}

SmallVector<StringRef> mlir::onnxops::getNodeResultNames(Location location,
                                                         StringRef opType) {
  StringRef name = opType.rsplit(':').second;
  if (name.empty())
    name = opType;
  if (isOtherNode(location, name))
    return {};
  SmallVector<StringRef> names = getAllResultNames(location);
  if (!names.empty())
    return names;
  // A node without a name is labelled "Softmax:y", by its only result.
  std::optional<ModelName> label = getModelName(location);
  if (!label || !label->isNode || !label->name.starts_with((name + ":").str()))
    return {};
  return {label->name.drop_front(name.size() + 1)};
}

std::pair<Attribute, StringRef> mlir::onnxops::getScopedName(Location location,
                                                             StringRef name) {
  LocationAttr scope = getUnnamedLoc(location);
  if (auto named = dyn_cast<NameLoc>(scope))
    scope = named.getChildLoc();
  // The number of a node of the model's graph.
  if (auto node = dyn_cast<FileLineColLoc>(scope))
    return {Attribute(node.getFilename()), name};
  return {Attribute(scope), name};
}

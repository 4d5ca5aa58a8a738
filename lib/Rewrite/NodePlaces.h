//===- NodePlaces.h - identities of nodes -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes keep the location of a node for those that take its place, and the
// names of its results for those that compute them. Pointers to ops do not
// last: some passes copy the module.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_REWRITE_NODEPLACES_H
#define ONNXOPS_LIB_REWRITE_NODEPLACES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

#include <utility>

namespace mlir::onnxops {

/// The node of a model from which a location comes. Nodes of one graph that
/// have the same name share it.
Attribute getNodePlace(Location location);

/// The names of the results of the node of `opType` at a location, empty if
/// they are not known.
SmallVector<StringRef> getNodeResultNames(Location location, StringRef opType);

/// A name of a value with the graph of the node at a location: graphs beside
/// each other may use the same names.
std::pair<Attribute, StringRef> getScopedName(Location location,
                                              StringRef name);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_REWRITE_NODEPLACES_H

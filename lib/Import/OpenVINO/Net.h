//===- Net.h - the layers of an OpenVINO file -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layers of a <net> and their sources: ports are checked and resolved, the
// text of attributes is not parsed yet.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_OPENVINO_NET_H
#define ONNXOPS_LIB_IMPORT_OPENVINO_NET_H

#include "onnxops/Support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::onnxops {

enum class LayerKind { Parameter, Const, Concat, Result };

/// The type's usual name.
StringRef getLayerKindName(LayerKind kind);

/// A port of a layer. Its meaning follows from its position among the layer's
/// inputs, or outputs; its id is only a label.
struct NetPort {
  uint64_t id = 0;
  std::string precision; ///< empty if absent
  /// The sizes, -1 if unknown; none for a port without <dim>, which may be a
  /// scalar or of unknown rank.
  std::optional<std::vector<int64_t>> dims;
};

/// An attribute of a layer's <data>.
struct NetAttribute {
  std::string name, value;
};

struct NetLayer {
  unsigned number = 0; ///< its position in the file, the first is 1
  uint64_t id = 0;
  LayerKind kind = LayerKind::Parameter;
  std::string name; ///< used in onnxops.name and errors, never empty
  std::vector<NetAttribute> attributes;
  std::vector<NetPort> inputs, outputs;
  /// For each input, the index of its source layer. A layer has one output at
  /// most, so this determines the port as well.
  std::vector<unsigned> sources;

  const std::string *findAttribute(StringRef attribute) const {
    for (const NetAttribute &candidate : attributes)
      if (candidate.name == attribute)
        return &candidate.value;
    return nullptr;
  }
};

struct Net {
  std::string file;             ///< the path as given by the user
  std::vector<NetLayer> layers; ///< in the order of the file
};

/// The location of errors about a layer.
inline Location getLayerLoc(MLIRContext *context, const Net &net,
                            const NetLayer &layer) {
  return getNodeLoc(context, net.file, layer.number, layer.name);
}

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_OPENVINO_NET_H

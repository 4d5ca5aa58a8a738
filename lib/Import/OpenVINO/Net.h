//===- Net.h - an OpenVINO file as it stands --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layers of a <net> and what feeds them: ports are checked and resolved,
// the text of attributes is not looked at yet.
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

/// A port of a layer. Its id is a label: it is the port's position among the
/// layer's inputs, or outputs, that says what it is.
struct NetPort {
  uint64_t id = 0;
  std::string precision; ///< empty if not given
  /// The sizes, -1 where unknown; none for a port without <dim>, which may be
  /// a scalar as well as of unknown rank.
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
  std::string name; ///< what onnxops.name and errors call it, never empty
  std::vector<NetAttribute> attributes;
  std::vector<NetPort> inputs, outputs;
  /// For each input, the index of the layer that feeds it. A layer has one
  /// output at most, so this tells the port as well.
  std::vector<unsigned> sources;

  const std::string *findAttribute(StringRef attribute) const {
    for (const NetAttribute &candidate : attributes)
      if (candidate.name == attribute)
        return &candidate.value;
    return nullptr;
  }
};

struct Net {
  std::string file;             ///< as the user spelt it
  std::vector<NetLayer> layers; ///< in the order of the file
};

/// Where errors about a layer are reported.
inline Location getLayerLoc(MLIRContext *context, const Net &net,
                            const NetLayer &layer) {
  return getNodeLoc(context, net.file, layer.number, layer.name);
}

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_OPENVINO_NET_H

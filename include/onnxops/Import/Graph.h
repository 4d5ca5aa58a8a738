//===- Graph.h - a model in memory ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The output of the readers of model files and the input of ModuleBuilder: a
// graph of operators over values, independent of the file format. Names are
// resolved: a value of an outer graph and a value of a subgraph are distinct,
// whatever their names. A reader checks that the file is well formed;
// ModuleBuilder checks that the graph is valid.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_IMPORT_GRAPH_H
#define ONNXOPS_IMPORT_GRAPH_H

#include "mlir/IR/BuiltinTypes.h"
#include "onnxops/Data/TensorData.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mlir::onnxops {

/// One dimension of a declared type: a size, a symbol, or neither.
struct GraphDimension {
  int64_t size = ShapedType::kDynamic;
  std::string symbol;
};

/// The declared type of a value: a tensor, a sequence of such tensors, or one
/// of these or nothing.
struct DeclaredType {
  /// A type of another kind, such as a map, in protobuf's text form; all other
  /// fields are ignored then.
  std::string otherKind = {};
  bool isSequence = false;
  bool isOptional = false;
  int32_t elementType = 0; ///< an OnnxopsElementType
  /// The element type if it is not an OnnxopsElementType, null otherwise.
  Type foreignElement;
  /// None for unknown rank.
  std::optional<std::vector<GraphDimension>> dimensions;
};

/// An index into FileModel::values.
using ValueId = unsigned;
/// An absent operand or an unused result.
constexpr ValueId kNoValue = ~0u;

struct GraphValue {
  std::string name;
  /// The type that the graph declares for an input or a result.
  std::optional<DeclaredType> type;
  /// The value of that name in an enclosing graph, whether or not it is visible
  /// here: visible names may not be defined again.
  ValueId outer = kNoValue;
  std::string doc = {}; ///< of a graph input
};

struct Graph;

/// A constant of an element type that is only stored.
struct StoredTensor {
  TensorData bytes; ///< a vector, packed as in ONNX's files
  RankedTensorType type;
};

/// An attribute of an unsupported kind.
struct UnreadAttribute {
  std::string kind;
};

struct GraphAttribute {
  std::string name;
  std::variant<int64_t, float, std::string, std::vector<int64_t>,
               std::vector<float>, std::vector<std::string>, TensorData,
               StoredTensor, DeclaredType, std::unique_ptr<Graph>,
               UnreadAttribute>
      value;
};

struct GraphNode {
  /// The position in the graph; the first node is 1.
  unsigned number = 0;
  /// The node's name, or one derived from the operator and the first result.
  std::string label;
  /// "" for ONNX's default domain.
  std::string domain;
  std::string opType;
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;
  std::vector<GraphAttribute> attributes;
  std::string doc = {};
};

/// The attribute `name` of a node, null if it has none of that kind.
template <typename Kind>
const Kind *findAttribute(const GraphNode &node, StringRef name) {
  for (const GraphAttribute &attribute : node.attributes)
    if (attribute.name == name)
      return std::get_if<Kind>(&attribute.value);
  return nullptr;
}

struct GraphInitializer {
  ValueId value;
  std::variant<TensorData, StoredTensor> data;
  std::string doc = {};
};

struct GraphOutput {
  ValueId value;
  std::optional<DeclaredType> type;
  std::string doc = {};
};

/// The graph of a model, or a subgraph in an attribute of a node. Nodes of a
/// subgraph may use the values of enclosing graphs.
struct Graph {
  std::vector<ValueId> inputs;
  std::vector<GraphInitializer> initializers;
  std::vector<GraphNode> nodes; ///< in topological order, if there is one
  std::vector<GraphOutput> outputs;
  std::string doc;
};

/// The format of a model, and the origin of its operators.
enum class ModelFormat { ONNX, OpenVINO };

/// Metadata of a model that does not affect its operators. Absent entries are
/// empty.
struct ModelMetadata {
  std::string doc, domain, graphName, producer, producerVersion;
  std::optional<int64_t> version, irVersion;
  bool hasExternalData = false; ///< whether constants are in another file
  std::vector<std::pair<std::string, std::string>> metadata;
  /// The opsets of domains other than ONNX's default one.
  std::vector<std::pair<std::string, int64_t>> domains;
  /// The functions of the model, bytes of FunctionProtos, and their calls: see
  /// metadata::kCalls. Empty unless they are kept.
  std::vector<std::string> functions, calls;
};

struct FileModel {
  std::string file; ///< the path as given by the user
  ModelFormat format = ModelFormat::ONNX;
  int64_t opset = 0; ///< of ONNX, 0 for other formats
  ModelMetadata metadata;
  std::vector<GraphValue> values; ///< of all graphs
  Graph graph;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_IMPORT_GRAPH_H

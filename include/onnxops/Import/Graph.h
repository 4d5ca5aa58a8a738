//===- Graph.h - a model, whatever file it came from ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the readers of model files produce and ModuleBuilder consumes: a graph
// of operators over values, as the file says it. Names are resolved here: a
// value of an outer graph and one of a subgraph are two, whatever their names.
// A reader checks that the file is well formed; that the graph makes sense is
// for ModuleBuilder to check.
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

/// The declared type of a value: a tensor, or a sequence of such tensors.
struct DeclaredType {
  bool isSequence = false;
  int32_t elementType = 0; ///< an OnnxopsElementType
  /// The element type where ONNX has none like it, null otherwise.
  Type foreignElement;
  /// None for unknown rank.
  std::optional<std::vector<GraphDimension>> dimensions;
};

/// An index into FileModel::values.
using ValueId = unsigned;
/// An operand that is not given or a result that nobody wants.
constexpr ValueId kNoValue = ~0u;

struct GraphValue {
  std::string name;
  /// As declared by a graph input or, beside the operators, for a result.
  std::optional<DeclaredType> type;
  /// The value of that name in an enclosing graph, whether or not it is visible
  /// here: visible names may not be defined again.
  ValueId outer = kNoValue;
  std::string doc = {}; ///< of a graph input
};

struct Graph;

/// An attribute of a kind that is not read.
struct UnreadAttribute {
  std::string kind;
};

struct GraphAttribute {
  std::string name;
  std::variant<int64_t, float, std::string, std::vector<int64_t>,
               std::vector<float>, std::vector<std::string>, TensorData,
               std::unique_ptr<Graph>, UnreadAttribute>
      value;
};

struct GraphNode {
  /// Where in the file it stands, the first is 1.
  unsigned number = 0;
  /// The node's own name, or one made of operator and result.
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
  TensorData data;
  std::string doc = {};
};

struct GraphOutput {
  ValueId value;
  std::optional<DeclaredType> type;
  std::string doc = {};
};

/// The graph of a model, or one that an attribute of a node holds. The nodes
/// of the latter may use the values of the graphs around it.
struct Graph {
  std::vector<ValueId> inputs;
  std::vector<GraphInitializer> initializers;
  std::vector<GraphNode> nodes; ///< each after those whose results it uses
  std::vector<GraphOutput> outputs;
  std::string doc;
};

/// Whose operators a model's nodes are.
enum class ModelFormat { ONNX, OpenVINO };

/// What a model says of itself, and no operator means. What it does not say is
/// empty.
struct ModelMetadata {
  std::string doc, domain, graphName, producer, producerVersion;
  std::optional<int64_t> version;
  std::vector<std::pair<std::string, std::string>> metadata;
  /// The opsets of domains other than ONNX's default one.
  std::vector<std::pair<std::string, int64_t>> domains;
};

struct FileModel {
  std::string file; ///< as the user spelt it
  ModelFormat format = ModelFormat::ONNX;
  int64_t opset = 0; ///< of ONNX, 0 for other formats
  ModelMetadata metadata;
  std::vector<GraphValue> values; ///< of all graphs
  Graph graph;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_IMPORT_GRAPH_H

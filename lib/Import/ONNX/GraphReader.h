//===- GraphReader.h - read a graph of an ONNX file -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the graph of a model, and recursively the subgraphs in attributes of
// its nodes.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_ONNX_GRAPHREADER_H
#define ONNXOPS_LIB_IMPORT_ONNX_GRAPHREADER_H

#include "onnxops/Data/ConstantPool.h"
#include "onnxops/Import/Graph.h"
#include "onnxops/Support/Diagnostics.h"
#include "llvm/ADT/StringMap.h"

namespace onnx {
class AttributeProto;
class GraphProto;
class NodeProto;
class SparseTensorProto;
class TensorProto;
class TypeProto;
class ValueInfoProto;
} // namespace onnx

namespace mlir::onnxops {

/// Reads a type of tensors, sequences of them, or optional ones. Returns an
/// error without emitting it.
llvm::Expected<DeclaredType> readType(const onnx::TypeProto &proto,
                                      MLIRContext *context);
/// The same for any type: maps, sequences of them, and the like.
llvm::Expected<DeclaredType> readAnyType(const onnx::TypeProto &proto,
                                         MLIRContext *context);

/// Moves nodes behind those whose results they use, and numbers them in that
/// order, in which they are exported. Returns whether any had to be moved;
/// leaves the graph as it is if that is not possible.
bool sortNodes(Graph &graph);

class GraphReader {
public:
  /// Reads into the graph of the model. External data must be below
  /// `directory`; it is not allowed if that is empty.
  GraphReader(FileModel &model, GraphPlace place, StringRef directory,
              ConstantPool &pool)
      : model(model), graph(model.graph), place(place), directory(directory),
        pool(pool), outer(nullptr), depth(0) {}
  /// Reads into `graph`, a subgraph of the graph of `outer`.
  GraphReader(GraphReader &outer, Graph &graph, GraphPlace place)
      : model(outer.model), graph(graph), place(place),
        directory(outer.directory), pool(outer.pool), outer(&outer),
        depth(outer.depth + 1) {}

  /// Emits one error if the graph is invalid. Frees the data of tensors that
  /// have been read.
  LogicalResult read(onnx::GraphProto &proto);

private:
  void declareNames(const onnx::GraphProto &proto);
  void declareName(StringRef name);
  void renameHiding(StringRef name);
  ValueId findValue(StringRef name) const;
  ValueId getValue(StringRef name);

  llvm::Expected<DeclaredType> readType(const onnx::ValueInfoProto &proto,
                                        bool takesAny = false);
  LogicalResult readInput(const onnx::ValueInfoProto &proto);
  LogicalResult readOutput(const onnx::ValueInfoProto &proto);
  void setTypeHint(StringRef name, const DeclaredType &type);
  void readValueInfo(const onnx::ValueInfoProto &proto);
  LogicalResult
  readInitializer(const std::string &name, const std::string &doc,
                  llvm::Expected<std::variant<TensorData, StoredTensor>> data);
  LogicalResult readNode(onnx::NodeProto &proto);
  LogicalResult readAttribute(GraphNode &node, onnx::AttributeProto &proto);
  LogicalResult readTensorAttribute(Location loc, GraphAttribute &attribute,
                                    onnx::TensorProto &proto);
  LogicalResult readSparseAttribute(GraphNode &node, GraphAttribute &attribute,
                                    onnx::SparseTensorProto &proto);
  LogicalResult readSubgraph(const GraphNode &node, GraphAttribute &attribute,
                             onnx::GraphProto &proto);
  llvm::Expected<std::variant<TensorData, StoredTensor>>
  readTensor(onnx::TensorProto &proto);
  /// A tensor of all elements.
  llvm::Expected<std::variant<TensorData, StoredTensor>>
  readSparse(onnx::SparseTensorProto &proto);
  MLIRContext *getContext() const { return place.getLoc().getContext(); }

  // The number of the current node.
  unsigned getNumber() const { return graph.nodes.size() + 1; }

  FileModel &model;
  Graph &graph;
  GraphPlace place;
  StringRef directory;
  ConstantPool &pool;
  GraphReader *outer;
  unsigned depth;
  llvm::StringMap<ValueId> valueIds;
  // Whether there was a warning about a size; of the outermost reader.
  bool hasWarnedOfSize = false;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_ONNX_GRAPHREADER_H

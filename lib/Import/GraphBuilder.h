//===- GraphBuilder.h - build the nodes and values of graphs ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the common parts of a function's body and of a region: constants,
// nodes and values. Checks that every value is defined once and before it is
// used.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_GRAPHBUILDER_H
#define ONNXOPS_LIB_IMPORT_GRAPHBUILDER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "onnxops/Data/ElementsAttr.h"
#include "onnxops/Dialect/OnnxOps/IR/OperatorTable.h"
#include "onnxops/Import/Graph.h"
#include "onnxops/Import/Import.h"
#include "onnxops/Support/Diagnostics.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::onnxops {

class GraphBuilder {
public:
  /// Builds at the insertion point of `builder`. The context must have the
  /// dialect loaded.
  GraphBuilder(const FileModel &model, const ImportOptions &options,
               OpBuilder &builder)
      : model(model), options(options), builder(builder),
        context(builder.getContext()), elements(context), table(context),
        place(context, model.file), values(model.values.size()) {}

  /// Defines a value of the current graph. Emits an error at `loc` if its name
  /// is taken.
  LogicalResult define(Location loc, ValueId id, Value value);
  /// Builds the constant of an initializer.
  LogicalResult addInitializer(const GraphInitializer &initializer);
  /// Builds the nodes, and recursively their subgraphs.
  LogicalResult addNodes(const Graph &graph);

  /// The value of an output of the graph, which must be defined and have its
  /// declared type.
  FailureOr<Value> getOutput(const GraphOutput &output);

  /// Whether there are constants that were initializers.
  bool hasInitializers() const { return usesInitializers; }

  /// The builder of all constants of the model.
  ElementsBuilder &getElements() { return elements; }

  /// The location of a value of the current graph.
  Location getLoc(ValueId id) const {
    return place.getValueLoc(model.values[id].name);
  }

private:
  // A node, its location, and its operands.
  struct PlacedNode {
    const GraphNode &node;
    Location loc;
    SmallVector<Value> operands; // null if absent
  };
  // A region that does not belong to an op yet, and its terminator.
  struct Subgraph {
    std::unique_ptr<Region> region;
    Operation *yield;
  };
  // The types of loop-carried values, none for values only known to be empty
  // sequences.
  struct CarriedTypes {
    SmallVector<Type> types;
    unsigned changes = 0;
    // The assumed types of sequences that are only known to be empty; none
    // until the types have been inferred once.
    SmallVector<Type> hints;
  };
  using Results = FailureOr<SmallVector<Value>>;

  // GraphBuilder.cpp
  LogicalResult checkLimits(Location loc, Type type);
  Location getNodeLoc(const GraphNode &node) const;
  LogicalResult addNode(const GraphNode &node);
  FailureOr<SmallVector<Value>> getOperands(Location loc,
                                            const GraphNode &node);
  LogicalResult defineResults(Location loc, const GraphNode &node,
                              ValueRange results);
  Results buildNode(const PlacedNode &placed);
  bool isSupported(const GraphNode &node) const;
  std::optional<unsigned> findUnknownOperand(const PlacedNode &placed) const;
  Results buildOnnxNode(const PlacedNode &placed);
  FailureOr<Value> buildOfFamily(const PlacedNode &placed, StringRef family);
  FailureOr<Value> buildConstantOnce(const PlacedNode &placed);
  Type getDeclaredType(ValueId id) const;
  SmallVector<Type> getDeclaredTypes(const GraphNode &node) const;

  // Layers.cpp
  Results buildLayer(const PlacedNode &placed);

  // Subgraphs.cpp
  FailureOr<const Graph *> getGraph(const PlacedNode &placed,
                                    StringRef attribute, size_t numInputs,
                                    size_t minOutputs);
  FailureOr<Subgraph> buildSubgraph(const PlacedNode &placed,
                                    StringRef attribute, const Graph &graph,
                                    ArrayRef<Type> types,
                                    ArrayRef<Operation *> empties = {});
  LogicalResult addArgument(Block &block, ValueId id, Type type,
                            Operation *empty);
  LogicalResult addBody(const Graph &graph);
  LogicalResult refuseUnknown(const PlacedNode &placed) const;
  Results buildUnknown(const PlacedNode &placed);
  SmallVector<Type> getGraphInputs(const PlacedNode &placed,
                                   const Graph &graph) const;
  void countUnsupported(const Graph &graph,
                        llvm::MapVector<StringRef, unsigned> &counts) const;
  int64_t getOpset(StringRef domain) const;

  // ControlFlow.cpp, Loop.cpp
  Results buildControlFlow(const PlacedNode &placed);
  Results buildIf(const PlacedNode &placed);
  Results buildSequenceMap(const PlacedNode &placed);
  Results buildLoop(const PlacedNode &placed);
  FailureOr<Subgraph> buildLoopBody(const PlacedNode &placed,
                                    const Graph &graph, ValueRange inits,
                                    SmallVector<Type> &types);
  FailureOr<Subgraph> tryLoopBody(const PlacedNode &placed, const Graph &graph,
                                  ValueRange inits,
                                  const CarriedTypes &carried);
  Results finishControlFlow(const PlacedNode &placed, ArrayRef<Type> types,
                            MutableArrayRef<Subgraph> subgraphs);

  const FileModel &model;
  const ImportOptions &options;
  OpBuilder &builder;
  MLIRContext *context;
  ElementsBuilder elements;
  OperatorTable table;

  // The current graph, and the values that it has defined.
  GraphPlace place;
  SmallVector<ValueId> defined;

  SmallVector<Value> values; // by ValueId, null until defined
  bool usesInitializers = false;
  // Constants by initializer or node: a loop's body may be built several times,
  // but its constants only once.
  DenseMap<const void *, ElementsAttr> constants;
  // By the graph of the body. Kept when an enclosing loop is built again, so
  // that the work does not multiply with the nesting depth.
  DenseMap<const Graph *, CarriedTypes> carriedTypes;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_GRAPHBUILDER_H

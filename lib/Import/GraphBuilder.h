//===- GraphBuilder.h - nodes and values of graphs --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds what a function's body and a region have in common: constants, nodes,
// and the values between them. Checks that every value is defined once and
// before it is used.
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

  /// Gives a value of the graph that is being built. Emits an error at `loc` if
  /// its name is taken.
  LogicalResult define(Location loc, ValueId id, Value value);
  /// Builds the constant of an initializer.
  LogicalResult addInitializer(const GraphInitializer &initializer);
  /// Builds the nodes, and through them the graphs that they hold.
  LogicalResult addNodes(const Graph &graph);

  /// The value of an output of the graph, which must be defined and of the type
  /// that is declared for it.
  FailureOr<Value> getOutput(const GraphOutput &output);

  /// What makes the constants of the whole model.
  ElementsBuilder &getElements() { return elements; }

  /// The location of a value of the graph that is being built.
  Location getLoc(ValueId id) const {
    return place.getValueLoc(model.values[id].name);
  }

private:
  // A node, where it stands, and its operands.
  struct PlacedNode {
    const GraphNode &node;
    Location loc;
    SmallVector<Value> operands; // null where not given
  };
  // A region, which is in no op yet, and the op that ends it.
  struct Subgraph {
    std::unique_ptr<Region> region;
    Operation *yield;
  };
  // What is known of the values that a loop carries, none where it is only
  // known that they are empty sequences.
  struct CarriedTypes {
    SmallVector<Type> types;
    unsigned changes = 0;
    // What an empty sequence is said to hold while nothing else is known of it;
    // none until the types were found once.
    SmallVector<Type> hints;
  };
  using Results = FailureOr<SmallVector<Value>>;

  // GraphBuilder.cpp
  LogicalResult checkLimits(ValueId id, Type type);
  LogicalResult addNode(const GraphNode &node);
  FailureOr<SmallVector<Value>> getOperands(Location loc,
                                            const GraphNode &node);
  LogicalResult defineResults(Location loc, const GraphNode &node,
                              ValueRange results);
  Results buildNode(const PlacedNode &placed);
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
  Results buildUnknown(const PlacedNode &placed);
  FailureOr<SmallVector<Type>> getDeclaredInputs(const PlacedNode &placed,
                                                 StringRef attribute,
                                                 const Graph &graph);

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

  // The graph that is being built, and what it has defined.
  GraphPlace place;
  SmallVector<ValueId> defined;

  SmallVector<Value> values; // by ValueId, null while not defined
  // A loop's body may be built several times, its constants are made once: by
  // initializer or node.
  DenseMap<const void *, ElementsAttr> constants;
  // By the graph of the body. Kept when the loop around it is built again, so
  // that the work does not multiply with the depth.
  DenseMap<const Graph *, CarriedTypes> carriedTypes;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_GRAPHBUILDER_H

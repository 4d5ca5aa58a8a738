//===- ElementTypes.cpp - resolve dynamic element types -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Parameter of element type `dynamic` accepts all element types. The inputs
// of a concat have the same element type, so a single known type determines
// those of all. The dialect has no tensors of unknown element type.
//
//===----------------------------------------------------------------------===//

#include "Readers.h"

#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;
using namespace mlir::onnxops;

// Equivalence classes of values with the same element type.
static llvm::IntEqClasses groupValues(const Graph &graph, size_t numValues) {
  llvm::IntEqClasses classes(numValues);
  for (const GraphNode &node : graph.nodes)
    for (ValueId input : node.inputs)
      classes.join(node.outputs.front(), input);
  classes.compress();
  return classes;
}

static bool isKnown(const DeclaredType &type) {
  return type.elementType || type.foreignElement;
}

LogicalResult mlir::onnxops::resolveElementTypes(const Net &net,
                                                 FileModel &model,
                                                 MLIRContext &context) {
  llvm::IntEqClasses classes = groupValues(model.graph, model.values.size());
  // The first known type in each class. The op checks that the others match.
  std::vector<DeclaredType> known(classes.getNumClasses());
  auto learn = [&](ValueId value, const DeclaredType &type) {
    DeclaredType &first = known[classes[value]];
    if (isKnown(type) && !isKnown(first))
      first = type;
  };
  for (ValueId input : model.graph.inputs)
    learn(input, *model.values[input].type);
  for (const GraphInitializer &constant : model.graph.initializers) {
    DeclaredType type;
    type.elementType = std::get<TensorData>(constant.data).getElementType();
    learn(constant.value, type);
  }
  for (ValueId input : model.graph.inputs) {
    DeclaredType &type = *model.values[input].type;
    if (isKnown(type))
      continue;
    const DeclaredType &first = known[classes[input]];
    const NetLayer &layer = net.layers[input];
    if (!isKnown(first))
      return emitError(getLayerLoc(&context, net, layer))
             << "element type '" << *layer.findAttribute("element_type")
             << "' is not supported unless a value that it is concatenated "
                "with has a known type";
    type.elementType = first.elementType;
    type.foreignElement = first.foreignElement;
  }
  return success();
}

//===- ElementTypes.cpp - element types that a file leaves open -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Parameter of element type `dynamic` takes whatever it is given. A concat
// joins one type only, so one input of a known type tells that of all; tensors
// of any element type at all are not in the dialect.
//
//===----------------------------------------------------------------------===//

#include "Readers.h"

#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;
using namespace mlir::onnxops;

// The values of one element type, a class for each.
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
  // What the first value of a known type in each class has. Whether the others
  // agree is for the op to check.
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
    type.elementType = constant.data.getElementType();
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
             << "' is not supported where nothing that the value is joined "
                "with tells the type";
    type.elementType = first.elementType;
    type.foreignElement = first.foreignElement;
  }
  return success();
}

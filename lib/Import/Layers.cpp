//===- Layers.cpp - build OpenVINO's operators ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds Concat, and the names of Results.
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"
#include "NodeBuilders.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// Compares the inferred type with that of the output port in the file, which
// may lack an element type or a rank.
static LogicalResult checkPort(Location loc, DeclaredType port, Type inferred) {
  if (!port.elementType)
    port.foreignElement = port.foreignElement ? port.foreignElement
                                              : getElementTypeOrSelf(inferred);
  Type declared = convertType(port, loc.getContext());
  if (areCompatibleTypes(declared, inferred))
    return success();
  return emitError(loc) << "expected the output port to have type " << inferred
                        << ", as inferred, but it is declared as " << declared;
}

FailureOr<SmallVector<Value>>
GraphBuilder::buildLayer(const PlacedNode &placed) {
  const GraphNode &node = placed.node;
  if (node.opType == "Result")
    return placed.operands;
  assert(node.opType == "Concat" && "the reader refuses others");
  // All opsets have the Concat of the first.
  FailureOr<Value> result = buildVersionedOp(
      builder, placed.loc, *table.lookUp("openvino_concat", /*opset=*/1), node,
      placed.operands, /*declared=*/Type());
  if (failed(result))
    return failure();
  const std::optional<DeclaredType> &port =
      model.values[node.outputs.front()].type;
  if (port && failed(checkPort(placed.loc, *port, result->getType())))
    return failure();
  return SmallVector<Value>{*result};
}

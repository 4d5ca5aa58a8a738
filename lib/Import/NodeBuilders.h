//===- NodeBuilders.h - one node to ops -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What GraphBuilder calls for each node. All of these emit one error at the
// node's location when they fail. Operands that are not given are null;
// `declared` holds the types that the model declares for the results, null
// where it does not.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_NODEBUILDERS_H
#define ONNXOPS_LIB_IMPORT_NODEBUILDERS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "onnxops/Data/ElementsAttr.h"
#include "onnxops/Import/Graph.h"

namespace mlir::onnxops {

struct OnnxOperator;

/// The MLIR type of a declared type.
Type convertType(const DeclaredType &type, MLIRContext *context);

/// Whether the attribute holds a graph.
inline bool isGraph(const GraphAttribute &attribute) {
  return std::holds_alternative<std::unique_ptr<Graph>>(attribute.value);
}

/// Leaves a text for people at an op, if there is one.
void setDoc(Operation *op, StringRef doc);

/// Leaves at a module what the model says of itself.
void setMetadata(Operation *module, const ModelMetadata &given);

/// A constant under the model's name for it.
Value buildConstant(OpBuilder &builder, Location loc, ElementsAttr elements,
                    StringRef name);

/// Builds an op of the dialect. A tensor has the sizes that are declared as
/// well as those that are inferred, see refineTypes; `declared` may be null.
FailureOr<Value> buildVersionedOp(OpBuilder &builder, Location loc,
                                  RegisteredOperationName name,
                                  const GraphNode &node, ValueRange operands,
                                  Type declared);

/// Builds the constant of a Constant node under the name of its result.
FailureOr<Value> buildConstantNode(OpBuilder &builder,
                                   ElementsBuilder &elements, Location loc,
                                   const GraphNode &node, StringRef name);

/// Checks what a known operator has: operands, outputs, graphs. What they mean
/// is for the lowering to check.
LogicalResult checkOnnxOperator(Location loc, const OnnxOperator &known,
                                const GraphNode &node, ValueRange operands);

/// Builds `"onnx.Identity"`.
FailureOr<Value> buildIdentity(OpBuilder &builder, Location loc,
                               const GraphNode &node, ValueRange operands,
                               Type declared, int64_t opset);

/// Builds the generic op of a known operator without subgraphs.
FailureOr<Operation *>
buildOnnxOperator(OpBuilder &builder, ElementsBuilder &elements, Location loc,
                  const OnnxOperator &known, const GraphNode &node,
                  ValueRange operands, ArrayRef<Type> declared, int64_t opset);

/// Builds a generic op of the `onnx` dialect, with all attributes of the node
/// but its graphs. Takes the regions.
FailureOr<Operation *>
buildGenericOp(OpBuilder &builder, ElementsBuilder &elements, Location loc,
               const GraphNode &node, ValueRange operands, TypeRange results,
               MutableArrayRef<std::unique_ptr<Region>> regions = {});

/// Builds the generic op of an operator that is not lowered. Its result types
/// are inferred where there is a rule, and declared where there is none.
FailureOr<Operation *>
buildUnsupported(OpBuilder &builder, ElementsBuilder &elements, Location loc,
                 const GraphNode &node, ValueRange operands,
                 ArrayRef<Type> declared, int64_t opset,
                 MutableArrayRef<std::unique_ptr<Region>> regions);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_NODEBUILDERS_H

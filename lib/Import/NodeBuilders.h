//===- NodeBuilders.h - build the ops of one node ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that GraphBuilder calls for each node. All of them emit one
// error at the node's location if they fail. Absent operands are null;
// `declared` are the types that the model declares for the results, null if not
// declared.
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

/// Checks the declared type of `what`, a value of type `type`. Sizes and ranks
/// that contradict the type cause a warning, as in ONNX Runtime, and `declared`
/// becomes `type`. Another kind or element type is an error.
LogicalResult checkDeclared(Location loc, const Twine &what, Type type,
                            Type &declared);

/// The inferred types of a node's results, refined by the declared types, which
/// checkDeclared checks: see refineTypes. Where the inferred type is unknown,
/// it is the declared one.
FailureOr<SmallVector<Type>>
refineDeclared(Location loc, ArrayRef<Type> inferred, ArrayRef<Type> declared);

/// Whether the attribute is a graph.
inline bool isGraph(const GraphAttribute &attribute) {
  return std::holds_alternative<std::unique_ptr<Graph>>(attribute.value);
}

/// Sets the documentation of an op, if there is any.
void setDoc(Operation *op, StringRef doc);

/// Sets the metadata of a module.
void setMetadata(Operation *module, const ModelMetadata &given);

/// The elements of an initializer.
ElementsAttr buildElements(ElementsBuilder &elements,
                           const GraphInitializer &initializer, StringRef name);

/// Builds a constant with its name in the model.
Value buildConstant(OpBuilder &builder, Location loc, ElementsAttr elements,
                    StringRef name);

/// Builds an op of the dialect. The result type combines declared and inferred
/// sizes, see refineDeclared; `declared` may be null.
FailureOr<Value> buildVersionedOp(OpBuilder &builder, Location loc,
                                  RegisteredOperationName name,
                                  const GraphNode &node, ValueRange operands,
                                  Type declared);

/// Builds the constant of a Constant node, with the name of its result.
FailureOr<Value> buildConstantNode(OpBuilder &builder,
                                   ElementsBuilder &elements, Location loc,
                                   const GraphNode &node, StringRef name);

/// Checks the form of a known operator: operands, outputs, graphs. The lowering
/// checks its constraints.
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
/// except its graphs. Moves from `regions`.
FailureOr<Operation *>
buildGenericOp(OpBuilder &builder, ElementsBuilder &elements, Location loc,
               const GraphNode &node, ValueRange operands, TypeRange results,
               MutableArrayRef<std::unique_ptr<Region>> regions = {});

/// Builds the generic op of an operator without a lowering. Its result types
/// are inferred if there is a rule, and declared otherwise.
FailureOr<Operation *>
buildUnsupported(OpBuilder &builder, ElementsBuilder &elements, Location loc,
                 const GraphNode &node, ValueRange operands,
                 ArrayRef<Type> declared, int64_t opset,
                 MutableArrayRef<std::unique_ptr<Region>> regions);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_NODEBUILDERS_H

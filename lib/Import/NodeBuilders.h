//===- NodeBuilders.h - one node to ops -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ModuleBuilder calls for each node. All of these emit one error at the
// node's location when they fail.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_NODEBUILDERS_H
#define ONNXOPS_LIB_IMPORT_NODEBUILDERS_H

#include "mlir/IR/Builders.h"
#include "onnxops/Import/Graph.h"

namespace mlir::onnxops {

/// The MLIR type of a declared type.
Type convertType(const DeclaredType &type, MLIRContext *context);

/// A constant under the model's name for it.
Value buildConstant(OpBuilder &builder, Location loc, const TensorData &tensor,
                    StringRef name);

/// Builds an op of the dialect. Operands that are not given are null.
/// `declared` is the type that the model declares for the result, or null: only
/// what inference cannot tell is taken from it.
FailureOr<Value> buildVersionedOp(OpBuilder &builder, Location loc,
                                  RegisteredOperationName name,
                                  const GraphNode &node, ValueRange operands,
                                  Type declared);

/// Builds the constant of a Constant node under the name of its result.
FailureOr<Value> buildConstantNode(OpBuilder &builder, Location loc,
                                   const GraphNode &node, StringRef name);

/// Builds `"onnx.Identity"`.
FailureOr<Value> buildIdentity(OpBuilder &builder, Location loc,
                               const GraphNode &node, ValueRange operands,
                               int64_t opset);

/// Builds a generic op of the `onnx` dialect for an operator that is not known.
/// Operands that are not given are null; `declared` holds the types that the
/// model declares for the results, null where it does not.
FailureOr<Operation *> buildUnsupported(OpBuilder &builder, Location loc,
                                        const GraphNode &node,
                                        ValueRange operands,
                                        ArrayRef<Type> declared);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_NODEBUILDERS_H

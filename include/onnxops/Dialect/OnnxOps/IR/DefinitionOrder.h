//===- DefinitionOrder.h - operands come before their op --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a graph region, as the body of a module is one, MLIR lets an op use what
// is defined behind it, or its own result. The ops of the dialect do not: they
// check their operands when they run, which needs an order, and their rewrites
// follow operands to where these come from, which must end.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_DEFINITIONORDER_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_DEFINITIONORDER_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::onnxops {

/// Fails for an op with an operand that its own block defines later, or that is
/// its own result. Emits an error on the op.
LogicalResult verifyDefinitionOrder(Operation *op);

/// The trait of all ops that verifyDefinitionOrder holds for.
template <typename ConcreteOp>
struct OperandsDefinedBefore
    : OpTrait::TraitBase<ConcreteOp, OperandsDefinedBefore> {
  static LogicalResult verifyTrait(Operation *op) {
    return verifyDefinitionOrder(op);
  }
};

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_DEFINITIONORDER_H
